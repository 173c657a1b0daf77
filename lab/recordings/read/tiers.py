"""Talk in tiers, one a speaker, as ELAN and Praat have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import inf, isfinite
from typing import NamedTuple, get_args
from xml.etree import ElementTree

from mmagents.lab.recordings.read.gathering import Gathering, addressees_of, in_order
from mmagents.lab.recordings.read.source import Source
from mmagents.lab.recordings.recording import Kind, Medium, Utterance
from mmagents.lab.recordings.text import NO_WORDS
from mmagents.lab.recordings.write.tiers import ADDRESSEE, KIND, UNIT

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


_VALUE = re.compile(r'"((?:[^"]|"")*)"|(?<!\S)([-+]?\d[\d.eE+-]*)(?!\S)|<\w+>|!.*|[^\s"]+|"')
"""Texts, and numbers that stand free: those in brackets of the long form only count."""

_NUMBER = re.compile(r"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")


class _Value(NamedTuple):
    line: int
    is_text: bool
    text: str


class _Values:
    """The texts and numbers of a file, one after another."""

    def __init__(self, source: Source) -> None:
        self._source, self._left = source, self._found(source)
        self._line = 1

    def _found(self, source: Source) -> Iterator[_Value]:
        line, at = 1, 0
        for match in _VALUE.finditer(source.text):
            line += source.text.count("\n", at, match.start())
            at = match.start()
            if match.group(1) is not None:
                yield _Value(line, True, match.group(1).replace('""', '"'))
            elif match.group(2) is not None:
                yield _Value(line, False, match.group(2))

    def _next(self, what: str, *, text: bool) -> _Value:
        value = next(self._left, None)
        if value is None:
            raise self._source.wrong(self._line, f"the file ends where {what} should stand.")
        self._line = value.line
        if value.is_text != text:
            raise self._source.wrong(value.line, f"{what} should stand here.")
        return value

    def text(self, what: str) -> _Value:
        return self._next(what, text=True)

    def number(self, what: str) -> float:
        value = self._next(what, text=False)
        number = float(value.text) if _NUMBER.fullmatch(value.text) else inf
        if not isfinite(number):
            raise self._source.wrong(value.line, f"{what} should stand here.")
        return number


def read_praat(source: Source, medium: Medium | None) -> list[Gathering]:
    """Read a TextGrid: each tier of intervals is a speaker's, and an empty interval silence.

    Raises:
        RecordingError: if a value is missing, with its line.
    """
    values = _Values(source)
    values.text("the type of the file")
    if values.text("the class of the object").text != "TextGrid":
        raise source.wrong(2, "it is another object of Praat. Save a TextGrid.")
    values.number("a time"), values.number("a time")
    top: dict[str, list[Said]] = {}
    for _ in range(int(values.number("the number of tiers"))):
        kind, name = values.text("the class of a tier").text, values.text("the name of a tier")
        said = _tier(values, points=kind == "TextTier")
        if kind == "TextTier":
            continue  # points last no time: nobody's words
        if name.text in top:
            raise source.wrong(name.line, f"a second tier is called {name.text!r}. Rename one.")
        top[name.text] = said
    more = {
        (kind, speaker): top.pop(f"{kind}@{speaker}")
        for kind, _, speaker in [name.partition("@") for name in top]
        if kind in (ADDRESSEE, KIND, UNIT) and speaker in top
    }
    return [of_tiers(source, top, more, medium)]


def _tier(values: _Values, *, points: bool) -> list[Said]:
    values.number("a time"), values.number("a time")
    found = []
    for _ in range(int(values.number("the number of intervals"))):
        start = values.number("a time")
        end = start if points else values.number("a time")
        text = values.text("the text of an interval")
        found.append(Said(text.text.strip(), start, end, text.line))
    return found


_ASIDE: Mapping[str, Kind] = {one: one for one in get_args(Kind) if one != "turn"}
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
) -> Gathering:
    """Return the conversation of tiers; what holds no words is silence.

    Args:
        source: the file.
        top: by speaker, the annotations.
        more: by kind of tier and speaker, what says more of these: by id, or by the same start.
        medium: what the user says it is.
    """
    found = Gathering(source.name, medium or "speech")
    for speaker, said in top.items():
        found.names[speaker] = speaker
        to, kinds = (_by_place(more.get((kind, speaker), ())) for kind in (ADDRESSEE, KIND))
        for one in said:
            if one.text:
                words = "" if one.text == NO_WORDS else one.text
                whom = addressees_of(_at(to, one), top)
                kind = _ASIDE.get(_at(kinds, one) or "", "turn")
                unit = Utterance(speaker, words, one.start, one.end, whom, kind=kind, line=one.line)
                found.add(unit, source)
    found.said[:] = in_order(found.said)
    return found


def _at(beside: Mapping[str, str], one: Said) -> str | None:
    return beside.get(one.id) if one.id in beside else beside.get(str(one.start))


def _by_place(said: Sequence[Said]) -> dict[str, str]:
    return {one.of or str(one.start): one.text for one in said}
