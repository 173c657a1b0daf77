"""ELAN (.eaf): a tier a speaker, and tiers within it for addressees, kinds and units.

Own code on Python's XML rather than pympi: it is short, and pympi passes on control characters,
which make a file that no parser reads. Tests read it back with pympi.
"""

from __future__ import annotations

from itertools import count
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from mmagents.lab.recordings.recording import Recording
from mmagents.lab.recordings.write.tiers import tiers_of

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
