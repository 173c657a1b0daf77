"""What a step works with besides the state: the table laid, the memories open."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from langchain_core.runnables import RunnableConfig

from mmagents.interfaces.view import Memory
from mmagents.nodes.context import Context
from mmagents.nodes.state import State
from mmagents.nodes.table import Table, table_for
from mmagents.nodes.views.long_term import Recollection, recollection_of
from mmagents.nodes.views.view import last_words

SERVED_MEMORY = Path(".mmagents") / "memory"
"""Where a server keeps long-term memory, below the folder it was started in."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The table and the memories of one game."""

    table: Table
    recollection: Recollection


def memory_path(context: Context, config: RunnableConfig) -> str | None:
    """Return the folder for long-term memory, or None to keep it in the process.

    Under a LangGraph server, which names the assistant in its configuration, memory is kept on disk
    by thread, as the server keeps the thread itself.
    """
    if context.memory_path:
        return context.memory_path
    served = "assistant_id" in config.get("configurable", {}) or "assistant_id" in (
        config.get("metadata") or {}
    )
    return str(SERVED_MEMORY) if served else None


def dies_with_the_call(context: Context, config: RunnableConfig) -> bool:
    """Return whether nobody can go on with this game: no folder, and no thread to come back to."""
    threaded = config.get("configurable", {}).get("thread_id")
    return memory_path(context, config) is None and not threaded


def desk_for(state: State, context: Context, config: RunnableConfig) -> Desk:
    """Open what a step works with; the same memories while the process lives."""
    table = table_for(state["scenario"], context)
    path = memory_path(context, config)
    return Desk(table, recollection_of(path, state["game"], table.seats, context.embeddings))


def memories_of(
    state: State, desk: Desk, context: Context, seats: tuple[str, ...], *, lags: bool = False
) -> dict[str, tuple[Memory, ...]]:
    """Return by seat the memories nearest to the last utterance it heard (equation 4).

    With `lags`, memory may or may not hold the last turn yet, and what it holds of it is left out.
    """
    if "long-term" not in context.memories:
        return dict.fromkeys(seats, ())
    history, turn = state["history"], state["turn"]
    queries = {seat: last_words(history, seat) for seat in seats}
    if lags:
        desk.recollection.agree_with(history[:-1], state["memory_tip"], or_one_more=True)
        return desk.recollection.recall(queries, context.l, turn - 1, forget=False)
    desk.recollection.agree_with(history, state["memory_tip"])
    return desk.recollection.recall(queries, context.l, turn)
