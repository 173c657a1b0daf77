"""The record of a game: a row a turn, as `transcript.jsonl` holds it, with the turn's ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NotRequired, cast, get_args

from typing_extensions import TypedDict

from mmagents.floor.bids import Bid
from mmagents.floor.conditions import Shown
from mmagents.floor.pairs import Closed, Closing
from mmagents.nodes.chat.messages import Unsent, Written
from mmagents.nodes.talk.recorded import RecordedRow
from mmagents.nodes.units.rows import AsideRow, PlaceRow, Units

DeedKind = Literal[
    "look", "meet", "reflect", "side", "transfer", "vote", "summary", "judge", "backchannel"
]  # fmt: skip
"""What a seat did, in rows of the record that are no turns at talk."""
DEEDS: frozenset[str] = frozenset(get_args(DeedKind))


class BidRow(TypedDict):
    """What one seat's thinking came to in one turn: a :class:`mmagents.floor.bids.Bid` as JSON.

    `importance` is an integer 0-9. `calibrated`, 0-9, is there only where a run ranks importances
    against the seat's own past (see :mod:`mmagents.floor.bids`). `kept_from` and `was` are there
    only of a bid that was kept: the turn before which it was made, and its importance then (see
    :mod:`mmagents.floor.keeping`). `come_in`, where turns are said in units, is what it states.
    """

    seat: str
    action: str
    importance: int
    thought: str
    calibrated: NotRequired[float]
    kept_from: NotRequired[int]
    was: NotRequired[int]
    come_in: NotRequired[list[str]]


class Attempt(TypedDict):
    """A candidate utterance, what was suspected of it, and what that was found to be.

    See :class:`mmagents.interfaces.repair.Suspicion` and
    :class:`mmagents.interfaces.repair.Finding`. `triplets` are what a model drew from it (subject,
    relation, object), where a model compares statements.
    """

    text: str
    triplets: NotRequired[list[list[str]]]
    suspicions: list[dict[str, Any]]
    findings: list[dict[str, Any]]


class Repaired(TypedDict):
    """How a turn came to its words.

    `outcome`: clean (nothing was suspected), no issue (what was suspected is no fault), repaired
    (said anew), failed (still at fault after the last round). `spoken` is the index of the attempt
    that was published: the last one, or after a failure the best.
    """

    outcome: Literal["clean", "no issue", "repaired", "failed"]
    spoken: int
    attempts: list[Attempt]


Drafted = Literal["said", "asked again", "none"]
"""At the pace `draft`: what was drafted was said; or its seat was asked again, as it had no words
or did not take up what was due; or drafts nothing, and spoke as ever."""


class Ledger(TypedDict):
    """Why the floor went where it went, and what the turn cost.

    `bids` are ranked, the highest first. `designated` are the addressees of the last first pair
    part, whether or not they could take the floor. `tie` holds the seats between which the lot was
    cast, empty without a tie. `reason` says it in words. `calls` are the questions put to models in
    this turn, with what went wrong (`mmagents.interfaces.accounts.Call`). `repair` is there only
    where the turn was screened before it was heard. `persona`, in a strategist's reflections alone,
    holds what it then believes and feels: `beliefs` (0-100), `regards` (by seat, -10 to 10 and
    words), `rounds` (reflections so far), and under the protocol agentgroupchat `guesses` (by seat
    and by whom it is about, -10 to 10). `vote`, of a vote and a judgement alone, is the id of what
    it was for. `drafted` is there only at the pace `draft`.
    """

    bids: list[BidRow]
    designated: list[str]
    tie: list[str]
    reason: str
    calls: NotRequired[list[dict[str, Any]]]
    repair: NotRequired[Repaired]
    persona: NotRequired[dict[str, Any]]
    vote: NotRequired[str]
    drafted: NotRequired[Drafted]
    places: NotRequired[list[PlaceRow]]
    unsaid: NotRequired[str]
    unsent: NotRequired[list[Unsent]]


def bid_row(bid: Bid) -> BidRow:
    """Return a bid as it stands in the ledger."""
    row: BidRow = {
        "seat": bid.seat,
        "action": bid.action,
        "importance": bid.importance,
        "thought": bid.thought,
    }
    if bid.calibrated is not None:
        row["calibrated"] = bid.calibrated
    if bid.kept_from is not None and bid.was is not None:
        row |= {"kept_from": bid.kept_from, "was": bid.was}
    if bid.come_in:
        row["come_in"] = list(bid.come_in)
    return row


def nothing_yet() -> Ledger:
    """Return the ledger of a turn that nobody has thought about."""
    return {"bids": [], "designated": [], "tie": [], "reason": ""}


class ClosedPair(TypedDict):
    """How the first pair part of turn `turn` ended."""

    turn: int
    how: Closing


class ClosedEarlier(ClosedPair):
    """How an earlier first pair part of turn `turn` ended, the `nth` of them, from 1."""

    nth: int


class FirstPartRow(TypedDict):
    """A first pair part that is not the last of its turn."""

    first_pair_part: str
    addressees: list[str]
    expects: list[str]


class DesignationRow(TypedDict):
    """What the analyst made of the words (see :class:`mmagents.floor.adjacency.Designation`).

    `earlier` is there only where there is more than one first pair part.
    """

    first_pair_part: str | None
    addressees: list[str]
    expects: list[str]
    answers: int | None
    second_pair_part: str | None
    closes: bool
    earlier: NotRequired[list[FirstPartRow]]


UNREAD: DesignationRow = {
    "first_pair_part": None,
    "addressees": [],
    "expects": [],
    "answers": None,
    "second_pair_part": None,
    "closes": False,
}
"""The reading of what nobody has read."""


class TurnRow(TypedDict):
    """One turn of the record, as `transcript.jsonl` holds it: a turn at talk, or a deed.

    `shown` is there only where clues were shown with the words: their ids; `facts_by` only where a
    model found the facts, and not rules; `earlier` only where the words hold several first pair
    parts, those before the last; `closed_earlier` only where one of these ended, counted from 1.
    """

    turn: int
    speaker: str
    text: str
    rule: str
    """A code of :mod:`mmagents.floor.rules`."""
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
    facts_by: NotRequired[Literal["model"]]
    earlier: NotRequired[list[FirstPartRow]]
    closed_earlier: NotRequired[list[ClosedEarlier]]
    start: NotRequired[float]
    end: NotRequired[float]
    recorded: NotRequired[RecordedRow]
    units: NotRequired[Units]
    asides: NotRequired[list[AsideRow]]
    written: NotRequired[Written]


def row_of(  # noqa: PLR0913  # a row has that many fields
    turn: int,
    speaker: str,
    text: str,
    rule: str,
    *,
    heard_by: Sequence[str],
    phase: str,
    ledger: Ledger,
    facts: Sequence[str] = (),
    knowledge: Sequence[str] = (),
    reading: DesignationRow = UNREAD,
    closed: Sequence[Closed] = (),
    shown: Sequence[str] = (),
    by_model: bool = False,
) -> TurnRow:
    """Return a row of the record."""
    row: TurnRow = {
        "turn": turn,
        "speaker": speaker,
        "text": text,
        "rule": rule,
        "first_pair_part": reading["first_pair_part"],
        "addressees": reading["addressees"],
        "expects": reading["expects"],
        "answers": reading["answers"],
        "second_pair_part": reading["second_pair_part"],
        "closes_sequence": reading["closes"],
        "closed": [{"turn": one.turn, "how": one.how} for one in closed if not one.nth],
        "heard_by": list(heard_by),
        "phase": phase,
        "facts": list(facts),
        "knowledge": list(knowledge),
        "ledger": ledger,
    }
    if by_model:
        row["facts_by"] = "model"
    if shown:
        row["shown"] = list(shown)
    if reading.get("earlier"):
        row["earlier"] = reading["earlier"]
    ended = [one for one in closed if one.nth]
    if ended:
        row["closed_earlier"] = [
            {"turn": one.turn, "how": one.how, "nth": one.nth} for one in ended
        ]
    return row


def is_talk(row: TurnRow) -> bool:
    """Tell whether a row of the record is a turn at talk."""
    return row["rule"] not in DEEDS


def read_until(row: TurnRow) -> int:
    """Return the last turn that whoever said or wrote a row had heard or read."""
    return row["written"]["since"] if "written" in row else row["turn"] - 1


def nothing_found() -> dict[str, Any]:
    """Return the fields of a turn whose words ask nothing of anybody and answer nothing."""
    return {
        "first_pair_part": None,
        "addressees": [],
        "expects": [],
        "answers": None,
        "second_pair_part": None,
        "closes_sequence": False,
        "closed": [],
    }


def shown_row(row: TurnRow, shows: Shown) -> TurnRow:
    """Return a turn without what the detector found, unless the condition shows it."""
    if shows.reading:
        return row
    blank = cast("TurnRow", {**row, **nothing_found()})
    blank.pop("earlier", None)
    blank.pop("closed_earlier", None)
    return blank


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
