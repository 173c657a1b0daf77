"""Whether two texts say, or ask, nearly the same: compared by words, not by meaning.

Two are nearly the same if they name the same people and the same numbers, both deny something or
neither does, and their units overlap by `ALIKE` (Jaccard); units are words in English and pairs of
characters in Japanese, where words are not parted. Anything of fewer than `LEAST` units is too
common to count.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from mmagents.interfaces.story import Person
from mmagents.scenarios.recognise.facts import people_named
from mmagents.scenarios.recognise.negation import normalised
from mmagents.scenarios.recognise.words import assertion

ALIKE = 0.8
"""Jaccard overlap of units from which two texts are nearly the same: one word changed in nine."""
LEAST = {"en": 4, "ja": 6}
"""Units below which a text is not compared, by language."""

_ASKS = re.compile(r"[?？][\s\"”’'」』）)]*$|(?:です|ます|でしょう|ません|でした|ました)か[。\s]*$")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_SOUND = re.compile(r"[^\W_]")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Wording:
    """A text as it is compared.

    Attributes:
        signature: what must be the same: people, numbers, and whether anything is denied.
        units: what must overlap.
    """

    signature: tuple[frozenset[str], tuple[str, ...], bool]
    units: frozenset[str]

    def like(self, other: Wording) -> bool:
        """Tell whether two texts of one signature are nearly the same."""
        fewer, more = sorted((len(self.units), len(other.units)))
        if fewer < ALIKE * more:
            return False
        shared = len(self.units & other.units)
        return shared >= ALIKE * (fewer + more - shared)


def asks(sentence: str) -> bool:
    """Tell whether a sentence has the form of a question."""
    return _ASKS.search(sentence) is not None


def wording(
    said: Iterable[str], cast: Sequence[Person], language: str, called: Collection[str]
) -> Wording | None:
    """Return sentences ready to be compared; None if they are too little.

    Args:
        said: the sentences.
        cast: those who may be named in them.
        language: "en" or "ja".
        called: ids of those who speak or are spoken to: naming them changes nothing.
    """
    text = normalised(" ".join(said))
    found = units(text.casefold(), language)
    if len(found) < LEAST.get(language, LEAST["en"]):
        return None
    people = frozenset(people_named(text, cast, language)) - set(called)
    numbers = tuple(sorted(_NUMBER.findall(text)))
    return Wording((people, numbers, bool(assertion(text, language).denied)), found)


def units(text: str, language: str) -> frozenset[str]:
    """Return the units of a casefolded text."""
    if language != "ja":
        return frozenset(_WORD.findall(text.replace("’", "'")))
    letters = "".join(_SOUND.findall(text))
    return frozenset(letters[at : at + 2] for at in range(len(letters) - 1))
