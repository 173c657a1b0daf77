"""A transcript to read, with the conventions that its times allow (Jefferson 2004).

Jefferson, G. 2004, "Glossary of transcript symbols with an introduction". Times are known of units
at best, not of words. So where in a unit, or an utterance whose units are not known, an overlap
begins or ends is put in proportion to time, and the list at the end of the transcript says so.
Without times there are none of these signs. A cut-off has its own, with or without times.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from mmagents.lab.recordings.recording import Recording, Utterance
from mmagents.lab.recordings.text import NO_WORDS, labels_of, shown

WIDTH = 80
"""Columns of a line, its number and the speaker's label included."""
LATCHED = 0.05
"""Seconds: less between two speakers, and no overlap, counts as none at all."""
MICRO = 0.2
"""Seconds: a shorter pause is (.), one that can be heard (Jefferson 2004)."""
_IN_WORDS = str.maketrans("[]()=", "⟦⟧⦅⦆꞊")
"""Signs that stand in the words themselves, so that they are not taken for conventions."""
TYPED = "⟦ ⟧ ⦅ ⦆ ꞊"
_MEANS = {
    "[": "Talk by another begins here, in overlap.",
    "]": "The overlap ends here.",
    "=": "The next speaker begins with no gap, within 0.05 s.",
    "-": "Cut off: somebody else has the floor before all was said.",
    "(.)": "A pause of less than 0.2 s.",
    "(0.5)": "A pause, in seconds.",
    TYPED: "Brackets and = that stand in the words.",
}


class _Span(NamedTuple):
    """A stretch of an utterance, in shares of its length, from 0 to 1."""

    first: float
    last: float


def as_jefferson(recording: Recording) -> str:
    """Return a transcript: numbered lines, speakers' labels, and a list of the signs it uses."""
    timed = recording.medium == "speech" and recording.timed
    said, labels = recording.utterances, labels_of(recording)
    reach = _reach(said)
    wide = max((len(label) for label in labels.values()), default=0) + 2
    used: set[str] = set()
    lines: list[str] = []
    for at, one in enumerate(said):
        if at and one.stretch != said[at - 1].stretch:
            lines.append("* * *")
        elif at and timed:
            lines += _pause((one.start or 0.0) - reach[at - 1], used)
        lines += textwrap.wrap(
            _words(said, at, used) if timed else _plain(one) + _cut(one, used),
            WIDTH - 5,
            initial_indent=f"{labels[one.speaker]}:".ljust(wide),
            subsequent_indent=" " * wide,
            break_long_words=True,
            break_on_hyphens=False,
        )
    digits = max(3, len(str(len(lines))))
    body = [f"{number:0{digits}}  {line}" for number, line in enumerate(lines, 1)]
    return "\n".join([*body, *_conventions(used, timed)]) + "\n"


def _reach(utterances: Sequence[Utterance]) -> list[float]:
    """Return for each utterance when the last of its stretch so far ends."""
    found: list[float] = []
    for at, one in enumerate(utterances):
        goes_on = at and utterances[at - 1].stretch == one.stretch
        found.append(max(found[-1] if goes_on else 0.0, one.end or 0.0))
    return found


def _plain(one: Utterance) -> str:
    return " ".join(shown(one.text, "\n\t").split()) or NO_WORDS


def _pause(gap: float, used: set[str]) -> list[str]:
    """Return a line for a silence of so many seconds, or nothing where there is none."""
    if gap < LATCHED:
        return []
    used.add("(.)" if gap < MICRO else "(0.5)")
    return ["(.)" if gap < MICRO else f"({gap:.1f})"]


def _words(utterances: Sequence[Utterance], at: int, used: set[str]) -> str:
    """Return the words of an utterance with the signs of overlaps and latches in them."""
    one = utterances[at]
    plain = _plain(one)
    words = plain.translate(_IN_WORDS)
    spans = _overlaps(one, [other for other in utterances if _overlap(one, other)])
    joined = at > 0 and _latches(utterances[at - 1], one)
    joins = at + 1 < len(utterances) and _latches(one, utterances[at + 1])
    used.update("[]" if spans else "", "=" if joined or joins else "")
    if words != plain:
        used.add(TYPED)
    return f"{'=' * joined}{_bracketed(words, spans)}{_cut(one, used)}{'=' * joins}"


def _cut(one: Utterance, used: set[str]) -> str:
    """Return the sign of a cut-off, or nothing."""
    used.update("-" * one.cut)
    return "-" * one.cut


def _latches(one: Utterance, other: Utterance) -> bool:
    gap = (other.start or 0.0) - (one.end or 0.0)
    return one.speaker != other.speaker and one.stretch == other.stretch and 0 <= gap < LATCHED


def _overlap(one: Utterance, other: Utterance) -> bool:
    """Tell whether somebody else says another utterance while one is said."""
    if other.speaker == one.speaker or other.stretch != one.stretch:
        return False
    return (other.start or 0.0) < (one.end or 0.0) and (one.start or 0.0) < (other.end or 0.0)


def _overlaps(one: Utterance, others: Sequence[Utterance]) -> list[_Span]:
    """Return the spans of an utterance in which anybody else talks, joined where they touch."""
    start, end = one.start or 0.0, one.end or 0.0
    found: list[_Span] = []
    for other in sorted(others, key=lambda other: other.start or 0.0):
        first = _share(one, max(start, other.start or 0.0))
        last = _share(one, min(end, other.end or 0.0))
        if first >= last:
            continue
        if found and first <= found[-1].last:
            found[-1] = _Span(found[-1].first, max(last, found[-1].last))
        else:
            found.append(_Span(first, last))
    return found


def _share(one: Utterance, time: float) -> float:
    """Return how much of its words somebody has said at a time within an utterance, from 0 to 1."""
    start, end = one.start or 0.0, one.end or 0.0
    if not one.units:
        return (time - start) / (end - start or 1.0)
    before = 0
    for unit in one.units:
        if time < unit.end:
            inside = max(0.0, time - unit.start) / (unit.end - unit.start)
            return (before + inside * (unit.upto - before)) / len(one.text)
        before = unit.upto
    return 1.0


def _bracketed(words: str, spans: Sequence[_Span]) -> str:
    """Put brackets around spans, at the nearest ends of words; where there are no blanks, inside.

    Each span holds a word, or a character, at the least.
    """
    starts = [0, *(at + 1 for at, one in enumerate(words) if one == " ")]
    if len(starts) == 1:
        starts = list(range(len(words)))
    ends = [*(at - (words[at - 1] == " ") for at in starts[1:]), len(words)]
    parts: list[str] = []
    done = 0
    for span in spans:
        left = [at for at in range(len(starts)) if starts[at] >= done]
        if not left:
            break
        first = min(left, key=lambda at: abs(starts[at] - span.first * len(words)))
        last = min(left, key=lambda at: abs(ends[at] - span.last * len(words)))
        end = ends[max(first, last)]
        parts += [words[done : starts[first]], "[", words[starts[first] : end], "]"]
        done = end
    return "".join([*parts, words[done:]])


def _conventions(used: set[str], timed: bool) -> list[str]:
    if not timed:
        cut = [f"{sign:<10} {means}" for sign, means in _MEANS.items() if sign in used]
        none = "Times of speech are not known, so there are no signs of pauses and overlaps."
        return ["", *cut, none]
    found = [f"{sign:<10} {means}" for sign, means in _MEANS.items() if sign in used]
    if "[" in used:
        found.append(
            "Times are known of units or utterances, not of words: brackets stand by proportion."
        )
    return ["", "Conventions (Jefferson 2004):", *found] if found else []
