"""Group chat in rounds: all speak, and what is said is heard when the round is over.

AgentGroupChat, section 3.3. The words of a round stand in `State.spoken`. No view is made of that:
they come on the record, and into anybody's memory, when all have spoken. So nobody who speaks in a
round can have heard what another says in it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from langgraph.types import Overwrite

from mmagents.floor.bids import Bid
from mmagents.floor.situation import Decision
from mmagents.interfaces.player import Asked, Option
from mmagents.interfaces.texts.catalogue import game as sentence
from mmagents.interfaces.view import View
from mmagents.nodes.evening.agenda import last_turn, moved_on
from mmagents.nodes.evening.choices import ask_seats
from mmagents.nodes.evening.deeds import Deed, end_step
from mmagents.nodes.evening.heard import on_record, read
from mmagents.nodes.evening.influence import order_of_influence
from mmagents.nodes.evening.stages import those_with_aims
from mmagents.nodes.interrupts import PersonsTurn, turns_of_people
from mmagents.nodes.model_health import counted
from mmagents.nodes.record import bid_row, nothing_yet
from mmagents.nodes.state import Spoken, State, merge_seats
from mmagents.nodes.step import Step
from mmagents.nodes.table import Table
from mmagents.nodes.turn.floor import bid_of, condition_now, situation_of
from mmagents.nodes.turn.speak import one_line
from mmagents.nodes.turn.think import no_bid
from mmagents.nodes.views.talk import with_thought
from mmagents.nodes.views.view import views_of


async def choose_partner(step: Step) -> dict[str, Any]:
    """Let the next principal choose whom to talk to; a person who passes talks to nobody."""
    state, table, now = step.state, step.table, step.state["now"]
    waiting = now.get("chooses")
    if waiting is None:
        lot = f"{state['turn']}:partners"
        waiting = order_of_influence(state, table, those_with_aims(table.scenario), lot)
    seat, *rest = waiting
    chosen, calls = await ask_seats(step, {seat: _others(table, seat)})
    whom, notes = chosen[seat].id, dict(chosen[seat].notes)
    change = {
        "rooms": [{"members": [seat, whom], "turns": now["turns"]}] if whom else [],
        "agenda": [*([{**now, "chooses": rest}] if rest else []), *state["agenda"]],
        "notes": {seat: notes} if notes else {},
    }
    return await end_step(step, [_going(step, seat, whom)] if whom else [], calls, change)


def _others(table: Table, seat: str) -> Asked:
    """Return the choice among all others; talking to nobody is none of the options."""
    others = [one for one in table.seats if one != seat]
    return Asked("partner", tuple(Option(one, table.name(one)) for one in others))


def _going(step: Step, seat: str, whom: str) -> Deed:
    """Return who goes aside with whom, as far as it is noticed."""
    table, seen = step.table, step.state["phase"] == "confidential_meeting"
    text = sentence(table.language, "meet", one=table.name(seat), other=table.name(whom))
    return Deed(seat, "meet", text, table.seats if seen else (seat, whom), None if seen else ())


def places(step: Step) -> list[Decision]:
    """Return who speaks in this round, in order, as the floor gives it."""
    choose, now = condition_now(step).choose, situation_of(step, ())
    return [
        choose(replace(now, turn=now.turn + at, given=now.given + at))
        for at in range(len(now.order))
    ]


async def speak_in_round(step: Step) -> dict[str, Any]:
    """Ask all for their words of this round, at once; none of them hears another's.

    People are asked first, so that nobody else is asked twice.
    """
    given = places(step)
    steps = {one.speaker: at_its_turn(step, place) for place, one in enumerate(given)}
    views = await step.aside(
        lambda: {seat: views_of(own, (seat,))[seat] for seat, own in steps.items()}
    )
    by_people = turns_of_people(step, views, given[0].rule)
    found = await step.together(
        *(spoken_by(steps[one.speaker], views[one.speaker], one, by_people) for one in given)
    )
    notes = {spoken["words"]["speaker"]: kept for spoken, kept in found if kept}
    return {"spoken": [spoken for spoken, _ in found], "notes": notes}


def at_its_turn(step: Step, place: int) -> Step:
    """Return the step of one who speaks in a round: before it, but for the number of the turn.

    History reaches back over all of this talk: a speaker goes by what was said in the stage
    (AgentGroupChat, section 4.2), and a round may be longer than k.
    """
    state, context = step.state, step.context
    said = state["turn"] - state["room_from"] - 1
    wide = context.with_fields(memory={"k": max(context.memory.k, said)})
    return replace(step, context=wide, state={**state, "turn": state["turn"] + place})


async def spoken_by(
    step: Step, view: View, given: Decision, by_people: dict[str, PersonsTurn]
) -> tuple[Spoken, dict[str, Any]]:
    """Return what a seat says in its place, and what it notes; thinking comes first."""
    seat, person = view.seat, by_people.get(view.seat)
    if person is not None:
        reason = "; ".join(filter(None, (given.reason, person.note)))
        bid = bid_row(Bid(seat, "speak", 0))
        words = person.words
        return {"words": words, "rule": given.rule, "reason": reason, "bid": bid, "calls": []}, {}
    player = step.context.player(seat)
    with step.recording() as calls:
        thought = await player.think(replace(view, about_to_speak=True))
        notes = dict(thought.notes)
        kept = merge_seats({seat: dict(view.notes)}, [{seat: notes}])[seat]
        planned = with_thought(view, thought.thought, step.context.memory.k)
        text = await player.speak(replace(planned, notes=kept))
    return {
        "words": {"speaker": seat, "text": one_line(text)},
        "rule": given.rule,
        "reason": given.reason,
        "bid": bid_row(bid_of(seat, no_bid(thought))),
        "calls": calls,
    }, notes


async def hear_round(step: Step) -> dict[str, Any]:
    """Read all that was said in the round, side by side, and put it on the record for all.

    A limit that is reached in a round ends the game when the round is over, and so do models that
    give nothing usable.
    """
    state, context = step.state, step.context
    spoken = state["spoken"]
    readings = await step.together(
        *(read(at_its_turn(step, place), one) for place, one in enumerate(spoken))
    )
    last = state["turn"] + len(spoken) - 1
    more = last < last_turn(state, context)
    change = await step.aside(on_record, step, readings, over=not more)
    calls = [call for row in change["history"] for call in row["ledger"]["calls"]]
    to_come = more or bool(state["agenda"])
    cost = counted(step.state, step.context, calls, last=not to_come)
    ended = bool(cost["stopped"]) or not to_come
    await step.aside(step.forget_if_over, over=ended)
    closed: State = {**state, "turn": last}
    return {
        **change,
        **({} if more else moved_on(closed, "phase")),
        **cost,
        "spoken": [],
        "ledger": nothing_yet(),
        "calls": Overwrite([]),
        "turn": last + (not ended),
        "ended": ended,
    }
