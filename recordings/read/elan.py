"""ELAN files (.eaf): a tier a speaker; tiers that depend on one may say more of its annotations.

Read by Python's own parser of XML, which names lines. A file with a document type is refused, so
nothing in it can be an entity, of the file's own or from elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from mmagents.recordings.exact import MARK, tier_text
from mmagents.recordings.read.gathering import Gathering
from mmagents.recordings.read.ours import header_in
from mmagents.recordings.read.source import Source
from mmagents.recordings.read.tiers import Said, of_tiers
from mmagents.recordings.recording import Medium


@dataclass
class _Tier:
    speaker: str
    parent: str = ""
    annotations: list[Said] = field(default_factory=list)


class _Document:
    """What is taken from the file while it is parsed."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.slots: dict[str, float] = {}
        self.tiers: dict[str, _Tier] = {}
        self.properties: dict[str, str] = {}
        self.media: list[str] = []
        self._tier: _Tier | None = None
        self._annotation: dict[str, str] = {}
        self._line = 0
        self._words: list[str] | None = None
        self._property = ""
        self.parser = expat.ParserCreate("utf-8")  # whatever it declares: the text is decoded
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text

    def parse(self) -> None:
        try:
            self.parser.Parse(self.source.text.encode(), True)
        except expat.ExpatError as error:
            raise self.source.wrong(
                error.lineno, f"it is not XML ({expat.ErrorString(error.code)})."
            ) from None

    def _refuse(self, *_: object) -> None:
        raise self.source.wrong(
            self.parser.CurrentLineNumber, "it declares a document type, which ELAN does not. "
            "Take the line out."
        )  # fmt: skip

    def _start(self, tag: str, given: dict[str, str]) -> None:
        if tag == "TIME_SLOT" and "TIME_VALUE" in given:
            self.slots[given.get("TIME_SLOT_ID", "")] = self._ms(given["TIME_VALUE"])
        elif tag == "TIER":
            name = given.get("TIER_ID", "")
            self._tier = _Tier(given.get("PARTICIPANT") or name, given.get("PARENT_REF", ""))
            self.tiers[name] = self._tier
        elif tag in ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION"):
            self._annotation, self._line = given, self.parser.CurrentLineNumber
        elif tag in ("ANNOTATION_VALUE", "PROPERTY"):
            self._words, self._property = [], given.get("NAME", "")
        elif tag == "MEDIA_DESCRIPTOR":
            self.media.append(given.get("RELATIVE_MEDIA_URL") or given.get("MEDIA_URL", ""))

    def _text(self, text: str) -> None:
        if self._words is not None:
            self._words.append(text)

    def _end(self, tag: str) -> None:
        if tag == "PROPERTY":
            self.properties[self._property] = "".join(self._words or ())
        elif tag == "ANNOTATION_VALUE" and self._tier is not None:
            given = self._annotation
            self._tier.annotations.append(
                Said(
                    text="".join(self._words or ()).strip(),
                    start=self.slots.get(given.get("TIME_SLOT_REF1", "")),
                    end=self.slots.get(given.get("TIME_SLOT_REF2", "")),
                    line=self._line,
                    id=given.get("ANNOTATION_ID", ""),
                    of=given.get("ANNOTATION_REF", ""),
                )
            )
        self._words = None if tag in ("PROPERTY", "ANNOTATION_VALUE") else self._words

    def _ms(self, value: str) -> float:
        try:
            return int(value) / 1000
        except ValueError:
            line = self.parser.CurrentLineNumber
            raise self.source.wrong(line, f'"{value[:20]}" is no time in ms.') from None


def read_elan(source: Source, medium: Medium | None) -> list[Gathering]:
    """Read an ELAN file: each tier at the top with annotations is a speaker's.

    Raises:
        RecordingError: if it is not XML, declares a document type, or two tiers are one speaker's.
    """
    document = _Document(source)
    document.parse()
    top: dict[str, list[Said]] = {}
    for name, tier in document.tiers.items():
        if tier.parent or not tier.annotations:
            continue
        if tier.speaker in top:
            raise source.wrong(
                tier.annotations[0].line,
                f"the tier {name!r} is a second one of {tier.speaker!r} at the top. Keep one with "
                "the words of each; let all others depend on it.",
            )
        top[tier.speaker] = tier.annotations
    more = {
        (name.partition("@")[0], document.tiers[tier.parent].speaker): tier.annotations
        for name, tier in document.tiers.items()
        if tier.parent in document.tiers and "@" in name
    }
    mark = document.properties.get(MARK)
    ours = header_in(mark, 0, source) if mark is not None else None
    found = of_tiers(source, top, more, medium, ours, lambda text: tier_text(text, "\n\t"))
    if document.media:
        found.about["media"] = document.media[0]
    return [found]
