"""The graph of a game: the cycle of a turn within the evening of a story.

    from mmagents.graph.build import graph
    graph.invoke({"scenario": "halcyon-light"})

`graph` is compiled bare, so that a server can give it its own checkpointer; compile `builder` with
yours to keep a game. Both have the ways of taking turns that were registered before this module was
imported; `compiled()` has all that are registered when it is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, get_type_hints

from langchain_core.runnables import RunnableConfig
from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypedDict

import mmagents.nodes.ways  # noqa: F401  # registers those that are shipped
from mmagents.graph.cycle import add_cycle
from mmagents.graph.evening import TALK_OVER, add_evening
from mmagents.graph.node import Function
from mmagents.interfaces.own_code import load_installed
from mmagents.nodes.context import Context
from mmagents.nodes.evening.phases import open_phase
from mmagents.nodes.middleware import WAYS, TurnMiddleware, Update, around
from mmagents.nodes.served import check_not_dotted
from mmagents.nodes.state import Input, State
from mmagents.nodes.step import Step
from mmagents.nodes.turn.close import close_turn
from mmagents.nodes.turn.detect import detect_designation
from mmagents.nodes.turn.normalize import normalize_knowledge
from mmagents.nodes.turn.rules import (
    by_lot,
    by_scheme,
    current_continues,
    current_selects_next,
    self_selection,
)
from mmagents.nodes.turn.select import select_speaker
from mmagents.nodes.turn.speak import speak
from mmagents.nodes.turn.think import think_all


async def forget_if_over(step: Step, found: Update) -> None:
    """Close the memories of a game that is over, once no way writes to them any more."""
    await step.aside(step.forget_if_over, over=found["ended"])


CLOSE = around(close_turn, "wrap_close", then=forget_if_over)
TURN = (
    around(think_all, "wrap_think"),
    select_speaker,
    *(current_selects_next, self_selection, current_continues, by_lot, by_scheme),
    around(speak, "wrap_speak"),
    around(normalize_knowledge, "wrap_normalize"),
    around(detect_designation, "wrap_detect"),
    CLOSE,
)


def state_of(ways: Sequence[TurnMiddleware]) -> type[Any]:
    """Return the state of a game with the channels that ways of taking turns add."""
    schemas = [State, *(one.state for one in ways if one.state)]
    channels: dict[str, Any] = {}
    for schema in schemas:
        channels |= get_type_hints(schema, include_extras=True)
    made: type[Any] = TypedDict("State", channels)  # type: ignore[misc]  # of those above
    return made


def game(
    ways: Sequence[TurnMiddleware] = WAYS,
    steps: Sequence[Function] = TURN,
    opening: Function = open_phase,
) -> StateGraph[Any, Any, Any, Any]:
    """Return the graph of a game, ready to be compiled.

    Args:
        ways: the ways of taking turns that it can be played in, the outermost first.
        steps: the steps of a turn.
        opening: opens a phase of the evening.
    """
    wired = StateGraph(state_of(ways), input_schema=Input, context_schema=Context)
    add_evening(wired, talk="think_all", opening=opening)
    add_cycle(wired, steps, ways, over=TALK_OVER)
    return wired


@cache
def _compiled(ways: tuple[TurnMiddleware, ...]) -> CompiledStateGraph[Any, Any, Any, Any]:
    return game(ways).compile(name="mmagents")


def compiled() -> CompiledStateGraph[Any, Any, Any, Any]:
    """Return the graph of a game with the ways of taking turns that are registered by now."""
    return _compiled(tuple(WAYS))


def served(config: RunnableConfig) -> CompiledStateGraph[Any, Any, Any, Any]:
    """Return the graph for a run on a LangGraph server.

    The server leaves out of a run's context what is no field at its top, and tells nobody.

    Raises:
        NotServedError: if the client named a field of a group with a dot.
    """
    check_not_dotted(config.get("configurable", {}))
    return compiled()


load_installed()
builder = game()
graph = compiled()
