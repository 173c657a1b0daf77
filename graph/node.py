"""Nodes: each is written once, as a coroutine, and serves `graph.invoke` and `graph.ainvoke`.

What a game's step needs is loaded with the first of them: a group chat has nodes too, and no game.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import threading
from collections.abc import Callable, Coroutine, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.graph import StateGraph
from langgraph.runtime import Runtime, get_runtime

if TYPE_CHECKING:
    from mmagents.nodes.context import Context

Function = Callable[[Any], Coroutine[Any, Any, dict[str, Any]]]
"""What a node does: given the :class:`Step`, or the state alone if it names its parameter so."""


def add_nodes(
    builder: StateGraph[Any, Any, Any, Any],
    functions: Iterable[Function],
    *,
    may_wait: bool = False,
) -> None:
    """Add a node for each function, by its name.

    Args:
        builder: the graph.
        functions: what the nodes do.
        may_wait: whether those that take the state alone may wait for something.
    """
    for function in functions:
        builder.add_node(function.__name__, Node(function, may_wait=may_wait))


@cache
def _loop_of(process: int) -> asyncio.AbstractEventLoop:
    """Return the process's one background event loop; it starts with the first synchronous call."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name=f"mmagents-{process}", daemon=True).start()
    return loop


def _at_once(work: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
    """Return what a coroutine comes to that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        found: dict[str, Any] = done.value
        return found
    work.close()
    raise RuntimeError("A step waited for something though nothing in its run is to be waited for.")


class Node(Runnable[Any, dict[str, Any]]):
    """A function as a node that can be called with and without an event loop."""

    def __init__(self, function: Function, *, may_wait: bool = False) -> None:
        self.name = function.__name__
        self._may_wait = may_wait
        self._function = function
        self._takes_state = "state" in inspect.signature(function).parameters

    async def _call(
        self, state: Any, config: RunnableConfig | None, runtime: Runtime[Context]
    ) -> dict[str, Any]:
        if self._takes_state:
            return await self._function(state)
        from mmagents.nodes.step import Step, is_served

        given = (state, config or RunnableConfig(), runtime)
        if state.get("game") and not is_served(given[1]):  # its story has been read
            return await self._function(Step.open(*given))
        return await self._function(await asyncio.to_thread(Step.open, *given))

    def invoke(
        self, input: Any, config: RunnableConfig | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        """Run the node at once where nothing is waited for, else on the background loop."""
        if self._takes_state:
            call = self._function(input)
            if not self._may_wait:
                return _at_once(call)
        else:
            from mmagents.nodes.step import Step

            step = Step.open(input, config or RunnableConfig(), get_runtime())
            call = self._function(step)
            if not step.waits:
                return _at_once(call)
        return asyncio.run_coroutine_threadsafe(call, _loop_of(os.getpid())).result()

    async def ainvoke(
        self, input: Any, config: RunnableConfig | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        """Run the node on the caller's loop."""
        return await self._call(input, config, get_runtime())


class Router(Runnable[Any, Any]):
    """What a conditional edge follows, called at once: a plain function would go to a thread."""

    def __init__(self, follow: Callable[[Any], Any]) -> None:
        self.name = follow.__name__
        self._follow = follow

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Return where to go on."""
        return self._follow(input)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Return where to go on."""
        return self._follow(input)
