"""The evening in order: phases still to come, who talks with whom, when a talk is over. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from mmagents.nodes.context import Context
from mmagents.nodes.detective import INTERROGATION, ROUNDS
from mmagents.nodes.evening.stages import stages_of
from mmagents.nodes.settings import SWITCHED_OFF
from mmagents.scenarios.game import Phase, Played, unrolled
from mmagents.scenarios.schema import Scenario

if TYPE_CHECKING:
    from mmagents.nodes.state import Item, Room, State

Next = Literal["turn", "room", "phase", "over"]


OUTSIDE = 1
"""Turns that a talk may last beyond its count, so that a question at its end is heard out."""


def agenda_of(scenario: Scenario, context: Context) -> list[Item]:
    """Return the phases of a run: the discussion alone, or the evening of the story.

    Under interrogation these are its rounds, and in a whole evening the accusation and the truth.
    """
    if context.interrogates():
        return _interrogation(context)
    if context.evening.kind == "discussion":
        return [{**_item(Played(Phase(kind="discussion"), 0), context, 0), "turns": None}]
    seats = len(scenario.seats())
    off = {SWITCHED_OFF[one] for one in context.evening.without if one in SWITCHED_OFF}
    if context.evening.protocol == "agentgroupchat":
        return stages_of(scenario, context.evening.rounds, context.evening.lengths, off)
    played = unrolled(scenario.phases, context.evening.rounds)
    return [_item(one, context, seats) for one in played if one.phase.kind not in off]


def _item(played: Played, context: Context, seats: int) -> Item:
    phase = played.phase
    turns = phase.length(seats)
    if phase.kind != "introduction":
        turns = context.evening.lengths.get(phase.kind, turns)
    return {
        "kind": phase.kind,
        "turns": turns,
        "looks": phase.looks,
        "tie": phase.tie,
        "order": phase.order,
        "round": played.round,
    }


def _interrogation(context: Context) -> list[Item]:
    turns = context.evening.lengths.get(INTERROGATION, 2)
    asking = [
        _plain(INTERROGATION, turns) | {"round": number}
        for number in range(1, (context.evening.rounds or ROUNDS) + 1)
    ]
    ending = [_plain("accusation", 0), _plain("settlement", 0)]
    return [*asking, *(ending if context.evening.kind == "whole" else [])]


def _plain(kind: str, turns: int) -> Item:
    return {"kind": kind, "turns": turns, "looks": 0, "tie": "nobody", "order": "floor", "round": 0}


def one_by_one(seats: Sequence[str], first: str, turns: int | None) -> list[Room]:
    """Return the rooms in which one sits with each of the others, one after another."""
    return [{"members": [first, other], "turns": turns} for other in seats if other != first]


def whole_table(seats: Sequence[str], turns: int | None) -> list[Room]:
    """Return the one room in which all sit."""
    return [{"members": list(seats), "turns": turns}]


def last_turn(state: State, context: Context) -> int:
    """Return the number of the last turn of the talk under way."""
    turns = state["rooms"][0]["turns"]
    return context.turns if turns is None else state["room_from"] + turns


def most_turns(scenario: Scenario, context: Context) -> int:
    """Return how many steps a whole run can take at most, looks and votes counted as turns."""
    if context.evening.kind == "discussion" and not context.interrogates():
        return context.turns
    seats = len(scenario.seats())
    each = {"private_chat": seats, "confidential_meeting": seats, INTERROGATION: seats}
    return sum(
        ((one["turns"] or 0) + OUTSIDE) * each.get(one["kind"], 1) + one["looks"] + 3
        for one in agenda_of(scenario, context)
    )


def what_next(state: State, context: Context, *, owed: bool = False) -> Next:
    """Return what comes after the turn just spoken.

    A talk of an evening does not end on a question to one person: whoever owes an answer has one
    more turn, outside the count. A discussion alone keeps to its number of turns, as the paper's
    do (MMAgents, section 4.1), and its last question stays open.

    Args:
        state: with the turn just spoken.
        context: how the game is run.
        owed: whether that turn obliges one of those present to answer.
    """
    last = last_turn(state, context)
    if state["turn"] < last:
        return "turn"
    if owed and state["turn"] < last + OUTSIDE and state["rooms"][0]["turns"] is not None:
        return "turn"
    if len(state["rooms"]) > 1:
        return "room"
    return "phase" if state["agenda"] else "over"


def asks_more(state: State) -> bool:
    """Tell whether players will be asked for anything yet; the settlement asks for nothing."""
    to_come = any(item["kind"] != "settlement" for item in state["agenda"])
    return to_come or bool(state["rooms"]) or state["looks_left"] > 0


def is_over(state: State, context: Context) -> bool:
    """Tell whether nothing is left of a whole evening that has ended, whatever ended it."""
    if state.get("outcome") is not None:
        return True
    if state["agenda"] or state["looks_left"] > 0:
        return False
    return not state["rooms"] or what_next(state, context) == "over"


def moved_on(state: State, step: Next) -> dict[str, Any]:
    """Return what a step to another room or phase changes in the state."""
    if step == "room":
        return {"rooms": state["rooms"][1:], "room_from": state["turn"]}
    if step == "phase":
        return {"rooms": [], "room_from": state["turn"]}
    return {}
