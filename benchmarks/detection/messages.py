"""Messages whose addressee is known, and whom a detector finds each to be for.

A file holds one JSON object a line: `id`, `participants`, `history` (`speaker` and `text`, oldest
first), `speaker`, `text`, `masked_text` (the same without the addressee's name) and `addressee`.
The detector is the analyst that reads the turns of a game, and it is scored by what it returns:
those to whom the message puts a first pair part, else the one whose first pair part it answers.
A message that does neither selects nobody; the analyst abstains there, which counts as wrong.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mmagents.analysts.rules.designation import all_called, read_sentences
from mmagents.analysts.rules.listening import as_listened
from mmagents.errors import MMAgentsError, first_fault
from mmagents.floor.adjacency import EVERYONE, Designation
from mmagents.interfaces.analyst import Analyst
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import HeardTurn, Utterance
from mmagents.lab.statistics.agreement import proportion
from mmagents.lab.statistics.sums import ratio

Name = Annotated[str, Field(min_length=1)]
Row = TypeVar("Row", bound=BaseModel)
Found = tuple[str, ...]
"""Whom a detector found: one person, several, ("everyone",), or nobody."""


class EarlierMessage(BaseModel):
    """A message before the one in question."""

    model_config = ConfigDict(frozen=True)

    speaker: Name
    text: str


class Message(BaseModel):
    """A message whose addressee is known, and the talk before it."""

    model_config = ConfigDict(frozen=True)

    id: str
    participants: tuple[Name, ...] = Field(min_length=1)
    history: tuple[EarlierMessage, ...]
    speaker: Name
    text: str
    masked_text: str
    addressee: Name

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        if EVERYONE in (*self.participants, self.speaker, *(said.speaker for said in self.history)):
            raise ValueError(f"nobody can be called {EVERYONE!r}, which stands for all")
        if self.addressee not in self.participants or self.addressee == self.speaker:
            raise ValueError(
                f"addressee {self.addressee!r} is not among the participants beside the speaker"
            )
        return self

    def words(self, masked: bool) -> str:
        """Return the message, without the addressee's name if `masked`."""
        return self.masked_text if masked else self.text


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many, with Wilson's 95 % interval; the share of nothing is None."""

    right: int
    of: int
    value: float | None
    interval: tuple[float, float] | None

    def as_json(self) -> dict[str, Any]:
        """Return the share and its interval as plain JSON."""
        return {
            "value": self.value,
            "interval": list(self.interval) if self.interval else None,
            "n": self.of,
        }


def cast_of(message: Message) -> tuple[Person, ...]:
    """Return all who take part as a cast of whom nothing is known but the name."""
    spoke = [said.speaker for said in message.history]
    names = dict.fromkeys([*message.participants, message.speaker, *spoke])
    return tuple(Person(name, name, name) for name in names)


def utterance_of(message: Message, *, masked: bool) -> Utterance:
    """Return a message as an analyst receives a turn: what came before was read by the rules."""
    recent = [
        HeardTurn(turn, said.speaker, said.text, None, (), None, None, ())
        for turn, said in enumerate(message.history, 1)
    ]
    words, cast = message.words(masked), cast_of(message)
    return as_listened(Utterance(message.speaker, words, "en", cast, tuple(recent)))


def selected_by(designation: Designation, utterance: Utterance) -> Found:
    """Return whom a reading selects for the floor, else whose first pair part it answers."""
    if designation.addressees:
        return designation.addressees
    answered = (pair.by for pair in utterance.open_pairs if pair.turn == designation.answers)
    return tuple(answered)[:1]


@dataclass(frozen=True, slots=True)
class Detected:
    """What was found for one message: whom it is spoken to, and whom it selects for the floor."""

    found: Found
    selected: Found = ()


async def detect_all(
    analyst: Analyst,
    messages: Sequence[Message],
    *,
    masked: bool,
    at_once: int = 8,
) -> list[Detected]:
    """Return whom the analyst finds in each message, in order."""
    free = asyncio.Semaphore(at_once)

    async def one(message: Message) -> Detected:
        async with free:
            utterance = utterance_of(message, masked=masked)
            designation = await analyst.detect(utterance)
        selected = selected_by(designation, utterance)
        spoken_to = (designation.recipient,) if designation.recipient else selected
        return Detected(spoken_to, selected)

    return list(await asyncio.gather(*map(one, messages)))


def called_in(message: Message, said: EarlierMessage) -> Found:
    """Return whom the rules read some words to call by name, everybody left out."""
    parts = read_sentences(Utterance(said.speaker, said.text, "en", cast_of(message)))
    return tuple(name for name in all_called(parts) if name != EVERYONE)


def heard(message: Message) -> tuple[HeardTurn, ...]:
    """Return the messages before, each with those it calls by name as its addressees."""
    return tuple(
        HeardTurn(
            turn, said.speaker, said.text, None, called_in(message, said), None, None, ()
        )
        for turn, said in enumerate(message.history, 1)
    )  # fmt: skip


def previous_speaker(message: Message) -> Found:
    """Return who spoke last, the speaker left out: the first baseline."""
    spoke = (said.speaker for said in reversed(message.history))
    return tuple(name for name in spoke if name != message.speaker)[:1]


def most_recent_mention(message: Message, *, masked: bool) -> Found:
    """Return the participant named last, in the message or before it: the second baseline.

    A mention is the whole name, in any case, anywhere.
    """
    names = {one.casefold(): one for one in message.participants if one != message.speaker}
    longest = sorted(names, key=lambda name: (-len(name), name))
    any_name = "|".join(map(re.escape, longest)) or r"(?!)"
    whole = re.compile(rf"(?<!\w)(?:{any_name})(?!\w)")
    for text in (message.words(masked), *(said.text for said in reversed(message.history))):
        if mentions := whole.findall(text.casefold()):
            return (names[mentions[-1]],)
    return ()


def share(right: int, of: int) -> Share:
    """Return a share with its interval (Wilson 1927), 95 %."""
    return Share(right, of, ratio(right, of), proportion(right, of))


def is_right(found: Sequence[Found], messages: Sequence[Message]) -> list[bool]:
    """Return, for each message, whether its addressee and nobody else was found."""
    return [one == (message.addressee,) for one, message in zip(found, messages, strict=True)]


def rows_of(file: Path, kind: type[Row]) -> list[Row]:
    """Return the lines of a file as records; empty lines are passed over.

    Raises:
        MMAgentsError: if the file cannot be read or holds nothing, or a line is no such record;
            the error names the line.
    """
    try:
        lines = file.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
    except OSError as error:
        raise MMAgentsError(f"{file} cannot be read: {error.strerror}. Name a file.") from None
    found = [
        _row_of(f"{file}, line {at}", line, kind)
        for at, line in enumerate(lines, 1)
        if line.strip()
    ]
    if not found:
        raise MMAgentsError(f"{file} holds no messages. Write one JSON object a line.")
    return found


def _row_of(where: str, line: bytes, kind: type[Row]) -> Row:
    try:
        return kind.model_validate_json(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise MMAgentsError(
            f"{where}: byte {error.start + 1} is not UTF-8. Save the file as UTF-8."
        ) from None
    except ValidationError as error:
        field, reason = first_fault(error)
        raise MMAgentsError(f"{where}{field and f', {field}'}: {reason}.") from None
