"""Talk in tiers, one a speaker, as ELAN and Praat have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, get_args

from mmagents.recordings.exact import NOTE, Header
from mmagents.recordings.read.gathering import Gathering, addressees_of, in_order
from mmagents.recordings.read.ours import restored
from mmagents.recordings.read.source import Source
from mmagents.recordings.recording import Kind, Medium, Unit, Utterance
from mmagents.recordings.units import UNIT, Piece, units_in

ADDRESSEE, KIND = "addressee", "kind"
"""Tiers that say more of a speaker's are called addressee@NAME and kind@NAME."""
ASIDE: Mapping[str, Kind] = {one: one for one in get_args(Kind) if one != "turn"}
"""What a tier of kinds says of an utterance that is no turn."""


class Said(NamedTuple):
    """An annotation: words with times in seconds, its id, and that of the one it says more of."""

    text: str
    start: float | None
    end: float | None
    line: int
    id: str = ""
    of: str = ""


def of_tiers(
    source: Source,
    top: Mapping[str, Sequence[Said]],
    more: Mapping[tuple[str, str], Sequence[Said]],
    medium: Medium | None,
    ours: Header | None,
    show: Callable[[str], str],
) -> Gathering:
    """Return the conversation of tiers; what holds no words is silence.

    Args:
        source: the file.
        top: by speaker, the annotations.
        more: by kind of tier and speaker, what says more of these: by id, or by the same start; and
            their units, which lie within them.
        medium: what the user says it is.
        ours: the header of a file that this program wrote.
        show: gives what the file would hold of words.
    """
    found = Gathering(source.name, medium or "speech")
    notes: list[str] = []
    known = {*top, *(ours.speakers if ours else ())}
    for speaker, said in top.items():
        found.names[speaker] = speaker
        to, kinds, noted = (
            _by_place(more.get((kind, speaker), ())) for kind in (ADDRESSEE, KIND, NOTE)
        )
        for one in said:
            if one.text:
                whom = addressees_of(_at(to, one), known)
                unit = Utterance(speaker, one.text, one.start, one.end, whom, line=one.line)
                unit = unit._replace(units=_units(one, more.get((UNIT, speaker), ())))
                aside = ASIDE.get(_at(kinds, one) or "")
                found.add(unit._replace(kind=aside) if aside else unit, source)
                notes.append(_at(noted, one) or "")
    if ours is None:
        found.said[:] = in_order(found.said)
    else:
        _sort(found.said, notes, ours)
        restored(found, ours, notes, show, source)
    return found


def _units(one: Said, units: Sequence[Said]) -> tuple[Unit, ...]:
    """Return the units of an annotation: those that lie within it, if they are all of its words."""
    if one.start is None or one.end is None:
        return ()
    pieces = [
        Piece(unit.start, unit.end, unit.text)
        for unit in units
        if unit.text and unit.start is not None and unit.end is not None
        if one.start <= unit.start and unit.end <= one.end
    ]
    return units_in(one.text, sorted(pieces))


def _sort(said: list[Utterance], notes: list[str], ours: Header) -> None:
    """Sort by start what the header gives no order of, or no longer the whole order."""
    if ours.order is None or len(said) != ours.count:
        both = sorted(zip(said, notes, strict=True), key=lambda one: one[0].start or 0.0)
        said[:], notes[:] = [one for one, _ in both], [note for _, note in both]


def _at(beside: Mapping[str, str], one: Said) -> str | None:
    return beside.get(one.id) if one.id in beside else beside.get(str(one.start))


def _by_place(said: Sequence[Said]) -> dict[str, str]:
    return {one.of or str(one.start): one.text for one in said}
