"""The cycle of a turn, wired as in figure 2 of MMAgents; what the steps do is no matter here.

    builder = StateGraph(...)
    add_cycle(builder, steps, over={"game over": END})

The state needs no more than `floor`, with the `rule` that gave it, `ledger`, `overlap`, `rooms` and
`ended`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Literal

from langgraph.graph import StateGraph

from mmagents.floor.rules import Route, rule_of
from mmagents.graph.node import Function, Road, add_nodes

RULES: dict[Hashable, str] = {
    "rule 1a": "current_selects_next",
    "rule 1b": "self_selection",
    "rule 1c": "current_continues",
    "by lot": "by_lot",
    "by scheme": "by_scheme",
}
READERS: dict[Hashable, str] = {
    "what it says": "normalize_knowledge",
    "what it does": "detect_designation",
    "overlap": "think_ahead",
}

SENDING = "send_message"
"""The node that sends the messages of a chat."""

Reader = Literal["what it says", "what it does", "overlap"]


def add_cycle(
    builder: StateGraph[Any, Any, Any, Any],
    steps: Iterable[Function],
    *,
    over: Mapping[Hashable, str],
    screening: str | None = None,
    saying: str | None = None,
    sending: str | None = None,
) -> None:
    """Add the cycle to a graph; it is entered at `think_all`.

    Args:
        builder: the graph.
        steps: the functions of the nodes; their names are those that stand below.
        over: by `next phase` and `game over`, where a talk that is over leads.
        screening: the node that screens words before they are heard, if any does.
        saying: the node that says words unit by unit, if any does.
        sending: the node that sends messages which were written at the same time, if any does.
    """
    add_nodes(builder, steps)
    builder.add_edge("think_all", "select_speaker")
    builder.add_conditional_edges("select_speaker", Road(which_rule), RULES)
    for rule in RULES.values():
        builder.add_edge(rule, "speak")
    roads: dict[Hashable, str] = {**READERS}
    if saying:
        roads["unit by unit"] = saying
    if sending:
        roads["message"] = sending
    if screening:
        builder.add_conditional_edges(
            "speak", Road(heard_or_screened), {"repair": screening, **roads}
        )
    else:
        builder.add_conditional_edges("speak", Road(heard), roads)
    for reader in READERS.values():
        builder.add_edge(reader, "close_turn")  # all end in the same step, so it runs once
    again: dict[Hashable, str] = {"next turn": "think_all", "thought already": "select_speaker"}
    if sending:
        again["message"] = sending
        builder.add_conditional_edges(sending, Road(readers_of), {**READERS})
    builder.add_conditional_edges("close_turn", Road(another_turn), {**again, **over})


def which_rule(state: Mapping[str, Any]) -> Route:
    """Follow the rule by which `select_speaker` gave the floor."""
    return rule_of(state["floor"]["rule"]).route or "by scheme"


def heard(state: Mapping[str, Any]) -> list[Reader | Literal["unit by unit", "message"]]:
    """Let the words be heard: at once, or unit by unit, or as messages that are sent when done."""
    if state.get("writing"):
        return ["message"]
    return ["unit by unit"] if state.get("planned") else [*readers_of(state)]


def readers_of(state: Mapping[str, Any]) -> list[Reader]:
    """Read what was heard for what it says and for what it does to the floor.

    Beside that the next turn is thought of, if that is wanted and there is one.
    """
    readers: list[Reader] = ["what it says", "what it does"]
    return [*readers, "overlap"] if state["overlap"] else readers


def heard_or_screened(
    state: Mapping[str, Any],
) -> list[Reader | Literal["repair", "unit by unit", "message"]]:
    """Screen the words before they are heard, or let them be heard."""
    return ["repair"] if state.get("repair") else [*heard(state)]


def another_turn(
    state: Mapping[str, Any],
) -> Literal["next turn", "thought already", "message", "next phase", "game over"]:
    """Go on until the talk has ended; the thinking may have been done."""
    if state["ended"]:
        return "game over"
    if not state["rooms"]:
        return "next phase"
    if state.get("writing"):
        return "message"
    return "thought already" if state["ledger"]["bids"] else "next turn"
