"""The state of a group chat: its messages, and one channel `floor`, plain JSON."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from langgraph.graph import MessagesState
from typing_extensions import TypedDict


@cache
def _texts(language: str) -> Mapping[str, str]:
    folder = Path(__file__).parent / "texts"
    file = folder / f"{language}.toml"
    if not language.isalnum() or not file.is_file():
        file = folder / "en.toml"
    return tomllib.loads(file.read_text("utf-8"))


def text(language: str, key: str, **given: object) -> str:
    """Return a text with what is given put in as it stands."""
    return _texts(language)[key].strip("\n").format(**given)


class Passed(TypedDict):
    """Who had the floor and said nothing, and why."""

    speaker: str
    why: str


class Spent(TypedDict):
    """What the models of a chat have cost since it began.

    `calls` are calls of chat models, `tokens` those of prompts and answers as the models report
    them, `money` is in the currency of the prices, 0 without any.
    """

    calls: int
    tokens: int
    money: float


class Floor(TypedDict, total=False):
    """Who has the floor, and why.

    Attributes:
        turn: turns given since somebody outside wrote last, those that were passed included.
        speaker: who has the floor; None where nobody speaks.
        rule: by which rule (see :mod:`mmagents.floor.rules`), or "rest".
        reason: why, in words.
        due: what the speaker owes, as :class:`mmagents.groupchat.decisions.Due`; or None.
        tie: those between whom the lot was cast.
        bids: what was bid for this turn: seat, action, importance, thought. Empty where no model
            and no function bids.
        open_pairs: all that waits for an answer, oldest first, each as `due`.
        passed: who had the floor since the last message and said nothing.
        spent: what the chat has cost.
        ended: why it is over; empty while it goes on.
    """

    turn: int
    speaker: str | None
    rule: str
    reason: str
    due: dict[str, Any] | None
    tie: list[str]
    bids: list[dict[str, Any]]
    open_pairs: list[dict[str, Any]]
    passed: list[Passed]
    spent: Spent
    ended: str


NOTHING_SPENT: Spent = {"calls": 0, "tokens": 0, "money": 0.0}


def merged(before: Mapping[str, Any] | None, after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the floor with what a node changes in it."""
    return {**(before or {}), **after}


class ChatState(MessagesState):
    """The messages of a chat, each with the name of whoever wrote it, and its floor."""

    floor: Annotated[Floor, merged]


class ChatInput(MessagesState):
    """What a run is given: the messages, or those that are new where the chat is kept."""
