"""The state that goes round the cycle: plain JSON values, nothing else.

`history`, `known` and `notes` grow with the game. They are delta channels: a checkpoint holds what
a step wrote to them, not all they hold, so that a turn's checkpoints do not grow with the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import Annotated, Any, Literal, NotRequired, Required

from langgraph.channels import DeltaChannel
from typing_extensions import TypedDict

from mmagents.floor.bids import Bid
from mmagents.floor.pairs import Closing
from mmagents.nodes.spending import Spent

Deed = Literal["look", "meet", "reflect", "side", "transfer", "vote"]
"""What a seat did, in rows of the record that are no turns at talk."""
SNAPSHOT_EVERY = 2_000
"""Writes to a delta channel between two full copies; reading a checkpoint replays at most these."""


class BidRow(TypedDict):
    """What one seat's thinking came to in one turn: a :class:`mmagents.floor.bids.Bid` as JSON.

    `importance` is an integer 0-9. `calibrated`, 0-9, is there only where a run ranks importances
    against the seat's own past (see :mod:`mmagents.floor.bids`).
    """

    seat: str
    action: str
    importance: int
    thought: str
    calibrated: NotRequired[float]


class Attempt(TypedDict):
    """A candidate utterance, what was suspected of it, and what that was found to be.

    See :class:`mmagents.interfaces.repair.Suspicion` and
    :class:`mmagents.interfaces.repair.Finding`.
    """

    text: str
    suspicions: list[dict[str, Any]]
    findings: list[dict[str, Any]]


class Repair(TypedDict):
    """The candidates of a turn that is being screened, and how often it may be said anew."""

    attempts: list[Attempt]
    rounds_left: int


class Repaired(TypedDict):
    """How a turn came to its words.

    `outcome`: clean (nothing was suspected), no issue (what was suspected is no fault), repaired
    (said anew), failed (still at fault after the last round). `spoken` is the index of the attempt
    that was published: the last one, or after a failure the best.
    """

    outcome: Literal["clean", "no issue", "repaired", "failed"]
    spoken: int
    attempts: list[Attempt]


class Said(TypedDict):
    """How far the index of utterances has been brought.

    See :mod:`mmagents.nodes.views.utterance_index`.
    """

    turn: int
    digest: str


class Ledger(TypedDict):
    """Why the floor went where it went, and what the turn cost.

    `bids` are ranked, the highest first. `designated` are the addressees of the last first pair
    part, whether or not they could take the floor. `tie` holds the seats between which the lot was
    cast, empty without a tie. `reason` says it in words. `calls` are the questions put to models in
    this turn, with what went wrong (see :class:`mmagents.interfaces.accounts.Call`). `repair` is
    there only where the turn was screened before it was heard. `persona`, in a strategist's
    reflections alone, holds what it then believes and feels: `beliefs` (0-100), `regards` (by seat,
    -10 to 10 and words), `rounds` (reflections so far). `vote`, of a vote
    alone, is the id of what it was for.
    """

    bids: list[BidRow]
    designated: list[str]
    tie: list[str]
    reason: str
    calls: NotRequired[list[dict[str, Any]]]
    repair: NotRequired[Repaired]
    persona: NotRequired[dict[str, Any]]
    vote: NotRequired[str]


def as_json(bid: Bid) -> BidRow:
    """Return a bid as it stands in the ledger."""
    row: BidRow = {
        "seat": bid.seat,
        "action": bid.action,
        "importance": bid.importance,
        "thought": bid.thought,
    }
    return row if bid.calibrated is None else {**row, "calibrated": bid.calibrated}


def nothing_yet() -> Ledger:
    """Return the ledger of a turn that nobody has thought about."""
    return {"bids": [], "designated": [], "tie": [], "reason": ""}


class OpenPair(TypedDict):
    """A first pair part that waits for its second. `to` may be ["everyone"]."""

    turn: int
    by: str
    to: list[str]
    first_pair_part: str
    expects: list[str]
    text: str


class ClosedPair(TypedDict):
    """How the first pair part of turn `turn` ended."""

    turn: int
    how: Closing


class Floor(TypedDict):
    """Who has the floor, by which rule, and what is due from them."""

    speaker: str
    rule: str
    due: OpenPair | None


class Words(TypedDict):
    """What was just said.

    Where clues were shown with it, `shown` has their ids, `text` tells of them as well, and `said`
    is what was spoken.
    """

    speaker: str
    text: str
    said: NotRequired[str]
    shown: NotRequired[list[str]]


class Reading(TypedDict):
    """What the analyst made of the words (see :class:`mmagents.floor.adjacency.Designation`)."""

    first_pair_part: str | None
    addressees: list[str]
    expects: list[str]
    answers: int | None
    second_pair_part: str | None
    closes: bool


class TurnRow(TypedDict):
    """One turn of the record, as `transcript.jsonl` holds it: a turn at talk, or a deed.

    `shown` is there only where clues were shown with the words: their ids.
    """

    turn: int
    speaker: str
    text: str
    rule: str
    """A code of :mod:`mmagents.floor.rules`, or a `Deed`."""
    first_pair_part: str | None
    addressees: list[str]
    expects: list[str]
    answers: int | None
    second_pair_part: str | None
    closes_sequence: bool
    closed: list[ClosedPair]
    heard_by: list[str]
    phase: str
    facts: list[str]
    knowledge: list[str]
    ledger: Ledger
    shown: NotRequired[list[str]]


def merge_rows(rows: list[TurnRow], writes: Sequence[list[TurnRow]]) -> list[TurnRow]:
    """Add rows to the history; a row of a turn already there replaces it."""
    merged = list(rows)
    for write in writes:
        for row in write:
            if merged and row["turn"] <= merged[-1]["turn"]:
                merged = [row if old["turn"] == row["turn"] else old for old in merged]
            else:
                merged.append(row)
    return merged


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


class Ahead(TypedDict):
    """What the seats thought of the next turn while this one was being read."""

    bids: list[BidRow]
    calls: list[dict[str, Any]]


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
    agenda: list[dict[str, Any]]
    """The phases still to come (see :class:`mmagents.nodes.evening.agenda.Item`)."""
    now: dict[str, Any]
    """The phase under way."""
    rooms: list[dict[str, Any]]
    """Who talks with whom now, and then (see :class:`mmagents.nodes.views.room.Room`)."""
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
    overlap: bool
    """Whether the next turn is thought of while this one is being read."""
    ahead: Ahead | None
    """With `overlap`: the thoughts of the next turn, until this turn is closed."""
    floor: Floor
    words: Words
    repair: Repair | None
    """What became of the words so far; None, or not there, where they are not screened."""
    said: Said
    knowledge: list[str]
    facts: list[str]
    reading: Reading
    memory_tip: str
    """A digest of all that memory should hold; see :mod:`mmagents.nodes.views.long_term`."""
    spent: Spent
    """What models have cost so far, all turns on the record together."""
    stopped: str
    """The limit that ended the game before its last turn, in words; empty otherwise."""
    ended: bool
