"""Whether each participant of a chat should reply to a message, against people's labels.

A file holds one JSON object a line, as for :mod:`mmagents.evaluation.detection.designation`:
`id`, `participants`, `history`, `speaker`, `text`, and either `addressee`, one name, or
`addressees`, a list of names that may be empty. Each message is scored once for each participant
but its speaker: one who is addressed should reply, and nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from mmagents.evaluation.detection.designation import EarlierMessage, Name, Share, share
from mmagents.groupchat.readings import Readings
from mmagents.groupchat.turn_taking import TurnTaking


class Labelled(BaseModel):
    """A message of which it is known who should reply."""

    model_config = ConfigDict(frozen=True)

    id: str
    participants: tuple[Name, ...] = Field(min_length=1)
    history: tuple[EarlierMessage, ...] = ()
    speaker: Name
    text: str
    addressee: Name | None = None
    addressees: tuple[Name, ...] | None = None

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        if (self.addressee is None) == (self.addressees is None):
            raise ValueError("give either addressee, one name, or addressees, a list")
        if strange := next((one for one in self.meant if one not in self.participants), None):
            raise ValueError(f"addressee {strange!r} is not among the participants")
        return self

    @property
    def meant(self) -> tuple[str, ...]:
        """Those who should reply."""
        return (self.addressee,) if self.addressee else self.addressees or ()


class Case(NamedTuple):
    """One message and one participant.

    Attributes:
        id: of the message.
        text: of the message.
        name: of the participant.
        meant: whether people say that it is addressed.
        named: whether its whole name stands in the message, in any case.
        replies: whether the gate says that it should reply.
        why: what the gate gives as its reason.
    """

    id: str
    text: str
    name: str
    meant: bool
    named: bool
    replies: bool
    why: str


def cases_of(messages: Sequence[Labelled], language: str) -> Iterator[Case]:
    """Yield what the gate says of each message to each participant but its speaker."""
    for one in messages:
        spoke = [said.speaker for said in one.history]
        floor = TurnTaking(
            dict.fromkeys([*one.participants, one.speaker, *spoke]),
            language=language,
            rests_after=len(one.history) + 2,
        )
        chat = [*((said.speaker, said.text) for said in one.history), (one.speaker, one.text)]
        readings = Readings()
        for name in one.participants:
            if name == one.speaker:
                continue
            reply = floor.should_reply(name, chat, readings=readings)
            whole = rf"(?<!\w){re.escape(name)}(?!\w)"
            named = re.search(whole, one.text, re.I) is not None
            yield Case(one.id, one.text, name, name in one.meant, named, bool(reply), reply.why)


def reply_figures(cases: Sequence[Case], errors: int) -> dict[str, Any]:
    """Return how often the gate is wrong, and its first errors.

    `balanced_accuracy` is the mean of the share of the addressed who reply and the share of all
    others who do not; None where either group is empty.
    """
    meant = [case for case in cases if case.meant]
    others = [case for case in cases if not case.meant]
    replying, silent = _replying(meant), _silent(others)
    both = (replying.value, silent.value)
    wrong = [case for case in cases if case.meant != case.replies]
    return {
        "cases": len(cases),
        "addressed_silent": _silent(meant).as_json(),
        "addressed_by_name_silent": _silent([case for case in meant if case.named]).as_json(),
        "mentioned_replying": _replying([case for case in others if case.named]).as_json(),
        "others_replying": _replying([case for case in others if not case.named]).as_json(),
        "balanced_accuracy": None if None in both else sum(one or 0.0 for one in both) / 2,
        "wrong": len(wrong),
        "errors": [
            {"id": o.id, "text": o.text, "name": o.name, "addressed": o.meant, "why": o.why}
            for o in wrong[:errors]
        ],
    }


def _replying(cases: Sequence[Case]) -> Share:
    return share(sum(case.replies for case in cases), len(cases))


def _silent(cases: Sequence[Case]) -> Share:
    return share(sum(not case.replies for case in cases), len(cases))


ROWS = {
    "addressed_silent": "addressed, and silent",
    "addressed_by_name_silent": "addressed by name, and silent",
    "mentioned_replying": "only mentioned, and replying",
    "others_replying": "neither, and replying",
}


def reply_lines(figures: dict[str, Any]) -> Iterator[str]:
    """Yield the figures as text."""
    yield f"{figures['cases']} pairs of a message and a participant; should they reply?"
    for key, label in ROWS.items():
        one = figures[key]
        if one["n"]:
            low, high = one["interval"]
            yield f"  {label:32}{one['value']:.3f}  [{low:.3f}, {high:.3f}]  of {one['n']}"
        else:
            yield f"  {label:32}none in this file"
    balanced = figures["balanced_accuracy"]
    yield f"  {'balanced accuracy':32}{'-' if balanced is None else f'{balanced:.3f}'}"
    for one in figures["errors"]:
        does = "silent" if one["addressed"] else "replies"
        yield f"  {one['id']}: {one['name']} {does} to {one['text']!r} ({one['why']})"
