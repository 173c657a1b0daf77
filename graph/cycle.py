"""The cycle of a turn, wired as in figure 2 of MMAgents; what the steps do is no matter here.

    builder = StateGraph(...)
    add_cycle(builder, steps, ways, over={"game over": END})

The state needs no more than `floor`, with the `rule` that gave it, `rooms` and `ended`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from langgraph.graph import StateGraph

from mmagents.floor.rules import Route, rule_of
from mmagents.graph.node import Function, Router, add_nodes

if TYPE_CHECKING:
    from mmagents.nodes.middleware import Branch, TurnMiddleware

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
}


def add_cycle(
    builder: StateGraph[Any, Any, Any, Any],
    steps: Iterable[Function],
    ways: Sequence[TurnMiddleware] = (),
    *,
    over: Mapping[Hashable, str],
) -> None:
    """Add the cycle to a graph; it is entered at `think_all`.

    Args:
        builder: the graph.
        steps: the functions of the nodes; their names are those that stand below.
        ways: the ways of taking turns, the outermost first.
        over: by `next phase` and `game over`, where a talk that is over leads.
    """
    add_nodes(builder, steps)
    builder.add_edge("think_all", "select_speaker")
    builder.add_conditional_edges("select_speaker", Router(which_rule), RULES)
    for rule in RULES.values():
        builder.add_edge(rule, "speak")
    wiring = Wires(builder, ways)
    wiring.onward("speak")
    for way in ways:
        add_nodes(builder, way.nodes)
        Wires(builder, ways, way).add(way)
    for reader in (*READERS.values(), *(one.node for one in wiring.beside)):
        builder.add_edge(reader, "close_turn")  # all end in the same step, so it runs once
    branches = [one.after_closing for one in ways if one.after_closing]
    again: dict[Hashable, str] = {
        "next turn": "think_all",
        **{one.label: one.node for one in branches},
    }

    def another_turn(state: Mapping[str, Any]) -> str:
        """Go on until the talk has ended; a way may begin the next turn elsewhere."""
        if state["ended"]:
            return "game over"
        if not state["rooms"]:
            return "next phase"
        return next((one.label for one in branches if one.taken(state)), "next turn")

    builder.add_conditional_edges("close_turn", Router(another_turn), {**again, **over})


@dataclass(frozen=True, slots=True)
class Wires:
    """The edges between speaking and reading; `of` is the way that adds its own, if one does."""

    builder: StateGraph[Any, Any, Any, Any]
    ways: Sequence[TurnMiddleware]
    of: TurnMiddleware | None = None

    @property
    def beside(self) -> list[Branch]:
        """What runs side by side with those who read."""
        return [one.beside_reading for one in self.ways if one.beside_reading]

    def add(self, way: TurnMiddleware) -> None:
        """Add the edges of a way."""
        way.add_edges(self)

    def edge(self, node: str, to: str) -> None:
        """Lead from one node to another."""
        self.builder.add_edge(node, to)

    def route(self, node: str, follow: Callable[[Any], str], to: Mapping[str, str]) -> None:
        """Lead from a node to where the label says that `follow` returns, given the state."""
        edges: dict[Hashable, str] = dict(to.items())
        self.builder.add_conditional_edges(node, Router(follow), edges)

    def onward(self, node: str, *first: Branch) -> None:
        """Lead from a node to what comes after it: `first`, later ways, or those who read."""
        stations = [*first, *(one.after_speaking for one in self._later() if one.after_speaking)]
        beside = self.beside

        def heard(state: Mapping[str, Any]) -> list[str]:
            """Let the words be heard: by a way of taking turns first, or by those who read."""
            station = next((one.label for one in stations if one.taken(state)), None)
            if station is not None:
                return [station]
            return [*map(str, READERS), *(one.label for one in beside if one.taken(state))]

        edges: dict[Hashable, str] = {one.label: one.node for one in (*stations, *beside)}
        self.builder.add_conditional_edges(node, Router(heard), {**READERS, **edges})

    def _later(self) -> list[TurnMiddleware]:
        """Return the ways inside the one that adds edges, those aside that do not go with it."""
        if self.of is None:
            return list(self.ways)
        inside, name = self.ways[self.ways.index(self.of) + 1 :], self.of.name
        return [one for one in inside if name not in one.not_with]


def which_rule(state: Mapping[str, Any]) -> Route:
    """Follow the rule by which `select_speaker` gave the floor."""
    return rule_of(state["floor"]["rule"]).route or "by scheme"
