"""The record of a game: a row a turn, as `transcript.jsonl` holds it, with the turn's ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, NotRequired, cast

from typing_extensions import TypedDict

from mmagents.floor.bids import Bid
from mmagents.floor.conditions import Shown
from mmagents.floor.pairs import Closed, Closing
from mmagents.floor.rules import rule_of


class OfferRow(TypedDict):
    """A listener's wish to come in: a :class:`mmagents.floor.places.Offer` as JSON."""

    seat: str
    height: float
    why: str


class PlaceRow(TypedDict):
    """What came of a place within a turn, for the ledger.

    `unit` counts the units heard by then, from 1. `rule` is 1a, 1b or 1c, `to` who has the floor by
    it, and `hold` the speaker's (see :func:`mmagents.floor.places.hold_of`). `offers` are those to
    come in there, the highest first.
    """

    unit: int
    rule: Literal["1a", "1b", "1c"]
    to: str
    hold: float
    offers: list[OfferRow]
    reason: str


class Cut(TypedDict):
    """After which character a turn was cut, by which rule, and who has the floor."""

    by: str
    rule: Literal["1a", "1b"]
    at: int


class AsideRow(TypedDict):
    """What a listener said within a turn without taking the floor: no turn, and it has no number.

    `kind` is continuer, assessment or repair (:data:`mmagents.interfaces.asides.AsideKind`). It
    follows the `unit`-th unit of the turn, from 1; whoever heard the turn heard it. `start` and
    `end`, in seconds from the talk's beginning, are there once the turn is over.
    """

    speaker: str
    text: str
    kind: str
    unit: int
    start: NotRequired[float]
    end: NotRequired[float]


class Units(TypedDict):
    """The units of a turn that were heard, as a row of the record holds them.

    `ends` are the characters of the row's text at which each ends, and `completion` how surely it
    was complete there, 0-1. `times` are when each began and ended, in seconds from the talk's
    beginning. `again` counts, from 0, the units that say again what was said right before them,
    because a listener had asked for it; it is there only where there are such. `cut` is there only
    where the turn was cut, after the last of them.
    """

    ends: list[int]
    completion: list[float]
    times: NotRequired[list[list[float]]]
    again: NotRequired[list[int]]
    cut: NotRequired[Cut]


class Written(TypedDict):
    """Of a message that was begun before others were sent: the last turn that its writer had read.

    Nothing after that turn was known to it.
    """

    since: int


class Unsent(TypedDict):
    """A message that was still being written when the talk ended."""

    seat: str
    text: str


RECORDED = "recorded"
"""The rule of a turn that was recorded, and the key of what its game keeps of the recording."""
BACKCHANNEL = "backchannel"
"""The rule of a row that holds a backchannel: no turn at talk."""


class RecordedRow(TypedDict, total=False):
    """What a file said of a turn; a field is there only where it said so.

    `question`: whether it holds one. `stretch`: which stretch of talk it is of, from 0.
    `addressees`: whom it was put to. `answers`: the turn that it takes up. `pieces`: where it was
    said in several, of each the character of the text at which it ends, and from when to when it
    was said, in seconds.
    """

    question: bool
    stretch: int
    addressees: list[str]
    answers: int
    pieces: list[list[float]]


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
    `ways` holds what ways of taking turns of the user's own keep of the turn, by name.
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
    ways: NotRequired[dict[str, Any]]


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
    """Tell whether a row of the record is a turn at talk, and no deed."""
    return rule_of(row["rule"]).route is not None


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


class Piece(NamedTuple):
    """A piece of a turn.

    Attributes:
        upto: the character of the row's text at which it ends; it begins where the one before ends.
        start, end: in seconds, as the row has them.
    """

    upto: int
    start: float
    end: float


def pieces_in(row: TurnRow) -> list[Piece]:
    """Return the pieces of a turn, in order; none where nobody knows them."""
    units = row.get("units")
    if units is not None and "times" in units:
        spans = zip(units["ends"], units["times"], strict=True)
        return [Piece(upto, start, end) for upto, (start, end) in spans]
    kept = row.get("recorded", {}).get("pieces", ())
    return [Piece(int(upto), start, end) for upto, start, end in kept]
