"""Who is spoken to by name in English: vocatives, told apart from mentions.

A vocative stands outside the clause it comes with (Zwicky 1974, "Hey, whatsyourname!"): between
commas at the head, in the middle or at the end, without an article, not in a list, not beside the
noun it explains.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mmagents.analysts.text.names import Names
from mmagents.floor.adjacency import EVERYONE

_OPENERS = (
    r"and|but|so|well|oh|ah|aha|now|then|yes|yeah|yep|no|nay|indeed|quite|please|hey|"
    r"hello|hi|hallo|"
    r"good (?:evening|morning|afternoon|day|night)|greetings|welcome|"
    r"thank you(?: (?:kindly|so much|"
    r"very much))?|thanks|many thanks|come(?: now| on)?|forgive me|pardon me|excuse me|pardon|"
    r"i(?:'m| am) (?:so |very |truly )?sorry|sorry|my apologies|apologies|say|really|right|"
    r"all right|alright|okay|ok|look(?: here)?|listen|listen to me|see here|wait|my dear|dear|"
    r"my good|good|poor|old|young|our|my|tell me|tell us|you|and you|as you|of course|certainly|"
    r"exactly|enough|stop|hush|quiet|careful|true|agreed|never|perhaps|maybe|i see|not you|not i|"
    r"believe me|trust me|honestly|frankly|what about you|how about you|or you|yes indeed|today|"
    r"tonight|goodbye|farewell|good luck|sit down|go on|please do|over to you|your turn|answer me|"
    r"speak up|speak|out with it|why|also|very well|fine|shame on you|bless you|calm yourself"
)
_CLOSERS = (
    r"please|there|dear|then|too|both|now|again|first|next|my dear|my friend|sir|madam|"
    r"over there"
)
_ALL = (
    r"everyone|everybody|all|all of you|you all|gentlemen|ladies|ladies and gentlemen|friends|"
    r"my friends|dear friends|good people|folks|people|guests|comrades|colleagues|the rest of you|"
    r"each of you|all here|everyone here|both of you all|neighbours|neighbors|one and all"
)
_ALL_IN_CLAUSE = re.compile(
    r"\b(?:any(?:one|body)|some(?:one|body)|who) (?:here|in this room|at this table|"
    r"among (?:us|you)|"
    r"of you|else (?:here|saw|heard|has|was|knows|noticed|can|wants?))\b|"
    r"\b(?:which|one|any|all|each|every one|some|none|either|several|how many|"
    r"most) of (?:you|us)\b|"
    r"^(?:(?:and|but|so|well|now|then|or)\W+)*(?:did|do|does|has|have|had|was|is|can|could|would|"
    r"will|may|might|should|didn't|doesn't|hasn't|isn't|wasn't|can't|couldn't|won't) "
    r"(?:any(?:one|body)|every(?:one|body)|some(?:one|body)|all of (?:you|us)|you all|"
    r"none of us)\b|"
    r"^(?:(?:and|but|so|well|now|then)\W+)*(?:who else|any(?:one|body)|every(?:one|body)|each)\b|"
    r"\bany(?:one|body)(?: else)?\?|\byou all\b|\bto (?:you all|everyone|everybody|all of you)\b|"
    r"\b(?:let|would|will|could|can) (?:everyone|everybody|someone|somebody|each|all of us)\b|"
    r"\bif any(?:one|body)\b|\bevery(?:one|body) here\b",
    re.I,
)
_OBJECT_YOU = re.compile(
    r"\b(?:any(?:one|body)|some(?:one|body)|every(?:one|body)|who)\b.*\byou\b", re.I
)
_SEGMENT = re.compile(r"[,;:—–…]+|\s-+\s|\.\.\.|(?<=\w)[!?.]+(?=\s|$)")
_RELATED = re.compile(
    r"(?:\b(?:the|an?|my|his|her|our|their|your|this|that|one|only|own|another)\s+(?:[\w'’-]+\s+)?"
    r"(?!(?:hall|kitchen|morning|evening|night|time|day|way|truth|story|question|answer|matter)\b)"
    r"(?:man|woman|friend|brother|sister|wife|husband|father|mother|son|daughter|cousin|uncle|aunt|"
    r"nephew|niece|guest|host|hostess|neighbou?r|colleague|partner|servant|master|victim|witness|"
    r"girl|boy|lady|gentleman))$",
    re.I,
)
_FINITE = (
    r"(?:was|is|were|are|has|had|have|did|does|do|said|says|told|saw|went|came|left|knew|"
    r"knows|will|"
    r"would|could|can|might|may|must|should|never|also|always|only|just|both|all|heard|found|took|"
    r"gave|walked|ran|stood|sat|looked|seemed|stayed|wanted|kept|asked|lied|lies)\b"
)
_APPOSITION = re.compile(r"(?:the|an?|my|our|his|her|their|who|whose|whom)\b", re.I)
_POSSESSED = re.compile(r"\s*(?:our|my(?! (?:dear|good|friend)\b))\b", re.I)
_LIST_END = r"\s*(?:and|or|&|nor)\s+"
_BARE_AUX = (
    r"(?:(?:where|what|when|who|whom|why|how|which|whose)\b[^,?]*\byou\b|"
    r"(?:did|do|were|are|have|had|can|could|would|will|was|is|don't|didn't|"
    r"won't)\s+(?:not\s+)?you\b|"
    r"you(?:'re|'ve|'d|'ll)?\b|please\b|tell\s+(?:me|us)\b|where\b|why\s+(?:did|do|were|are)\b)"
)


@lru_cache(maxsize=256)
def _expressions(pattern: str) -> dict[str, re.Pattern[str]]:
    group = rf"{pattern}(?:\s*(?:and|&)\s+{pattern})*"
    openers = rf"(?:(?:{_OPENERS})\b[\s,!.]*)*"
    return {
        "alone": re.compile(rf"\s*@?{openers}({group})(?:\s+(?:{_CLOSERS}))*\W*", re.I),
        "all": re.compile(rf"\s*{openers}(?:{_ALL})(?:\s+(?:{_CLOSERS}))*\W*", re.I),
        "name": re.compile(pattern, re.I),
        "named": re.compile(pattern),
        "only": re.compile(rf"\s*({group})\W*", re.I),
        "bare head": re.compile(rf"(?:{openers})@?({group})\s+{_BARE_AUX}"),
        "bare end": re.compile(
            rf"\b(?:you|thanks|please|evening|morning|hello|hi|hey|sorry|afternoon|welcome|yes|no|"
            rf"listen|look|night|yourself|apologies|goodbye|farewell)\s+({group})\W*$"
        ),
        "performed": re.compile(
            r"\b(?:(?:i|let me|we)(?:'d| would| should|'ll| will| want| wish| must| have|'m going|"
            r" am "
            r"going| now| also| do)*(?: like| love)?(?: to)? (?:ask|put (?:this|it|that|"
            r"my question) to|"
            r"turn to|call (?:on|upon)|address|accuse|invite|beg|thank|greet|warn|say to)|"
            r"(?:question|word|this|that|turn|floor) (?:is|goes)(?: now)? (?:for|to|with)|"
            r"(?:i am|i'm) (?:asking|speaking to|talking to|looking at|addressing))\s+(?:you,?\s+)?"
            rf"({group})",
            re.I,
        ),
    }


def _who(expression: re.Pattern[str], text: str, names: Names, speaker: str) -> tuple[str, ...]:
    found: list[str] = []
    for match in expression.finditer(text):
        found += [one for one in names.whom(match.group(), speaker) if one not in found]
    return tuple(found)


def _is_listed(parts: list[str], at: int, alone: re.Pattern[str]) -> bool:
    """Return whether the name at `at` belongs to an enumeration that the clause needs."""
    joined = re.compile(rf"{_LIST_END}")
    for i in range(at + 1, min(at + 6, len(parts))):
        if joined.match(parts[i]):
            rest = joined.sub("", parts[i], count=1)
            name = alone.match(rest)
            if name is None:
                return False
            tail = rest[len(name.group(1)) :].strip() if name.group(1) else rest
            return at > 0 or bool(re.match(_FINITE, tail)) or (not tail and i == len(parts) - 1)
        if alone.fullmatch(parts[i]) is None:
            return False
    return False


def _is_mention(
    parts: list[str], at: int, names: re.Pattern[str], only: re.Pattern[str], asks: bool
) -> bool:
    """Return whether the name standing alone in `parts[at]` is no vocative all the same."""
    part, before = parts[at], parts[at - 1].strip() if at else ""
    after = parts[at + 1].strip() if at + 1 < len(parts) else ""
    later = parts[at + 2].strip() if at + 2 < len(parts) else ""
    joined = at and only.fullmatch(part) is None and re.match(r"\s*(?:or|nor|&)\b", part, re.I)
    listed = at and re.match(r"\s*and\b", part, re.I) and names.search(before.split()[-1])
    if joined or listed or _POSSESSED.match(part):
        return True
    if asks:
        return False
    explains = _RELATED.search(before) and (not after or re.match(_FINITE, after))
    explained = _APPOSITION.match(after) and re.match(_FINITE, later)
    subject = not at and re.match(rf"{_FINITE}(?!\s+(?:not\s+)?you\b)", after)
    return bool(explains or explained or subject)


@lru_cache(maxsize=2048)
def vocatives(sentence: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return the ids of those called by name in `sentence`, in order; ("everyone",) for all.

    Args:
        sentence: one sentence, quotations masked.
        names: of the cast.
        speaker: who says it; nobody calls upon themselves.
    """
    find = _expressions(names.pattern)
    parts = [part for part in _SEGMENT.split(sentence.strip()) if part and part.strip()]
    asks = sentence.rstrip().endswith("?")
    found: list[str] = []
    for at, part in enumerate(parts):
        if find["all"].fullmatch(part) and not (at and _is_listed(parts, at, find["only"])):
            return (EVERYONE,)
        match = find["alone"].fullmatch(part)
        if (
            not match
            or _is_listed(parts, at, find["only"])
            or _is_mention(parts, at, find["name"], find["only"], asks)
        ):
            continue
        found += [
            one for one in _who(find["name"], match.group(1), names, speaker) if one not in found
        ]
    for kind in ("bare head", "bare end", "performed"):
        match = find[kind].match(sentence) if kind == "bare head" else find[kind].search(sentence)
        if match and not found:
            found += _who(find["name"], match.group(1), names, speaker)
    return tuple(found)


def to_everyone(sentence: str) -> bool:
    """Return whether the sentence is put to the whole table by its own words."""
    if not _ALL_IN_CLAUSE.search(sentence):
        return False
    return not _OBJECT_YOU.search(sentence) or bool(
        re.search(r"\b(?:of|all|to) you\b|\byou all\b", sentence, re.I)
    )


def mentioned(text: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return the ids of all who are named in `text`, spoken to or not."""
    return _who(_expressions(names.pattern)["named"], text, names, speaker)


@lru_cache(maxsize=2048)
def without_vocatives(sentence: str, names: Names, speaker: str) -> str:
    """Return the sentence without the names it is addressed with."""
    find = _expressions(names.pattern)
    parts = [part for part in _SEGMENT.split(sentence) if part and part.strip()]
    kept, asks = sentence, sentence.rstrip().endswith("?")
    for at, part in enumerate(parts):
        if not (match := find["alone"].fullmatch(part)) and not find["all"].fullmatch(part):
            continue
        if _is_listed(parts, at, find["only"]) or _is_mention(
            parts, at, find["name"], find["only"], asks
        ):
            continue
        if match and not _who(find["name"], match.group(1), names, speaker):
            continue
        name = re.sub(r"[^\w\s]+$", "", part.strip())  # its question mark is the sentence's
        kept = re.sub(
            rf"(^|[,;:—–…]\s*|\s-+\s){re.escape(name)}(?=\s*(?:[,;:—–….!?\"”’)]|\s-|$))",
            r"\1",
            kept,
            count=1,
        )
    kept = re.sub(r"(?:[,;:—–]\s*)+(?=[,;:—–.!?])", "", kept)
    kept = re.sub(r"^[\s,;:—–!.]+|[\s,;:—–]+(?=[.!?…]*$)", "", kept)
    return kept
