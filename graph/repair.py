"""Repair, wired: words are screened before they are heard, diagnosed, and said anew (SDR)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Literal

from langgraph.graph import StateGraph

from mmagents.graph.cycle import heard
from mmagents.graph.node import Road, add_nodes
from mmagents.nodes.repair.candidate import at_fault, repair_of
from mmagents.nodes.repair.steps import diagnose, publish, regenerate, screen
from mmagents.nodes.state import State

SCREENING = "screen"
"""Where repair begins."""


def add_repair(
    builder: StateGraph[Any, Any, Any, Any],
    readers: Mapping[Hashable, str],
    *,
    saying: str | None = None,
) -> None:
    """Add repair to a graph, before those who read what was said.

    Args:
        builder: the graph.
        readers: those who read.
        saying: the node that says words unit by unit, if any does.
    """
    add_nodes(builder, (screen, diagnose, regenerate, publish))
    used_up: dict[Hashable, str] = {"rounds used up": "publish"}
    builder.add_conditional_edges(
        "screen",
        Road(screened),
        {"clean": "publish", "suspected": "diagnose", "said before": "regenerate", **used_up},
    )
    builder.add_conditional_edges(
        "diagnose", Road(diagnosed), {"no issue": "publish", "at fault": "regenerate", **used_up}
    )
    builder.add_edge("regenerate", "screen")
    roads = {**readers, "unit by unit": saying} if saying else dict(readers)
    builder.add_conditional_edges("publish", Road(heard), roads)


def screened(state: State) -> Literal["clean", "suspected", "said before", "rounds used up"]:
    """Diagnose what is suspected, unless it needs no diagnosis."""
    attempt = repair_of(state)["attempts"][-1]
    if not attempt["suspicions"]:
        return "clean"
    if not at_fault(attempt):
        return "suspected"
    return "said before" if repair_of(state)["rounds_left"] > 0 else "rounds used up"


def diagnosed(state: State) -> Literal["no issue", "at fault", "rounds used up"]:
    """Say anew what is at fault, as long as there are rounds left."""
    if not at_fault(repair_of(state)["attempts"][-1]):
        return "no issue"
    return "at fault" if repair_of(state)["rounds_left"] > 0 else "rounds used up"
