"""English utterances as facts that stand alone: persons by name, questions as asked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mmagents.analysts.rules.designation import Read
from mmagents.analysts.rules.en.persons import AUX, resolve
from mmagents.floor.adjacency import FirstPairPart

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
    r"if you must know|mind you|frankly|honestly)\s*(?:,|(?=[.;]))",
    re.I,
)
_TAG = re.compile(
    r",\s*(?:isn't|aren't|wasn't|weren't|didn't|doesn't|don't|hasn't|haven't|hadn't|won't|"
    r"wouldn't|can't|couldn't|"
    r"is|are|was|were|did|does|do|has|have|had|will|would|can|could)\s+(?:i|you|he|she|it|"
    r"we|they|there)(?:\s+not)?\s*(?=[?.!]*$)",
    re.I,
)
_INVERTED = re.compile(
    rf"^((?:(?:at|in|on|by|from|to|for|with|of|since|until|about) )?(?:what time|which \w+|"
    rf"whose \w+|how (?:many|much|long|late|often|far)(?: \w+)?|what|when|where|whom|who|"
    rf"why|how)\s+)?({AUX})\s+(I|you|he|she|it|they|we|there|(?:the|a|an|his|her|their|"
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
