"""Nodes: each is written once, as a coroutine, and serves `graph.invoke` and `graph.ainvoke`."""

from __future__ import annotations

import asyncio
import inspect
import os
import threading
from collections.abc import Callable, Coroutine, Iterable
from functools import cache
from typing import Any

from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.graph import StateGraph
from langgraph.runtime import get_runtime

from mmagents.nodes.context import Context

Function = Callable[..., Coroutine[Any, Any, dict[str, Any]]]


@cache
def _loop_of(process: int) -> asyncio.AbstractEventLoop:
    """Return the process's one background event loop; it starts with the first synchronous call."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name=f"mmagents-{process}", daemon=True).start()
    return loop


def add_nodes(builder: StateGraph[Any, Any, Any, Any], functions: Iterable[Function]) -> None:
    """Add a node for each function, by its name."""
    for function in functions:
        builder.add_node(function.__name__, Node(function))


class Node(Runnable[Any, dict[str, Any]]):
    """A node that can be called with and without an event loop.

    The node is `async def node(state)`, and may further take `config` and `runtime` by name.
    """

    def __init__(self, node: Function) -> None:
        self.name = node.__name__
        self._node = node
        self._wants = set(inspect.signature(node).parameters) & {"config", "runtime"}

    def _call(
        self, state: Any, config: RunnableConfig | None
    ) -> Coroutine[Any, Any, dict[str, Any]]:
        given = {"config": config or {}, "runtime": get_runtime(Context)}
        return self._node(state, **{name: given[name] for name in self._wants})

    def invoke(
        self, input: Any, config: RunnableConfig | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        """Run the node on the background loop and wait for it."""
        call = self._call(input, config)
        return asyncio.run_coroutine_threadsafe(call, _loop_of(os.getpid())).result()

    async def ainvoke(
        self, input: Any, config: RunnableConfig | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        """Run the node on the caller's loop."""
        return await self._call(input, config)
