"""ELAN files (.eaf): a tier a speaker; tiers that depend on one may say more of its annotations.

A file with a document type is refused, so nothing in it can be an entity, of the file's own or from
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from mmagents.lab.recordings.read.gathering import Gathering
from mmagents.lab.recordings.read.source import Source
from mmagents.lab.recordings.read.tiers import Said, of_tiers
from mmagents.lab.recordings.recording import Medium

ANNOTATIONS = frozenset({"ALIGNABLE_ANNOTATION", "REF_ANNOTATION"})


def read_elan(source: Source, medium: Medium | None) -> list[Gathering]:
    """Read an ELAN file: each tier at the top with annotations is a speaker's.

    Raises:
        RecordingError: if it is not XML, declares a document type, or two tiers are one speaker's.
    """
    root = _root(source)
    slots = {one.get("TIME_SLOT_ID"): _seconds(one, source) for one in root.iter("TIME_SLOT")}
    tiers = {one.get("TIER_ID", ""): one for one in root.iter("TIER")}
    said = {name: list(_said(tier, slots)) for name, tier in tiers.items()}
    speakers = {name: tier.get("PARTICIPANT") or name for name, tier in tiers.items()}
    top: dict[str, list[Said]] = {}
    more: dict[tuple[str, str], list[Said]] = {}
    for name, tier in tiers.items():
        parent = tier.get("PARENT_REF", "")
        if parent:
            if parent in tiers and "@" in name:
                more[name.partition("@")[0], speakers[parent]] = said[name]
        elif said[name]:
            if speakers[name] in top:
                raise source.wrong(
                    0,
                    f"the tier {name!r} is a second one of {speakers[name]!r} at the top. Keep one "
                    "with the words of each; let all others depend on it.",
                )
            top[speakers[name]] = said[name]
    found = of_tiers(source, top, more, medium)
    for media in root.iter("MEDIA_DESCRIPTOR"):
        address = media.get("RELATIVE_MEDIA_URL") or media.get("MEDIA_URL")
        found.about.setdefault("media", address or "")
    return [found]


def _root(source: Source) -> ElementTree.Element:
    declared = next((at for at, one in enumerate(source.lines, 1) if "<!DOCTYPE" in one), None)
    if declared is not None:
        raise source.wrong(
            declared, "it declares a document type, which ELAN does not. Take the line out."
        )
    parser = ElementTree.XMLParser(encoding="utf-8")  # whatever it declares: the text is decoded
    try:
        return ElementTree.fromstring(source.text.encode(), parser)
    except ElementTree.ParseError as error:
        raise source.wrong(error.position[0], f"it is not XML ({error}).") from None


def _seconds(slot: ElementTree.Element, source: Source) -> float | None:
    value = slot.get("TIME_VALUE")
    try:
        return None if value is None else int(value) / 1000
    except ValueError:
        where = f"the time of the slot {slot.get('TIME_SLOT_ID')!r}"
        raise source.wrong(0, f'{where}, "{str(value)[:20]}", is no time in ms.') from None


def _said(tier: ElementTree.Element, slots: dict[str | None, float | None]) -> Iterator[Said]:
    for one in tier.iter():
        if one.tag in ANNOTATIONS:
            yield Said(
                text=(one.findtext("ANNOTATION_VALUE") or "").strip(),
                start=slots.get(one.get("TIME_SLOT_REF1")),
                end=slots.get(one.get("TIME_SLOT_REF2")),
                line=0,
                id=one.get("ANNOTATION_ID", ""),
                of=one.get("ANNOTATION_REF", ""),
            )
