"""Tiers of intervals, as ELAN and Praat have them: in a tier no two overlap, and each lasts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mmagents.recordings.exact import (
    Header,
    addressees_held,
    addressees_in,
    header_of,
    label_of,
    labels_of,
    note_of,
    tier_text,
)
from mmagents.recordings.recording import Recording, Utterance
from mmagents.recordings.units import Piece, pieces_of, units_in

SHORTEST = 0.001
"""Seconds; both formats are exact to a millisecond here."""
ORDER_ALONE = 1.0
"""Seconds that an utterance lasts in a file where no times are known."""


class Slot(NamedTuple):
    """Where an utterance stands in the file, in seconds."""

    start: float
    end: float


class Cell(NamedTuple):
    """An interval, and what stands beside it in the tiers that depend on its own.

    Attributes:
        place: of the utterance in the recording, from 0.
        beside: by kind of tier, "addressee", "kind" or "exact", its text; nothing for none.
        units: of its words, within the interval.
    """

    place: int
    slot: Slot
    text: str
    beside: dict[str, str]
    units: list[Piece]


class Tiers(NamedTuple):
    """A recording as tiers.

    Attributes:
        header: what the file says of the whole.
        cells: by label, the intervals in order; silences are left out.
    """

    header: Header
    cells: dict[str, list[Cell]]


def tiers_of(recording: Recording, keep: str) -> Tiers:
    """Return a recording as tiers: one a speaker, and a further one where one's own units overlap.

    Args:
        recording: what is written.
        keep: control characters that the format's texts may hold.
    """
    labels = labels_of(recording)
    owners = {label: id for id, label in labels.items()}
    slots = slots_of(recording.utterances)
    cells: dict[str, list[Cell]] = {label: [] for label in owners}
    lanes: dict[str, list[str]] = {id: [label] for id, label in labels.items()}
    for place in sorted(range(len(slots)), key=lambda at: slots[at].start):
        one, slot = recording.utterances[place], slots[place]
        own = lanes.setdefault(one.speaker, [])
        free = (at for at in own if not cells[at] or cells[at][-1].slot.end <= slot.start)
        label = next(free, None)
        if label is None:
            label = label_of(recording.names.get(one.speaker, one.speaker), cells)
            own.append(label)
            cells[label], owners[label] = [], one.speaker
        cells[label].append(_cell(place, one, slot, labels, keep))
    header = header_of(recording, owners)
    if header.times == "none":
        _let_go(recording, cells, keep)
    header.order = _order([cell for own in cells.values() for cell in own])
    return Tiers(header, cells)


def _cell(place: int, one: Utterance, slot: Slot, labels: dict[str, str], keep: str) -> Cell:
    held = _held(one, keep)._replace(start=slot.start, end=slot.end)
    pieces = pieces_of(one._replace(start=slot.start, end=slot.end), keep)
    held = held._replace(units=units_in(held.text, pieces))
    beside = {
        "addressee": addressees_in(one, labels),
        "kind": "" if one.kind == "turn" else one.kind,
        "exact": note_of(one, held),
    }
    return Cell(
        place, slot, held.text, {kind: text for kind, text in beside.items() if text}, pieces
    )


def _held(one: Utterance, keep: str) -> Utterance:
    return Utterance(
        one.speaker, tier_text(one.text, keep), addressees=addressees_held(one), kind=one.kind
    )


def _let_go(recording: Recording, cells: dict[str, list[Cell]], keep: str) -> None:
    """Take the times out of the notes: the header says of all that they tell the order alone."""
    for own in cells.values():
        for cell in own:
            one = recording.utterances[cell.place]
            note = note_of(one, _held(one, keep))
            cell.beside.pop("exact", None)
            if note:
                cell.beside["exact"] = note


def _order(cells: Sequence[Cell]) -> list[int] | None:
    by_start = [cell.place for cell in sorted(cells, key=lambda cell: cell.slot.start)]
    if by_start == list(range(len(cells))):
        return None
    return [cell.place for cell in cells]


def slots_of(utterances: Sequence[Utterance]) -> list[Slot]:
    """Return an interval for each utterance, to the millisecond.

    Where no times are known each has a second of its own. A message has a second, or ends with the
    next. What has no start begins where the one before it ends.
    """
    if all(one.start is None and one.end is None for one in utterances):
        return [Slot(at * ORDER_ALONE, (at + 1) * ORDER_ALONE) for at in range(len(utterances))]
    found: list[Slot] = []
    for at, one in enumerate(utterances):
        start = found[-1].end if one.start is None and found else max(0.0, one.start or 0.0)
        if one.end is not None:
            end = one.end
        else:
            later = utterances[at + 1].start if at + 1 < len(utterances) else None
            end = min(start + 1.0, later) if later is not None and later > start else start + 1.0
        ms = round(start * 1000)
        found.append(Slot(ms / 1000, max(round(end * 1000), ms + 1) / 1000))
    return found
