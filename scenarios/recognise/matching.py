"""Where in a text a phrase is met, by roots and in figures, and with what stance.

A phrase of several words is met where all of them stand close together in one chunk of the text, in
whatever order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from mmagents.scenarios.recognise.hours import in_figures
from mmagents.scenarios.recognise.negation import normalised
from mmagents.scenarios.recognise.stance import Chunk, chunks
from mmagents.scenarios.recognise.words import TOKEN, Phrase, plain, root

_SPAN = 5
"""English tokens within which all words of a phrase stand."""
_SPAN_JA = 14
"""Japanese characters within which all parts of a phrase stand."""

Stance = Literal["told", "weak", "denied", "belied", "supposed", "asked"]
"""weak: told, and a negation follows (that lantern was not mine). belied: in a stretch that calls
something a lie."""
Window = tuple[int, int]
"""When a story's hours begin and end, in minutes of its clock."""


class Place(NamedTuple):
    """Where something is met: in which chunk, and with what stance."""

    chunk: int
    stance: Stance


@dataclass(frozen=True, slots=True)
class Words:
    """A text made ready: its chunks, casefolded, and where in them each root stands (English)."""

    language: str
    chunks: tuple[Chunk, ...]
    forms: tuple[str, ...]
    roots: tuple[Mapping[str, tuple[tuple[int, int, int], ...]], ...]

    def beginnings(self, index: Mapping[str, object]) -> Iterator[str]:
        """Yield those keys of `index` that stand somewhere in the text."""
        if self.language == "ja":
            whole = "\n".join(self.forms)
            yield from (part for part in index if part in whole)
        else:
            yield from {one for roots in self.roots for one in roots if one in index}

    def met(self, one: Phrase) -> Iterator[Place]:
        """Yield where a phrase is met."""
        for at in range(len(self.chunks)):
            span = self._ja(at, one) if self.language == "ja" else self._en(at, one)
            if span:
                yield Place(at, self._stance(at, span))

    def _en(self, at: int, one: Phrase) -> tuple[int, int] | None:
        roots = self.roots[at]
        for index, start, end in roots.get(one[0], ()):
            spans = [(start, end)]
            for other in one[1:]:
                near = (p for p in roots.get(other, ()) if abs(p[0] - index) <= _SPAN)
                found = next(near, None)
                if found is None:
                    break
                spans.append(found[1:])
            else:
                return min(s for s, _ in spans), max(e for _, e in spans)
        return None

    def _ja(self, at: int, one: Phrase) -> tuple[int, int] | None:
        form = self.forms[at]
        spans: list[tuple[int, int]] = []
        for part in one:
            start = _found(form, part)
            if start < 0:
                return None
            spans.append((start, start + len(part)))
        first, last = min(s for s, _ in spans), max(e for _, e in spans)
        fits = len(one) == 1 or last - first <= sum(map(len, one)) + _SPAN_JA
        return (first, last) if fits else None

    def _stance(self, at: int, span: tuple[int, int]) -> Stance:
        chunk = self.chunks[at]
        if not chunk.told:
            return "asked"
        if any(self._reaches(mark, span) for mark in chunk.doubts if self._same(at, mark, span)):
            return "supposed"
        if any(self._reaches(mark, span) for mark in chunk.denials):
            return "denied"
        if chunk.lies:
            return "belied"
        return "weak" if self._followed(at, span) else "told"

    def _followed(self, at: int, span: tuple[int, int]) -> bool:
        """Tell whether an English negation follows with no comma between."""
        if self.language == "ja":
            return False
        after = (mark for mark in self.chunks[at].denials if mark[0] >= span[1])
        return any("," not in self.forms[at][span[1] : mark[0]] for mark in after)

    def _same(self, at: int, mark: tuple[int, int], span: tuple[int, int]) -> bool:
        """Tell whether no comma of an English chunk stands between a mark and what was met."""
        return self.language == "ja" or "," not in self.forms[at][mark[1] : span[0]]

    def _reaches(self, mark: tuple[int, int], span: tuple[int, int]) -> bool:
        """Tell whether a mark, outside of what was met, bears on it: English forward, else back."""
        inside = span[0] <= mark[0] < span[1]
        ahead = mark[0] >= span[0] if self.language == "ja" else mark[0] < span[0]
        return ahead and not inside


def _found(form: str, part: str) -> int:
    """Return where `part` stands and no digit beside it makes it another number; -1 if nowhere."""
    start = form.find(part)
    while start >= 0:
        end = start + len(part)
        before = part[0].isdigit() and form[start - 1 : start].isdigit()
        after = form[end : end + 1].isdigit() and (part[-1].isdigit() or part[-1] == "時")
        if not before and not after:
            return start
        start = form.find(part, start + 1)
    return -1


@lru_cache(maxsize=512)
def words_of(text: str, language: str, window: Window | None) -> Words:
    """Return a text made ready to be read.

    Args:
        text: as it was said.
        language: "en" or "ja".
        window: see :func:`mmagents.scenarios.recognise.hours.in_figures`.
    """
    figures = in_figures(normalised(text), language, window)
    if language == "ja":
        figures = plain(re.sub(r"[^\S\n]+", "", figures))
    found = tuple(chunks(figures, language))
    forms = tuple(chunk.text.casefold() for chunk in found)
    roots = () if language == "ja" else tuple(_roots(form) for form in forms)
    return Words(language, found, forms, roots)


def _roots(text: str) -> Mapping[str, tuple[tuple[int, int, int], ...]]:
    places: dict[str, tuple[tuple[int, int, int], ...]] = {}
    for index, match in enumerate(TOKEN.finditer(text)):
        one = root(match.group())
        places[one] = (*places.get(one, ()), (index, *match.span()))
    return places
