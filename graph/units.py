"""Turns said unit by unit, wired: at every place within one the rules of the floor hold anew."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Literal

from langgraph.graph import StateGraph

from mmagents.graph.cycle import Reader, readers_of
from mmagents.graph.node import Road, add_nodes
from mmagents.nodes.state import State
from mmagents.nodes.units.asides import listeners_respond
from mmagents.nodes.units.steps import planned_in, say_unit, stop_speaking, transition_place

SAYING = "say_unit"
"""Where the loop over the units of a turn begins."""


def add_units(builder: StateGraph[Any, Any, Any, Any], readers: Mapping[Hashable, str]) -> None:
    """Add to a graph the loop over the units of a turn, before those who read what was said."""
    add_nodes(builder, (say_unit, transition_place, stop_speaking, listeners_respond))
    builder.add_conditional_edges(
        "say_unit", Road(after_unit), {"more to say": "transition_place", **readers}
    )
    builder.add_conditional_edges(
        "transition_place",
        Road(rule_there),
        {"rule 1a or 1b": "stop_speaking", "rule 1c": "listeners_respond"},
    )
    builder.add_edge("listeners_respond", "say_unit")
    builder.add_conditional_edges("stop_speaking", Road(readers_of), dict(readers))


def after_unit(state: State) -> list[Reader | Literal["more to say"]]:
    """See who has the floor after a unit, unless it was the last: then the turn is over."""
    planned = planned_in(state)
    return ["more to say"] if planned["said"] < len(planned["ends"]) else [*readers_of(state)]


def rule_there(state: State) -> Literal["rule 1a or 1b", "rule 1c"]:
    """Follow the rule that holds at the place: by 1c alone the speaker goes on."""
    return "rule 1c" if planned_in(state)["places"][-1]["rule"] == "1c" else "rule 1a or 1b"
