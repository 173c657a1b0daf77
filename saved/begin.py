"""Begin a game in a folder: anew, or as a branch of another."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mmagents.errors import MMAgentsError, first_fault
from mmagents.nodes.context import Context
from mmagents.nodes.evening.trying import try_models
from mmagents.nodes.record import RECORDED
from mmagents.nodes.settings import Pace, field_in, merged, nested
from mmagents.nodes.table import Table, names_models, open_players, table_for
from mmagents.players.open import SCRIPTED, STRATEGIST, as_strategist
from mmagents.players.person.player import HUMAN
from mmagents.saved.kept import check_agreed, check_condition, origin_of
from mmagents.saved.saved_game import STEPS, SavedGame
from mmagents.saved.servers import check_servers
from mmagents.scenarios.loader import scenario_path
from mmagents.stores.servers.addresses import Servers


def context_from(**choices: Any) -> Context:
    """Return the context of the options given.

    Raises:
        MMAgentsError: if one of them is not to be had.
    """
    try:
        return Context(**choices)
    except ValidationError as error:
        where, why = first_fault(error)
        raise MMAgentsError(f"{where and f'{where}: '}{why}.") from None


def check_players(context: Context, table: Table) -> None:
    """Open every player and try every model once, before anything is written.

    Code of the user's own must have been allowed.

    Raises:
        MMAgentsError: for the first that cannot be had, with the reason.
    """
    context.check_allowed()
    if names_models(context) or context.pace != Pace() or context.medium or context.repair:
        import mmagents.nodes.ways  # noqa: F401  # they say what goes together, and what is tried
    open_players(context, table)
    if context.repair:
        context.checks()
    asyncio.run(try_models(context, table))


def begin(
    folder: Path, scenario: str, seed: int, context: Context, servers: Servers | None = None
) -> SavedGame:
    """Return a game just begun in a folder, held by this process.

    Code that the context names is allowed by that. `servers` keep what the folder does not.

    Raises:
        MMAgentsError: if there is no such story, or no game can be kept there.
    """
    context.allow()
    meta = {
        "scenario": scenario,
        "seed": seed,
        "context": context.as_kept(),
        **origin_of(context.condition),
        **(servers or Servers()).as_meta(),
    }
    return SavedGame.create(folder, meta, scenario_path(context.evening.story_file or scenario))


PLAYERS = frozenset({"model", "models", "seats", "base_url"})
"""The fields of the context that say who plays."""


def differently(
    kept: Mapping[str, Any], changes: Mapping[str, Any], *, recorded: bool = False
) -> dict[str, Any]:
    """Return the context of a game that goes on with some of its fields changed.

    Args:
        kept: the context so far, as plain JSON.
        changes: fields of it; of a group, those that are different. A `model` is played by the
            whole table, for speaking and for thinking: by all but people, scripted seats and those
            that `seats` names. `seats` holds those that change hands; the others stay as they are.
            A person who takes one may come into turns that are said unit by unit, unless
            `medium.come_in` is among them.
        recorded: whether the people of the game spoke elsewhere: they cannot go on, so a `model`
            plays them too.
    """
    model, given = changes.get("model"), changes.get("seats", {})
    seats = kept["seats"]
    if model:
        stay = {
            seat: one
            for seat, one in seats.items()
            if SCRIPTED in one or (one == HUMAN and not recorded)
        }
        minded = {seat: STRATEGIST for seat, one in seats.items() if as_strategist(one)[0]}
        seats = stay | minded
    own: dict[str, Any] = {"models": {"strong": None, "cheap": None}} if model else {}
    if field_in(kept, "medium.kind") == "units" and HUMAN in given.values():
        own["medium.come_in"] = True
    return {**merged(kept, nested({**own, **changes})), "seats": {**seats, **given}}


async def branch(  # noqa: PLR0913  # what is different, each by its name
    source: SavedGame,
    turn: int,
    folder: Path,
    *,
    say: tuple[str, str] | None = None,
    speaker: str | None = None,
    seed: int | None = None,
    changes: Mapping[str, Any] | None = None,
    servers: Servers | None = None,
) -> SavedGame:
    """Return a game that is another's up to turn `turn`, in a folder of its own.

    Args:
        source: the game to go back in; it is not changed.
        turn: the first turn that is to be played differently.
        folder: where the new game is kept.
        say: seat and words of that turn, or None to let the table play it anew.
        speaker: who has the floor in that turn, and finds its own words.
        seed: of the new game, where it is to be another.
        changes: fields of the context that are different from there on (see :func:`differently`);
            models among them are tried once before anything is written.
        servers: what keeps the new game where it is not what keeps the other.

    Raises:
        MMAgentsError: if the game never came to that turn, nobody plays as `changes` say, or no
            game can be kept there; nothing is written then.
    """
    from mmagents.saved.fork import fork

    check_condition(source.meta, source.path)
    keep_on_servers = source.servers.but(servers or Servers())
    meta = {
        **{key: value for key, value in source.meta.items() if key != STEPS},
        "seed": source.meta["seed"] if seed is None else seed,
        "context": differently(
            source.meta["context"], changes or {}, recorded=RECORDED in source.meta
        ),
        "forked_from": {"turn": turn, "game": source.path.name},
        **keep_on_servers.as_meta(),
    }
    context = context_from(**meta["context"])
    context.check_allowed()
    check_agreed(source, meta["context"])
    meta |= origin_of(context.condition)
    if context.evening.kind == "discussion" and turn > context.turns:
        raise MMAgentsError(
            f"The game is {context.turns} turns long; turn {turn} is not in it. "
            f"Give --turns as well to play on."
        )
    if PLAYERS & set(changes or {}):
        story = context.with_fields(evening={"story_file": str(source.scenario)})
        await asyncio.to_thread(check_players, context, table_for(meta["scenario"], story))
    await check_servers(keep_on_servers)
    target = SavedGame.create(folder, meta, source.scenario)
    try:
        await fork(source, turn, target, say, speaker)
    except MMAgentsError:
        target.close()
        shutil.rmtree(folder)
        raise
    return target
