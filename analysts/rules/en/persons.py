"""First and second persons of English sentences by name: "I was" becomes "Ines was"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mmagents.analysts.text.expressions import expressions

_WORDS = expressions(__file__, "persons")
AUX = _WORDS["aux"]
_S = frozenset(_WORDS.extra("takes_s").split())
_IRREGULAR: Mapping[str, str] = _WORDS.extra("irregular")
_SUBJECT = re.compile(
    rf"\b(I|you)('m|'re|'ve|'ll|'d)?(\s+)(?:({_WORDS['adverb']})([a-z]+(?:'t)?))?", re.I
)
_ONESELF = re.compile(
    r"(\b(?:my|your|the|an?|his|her|their|that|this) [\w-]+) (?:my|your)self\b", re.I
)
_INVERTED = re.compile(rf"\b({AUX}|did|do|does|didn't|don't) (I|you)\b", re.I)
_QUOTES = re.compile(
    r"(“[^”]{0,999}”|\"[^\"]{0,999}\"|‘[^’]{0,999}’(?!\w)|(?<![\w’'])'[^'\n]{2,999}?'(?!\w))"
)
_FINITE = _IRREGULAR.keys() | set(_WORDS.extra("finite_past").split())


def _third(match: re.Match[str], name: str) -> str:
    """Return "I am", "you never saw" … with the name and its verb form."""
    pronoun, short, space, adverb, verb = match.groups()
    start = match.string[: match.start()]
    finite = bool(short) or (verb or "").lower() in _FINITE
    if pronoun.lower() == "you" and not finite and _WORDS.before_object.search(start):
        return name + match.group()[len(pronoun) :]
    if short:
        after = verb or ""
        had = short == "'d" and _WORDS.participle.fullmatch(after)
        word = "had" if had else _IRREGULAR.get(short.lower(), "would")
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

    Without a name for the addressees, "you" stays as it is.
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
    words = _ONESELF.sub(r"\1 in person", words)
    words = _INVERTED.sub(lambda match: _swapped(match, speaker, addressees), words)
    words = _SUBJECT.sub(subject, words)
    words = re.sub(r"\bI\b", lambda _: speaker, words)
    for own, name in (
        (("my", "mine", "me", "myself"), speaker),
        (("your", "yours", "you", "yourself"), addressees),
    ):
        if not name:
            continue
        written = name.replace("\\", "")
        words = re.sub(
            rf"(?<!\bthe )(?<!\ba )\b(?:{own[0]}|{own[1]})\b", f"{written}'s", words, flags=re.I
        )
        words = re.sub(rf"\b(?:{own[2]}|{own[3]})\b", written, words, flags=re.I)
    return words


def _swapped(match: re.Match[str], speaker: str, addressees: str) -> str:
    verb, pronoun = match.groups()
    name = speaker if pronoun.lower() == "i" else addressees
    if not name:
        return match.group()
    low = verb.lower()
    fitted = low if low in ("do", "don't") and " and " in name else _agree(low, bare=False)
    return f"{fitted.capitalize() if verb[:1].isupper() else fitted} {name}"
