"""Cut an utterance into what is said: without stage directions, without quotations, by sentence."""

from __future__ import annotations

import re
from functools import lru_cache

from mmagents.analysts.text.expressions import expressions
from mmagents.floor.adjacency import FirstPairPart

Rules = tuple[tuple[re.Pattern[str], FirstPairPart], ...]
"""Expressions in the order they are tried, each with the type it marks."""

MOST = 4000
"""The most characters of an utterance that are read: half of them its beginning, half its end. Who
is called stands there, and what an utterance puts to somebody is what it ends on."""

QUOTED = "\ufffc"
"""Stands where a quotation was, so that what somebody else said is not taken for what is said."""

_STAGE = re.compile(r"\*[^*\n]{1,80}\*|\([^()\n]{1,80}\)|（[^（）\n]{1,80}）|\[[^\[\]\n]{1,80}\]")
_WHOLE = re.compile(r"\s*(?:“([^“”]*)”|\"([^\"]*)\"|「([^「」]*)」|『([^『』]*)』)\s*")
_QUOTES = re.compile(
    r"“[^”]{0,999}”|\"[^\"]{0,999}\"|‘[^’]{0,999}’(?!\w)|(?<![\w’'])'[^'\n]{2,999}?'(?!\w)|「[^」]{0,999}」|『[^』]{0,999}』"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Prof|Capt|Rev|Sgt|Col|Lt|Sr|Jr|No|vs|approx|a\.m|p\.m)"
    r"|(?:^|\s)[A-Z])\.$"
)
_ABBREVIATED = 12
"""Characters before an end that an abbreviation is looked for in."""
_END_EN = re.compile(r"(?<![.!?…])[.!?…]++[\"”’')\]]*+(?=\s|$)|\n+")
_END_JA = re.compile(r"[。！？!?]+[」』）)]*|\n+")
_WORD_EN = re.compile(r"\d+(?:[:.]\d+)?|[a-z]+(?:['’][a-z]+)?")
_WORD_JA = re.compile(
    r"\d+[時分:：]?\d*分?|[一二三四五六七八九十百]+[時分]半?|[一-龥々]+|[ァ-ヶー]{2,}|[a-zA-Z]+"
)


_STOP = {
    language: frozenset(expressions(__file__, "stopwords").extra(language).split())
    for language in ("en", "ja")
}


def first_match(rules: Rules, text: str) -> FirstPairPart | None:
    """Return the type of the first expression found in `text`, or None."""
    return next((kind for expression, kind in rules if expression.search(text)), None)


def bounded(text: str) -> str:
    """Return an utterance of no more than `MOST` characters: its beginning and its end."""
    half = MOST // 2 - 1
    return text if len(text) <= MOST else f"{text[:half]}\n{text[-half:]}"


def outside(text: str) -> str:
    """Return the words spoken: no stage directions, no quotation marks round the whole."""
    bare = _STAGE.sub(" ", bounded(text)).strip()
    whole = _WHOLE.fullmatch(bare)
    if whole:
        bare = next(group for group in whole.groups() if group is not None)
    return bare.strip()


def unquoted(text: str) -> str:
    """Return `text` with each quotation inside it replaced by a mark."""
    return _QUOTES.sub(QUOTED, text)


@lru_cache(maxsize=2048)
def sentences(text: str, language: str) -> tuple[str, ...]:
    """Return the sentences of `text`, each with its final punctuation, quotations left whole."""
    ends = _END_JA if language == "ja" else _END_EN
    text = bounded(text)
    masked = _QUOTES.sub(lambda match: QUOTED * len(match.group()), text)
    found: list[str] = []
    start = 0
    for match in ends.finditer(masked):
        if language != "ja" and _ABBREVIATION.search(
            masked, max(start, match.end() - _ABBREVIATED), match.end()
        ):
            continue
        found.append(text[start : match.end()].strip())
        start = match.end()
    found.append(text[start:].strip())
    return tuple(sentence for sentence in found if sentence)


def stem(word: str) -> str:
    """Return an English word without its commonest endings."""
    for ending, least in (("ing", 6), ("ed", 5), ("es", 6), ("s", 4), ("e", 4)):
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


@lru_cache(maxsize=4096)
def content_words(text: str, language: str) -> frozenset[str]:
    """Return the words of `text` that carry its topic: no function words, endings cut."""
    if language == "ja":
        return frozenset(_WORD_JA.findall(text)) - _STOP["ja"]
    words = _WORD_EN.findall(text.lower().replace("’", "'"))
    return frozenset(
        stem(word.removesuffix("'s")) for word in words if word not in _STOP["en"] and len(word) > 1
    )
