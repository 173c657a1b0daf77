"""Open a game: the first step, once."""

from __future__ import annotations

import uuid
from importlib import import_module
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.types import Overwrite

from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import agenda_of
from mmagents.nodes.evening.trying import try_models
from mmagents.nodes.interrupts import check_kept
from mmagents.nodes.middleware import WAYS
from mmagents.nodes.record import nothing_yet
from mmagents.nodes.spending import NOTHING
from mmagents.nodes.step import Step, is_served
from mmagents.nodes.table import Table, open_players

GATHERED = frozenset({"found", "history", "known", "aired", "notes", "calls"})
"""The channels to which writes add; here they begin anew."""


def game_of(config: RunnableConfig) -> str:
    """Return the id of the game: the name it was given, its thread, or one of its own."""
    named = (config.get("metadata") or {}).get("game")
    thread = config.get("configurable", {}).get("thread_id")
    return str(named or thread or uuid.uuid4().hex)


async def open_game(step: Step) -> dict[str, Any]:
    """Return the state before the first turn, whatever the thread held before.

    Under a server, models that its process has not tried yet are tried.

    Raises:
        MMAgentsError: if the story cannot be read, or does not fit the run's context, or a model
            does not answer.
    """
    context, table, given = step.context, step.table, step.state
    open_players(context, table)
    check_kept(context, table.seats, step.config)
    start = before_the_first_turn(table, context, given["scenario"], given.get("seed", 0))
    start["game"] = game_of(step.config)
    if step.waits:  # loaded later, it would hold up answers that are on their way
        await step.aside(import_module, "chromadb.api.rust")
    if is_served(step.config):
        await try_models(context, table, once=True)
    return {name: Overwrite(one) if name in GATHERED else one for name, one in start.items()}


def before_the_first_turn(
    table: Table, context: Context, scenario: str = "", seed: int = 0
) -> dict[str, Any]:
    """Return the state in which nothing has happened yet."""
    return {
        "scenario": scenario,
        "seed": seed,
        "game": "",
        "phase": "",
        "agenda": agenda_of(table.scenario, context),
        "now": {},
        "rooms": [],
        "room_from": 0,
        "looks_left": 0,
        "bare": {},
        "cards": {},
        "found": {},
        "sides": {one.id: one.camp for one in table.scenario.cast if one.camp},
        "owners": {one.id: one.owner for one in table.scenario.resources},
        "votes": [],
        "ballots": 0,
        "tie": "nobody",
        "outcome": None,
        "turn": 1,
        "history": [],
        "known": {},
        "aired": {},
        "notes": {},
        "open_pairs": [],
        "ledger": nothing_yet(),
        "calls": [],
        "knowledge": [],
        "facts": [],
        "facts_by": "",
        "memory_tip": "",
        "spoken": [],
        "judged": [],
        "spent": NOTHING,
        "stopped": "",
        "ended": False,
        **{channel: held for way in WAYS for channel, held in way.begins.items()},
    }
