"""The state that goes round the cycle: plain JSON values, nothing else.

`history`, `known` and `notes` grow with the game. They are delta channels: a checkpoint holds what
a step wrote to them, not all they hold, so that a turn's checkpoints do not grow with the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import Annotated, Any, NotRequired, Required

from langgraph.channels import DeltaChannel
from typing_extensions import TypedDict

from mmagents.nodes.model_health import Lately
from mmagents.nodes.record import BidRow, DesignationRow, Ledger, TurnRow, merge_rows
from mmagents.nodes.spending import Spent

SNAPSHOT_EVERY = 2_000
"""Writes to a delta channel between two full copies; reading a checkpoint replays at most these."""


class Item(TypedDict):
    """A phase of the evening. `turns` is None where the run's own length counts.

    `round` counts from 1 the rounds that a story plays; 0 outside of them. `chooses`, where each
    principal chooses a partner, holds those who have not yet; it is not there before the first has.
    """

    kind: str
    turns: int | None
    looks: int
    tie: str
    order: str
    round: int
    chooses: NotRequired[list[str]]


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
    the whole table; `proof_said` is the share of the solution's proof that was, 0-1. `judged` and
    `winner` are there only where principals judge: what each said, and on whom alone most fell.
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
    judged: NotRequired[list[Vote]]
    winner: NotRequired[str | None]


class OpenPair(TypedDict):
    """A first pair part that waits for its second. `to` may be ["everyone"]."""

    turn: int
    by: str
    to: list[str]
    first_pair_part: str
    expects: list[str]
    text: str
    nth: NotRequired[int]
    had_say: NotRequired[list[str]]
    within: NotRequired[list[int]]
    held: NotRequired[int]
    again: NotRequired[int]


class Floor(TypedDict):
    """Who has the floor, by which rule, and what is due from them."""

    speaker: str
    rule: str
    due: OpenPair | None


class Words(TypedDict):
    """What was just said.

    Where clues were shown with it, `shown` has their ids, `text` tells of them as well, and `said`
    is what was spoken. Of a chat's message, `since` is the last turn that its writer had read when
    it was begun, and `seconds` how long it takes to type. `cut` is there where they were cut off.
    """

    speaker: str
    text: str
    said: NotRequired[str]
    shown: NotRequired[list[str]]
    cut: NotRequired[bool]
    since: NotRequired[int]
    seconds: NotRequired[float]


class Spoken(TypedDict):
    """What a seat says in a round of group chat that is not over, and how it came to it."""

    words: Words
    rule: str
    reason: str
    bid: BidRow
    calls: list[dict[str, Any]]


def merge_seats(
    seats: dict[str, dict[str, Any]], writes: Sequence[dict[str, dict[str, Any]]]
) -> dict[str, dict[str, Any]]:
    """Set keys seat by seat; a value of None removes the key."""
    merged = dict(seats)
    for write in writes:
        for seat, changes in write.items():
            kept = {**merged.get(seat, {}), **changes}
            merged[seat] = {key: value for key, value in kept.items() if value is not None}
    return merged


class Input(TypedDict):
    """What a game is started with."""

    scenario: Required[str]
    """Id of a shipped story, or the path of a scenario file."""
    seed: NotRequired[int]
    """Whatever is drawn by lot is drawn from it; 0 if left out."""


class State(TypedDict):
    """A game between two steps."""

    scenario: str
    seed: int
    game: str
    """Id under which the memories of this game are kept."""
    phase: str
    agenda: list[Item]
    """The phases still to come."""
    now: Item
    """The phase under way."""
    rooms: list[Room]
    """Who talks with whom now, and then."""
    room_from: int
    """The turn before the first one of the talk under way."""
    looks_left: int
    """Looks that each seat still has in this exploration."""
    bare: dict[str, list[str]]
    """By seat: the places where it looked and found nothing new."""
    cards: dict[str, dict[str, int]]
    """By seat: the clues it has, and in which turn it found them."""
    found: Annotated[
        dict[str, dict[str, Any]], DeltaChannel(merge_seats, snapshot_frequency=SNAPSHOT_EVERY)
    ]
    """By seat: the facts that its clues tell, and in which turn it found them."""
    sides: dict[str, str]
    """By person: the camp they stand in."""
    owners: dict[str, str | None]
    """By resource: the person who has it."""
    votes: list[Vote]
    ballots: int
    """How often has been voted."""
    tie: str
    """The story's rule for ties of votes."""
    outcome: Outcome | None
    """How the evening ended; None until it has, and without a settlement."""
    turn: int
    """The turn being played, from 1; after the end, the last one played."""
    history: Annotated[list[TurnRow], DeltaChannel(merge_rows, snapshot_frequency=SNAPSHOT_EVERY)]
    known: Annotated[
        dict[str, dict[str, int]], DeltaChannel(merge_seats, snapshot_frequency=SNAPSHOT_EVERY)
    ]
    """By seat: the facts it has heard, and in which turn first."""
    aired: Annotated[
        dict[str, dict[str, Any]], DeltaChannel(merge_seats, snapshot_frequency=SNAPSHOT_EVERY)
    ]
    """By fact: before whom it was said, each company as its ids joined by blanks."""
    notes: Annotated[
        dict[str, dict[str, Any]], DeltaChannel(merge_seats, snapshot_frequency=SNAPSHOT_EVERY)
    ]
    """By seat: its private notebook."""
    open_pairs: list[OpenPair]
    ledger: Ledger
    calls: Annotated[list[dict[str, Any]], add]
    """Questions put to models in this turn so far."""
    floor: Floor
    words: Words
    spoken: list[Spoken]
    """What has been said in the round of group chat under way; nobody has heard it."""
    judged: list[Vote]
    """Whom the principals judge to have come nearest to what they wanted."""
    knowledge: list[str]
    facts: list[str]
    facts_by: str
    """model, where a model found the facts of this turn; empty, or not there, where rules did."""
    reading: DesignationRow
    memory_tip: str
    """A digest of all that memory should hold; see :mod:`mmagents.nodes.views.long_term`."""
    spent: Spent
    """What models have cost so far, all turns on the record together."""
    lately: NotRequired[Lately]
    """How the last questions to models ended."""
    stopped: str
    """The limit that ended the game before its last turn, in words; empty otherwise."""
    ended: bool
