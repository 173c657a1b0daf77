"""Tiers of intervals, as ELAN and Praat have them: in a tier no two overlap, and each lasts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from mmagents.lab.recordings.recording import Recording, Utterance
from mmagents.lab.recordings.text import NO_WORDS, addressees_in, label_of, labels_of, shown

_KEPT = "\n\t"
"""Control characters that XML holds and no parser changes."""
_INSIDE = "Included_In"
"""The constraint of tiers whose annotations lie within those of another."""
_HEAD = {
    "AUTHOR": "",
    "DATE": "1970-01-01T00:00:00+00:00",  # the schema asks for one, and a recording has none
    "FORMAT": "3.0",
    "VERSION": "3.0",
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "xsi:noNamespaceSchemaLocation": "http://www.mpi.nl/tools/elan/EAFv3.0.xsd",
}


def as_elan(recording: Recording) -> str:
    """Return a recording as an ELAN file, format 3.0; times in milliseconds."""
    tiers = tiers_of(recording, _KEPT)
    root = Element("ANNOTATION_DOCUMENT", _HEAD)
    SubElement(root, "HEADER", MEDIA_FILE="", TIME_UNITS="milliseconds")
    times, numbers = SubElement(root, "TIME_ORDER"), count(1)
    slots: list[tuple[float, Element]] = []
    for name, (parent, intervals) in tiers.items():
        about = {"PARTICIPANT": parent or name, "TIER_ID": name}
        if parent:
            about["PARENT_REF"] = parent
        tier = SubElement(root, "TIER", about, LINGUISTIC_TYPE_REF=_INSIDE if parent else "talk")
        for one in intervals:
            id = f"a{next(numbers)}"
            holder = SubElement(tier, "ANNOTATION")
            span = SubElement(holder, "ALIGNABLE_ANNOTATION", ANNOTATION_ID=id)
            for end, time in (("1", one.start), ("2", one.end)):
                span.set(f"TIME_SLOT_REF{end}", f"{id}-{end}")
                ms = str(round(time * 1000))
                slot = Element("TIME_SLOT", TIME_SLOT_ID=f"{id}-{end}", TIME_VALUE=ms)
                slots.append((time, slot))
            SubElement(span, "ANNOTATION_VALUE").text = one.text
    times.extend(slot for _, slot in sorted(slots, key=lambda one: one[0]))
    for kind, more in (("talk", {}), (_INSIDE, {"CONSTRAINTS": _INSIDE})):
        about = {"GRAPHIC_REFERENCES": "false", "LINGUISTIC_TYPE_ID": kind, **more}
        SubElement(root, "LINGUISTIC_TYPE", about, TIME_ALIGNABLE="true")
    within = "Time alignable annotations within the parent annotation's time interval, gaps allowed"
    SubElement(root, "CONSTRAINT", DESCRIPTION=within, STEREOTYPE=_INSIDE)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, "unicode") + "\n"


def as_textgrid(recording: Recording) -> str:
    """Return a recording as a TextGrid; times in seconds, exact to a millisecond.

    Texts stand in one line each, for many readers of the format go line by line.
    """
    tiers = tiers_of(recording)
    last = max((own[-1].end for _, own in tiers.values() if own), default=1.0)
    lines = [
        'File type = "ooTextFile"',
        'Object class = "TextGrid"',
        "",
        "xmin = 0",
        f"xmax = {last!r}",
        "tiers? <exists>",
        f"size = {len(tiers)}",
        "item []:",
    ]
    for number, (name, (_, own)) in enumerate(tiers.items(), 1):
        filled = list(_filled(own, last))
        lines += [
            f"    item [{number}]:",
            '        class = "IntervalTier"',
            f"        name = {_quoted(name)}",
            "        xmin = 0",
            f"        xmax = {last!r}",
            f"        intervals: size = {len(filled)}",
        ]
        for at, one in enumerate(filled, 1):
            lines += [
                f"        intervals [{at}]:",
                f"            xmin = {one.start!r}",
                f"            xmax = {one.end!r}",
                f"            text = {_quoted(one.text)}",
            ]
    return "\n".join(lines) + "\n"


def _filled(own: Sequence[Interval], last: float) -> Iterator[Interval]:
    """Yield intervals without gaps from 0 to the end: what lies between is empty."""
    now = 0.0
    for one in (*own, Interval(last, last, "")):
        if one.start > now:
            yield Interval(now, one.start, "")
        if one.end > one.start:
            yield one
        now = one.end


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


ADDRESSEE, KIND, UNIT = "addressee", "kind", "unit"
"""Tiers that say more of a speaker's are called addressee@NAME, kind@NAME and unit@NAME."""


class Interval(NamedTuple):
    """When something was said, in seconds, and its words; what holds no words is silence."""

    start: float
    end: float
    text: str


class Tier(NamedTuple):
    """A tier: whose intervals its own lie within ("" for a speaker's), and its own, in order."""

    parent: str
    intervals: list[Interval]


def tiers_of(recording: Recording, keep: str = "") -> dict[str, Tier]:
    """Return a recording as tiers: one a speaker, and a further one where one's own words overlap.

    Args:
        recording: what is written.
        keep: control characters that the format's texts may hold.
    """
    labels = labels_of(recording)
    lanes = {id: [label] for id, label in labels.items()}
    top: dict[str, list[Interval]] = {label: [] for label in labels.values()}
    more: dict[str, Tier] = {}
    slots = _slots(recording.utterances)
    for at in sorted(range(len(slots)), key=lambda at: slots[at]):
        one, (start, end) = recording.utterances[at], slots[at]
        own = lanes[one.speaker]
        label = next((lane for lane in own if not top[lane] or top[lane][-1].end <= start), None)
        if label is None:
            label = label_of(recording.names.get(one.speaker, one.speaker), top)
            own.append(label)
            top[label] = []
        top[label].append(Interval(start, end, _text(one.text, keep)))
        beside = {
            ADDRESSEE: [Interval(start, end, addressees_in(one, labels))],
            KIND: [Interval(start, end, "" if one.kind == "turn" else one.kind)],
            UNIT: _units(one._replace(start=start, end=end), keep),
        }
        for kind, found in beside.items():
            if found and found[0].text:
                more.setdefault(f"{kind}@{label}", Tier(label, [])).intervals.extend(found)
    return {label: Tier("", own) for label, own in top.items()} | more


def _text(text: str, keep: str) -> str:
    return shown(text, keep).strip() or NO_WORDS


def _units(one: Utterance, keep: str) -> list[Interval]:
    """Return the units of an utterance; none if they are in no order within its own interval."""
    found, upto, ended = list[Interval](), 0, one.start or 0.0
    for unit in one.units:
        start, end = round(unit.start, 3), round(unit.end, 3)
        if not ended <= start < end <= (one.end or 0.0):
            return []
        found.append(Interval(start, end, _text(one.text[upto : unit.upto], keep)))
        upto, ended = unit.upto, end
    return found


def _slots(utterances: Sequence[Utterance]) -> list[tuple[float, float]]:
    """Return start and end of each utterance, to the millisecond.

    Where no times are known each has a second of its own. A message has a second, or ends with the
    next. What has no start begins where the one before it ends.
    """
    if all(one.start is None and one.end is None for one in utterances):
        return [(float(at), at + 1.0) for at in range(len(utterances))]
    found: list[tuple[float, float]] = []
    for at, one in enumerate(utterances):
        start = found[-1][1] if one.start is None and found else max(0.0, one.start or 0.0)
        later = utterances[at + 1].start if at + 1 < len(utterances) else None
        end = one.end
        if end is None:
            end = min(start + 1.0, later) if later is not None and later > start else start + 1.0
        ms = round(start * 1000)
        found.append((ms / 1000, max(round(end * 1000), ms + 1) / 1000))
    return found
