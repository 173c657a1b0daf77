"""Whether each participant of a chat should reply to a message, against people's labels.

python -m benchmarks replies --file chat.jsonl

A file holds one JSON object a line, as for :mod:`benchmarks.detection.messages`:
`id`, `participants`, `history`, `speaker`, `text`, and either `addressee`, one name, or
`addressees`, a list of names that may be empty. Three fields may stand beside them: `due`, those of
whom a reply is due, where that is not all who are addressed; `mentioned`, those who are talked
about and not addressed; `language`. `["everyone"]` stands for all.

Each message is scored once for each participant but its speaker: one of whom a reply is due should
reply, and nobody else. Where it is due of everyone, one alone should, whoever that is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from benchmarks import given, refuse
from benchmarks.detection.messages import EarlierMessage, Name, Share, rows_of, share
from mmagents.errors import MMAgentsError
from mmagents.floor.adjacency import EVERYONE
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
    due: tuple[Name, ...] | None = None
    mentioned: tuple[Name, ...] | None = None
    language: Literal["en", "ja"] | None = None

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        if (self.addressee is None) == (self.addressees is None):
            raise ValueError("give either addressee, one name, or addressees, a list")
        for what, names in (
            ("addressee", self.spoken_to),
            ("due", self.due or ()),
            ("mentioned", self.mentioned or ()),
        ):
            if names == (EVERYONE,) and what != "mentioned":
                continue
            if strange := next((one for one in names if one not in self.participants), None):
                raise ValueError(f"{what} {strange!r} is not among the participants")
        if both := set(self.spoken_to) & set(self.mentioned or ()):
            raise ValueError(f"{min(both)!r} is both addressed and only mentioned")
        return self

    @property
    def spoken_to(self) -> tuple[str, ...]:
        """Those who are addressed."""
        return (self.addressee,) if self.addressee else self.addressees or ()

    @property
    def meant(self) -> tuple[str, ...]:
        """Those of whom a reply is due."""
        return self.spoken_to if self.due is None else self.due


class Case(NamedTuple):
    """One message and one participant.

    Attributes:
        id: of the message.
        text: of the message.
        name: of the participant.
        meant: whether people say that a reply is due of it.
        addressed: whether people say that it is addressed.
        named: whether its whole name stands in the message, in any case; in Japanese
            wherever it stands.
        mentioned: whether people say that it is mentioned and not addressed; where they do not say,
            whether it is named and not addressed.
        to_all: whether a reply is due of everyone.
        replies: whether the gate says that it should reply.
        why: what the gate gives as its reason.
    """

    id: str
    text: str
    name: str
    meant: bool
    addressed: bool
    named: bool
    mentioned: bool
    to_all: bool
    replies: bool
    why: str


def cases_of(messages: Sequence[Labelled], language: str) -> Iterator[Case]:
    """Yield what the gate says of each message to each participant but its speaker.

    Args:
        messages: with labels.
        language: of those that do not say theirs.
    """
    for one in messages:
        spoke = [said.speaker for said in one.history]
        floor = TurnTaking(
            dict.fromkeys([*one.participants, one.speaker, *spoke]),
            language=one.language or language,
            rests_after=len(one.history) + 2,
        )
        chat = [*((said.speaker, said.text) for said in one.history), (one.speaker, one.text)]
        for name in one.participants:
            if name == one.speaker:
                continue
            reply = floor.should_reply(name, chat)
            named = _names(one.text, name, one.language or language)
            addressed = name in one.spoken_to or one.spoken_to == (EVERYONE,)
            by_name = named and not addressed
            yield Case(
                id=one.id,
                text=one.text,
                name=name,
                meant=name in one.meant,
                addressed=addressed,
                named=named,
                mentioned=by_name if one.mentioned is None else name in one.mentioned,
                to_all=one.meant == (EVERYONE,),
                replies=bool(reply),
                why=reply.why,
            )


def _names(text: str, name: str, language: str) -> bool:
    """Return whether a whole name stands in a message; Japanese has no spaces around it."""
    edges = ("", "") if language == "ja" else (r"(?<!\w)", r"(?!\w)")
    return re.search(re.escape(name).join(edges), text, re.I) is not None


def reply_figures(cases: Sequence[Case], errors: int) -> dict[str, Any]:
    """Return how often the gate is wrong, and its first errors.

    `balanced_accuracy` is the mean of the share of those of whom a reply is due who reply and the
    share of all others who do not; None where either group is empty. What is due of everyone counts
    in `to_all_by_one` alone: the share of such messages that one takes up and no more.
    """
    single = [case for case in cases if not case.to_all]
    meant = [case for case in single if case.meant]
    others = [case for case in single if not case.meant]
    spoken_to = [case for case in others if case.addressed]
    mentioned = [case for case in others if case.mentioned]
    neither = [case for case in others if not case.addressed and not case.mentioned]
    replying, silent = _replying(meant), _silent(others)
    both = (replying.value, silent.value)
    wrong = [case for case in single if case.meant != case.replies]
    taken: dict[str, int] = {}
    for case in cases:
        if case.to_all:
            taken[case.id] = taken.get(case.id, 0) + case.replies
    return {
        "cases": len(cases),
        "addressed_silent": _silent(meant).as_json(),
        "addressed_by_name_silent": _silent([case for case in meant if case.named]).as_json(),
        "mentioned_replying": _replying(mentioned).as_json(),
        "addressed_undue_replying": _replying(spoken_to).as_json(),
        "others_replying": _replying(neither).as_json(),
        "to_all_by_one": share(sum(n == 1 for n in taken.values()), len(taken)).as_json(),
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
    "addressed_undue_replying": "nothing due, and replying",
    "others_replying": "neither, and replying",
    "to_all_by_one": "put to all, taken up by one",
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


def main(argv: Sequence[str] | None = None) -> None:
    """Score how often the gate of a group chat finds who should reply, and print the figures."""
    told = given(argv, __doc__, file="", language="en", errors=10, json=0)
    if not told.file:
        refuse("replies needs messages of which it is known who should reply: --file FILE.jsonl")
    try:
        messages = rows_of(Path(told.file), Labelled)
    except MMAgentsError as error:
        refuse(str(error))
    figures = reply_figures([*cases_of(messages, told.language)], told.errors)
    shown = json.dumps(figures, ensure_ascii=False, indent=2)
    print(shown if told.json else "\n".join(reply_lines(figures)))
