"""Who may receive what of a game that is watched. Pure; whatever leaves the table passes here.

The host sees everything. A seat sees what its view holds: what it heard, and its own thoughts. A
spectator sees what the whole table heard, unless the host has opened the table to spectators. What
was not said because a turn was cut, and what was never sent, is for the host alone, once the game
is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

from mmagents.floor.conditions import ALL_SHOWN, Shown
from mmagents.nodes.record import BidRow, Ledger, TurnRow, is_talk, nothing_yet, shown_row
from mmagents.nodes.state import Floor, Outcome
from mmagents.showing.saying import Saying

Status = Literal["paused", "playing", "waiting", "ended", "failed"]


@dataclass(frozen=True, slots=True)
class Onlooker:
    """One kind of eyes on a table: the host's, a seat's, or a spectator's."""

    kind: Literal["host", "seat", "spectator"]
    seat: str = ""

    def sees_all(self, *, open_table: bool) -> bool:
        """Tell whether nothing is hidden from them."""
        return self.kind == "host" or (self.kind == "spectator" and open_table)


HOST = Onlooker("host")
SPECTATOR = Onlooker("spectator")
UNHEARD = frozenset({"unsaid", "unsent"})
"""What of a ledger is for the host alone, once the game is over."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands at this moment.

    Attributes:
        seats: all of them, in the order of the cast.
        rows: the turns so far; those an onlooker has not noticed are missing in what it sees.
        turns: how many there are in all.
        status: what the table is doing; waiting: for people.
        phase: the part of the evening.
        present: who hears what is said now.
        bids: by seat, the thinking that has come in for the turn under way; None where an onlooker
            may know that a seat has thought but not what.
        floor: who has the floor of the turn under way; None while the seats think.
        ledger: the ledger of that turn, as far as it stands.
        saying: that turn, as far as it was heard, where people may come in; None elsewhere.
        asks: by seat, what people are asked; an empty object where only that may be known.
        outcome: the verdict, once there is one.
        stopped: the limit that ended the game, if one did.
        trouble: what went wrong, for the host.
        open_table: whether spectators see everything.
    """

    seats: tuple[str, ...]
    rows: Sequence[TurnRow] = ()
    turns: int = 0
    status: Status = "paused"
    phase: str = ""
    present: tuple[str, ...] = ()
    bids: Mapping[str, BidRow | None] = field(default_factory=dict)
    floor: Floor | None = None
    ledger: Ledger | None = None
    saying: Saying | None = None
    asks: Mapping[str, Any] = field(default_factory=dict)
    outcome: Outcome | None = None
    stopped: str = ""
    trouble: str = ""
    open_table: bool = False


def hears(onlooker: Onlooker, hearers: Sequence[str], seats: Sequence[str]) -> bool:
    """Tell whether an onlooker from whom things are hidden notices what `hearers` notice."""
    if onlooker.kind == "seat":
        return onlooker.seat in hearers
    return set(hearers) >= set(seats)


def seen_row(
    row: TurnRow,
    onlooker: Onlooker,
    seats: Sequence[str],
    *,
    open_table: bool = False,
    shows: Shown = ALL_SHOWN,
    over: bool = False,
) -> TurnRow | None:
    """Return what an onlooker may have of a turn, or None where it did not notice it.

    Nobody but those who see all has bids, thoughts, recognised facts, memories, or the rule, which
    would tell what others bid; a deed stays a deed. A seat has of the detector what the condition
    `shows`, as in its view. What was not said none of them has while the game goes on, and the host
    alone once it is `over`.
    """
    if onlooker.kind == "host" and over:
        return row
    if onlooker.sees_all(open_table=open_table):
        return without_unsaid(row)
    if not hears(onlooker, row["heard_by"], seats):
        return None
    known = shown_row(row, shows) if onlooker.kind == "seat" else row
    bare: TurnRow = {**known, "facts": [], "knowledge": [], "ledger": nothing_yet()}
    if is_talk(row):
        bare["rule"] = "1b"
    return bare


def without_unsaid(row: TurnRow) -> TurnRow:
    """Return a turn without what nobody heard: what was cut off, and messages never sent.

    Of a turn that was cut, what was screened before it goes too: it quotes the turn as planned.
    """
    if not UNHEARD & set(row["ledger"]):
        return row
    hidden = UNHEARD | {"repair"}
    ledger = {key: value for key, value in row["ledger"].items() if key not in hidden}
    return {**row, "ledger": cast("Ledger", ledger)}


def seen(standing: Standing, onlooker: Onlooker, rows: Sequence[TurnRow]) -> Standing:
    """Return how a game stands, as an onlooker may know it.

    Args:
        standing: the whole truth.
        onlooker: whose eyes.
        rows: what :func:`seen_row` left of each turn for them.
    """
    seats = standing.seats
    if onlooker.sees_all(open_table=standing.open_table):
        private = {} if onlooker.kind == "spectator" else standing.asks
        trouble = standing.trouble if onlooker.kind == "host" else bool(standing.trouble) * "!"
        return replace(standing, rows=rows, asks=private or _unsaid(standing.asks), trouble=trouble)
    here = hears(onlooker, standing.present or seats, seats)
    return Standing(
        seats=seats,
        rows=rows,
        turns=standing.turns,
        status=standing.status,
        phase=standing.phase,
        present=standing.present if here else (),
        bids={s: b if s == onlooker.seat else None for s, b in standing.bids.items() if here},
        floor=standing.floor if here else None,
        saying=_heard_so_far(standing.saying, onlooker, seats),
        asks={
            seat: ask if seat == onlooker.seat else {}
            for seat, ask in standing.asks.items()
            if here or seat == onlooker.seat
        },
        outcome=_ending(standing.outcome, onlooker),
        trouble=bool(standing.trouble) * "!",
    )


def _heard_so_far(saying: Saying | None, onlooker: Onlooker, seats: Sequence[str]) -> Saying | None:
    """Return the turn under way for those who hear it; of people, whether this one may come in."""
    if saying is None or not hears(onlooker, saying["heard_by"], seats):
        return None
    return {**saying, "may": [one for one in saying["may"] if one == onlooker.seat]}


def _unsaid(asks: Mapping[str, Any]) -> dict[str, Any]:
    return {seat: {} for seat in asks}


def _ending(outcome: Outcome | None, onlooker: Onlooker) -> Outcome | None:
    """Return the verdict, the truth and the points, without what others were out for."""
    if outcome is None:
        return None
    own = {seat: each for seat, each in outcome["missions"].items() if seat == onlooker.seat}
    return {**outcome, "missions": own}
