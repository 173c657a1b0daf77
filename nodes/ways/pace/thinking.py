"""Who thinks before a turn is given, and whose last thought stands, by the run's pace."""

from __future__ import annotations

from typing import Any, NamedTuple, NotRequired, cast

from typing_extensions import TypedDict

from mmagents.analysts.rules.listening import listen
from mmagents.analysts.text.names import named_in
from mmagents.floor.bids import Bid
from mmagents.floor.keeping import Happened, foremost, kept, reason_to_think
from mmagents.nodes.record import BidRow, DesignationRow
from mmagents.nodes.step import Step
from mmagents.nodes.turn.floor import bids_count, condition_now, decide, thinkers
from mmagents.nodes.turn.row import last_thought
from mmagents.nodes.values import heard_turn
from mmagents.nodes.views.room import heard_by_all, public_in


class DraftRow(TypedDict):
    """What a seat would say in the turn being played, and what it says that this does."""

    words: str
    declared: DesignationRow


class ThoughtAhead(TypedDict):
    """What the seats thought of the next turn while this one was being read."""

    bids: list[BidRow]
    calls: list[dict[str, Any]]


class PaceState(TypedDict):
    """The channels of the paces.

    `overlap`: whether the next turn is thought of while this one is read; `ahead`: those thoughts,
    until this turn is closed. `drafts`, at the pace `draft`: by seat, its words for this turn.
    `unread`: the turns of this talk that are normalised later.
    """

    overlap: bool
    ahead: ThoughtAhead | None
    drafts: NotRequired[dict[str, DraftRow]]
    unread: NotRequired[list[int]]


def own(step: Step) -> PaceState:
    """Return the channels of the paces."""
    return cast("PaceState", step.state)


class Thinking(NamedTuple):
    """The seats that think before a turn, and the bids of those whose last thought stands."""

    seats: tuple[str, ...]
    kept: tuple[Bid, ...] = ()


def who_thinks(step: Step, *, unread: bool = False) -> Thinking:
    """Return who thinks before this turn.

    At `paper` and `draft` all do. At `lean`, where the floor does not depend on bids, as under
    rule 1a, only whoever gets it does. Elsewhere those do who have reason to, by the words alone,
    and whoever of the others has the strongest wish that stands.

    Args:
        step: what it works with.
        unread: whether it is not known yet whom the last turn selects. Then those with reason to
            think do in any case, so that whoever gets the floor has a thought.
    """
    seats = thinkers(step)
    if step.context.pace.kind != "lean" or condition_now(step).speaker_thinks:
        return Thinking(seats)
    made = {seat: last_thought(step, seat) for seat in seats}
    given = not bids_count(step) and not condition_now(step).asks_moderator
    anew = {decide(step, []).speaker} if given else set[str]()
    if unread or not given:
        anew |= _with_reason(step, made)
    now, people = step.state["turn"], step.people
    standing = [
        kept(Bid.of(found), turn, now)
        for seat, (turn, found) in made.items()
        if not (seat in anew or seat in people or turn is None or found is None)
    ]
    if unread or not given:
        anew |= foremost(standing)
    return Thinking(
        tuple(seat for seat in seats if seat in anew),
        tuple(bid for bid in standing if bid.seat not in anew),
    )


def _with_reason(step: Step, made: dict[str, tuple[int | None, BidRow | None]]) -> set[str]:
    """Return those who have reason to think anew. People are always asked."""
    now, happened = step.state["turn"], happened_in(step)
    oldest = step.context.memory.k if "history" in step.context.memory.layers else 1
    anew = {seat for seat in made if seat in step.people}
    for seat, (turn, _) in made.items():
        if reason_to_think(seat, turn, now, happened, oldest):
            anew.add(seat)
    return anew


def happened_in(step: Step) -> list[Happened]:
    """Return what the last turns of this talk could do to bids, read from their words alone."""
    state, table, here = step.state, step.table, step.here
    cast, language = public_in(table.public, table.seats, here).cast, table.language
    rows = [
        row
        for row in heard_by_all(state["history"], here, step.context.memory.k)
        if row["turn"] > state["room_from"]
    ]
    heard = listen(tuple(map(heard_turn, rows)), cast, language, state["room_from"]).turns
    return [
        Happened(
            turn.turn,
            turn.speaker,
            asked=turn.addressees if turn.first_pair_part else (),
            named=named_in(turn.text, cast, language, speaker=turn.speaker),
            told=bool(turn.facts),
            answers=turn.answers is not None,
            after=before.speaker if before else None,
        )
        for before, turn in zip((None, *heard), heard, strict=False)
    ]
