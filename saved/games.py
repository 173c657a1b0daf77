"""A game kept in a folder: read, and gone on with."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager, closing, suppress
from dataclasses import replace
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import RunControl
from langgraph.types import Command, Durability

from mmagents.errors import MMAgentsError
from mmagents.graph.build import compiled
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import is_over
from mmagents.nodes.record import TurnRow
from mmagents.nodes.settings import merged, nested
from mmagents.nodes.state import State
from mmagents.nodes.table import table_for
from mmagents.nodes.views.long_term import let_go_below
from mmagents.saved.kept import TOLD, check_agreed, context_kept, prompts_told, told_before
from mmagents.saved.saved_game import (
    END,
    STEPS,
    WHOLE,
    SavedGame,
    SavedGameError,
    as_line,
    check_rows,
    friendly_disk_errors,
)
from mmagents.saved.servers import check_found, checkpointer_of
from mmagents.saved.watch import Event, steps, watch
from mmagents.stores.checkpoints import checkpointer_over
from mmagents.stores.packed import is_packed, opened_in_memory, pack

THREAD = "game"
"""The name of a game in checkpoints of its own."""


def config_for(saved: SavedGame, context: Context) -> RunnableConfig:
    """Return a configuration whose recursion limit the turn limit can never reach."""
    return {
        "configurable": {"thread_id": saved.thread if saved.servers.checkpoints else THREAD},
        "recursion_limit": steps(str(saved.scenario), context),
        "metadata": {"game": saved.path.name},
        "run_name": "mmagents",
    }


@asynccontextmanager
async def opened(
    saved: SavedGame, *, to_read: bool = False
) -> AsyncIterator[CompiledStateGraph[Any, Any, Any, Any]]:
    """Open the graph over the checkpoints of a saved game.

    Those that are packed stay so if they are opened `to_read` alone.

    Raises:
        ServerError: if a database keeps them, and cannot be reached.
    """
    with friendly_disk_errors(saved.path):
        if saved.held is not None:
            yield _over(checkpointer_over(saved.held))
        elif to_read and is_packed(saved.checkpoints):
            with closing(opened_in_memory(saved.checkpoints)) as connection:
                yield _over(checkpointer_over(connection))
        else:
            async with checkpointer_of(saved) as saver:
                yield _over(saver)


def _over(saver: BaseCheckpointSaver[Any]) -> CompiledStateGraph[Any, Any, Any, Any]:
    return compiled().copy({"checkpointer": saver})


def context_of(saved: SavedGame) -> Context:
    """Return the context a saved game is played in: its own, with its own story and memory.

    Raises:
        MMAgentsError: if its condition is not known here.
    """
    return context_kept(saved.meta, saved.path, **{"memory.path": saved.memory})


async def values_of(saved: SavedGame) -> dict[str, Any]:
    """Return the state that a saved game stands in; empty before its first step."""
    async with opened(saved, to_read=True) as compiled:
        state = await compiled.aget_state(config_for(saved, context_of(saved)))
        return dict(_checked(saved, state.values))


def _checked(saved: SavedGame, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the state of a game, whose rows are such as are shown and written."""
    try:
        check_rows(values.get("history", []))
    except (ValueError, TypeError) as error:
        raise SavedGameError(f"{saved.checkpoints} is damaged: {error}.") from None
    return values


@asynccontextmanager
async def played_anew(
    saved: SavedGame,
) -> AsyncIterator[tuple[CompiledStateGraph[Any, Any, Any, Any], sqlite3.Connection]]:
    """Open the graph over all steps of a game of which the last alone was kept.

    See :meth:`SavedGame.hold`. The database in which they are comes with it.

    Raises:
        MMAgentsError: if it comes to other words now.
    """
    context = context_kept(saved.meta, saved.path)
    config = config_for(saved, context)
    with closing(opened_in_memory()) as connection:
        compiled = _over(checkpointer_over(connection))
        start = {"scenario": saved.meta["scenario"], "seed": saved.meta["seed"]}
        ended = await compiled.ainvoke(start, config, context=context)
        if [*map(as_line, ended["history"])] != [*map(as_line, saved.rows())]:
            raise MMAgentsError(
                f"Only the end of the game in {saved.path} is kept, and played again it has other "
                "words: another version may have played it. Fork it with that version."
            )
        yield compiled, connection


async def history_of(saved: SavedGame) -> list[TurnRow]:
    """Return all turns that a saved game holds.

    Where a database keeps it, they are read from the record in its folder: no password is needed.
    """
    if saved.servers.checkpoints:
        return cast("list[TurnRow]", saved.rows())
    return list((await values_of(saved)).get("history", []))


async def go_on(
    saved: SavedGame,
    changes: Mapping[str, Any] | None = None,
    control: RunControl | None = None,
    answers: Mapping[str, Any] | None = None,
) -> AsyncIterator[Event]:
    """Play a saved game from where it stands to its end.

    The record in the folder is first made equal to the checkpoint, so that a turn half-written when
    the game was killed is written once. At the end it holds what was noted of turns only later.

    Args:
        saved: the game, open and locked.
        changes: fields of the context that are different from now on, as plain JSON; a game that
            had ended goes on if they make it longer, or raise the limit that ended it.
        control: asks the game to stop before its next step; it is gone on with from there.
        answers: of people by seat, to what the game waits for (see
            :mod:`mmagents.players.person.answers`). Those that cannot be taken, and seats left
            out, are asked again. Left out, a game that waits asks as before.

    Raises:
        MMAgentsError: if the game names code that was not allowed; nothing is imported then.
    """
    fields = merged(saved.meta["context"], nested(changes or {}))
    memory = {"memory.path": saved.memory}
    context = context_kept({**saved.meta, "context": fields}, saved.path, **memory)
    context.check_allowed()
    check_agreed(saved, fields)
    if not saved.own:
        saved.adopt()
    config = config_for(saved, context)
    if is_packed(saved.checkpoints):
        if not await _more_to_play(saved, context):
            return
        await _make_whole(saved)
    if changes:
        saved.update_meta({"context": fields})
    async with opened(saved) as compiled:
        state = await compiled.aget_state(config)
        rows: list[TurnRow] = list(_checked(saved, state.values).get("history", []))
        check_found(saved, state.values)
        saved.rewrite(rows)
        _note_prompts(saved, len(rows), context)
        start: Mapping[str, Any] | Command[Any] | None = None
        if not state.values.get("scenario"):
            start = _beginning(saved)
        elif state.values.get("ended") and may_go_on(state.values, context):
            change = {"ended": False, "stopped": "", "turn": len(rows) + 1}
            await compiled.aupdate_state(config, change, as_node=_stopped_in(rows))
        elif state.values.get("ended"):
            return
        elif answers and state.interrupts:
            start = Command(resume=dict(answers))
        record = _Record(saved, rows)
        try:
            kept = _durability(saved)
            async with aclosing(watch(compiled, start, context, config, control, kept)) as events:
                async for event in events:
                    told = record.took(event)
                    if told is not None:
                        yield told
        finally:
            record.close()


def _durability(saved: SavedGame) -> Durability | None:
    """Return when steps are kept: the last alone, each before the next begins, or meanwhile.

    LangGraph tells of a step that could not be kept in the meantime only when the game is over. A
    game in a database would go on without it, and ask its models for nothing.
    """
    if saved.held is not None:
        return "exit"
    return "sync" if saved.servers.checkpoints else None


def _beginning(saved: SavedGame) -> Mapping[str, Any]:
    """Return what a game that has not begun yet begins with."""
    if "forked_from" in saved.meta:
        raise MMAgentsError(
            f"The fork in {saved.path} was cut short before its past was copied. "
            "Remove the folder and fork again."
        )
    return {"scenario": saved.meta["scenario"], "seed": saved.meta["seed"]}


class _Record:
    """The record in a saved game's folder while the game is gone on with."""

    def __init__(self, saved: SavedGame, rows: list[TurnRow]) -> None:
        """Take a game and the rows that its record holds."""
        self._saved, self._rows = saved, rows
        self._before, self._noted = len(rows), False

    def took(self, event: Event) -> Event | None:
        """Put on the record what has happened; return what whoever watches is told of it."""
        row = event.row
        if event.kind == "noted" and row is not None:
            self._rows[row["turn"] - 1], self._noted = row, True
            return None
        if row is not None and row["turn"] <= self._before:
            # what a step did whose checkpoint was never kept: read before, told again here
            event = replace(event, row=None)
        elif row is not None:
            self._rows.append(row)
            self._saved.append(row)
        return event if event.row is not None or event.kind != "turn" or event.stopped else None

    def close(self) -> None:
        """Write the rows anew if some have changed since they were written."""
        if self._noted:
            self._saved.rewrite(self._rows)


async def _more_to_play(saved: SavedGame, context: Context) -> bool:
    """Tell whether a game has turns left; where it has none, its record is made whole."""
    values = await values_of(saved)
    more = not values.get("ended") or may_go_on(values, context)
    if not more:
        saved.rewrite(values["history"])
    return more


async def _make_whole(saved: SavedGame) -> None:
    """Make the steps anew of a game that is played on and of which the last alone was kept.

    Where that comes to other words, it goes on from its last step.
    """
    if saved.meta.get(STEPS) != END:
        return
    with suppress(MMAgentsError):
        async with played_anew(saved) as (_, database):
            pack(saved.checkpoints, database.serialize())
    saved.update_meta({STEPS: WHOLE})


def _note_prompts(saved: SavedGame, played: int, context: Context) -> None:
    """Keep which prompts the turns from here on are played with."""
    told = prompts_told(saved.meta, played, table_for(saved.meta["scenario"], context), context)
    before = [one for one in told_before(saved.meta, played) if one["turn"] < told["turn"]]
    noted = [*before, told]
    if told["fingerprint"] and saved.meta.get(TOLD) != noted:
        saved.update_meta({TOLD: noted})


def may_go_on(values: Mapping[str, Any], context: Context) -> bool:
    """Tell whether a game that has ended has turns left: a limit ended it, or it grew longer."""
    if context.evening.kind == "discussion":
        return len(values["history"]) < context.turns
    return bool(values.get("stopped")) and not is_over(cast("State", values), context)


def _stopped_in(rows: list[TurnRow]) -> str:
    """Return the step after which a limit ended a game, as far as it matters what comes next."""
    steps_again = {"look": "explore", "vote": "vote", "round": "hear_round"}
    return steps_again.get(rows[-1]["rule"], "close_turn") if rows else "close_turn"


def put_away(saved: SavedGame) -> None:
    """Let go of what is held in memory for a game that this process is done with."""
    let_go_below(saved.memory)
