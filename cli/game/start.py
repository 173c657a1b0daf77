"""Begin a game in the terminal, or go on with one."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mmagents.cli.game.follow import Sitting, check_show, follow_game, follow_saved
from mmagents.cli.game.servers import ask_about, check_there
from mmagents.cli.options import Show
from mmagents.cli.shown.terminal import echo
from mmagents.cli.shown.totals import markdown
from mmagents.errors import MMAgentsError
from mmagents.interfaces.texts.catalogue import terminal
from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow
from mmagents.nodes.settings import merged, nested
from mmagents.nodes.spending import NOTHING, limit_reached, plus
from mmagents.nodes.table import Table, people_among, table_for
from mmagents.saved.begin import begin, check_players, context_from
from mmagents.saved.kept import to_ask_about
from mmagents.saved.saved_game import SavedGame
from mmagents.stores.embeddings import open_embedder
from mmagents.stores.servers.addresses import Servers

if TYPE_CHECKING:
    from mmagents.saved.watch import Event

KEPT = "games"
"""Below the current folder: where games with people are kept unless another place is named."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where a game is kept: in the folder `save`, and what not there on `servers`.

    Without a folder, it is kept only where people play.
    """

    save: Path | None
    servers: Servers


def start(
    scenario: str, context: Context, seed: int, keeping: Keeping, *, show: Show, again: str = ""
) -> None:
    """Play a game from its first turn; `again` is the command that plays it again.

    Raises:
        MMAgentsError: if it cannot be played or kept so; nothing is written then.
    """
    save = keeping.save
    open_embedder(context.memory.embeddings)  # so that a wrong name is said before anything else
    table = table_for(scenario, context)
    check_players(context, table)
    check_show(context, table, show)
    if save is None and people_among(context, table.seats):
        save = folder_for(table.scenario.id)
        kept = terminal(table.language, "game.kept", folder=save)
        echo(f"{kept}\n{_resume_hint(save, table, context)}\n")
    if save is None and keeping.servers != Servers():
        raise MMAgentsError(
            "--checkpoints and --memory keep what the folder of a saved game would: name one with "
            "--save."
        )
    if save is None:
        sitting = Sitting(table, context, seed, show, again=again)
        follow_game(lambda _: _played(scenario, seed, context), sitting)
        return
    check_there(keeping.servers)
    with begin(save, scenario, seed, context, keeping.servers) as game:
        sitting = Sitting(
            table, context, seed, show, again=again, hint=_resume_hint(save, table, context)
        )
        follow_saved(game, {}, sitting)


def _played(scenario: str, seed: int, context: Context) -> AsyncIterator[Event]:
    """Return what happens in a game; LangGraph is loaded once the story's door is shown."""
    from mmagents.saved.watch import play

    return play(scenario, seed, context)


def folder_for(story: str) -> Path:
    """Return the folder in which a game with people is kept where none was named."""
    numbers = (Path(KEPT) / f"{story}-{number}" for number in count(1))
    return next(folder for folder in numbers if not folder.exists())


def the_same_again(given: Sequence[str], seed: int) -> str:
    """Return the command that plays a game again, without the folder that holds this one."""
    again, skip = ["mmagents"], False
    for one in given:
        if not skip and one != "--save" and not one.startswith("--save="):
            again.append(one)
        skip = one == "--save"
    return shlex.join([*again, "--seed", str(seed)])


def resume_game(
    game: SavedGame, folder: Path, changes: Mapping[str, Any], show: Show, *, yes: bool = False
) -> None:
    """Go on with the game in a folder, with some fields of its context changed."""
    from mmagents.saved import games

    context = context_from(**merged(dict(games.context_of(game)), nested(changes)))
    if not game.own:
        fields = context.as_kept()
        ask_about(to_ask_about(fields, game.meta), f"The game in {folder}", yes=yes)
    check_there(game.servers)
    table = table_for(game.meta["scenario"], context)
    values = asyncio.run(games.values_of(game))
    rows: list[TurnRow] = list(values.get("history", []))
    if rows and values.get("ended") and not games.may_go_on(values, context):
        game.rewrite(rows)
        game.write_markdown(markdown(rows, table))
        raise MMAgentsError(
            f"The game in {folder} has ended, at turn {len(rows)}; nothing is missing in it. "
            + (
                f"To play on: mmagents resume {folder} --turns {len(rows) + 10}"
                if context.evening.kind == "discussion"
                else f"To play it differently: mmagents fork {folder} --turn N --save DIR2"
            )
        )
    spent = plus(values.get("spent", NOTHING), values.get("calls", []), context.limits.prices)
    still = limit_reached(spent, context.limits.spendable()) if values.get("ended") else ""
    if still:
        name = still.partition(":")[0]
        raise MMAgentsError(
            f"The game in {folder} has reached a limit: {still}. To play on, raise it: "
            f"mmagents resume {folder} --max-{name} MORE"
        )
    check_players(context, table)
    check_show(context, table, show)
    sitting = Sitting(
        table,
        context,
        game.meta["seed"],
        show,
        before=tuple(rows),
        hint=_resume_hint(folder, table, context),
    )
    follow_saved(game, changes, sitting)


def _resume_hint(folder: Path, table: Table, context: Context) -> str:
    allowed = "".join(f" --allow-player {one}" for one in context.code_named())
    return terminal(table.language, "game.go-on", command=f"mmagents resume {folder}{allowed}")
