"""What the state holds of an evening: its phases and rooms, the votes, how it ended."""

from __future__ import annotations

from typing_extensions import TypedDict


class Item(TypedDict):
    """A phase of the evening. `turns` is None where the run's own length counts.

    `round` counts from 1 the rounds that a story plays; 0 outside of them.
    """

    kind: str
    turns: int | None
    looks: int
    tie: str
    order: str
    round: int


class Room(TypedDict):
    """Those who talk with one another; `turns` is None where the run's own length counts."""

    members: list[str]
    turns: int | None


class Vote(TypedDict):
    """For whom or what a seat votes, and why."""

    seat: str
    whom: str
    reason: str


class Reached(TypedDict):
    """A mission at the end; `reached` is None where only the players can tell."""

    mission: str
    points: int
    reached: bool | None


class Outcome(TypedDict):
    """How the evening ended.

    `decided` is on whom or what the vote fell, None where on nothing. In a mystery that is whom the
    table accuses; in any other story `accused`, `culprit`, `found` and `proof_said` are None, and
    `method` and `motive` empty. `rubric` are the items for which all facts were said before
    the whole table; `proof_said` is the share of the solution's proof that was, 0-1.
    """

    accused: str | None
    culprit: str | None
    found: bool | None
    decided: str | None
    votes: list[Vote]
    missions: dict[str, list[Reached]]
    points: dict[str, int]
    rubric: list[str]
    rubric_points: int
    rubric_of: int
    proof_said: float | None
    method: str
    motive: str
    epilogue: str
