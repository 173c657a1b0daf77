"""The evening, wired: a game is opened, and phase follows phase; most of them are talk."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal

from langgraph.graph import END, START, StateGraph

from mmagents.graph.node import Function, Router, add_nodes
from mmagents.nodes.evening.judging import judge, sum_up
from mmagents.nodes.evening.open_game import open_game
from mmagents.nodes.evening.outcome import settle, vote, votes_again
from mmagents.nodes.evening.phases import explore, open_phase, pair_up, reflect
from mmagents.nodes.evening.realignment import hand_over, take_sides
from mmagents.nodes.evening.rounds import choose_partner, hear_round, speak_in_round
from mmagents.nodes.evening.stages import EACH, IN_ROUNDS, JUDGEMENT
from mmagents.nodes.state import State

TALK_OVER: dict[Hashable, str] = {"next phase": "open_phase", "game over": END}
"""Where a talk that is over leads."""


def add_evening(
    builder: StateGraph[Any, Any, Any, Any], *, talk: str, opening: Function = open_phase
) -> None:
    """Add the evening to a graph.

    Args:
        builder: the graph.
        talk: the node at which a turn begins.
        opening: opens a phase.
    """
    add_nodes(
        builder,
        (open_game, opening, explore, pair_up, reflect, take_sides, hand_over, vote, settle),
    )
    add_nodes(builder, (choose_partner, speak_in_round, hear_round, sum_up, judge))
    builder.add_edge(START, "open_game")
    builder.add_edge("open_game", "open_phase")
    builder.add_conditional_edges(
        "open_phase",
        Router(which_phase),
        {
            "talk": talk,
            "exploration": "explore",
            "in pairs": "pair_up",
            "each a partner": "choose_partner",
            "in rounds": "speak_in_round",
            "judgement": "sum_up",
            "update": "reflect",
            "accusation": "vote",
            "vote": "vote",
            "settlement": "settle",
        },
    )
    ends: dict[Hashable, str] = {"next phase": "open_phase", "evening over": END}
    builder.add_conditional_edges(
        "explore", Router(after_a_look), {"look again": "explore", **ends}
    )
    builder.add_conditional_edges("pair_up", Router(after_pairing), {"talk": talk, **ends})
    builder.add_conditional_edges("choose_partner", Router(after_pairing), {"talk": talk, **ends})
    builder.add_edge("speak_in_round", "hear_round")
    builder.add_conditional_edges(
        "hear_round", Router(after_a_round), {"next round": "speak_in_round", **ends}
    )
    builder.add_edge("sum_up", "judge")
    builder.add_conditional_edges("judge", Router(after_a_phase), ends)
    builder.add_edge("reflect", "take_sides")
    builder.add_edge("take_sides", "hand_over")
    builder.add_conditional_edges("hand_over", Router(after_a_phase), ends)
    builder.add_conditional_edges("vote", Router(after_a_vote), {"vote again": "vote", **ends})
    builder.add_edge("settle", END)


PhaseLabel = Literal[
    "talk", "exploration", "in pairs", "each a partner", "in rounds", "update", "accusation",
    "vote", "judgement", "settlement",
]  # fmt: skip


def which_phase(state: State) -> PhaseLabel:
    """Follow the phase that has been opened."""
    order = state["now"].get("order")
    if order == IN_ROUNDS:
        return "in rounds"
    if state["rooms"]:
        return "talk"
    if order == EACH:
        return "each a partner"
    phase = state["phase"]
    if phase in ("exploration", "update", "accusation", "vote", JUDGEMENT, "settlement"):
        return phase  # type: ignore[return-value]  # one of the labels, as the line above says
    return "in pairs"


def after_a_phase(state: State) -> Literal["next phase", "evening over"]:
    """Go on to the next phase, if there is one and no limit has been reached."""
    return "next phase" if state["agenda"] and not state["ended"] else "evening over"


def after_a_look(state: State) -> Literal["look again", "next phase", "evening over"]:
    """Look again, or go on."""
    if state["looks_left"] > 0 and not state["ended"]:
        return "look again"
    return after_a_phase(state)


def after_pairing(state: State) -> Literal["talk", "next phase", "evening over"]:
    """Let those talk who have found one another."""
    return "talk" if state["rooms"] and not state["ended"] else after_a_phase(state)


def after_a_round(state: State) -> Literal["next round", "next phase", "evening over"]:
    """Speak in another round, or go on."""
    if state["rooms"] and not state["ended"]:
        return "next round"
    return after_a_phase(state)


def after_a_vote(state: State) -> Literal["vote again", "next phase", "evening over"]:
    """Vote once more on those tied, if the story has it so."""
    return "vote again" if votes_again(state) and not state["ended"] else after_a_phase(state)
