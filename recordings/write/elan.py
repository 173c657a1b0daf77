"""ELAN (.eaf): a tier a speaker, and tiers that depend on it for addressees, kinds and notes.

Own code on Python's XML rather than pympi: it is short, any installation can write the format,
and pympi passes on control characters, which make a file that no parser reads. Tests read it back
with pympi.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from xml.etree import ElementTree

from mmagents.recordings.exact import MARK
from mmagents.recordings.recording import Recording
from mmagents.recordings.units import UNIT
from mmagents.recordings.write.slots import Cell, tiers_of

KEPT = "\n\t"
"""Control characters that XML holds and no parser changes."""
BESIDE = ("addressee", "kind", "exact")
"""Linguistic types of the tiers that depend on a speaker's."""
_SCHEMA = "http://www.mpi.nl/tools/elan/EAFv3.0.xsd"
_DATE = "1970-01-01T00:00:00+00:00"
"""The schema asks for a date; a recording has none, and the same recording gives the same file."""
Element = ElementTree.Element
_Key = tuple[int, int]
"""The place of an utterance, and the number of its unit from 1; 0 for the utterance itself."""


def as_elan(recording: Recording) -> str:
    """Return a recording as an ELAN file, format 3.0; times in milliseconds."""
    header, cells = tiers_of(recording, KEPT)
    root = Element(
        "ANNOTATION_DOCUMENT",
        {
            "AUTHOR": "",
            "DATE": _DATE,
            "FORMAT": "3.0",
            "VERSION": "3.0",
            "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
            "xsi:noNamespaceSchemaLocation": _SCHEMA,
        },
    )
    head = _add(root, "HEADER", MEDIA_FILE="", TIME_UNITS="milliseconds")
    _add(head, "PROPERTY", header.written(), NAME=MARK)
    times = _add(root, "TIME_ORDER")
    ids = _add_slots(times, cells)
    refs = count(len(recording.utterances) + 1)
    for label, own in cells.items():
        tier = _add(root, "TIER", LINGUISTIC_TYPE_REF="utterance", PARTICIPANT=label, TIER_ID=label)
        for cell in own:
            first, last = ids[cell.place, 0]
            holder = _add(tier, "ANNOTATION")
            unit = _add(
                holder,
                "ALIGNABLE_ANNOTATION",
                ANNOTATION_ID=f"a{cell.place + 1}",
                TIME_SLOT_REF1=first,
                TIME_SLOT_REF2=last,
            )
            _add(unit, "ANNOTATION_VALUE", cell.text)
        for kind in BESIDE:
            _add_beside(root, label, kind, own, refs)
        _add_units(root, label, own, ids, refs)
    _add_types(root, units=any(cell.units for own in cells.values() for cell in own))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"


def _add(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    found = ElementTree.SubElement(parent, tag, attributes)
    found.text = text or None
    return found


def _add_slots(times: Element, cells: dict[str, list[Cell]]) -> dict[_Key, tuple[str, str]]:
    """Add the slots in order of their times; return by what they are of the two of each."""
    every = [cell for own in cells.values() for cell in own]
    spans: dict[_Key, tuple[float, float]] = {(cell.place, 0): cell.slot for cell in every}
    spans |= {
        (cell.place, nth): (unit.start, unit.end)
        for cell in every
        for nth, unit in enumerate(cell.units, 1)
    }
    ends = sorted(
        (round(time * 1000), at, key) for key, span in spans.items() for at, time in enumerate(span)
    )
    found: dict[_Key, tuple[str, str]] = {}
    for number, (time, _, key) in enumerate(ends, 1):
        slot = f"ts{number}"
        _add(times, "TIME_SLOT", TIME_SLOT_ID=slot, TIME_VALUE=str(time))
        found[key] = (found[key][0], slot) if key in found else (slot, slot)
    return found


def _add_units(
    root: Element,
    label: str,
    own: list[Cell],
    ids: dict[_Key, tuple[str, str]],
    numbers: Iterator[int],
) -> None:
    """Add the tier of a speaker's units, each within the interval of its turn."""
    if not any(cell.units for cell in own):
        return
    name = f"{UNIT}@{label}"
    tier = _add(
        root, "TIER", LINGUISTIC_TYPE_REF=UNIT, PARENT_REF=label, PARTICIPANT=label, TIER_ID=name
    )
    for cell in own:
        for nth, piece in enumerate(cell.units, 1):
            first, last = ids[cell.place, nth]
            unit = _add(
                _add(tier, "ANNOTATION"),
                "ALIGNABLE_ANNOTATION",
                ANNOTATION_ID=f"a{next(numbers)}",
                TIME_SLOT_REF1=first,
                TIME_SLOT_REF2=last,
            )
            _add(unit, "ANNOTATION_VALUE", piece.text)


def _add_beside(
    root: Element, label: str, kind: str, own: list[Cell], numbers: Iterator[int]
) -> None:
    found = [cell for cell in own if kind in cell.beside]
    if not found:
        return
    tier = _add(
        root,
        "TIER",
        LINGUISTIC_TYPE_REF=kind,
        PARENT_REF=label,
        PARTICIPANT=label,
        TIER_ID=f"{kind}@{label}",
    )
    for cell in found:
        holder = _add(tier, "ANNOTATION")
        unit = _add(
            holder,
            "REF_ANNOTATION",
            ANNOTATION_ID=f"a{next(numbers)}",
            ANNOTATION_REF=f"a{cell.place + 1}",
        )
        _add(unit, "ANNOTATION_VALUE", cell.beside[kind])


def _add_types(root: Element, *, units: bool) -> None:
    """Add the types of tiers and what they mean; the schema wants them last."""
    _add(
        root,
        "LINGUISTIC_TYPE",
        GRAPHIC_REFERENCES="false",
        LINGUISTIC_TYPE_ID="utterance",
        TIME_ALIGNABLE="true",
    )
    for kind in BESIDE:
        _add(
            root,
            "LINGUISTIC_TYPE",
            CONSTRAINTS="Symbolic_Association",
            GRAPHIC_REFERENCES="false",
            LINGUISTIC_TYPE_ID=kind,
            TIME_ALIGNABLE="false",
        )
    if units:
        _add(
            root,
            "LINGUISTIC_TYPE",
            CONSTRAINTS="Included_In",
            GRAPHIC_REFERENCES="false",
            LINGUISTIC_TYPE_ID=UNIT,
            TIME_ALIGNABLE="true",
        )
        _add(
            root,
            "CONSTRAINT",
            DESCRIPTION="Time alignable annotations within the parent annotation's time interval, "
            "gaps are allowed",
            STEREOTYPE="Included_In",
        )
    _add(
        root,
        "CONSTRAINT",
        DESCRIPTION="1-1 association with a parent annotation",
        STEREOTYPE="Symbolic_Association",
    )
