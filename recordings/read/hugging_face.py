"""Data sets as `export --format hf` writes them: two files of JSON lines that belong together."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from mmagents.recordings.read.gathering import Gathering
from mmagents.recordings.read.source import Source, opened
from mmagents.recordings.recording import Kind, Medium, Unit, Utterance

UTTERANCES, CONVERSATIONS = "utterances.jsonl", "conversations.jsonl"
ABOUT = "about_"
"""How columns begin that hold what a recording says of itself."""


class _Conversation(BaseModel):
    model_config = ConfigDict(extra="allow")
    conversation: str
    name: str
    medium: Medium
    language: str
    speakers: list[str]
    names: list[str]
    models: list[bool]


class _Utterance(BaseModel):
    conversation: str
    speaker: str
    text: str
    start: float | None = None
    end: float | None = None
    addressees: tuple[str, ...] | None = None
    replies_to: int | None = None
    kind: Kind = "turn"
    question: bool | None = None
    stretch: int = 0
    unit_ends: tuple[int, ...] = ()
    unit_starts: tuple[float, ...] = ()
    unit_stops: tuple[float, ...] = ()
    cut: bool = False

    def utterance(self, line: int) -> Utterance:
        """Return what the row says.

        Raises:
            ValueError: if its units have not as many ends as times.
        """
        spans = zip(self.unit_ends, self.unit_starts, self.unit_stops, strict=True)
        units = tuple(Unit(*span) for span in spans)
        plain = self.model_dump(include=set(Utterance._fields))
        return Utterance(**plain, units=units, line=line)


_Row = TypeVar("_Row", bound=BaseModel)


def looks_like_hugging_face(source: Source) -> bool:
    """Tell whether this is the file of utterances of a data set as it is exported."""
    beside = source.path.with_name(CONVERSATIONS)
    return source.path.name == UTTERANCES and beside.is_file()


def read_hugging_face(source: Source, medium: Medium | None) -> list[Gathering]:
    """Read a data set, given its file of utterances.

    Raises:
        RecordingError: if a row of either file is not as it is exported, with its line.
    """
    found: dict[str, Gathering] = {}
    beside = opened(source.path.with_name(CONVERSATIONS))
    for line, one in _rows(beside, _Conversation):
        if not len(one.speakers) == len(one.names) == len(one.models):
            raise beside.wrong(line, "speakers, names and models are not equally many.")
        about = (one.model_extra or {}).items()
        found[one.conversation] = Gathering(
            name=one.name,
            medium=medium or one.medium,
            language=one.language,
            names=dict(zip(one.speakers, one.names, strict=True)),
            models={id for id, is_model in zip(one.speakers, one.models, strict=True) if is_model},
            about={
                key.removeprefix(ABOUT): value
                for key, value in about
                if key.startswith(ABOUT) and isinstance(value, str)
            },
        )
    for line, said in _rows(source, _Utterance):
        if said.conversation not in found:
            raise source.wrong(line, f"{CONVERSATIONS} has no conversation of that id.")
        try:
            found[said.conversation].add(said.utterance(line), source)
        except ValueError:
            raise source.wrong(
                line, "unit_ends, unit_starts and unit_stops are not equally many."
            ) from None
    return list(found.values())


def _rows(source: Source, kind: type[_Row]) -> Iterator[tuple[int, _Row]]:
    for line, text in enumerate(source.lines, 1):
        if text.strip():
            try:
                yield line, kind.model_validate(json.loads(text))
            except ValidationError as error:
                first = error.errors()[0]
                at = ".".join(map(str, first["loc"]))
                raise source.wrong(line, f"{at}: {first['msg'].lower()}.") from None
            except (ValueError, RecursionError):
                raise source.wrong(line, "it is not JSON. Write one object a line.") from None
