"""English utterances as facts that stand alone: persons by name, questions as asked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mmagents.players.base import FirstPairPart
from mmagents.players.rules_designation import Read
from mmagents.players.rules_text import word_list

_IDLE = re.compile(
    r"(?:(?:yes|no|well|oh|ah|so|now|indeed|of course|certainly|very well|all right|i see|"
    r"thank you(?: very much| kindly)?|"
    r"thanks|good (?:evening|morning|day|afternoon|night)|hello|hi|welcome|right|agreed|"
    r"understood|good|fine|exactly|quite so|"
    r"really|please|listen|look|forgive me|i beg your pardon|excuse me|as you wish|gladly|"
    r"with pleasure|never mind|okay|ok|"
    r"hm+|er+|um+|sorry|i'm sorry|i am sorry|my apologies|that will do|noted|then|"
    r"everyone|friends|what|wait|come|come now|to you all|to all of you)"
    r"\b[\s,.;:!?…—–-]*)+",
    re.I,
)
_LEAD = re.compile(
    r"^(?:(?:(?:yes|no|indeed|of course|certainly|very well|all right|i see|thank you|"
    r"thanks|look|listen|right|good|fine|exactly|"
    r"really|please|oh|ah|now|hm+|er+|um+|sorry|excuse me|forgive me|frankly|honestly|"
    r"you see|you know|"
    r"come now|to be honest|i mean|if you must know|as i said|well|then|so)[,;:!.—–-]+|"
    r"and|but|well|so|oh|ah|also,?)\s+)+",
    re.I,
)
_FILLERS = re.compile(
    r",\s*(?:you see|you know|i mean|i suppose|i dare say|as it were|of course|"
    r"if you must know|mind you|frankly|honestly)\s*(?=[,.;])",
    re.I,
)
_TAG = re.compile(
    r",\s*(?:isn't|aren't|wasn't|weren't|didn't|doesn't|don't|hasn't|haven't|hadn't|won't|"
    r"wouldn't|can't|couldn't|"
    r"is|are|was|were|did|does|do|has|have|had|will|would|can|could)\s+(?:i|you|he|she|it|"
    r"we|they|there)(?:\s+not)?\s*(?=[?.!]*$)",
    re.I,
)
_S = word_list(
    """
    accuse admit agree apologise apologize ask assume assure believe buy call carry claim close
    come confess consider cook demand deny doubt drink expect fear feel find forgive get give go
    guess hate hear help hope imagine insist intend keep know like live lock look love maintain
    make mean need notice notify open owe own paint pay pity play prefer promise propose recall
    refuse regret remain remember run say see seem sell serve sing sleep smoke speak stand stay
    suggest suppose suspect swear take teach tell thank think trust understand use wait walk want
    watch wish wonder work write
    """
)
_IRREGULAR = {
    "am": "is",
    "are": "is",
    "were": "was",
    "have": "has",
    "do": "does",
    "'m": "is",
    "'re": "is",
    "'ve": "has",
    "'ll": "will",
    "don't": "doesn't",
    "haven't": "hasn't",
    "aren't": "isn't",
    "weren't": "wasn't",
    "ain't": "isn't",
    "go": "goes",
}
_FINITE_PAST = dict.fromkeys(
    (
        "was",
        "had",
        "did",
        "will",
        "would",
        "could",
        "can",
        "must",
        "lied",
        "saw",
        "went",
        "took",
        "knew",
        "said",
        "weren't",
        "didn't",
    ),
    "",
)
_ADVERB = (
    r"(?:(?:never|always|only|just|really|also|still|already|often|usually|certainly|"
    r"simply|honestly|truly|sometimes|both|even|clearly|merely|rarely|seldom|rather|quite|"
    r"do|[a-z]+ly)\s+)?"
)
_SUBJECT = re.compile(rf"\b(I|you)('m|'re|'ve|'ll|'d)?(\s+)(?:({_ADVERB})([a-z]+(?:n't)?))?", re.I)
_BEFORE_OBJECT = re.compile(
    r"\b(?:to|for|with|of|at|by|from|about|than|like|behind|before|after|beside|near|"
    r"against|between|without|on|in|around|past|"
    r"tell|told|ask|asked|see|saw|heard|hear|believe|trust|accuse|accused|thank|help|give|"
    r"gave|show|showed|know|knew|met|meet|"
    r"found|find|left|leave|let|want|wanted|made|make|call|called|follow|followed|kill|"
    r"killed|hate|love|warn|warned|watched|assure|forgive|suspect|suspected|remind|owe|"
    r"beg|need|like|pass|sent|send|put)\s+$",
    re.I,
)
_AUX = (
    r"(?:was|is|were|are|am|has|have|had|can|could|will|would|shall|should|may|might|must|"
    r"wasn't|isn't|weren't|aren't|"
    r"haven't|hasn't|hadn't|couldn't|wouldn't|won't|can't|shouldn't)"
)
_INVERTED = re.compile(
    rf"^((?:(?:at|in|on|by|from|to|for|with|of|since|until|about) )?(?:what time|which \w+|"
    rf"whose \w+|how (?:many|much|long|late|often|far)(?: \w+)?|what|when|where|whom|who|"
    rf"why|how)\s+)?({_AUX})\s+(I|you|he|she|it|they|we|there|(?:the|a|an|his|her|their|"
    rf"your|my)\s+[\w-]+|[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)\b(.*)$",
    re.I | re.S,
)
_VERBS: Mapping[str | None, str] = {
    "request": "asked",
    "offer": "offered",
    "invitation": "invited",
    "suggestion": "suggested to",
}
_FRAGMENT = re.compile(
    r"(?:at|in|on|by|with|from|near|behind|to|until|before|after|about|around|not|only|"
    r"just|alone|because|under|since|both|neither|twice|once|nobody|nothing|the \w+|"
    r"an? \w+|\d+|half|[A-Z]\w+)"
    r"(?: (?!(?:is|was|are|were|has|had|have|did|does|do|will|would|can|could|may|might|"
    r"must|said|saw|went|came|left|took|gave|knew|told|heard|found|kept|made|ran|stood|"
    r"sat)\b|\w+ed\b|\w+n't\b)[\w'’:-]+){0,7}[.!]*$",
)
_QUOTES = re.compile(r"(“[^”]*”|\"[^\"]*\"|‘[^’]*’(?!\w)|(?<![\w’'])'[^'\n]{2,}?'(?!\w))")


def possessive(name: str) -> str:
    """Return the possessive of a name or of a list of names."""
    return f"{name}'s"


def _third(match: re.Match[str], name: str) -> str:
    """Return "I am", "you never saw" … with the name and its verb form."""
    pronoun, short, space, adverb, verb = match.groups()
    start = match.string[: match.start()]
    finite = bool(short) or (verb or "").lower() in _IRREGULAR | _FINITE_PAST
    if pronoun.lower() == "you" and not finite and _BEFORE_OBJECT.search(start):
        return name + match.group()[len(pronoun) :]
    if short:
        after = verb or ""
        if short == "'d":
            word = (
                "had"
                if re.fullmatch(
                    r"been|[a-z]+(?:ed|en)|had|gone|left|seen|heard|found|taken|come|better|lost|put|made|"
                    r"kept|done|met|told|thought|known",
                    after,
                )
                else "would"
            )
        else:
            word = _IRREGULAR[short.lower()]
        return f"{name} {word}{space}{adverb or ''}{after}".rstrip(" ") + ("" if after else space)
    if verb is None:
        return name + space
    return f"{name}{space}{adverb or ''}{_agree(verb, bool(adverb) and adverb.strip() == 'do')}"


def _agree(verb: str, bare: bool) -> str:
    low = verb.lower()
    if bare:
        return verb
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low in _S:
        if low.endswith(("s", "sh", "ch", "x", "o")):
            return verb + "es"
        return verb[:-1] + "ies" if low.endswith("y") and low[-2:-1] not in "aeiou" else verb + "s"
    return verb


def resolve(words: str, speaker: str, addressees: str) -> str:
    """Return `words` with I, my, you, your … replaced by names; quotations are left alone.

    Args:
        words: one sentence.
        speaker: the name of whoever says it.
        addressees: the name of whoever it is said to; empty leaves "you" as it is.
    """
    pieces = _QUOTES.split(words.replace("’", "'"))
    return "".join(
        piece if at % 2 else _named(piece, speaker, addressees) for at, piece in enumerate(pieces)
    )


def _named(words: str, speaker: str, addressees: str) -> str:
    def subject(match: re.Match[str]) -> str:
        name = speaker if match.group(1).lower() == "i" else addressees
        return _third(match, name) if name else match.group()

    words = re.sub(r"\b(I|you) (?:my|your)self\b", r"\1", words, flags=re.I)
    words = re.sub(r"\bby (?:my|your)self\b", "alone", words, flags=re.I)
    words = re.sub(
        r"(\b(?:my|your|the|an?|his|her|their|that|this) [\w-]+) (?:my|your)self\b",
        r"\1 in person",
        words,
        flags=re.I,
    )
    words = re.sub(
        rf"\b({_AUX}|did|do|does|didn't|don't) (I|you)\b",
        lambda m: _swapped(m, speaker, addressees),
        words,
        flags=re.I,
    )
    words = _SUBJECT.sub(subject, words)
    words = re.sub(r"\bI\b", speaker, words)
    for own, name in (
        (("my", "mine", "me", "myself"), speaker),
        (("your", "yours", "you", "yourself"), addressees),
    ):
        if not name:
            continue
        words = re.sub(rf"\b(?:{own[0]}|{own[1]})\b", possessive(name), words, flags=re.I)
        words = re.sub(rf"\b(?:{own[2]}|{own[3]})\b", name, words, flags=re.I)
    return words


def _swapped(match: re.Match[str], speaker: str, addressees: str) -> str:
    verb, pronoun = match.groups()
    name = speaker if pronoun.lower() == "i" else addressees
    if not name:
        return match.group()
    low = verb.lower()
    fitted = low if low in ("do", "don't") and " and " in name else _agree(low, bare=False)
    return f"{fitted.capitalize() if verb[:1].isupper() else fitted} {name}"


def reported(words: str, kind: FirstPairPart | None, speaker: str, to: str, addressees: str) -> str:
    """Return a question or another act as reported: Mara asked Ines where Ines was."""
    core = _LEAD.sub("", words).strip().rstrip("?.! ")
    asked = resolve(core, speaker, addressees)
    asks = "?" if words.rstrip().endswith("?") else "."
    if kind in (
        "wh-question",
        "yes-no-question",
        "alternative-question",
    ) and words.rstrip().endswith("?"):
        match = _INVERTED.match(core)
        if match and not re.search(r"[,;—]|:(?!\d)", core):
            wh, aux, subject, rest = match.groups()
            clause = resolve(f"{subject} {aux.lower()}{rest}", speaker, addressees)
            return f"{speaker} asked {to} {wh.lower() if wh else 'whether '}{clause}."
        return f"{speaker} asked {to}: {asked}?"
    verb = _VERBS.get(kind, "said to")
    return f"{speaker} {verb} {to}: {asked}{asks}"


def fact(part: Read, speaker: str, to: str, addressees: str) -> str | None:
    """Return one sentence as a fact that stands alone, or None if there is nothing in it.

    Args:
        part: the sentence, without vocatives.
        speaker: the name of whoever says it.
        to: the name of those it is put to; "everyone" for the table.
        addressees: whom "you" means; empty if unknown.
    """
    words = part.words.strip(" ,;:—–-")
    if (
        not re.search(r"\w", words)
        or _IDLE.fullmatch(words)
        or part.kind in ("greeting", "summons")
    ):
        return None
    words = _FILLERS.sub("", words)
    if _TAG.search(words) and words.endswith("?"):
        asserted = resolve(_LEAD.sub("", _TAG.sub("", words)).rstrip("?.! "), speaker, addressees)
        return _capital(f"{speaker} asked {to} whether {asserted}.")
    if words.endswith("?") or part.kind in ("request", "offer", "invitation", "suggestion"):
        return _capital(reported(words, part.kind, speaker, to, addressees))
    words = _LEAD.sub("", _TAG.sub("", words))
    said = resolve(words, speaker, addressees)
    if _FRAGMENT.match(words) or re.search(r"\b(?:we|us|our|ours)\b", said, re.I):
        said = f"{speaker} said: {said}"
    return _capital(said if said[-1:] in '.!…"”' else said + ".")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
