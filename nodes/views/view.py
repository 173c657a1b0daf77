"""A seat's view, built from the record and the story and cut to what that seat may know. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from mmagents.floor.adjacency import EVERYONE, Designation, Obligation
from mmagents.floor.conditions import condition_of
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import Memory, View
from mmagents.nodes.context import Context
from mmagents.nodes.state import OpenPair, Reading, State, TurnRow
from mmagents.nodes.table import Table
from mmagents.nodes.views.knowledge import aired_before, known_facts, speakers_of
from mmagents.nodes.views.localise import resources
from mmagents.nodes.views.room import is_talk, present, public_in


def heard_turn(row: TurnRow) -> HeardTurn:
    """Return a turn as those who heard it know it: without ledger, rule or bids."""
    return HeardTurn(
        turn=row["turn"],
        speaker=row["speaker"],
        text=row["text"],
        first_pair_part=row["first_pair_part"],  # type: ignore[arg-type]  # JSON of the literal
        addressees=tuple(row["addressees"]),
        answers=row["answers"],
        second_pair_part=row["second_pair_part"],  # type: ignore[arg-type]  # JSON of the literal
        facts=tuple(row["facts"]),
    )


def obligation(pair: OpenPair) -> Obligation:
    """Return an open pair as the obligation it is."""
    return Obligation(
        turn=pair["turn"],
        by=pair["by"],
        to=tuple(pair["to"]),
        first_pair_part=pair["first_pair_part"],  # type: ignore[arg-type]  # JSON of the literal
        expects=tuple(pair["expects"]),  # type: ignore[arg-type]  # JSON of the literal
        text=pair["text"],
    )


def open_pair(due: Obligation) -> OpenPair:
    """Return an obligation as the state holds it."""
    return {
        "turn": due.turn,
        "by": due.by,
        "to": list(due.to),
        "first_pair_part": due.first_pair_part,
        "expects": list(due.expects),
        "text": due.text,
    }


def designation_of(reading: Reading) -> Designation:
    """Return a reading as the designation it is."""
    return Designation(
        first_pair_part=reading["first_pair_part"],  # type: ignore[arg-type]  # JSON of the literal
        addressees=tuple(reading["addressees"]),
        expects=tuple(reading["expects"]),  # type: ignore[arg-type]  # JSON of the literal
        answers=reading["answers"],
        second_pair_part=reading["second_pair_part"],  # type: ignore[arg-type]  # JSON
        closes=reading["closes"],
    )


def last_heard(history: Sequence[TurnRow], seat: str, k: int) -> tuple[TurnRow, ...]:
    """Return the last `k` turns that `seat` heard, oldest first."""
    rows = (row for row in reversed(history) if seat in row["heard_by"] and is_talk(row))
    found = islice(rows, k)
    return tuple(reversed(tuple(found)))


def own_thoughts(history: Sequence[TurnRow], seat: str, k: int) -> tuple[str, ...]:
    """Return the seat's own thoughts of the last `k` turns, oldest first (shortTermHistory)."""
    return tuple(
        bid["thought"]
        for row in history[-k:]
        for bid in row["ledger"]["bids"]
        if bid["seat"] == seat and bid["thought"]
    )


def last_words(history: Sequence[TurnRow], seat: str) -> str:
    """Return the last utterance that `seat` heard: what its memory is searched by."""
    last = last_heard(history, seat, 1)
    return last[0]["text"] if last else ""


def due_to(state: State, seat: str, context: Context) -> OpenPair | None:
    """Return the first pair part of the last turn if it was put to this seat alone (rule 1a)."""
    if not condition_of(context.condition).obliges or not state["open_pairs"]:
        return None
    pair = state["open_pairs"][-1]
    return pair if pair["turn"] == state["turn"] - 1 and pair["to"] == [seat] else None


def view_of(
    seat: str,
    *,
    state: State,
    table: Table,
    context: Context,
    memories: Sequence[Memory],
    due: OpenPair | None,
    thought: str = "",
) -> View:
    """Return everything that `seat` may know at this moment, and nothing else.

    `thought` is what the seat thought in this very turn: with it, the thoughts end. Without rule
    1a (all conditions but cssn-or-ss) nobody is told what is due: that is what these conditions
    take away (MMAgents, section 4.1). All still hear who is spoken to.

    Of memories that the run switches off (`Context.memories`), two things remain, which are none:
    the very last turn, for without it nothing can be answered, and `thought`, the plan that this
    turn is spoken from.
    """
    history = state["history"]
    open_pairs = state["open_pairs"] if condition_of(context.condition).obliges else []
    rows = last_heard(history, seat, context.k if "history" in context.memories else 1)
    past = own_thoughts(history, seat, context.k) if "thoughts" in context.memories else ()
    heard, found = state["known"].get(seat, {}), state["found"].get(seat, {})
    here = present(state, table.seats)
    return View(
        seat=seat,
        language=table.language,
        public=public_in(table.public, table.seats, here),
        sheet=table.sheets[seat],
        heard=tuple(heard_turn(row) for row in rows),
        thoughts=(*past, *([thought] if thought else []))[-context.k :],
        memories=tuple(memories) if "long-term" in context.memories else (),
        known=known_facts(
            table.scenario,
            table.language,
            seat,
            heard,
            speakers_of(history),
            found,
            aired_before(here, state["aired"]),
        ),
        obligation=obligation(due) if due else None,
        open_pairs=tuple(
            obligation(pair)
            for pair in open_pairs
            if (seat in pair["to"] or pair["to"] == [EVERYONE]) and pair["by"] != seat
        ),
        notes=state["notes"].get(seat, {}),
        seed=state["seed"],
        turn=state["turn"],
        phase=state["phase"],
        present=here,
        since=state["room_from"],
        cards=tuple(table.card(clue) for clue in state["cards"].get(seat, {})),
        sides=state["sides"],
        resources=resources(table.scenario, table.language, seat, state["owners"]),
    )
