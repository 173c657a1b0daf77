"""Commands on a saved game: resume, fork, explain, accounts, prune, delete."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mmagents.cli.flags import LIMITS, Flags, Given, fields_of
from mmagents.cli.game.servers import Checkpoints, Memory, move, named
from mmagents.cli.options import AllowPlayer, Prices, SavedFolder, Server, Show, Yes
from mmagents.cli.sharing import trust_servers_of
from mmagents.cli.shown.terminal import echo
from mmagents.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.nodes.table import Table

CHANGES = Flags(
    "condition",
    "model",
    "seats",
    "base_url",
    "turns",
    model="Go on with this model in every seat that --seat leaves out.",
    turns="Play to this many turns in all.",
)
"""What may be different from there on."""


def resume(
    folder: SavedFolder,
    limits: Annotated[Given, Flags(*LIMITS)],
    show: Show,
    turns: Annotated[
        int | None, typer.Option(min=1, max=100_000, help="Play on to this many turns in all.")
    ] = None,
    allow_player: AllowPlayer = None,
    base_url: Server = None,
    checkpoints: Checkpoints = None,
    memory: Memory = None,
    yes: Yes = False,
) -> None:
    """Go on with a saved game, from wherever it was stopped or killed."""
    from mmagents.cli.game.start import resume_game
    from mmagents.saved.saved_game import SavedGame

    trust_servers_of(base_url)
    servers = named(checkpoints, memory)
    chosen = {"turns": turns, "base_url": base_url}
    changes = fields_of(limits) | {name: value for name, value in chosen.items() if value}
    with SavedGame.open(folder) as game:
        move(game, servers)
        resume_game(game, folder, changes, show, yes=yes)


def fork(
    folder: SavedFolder,
    turn: Annotated[int, typer.Option(min=1, help="The first turn to be played differently.")],
    save: Annotated[Path, typer.Option(metavar="DIR2", help="Keep the new game in this folder.")],
    changes: Annotated[Given, CHANGES],
    show: Show,
    say: Annotated[
        str | None, typer.Option(metavar='"SEAT: TEXT"', help="Who says what in that turn.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Go on with another seed.")] = None,
    checkpoints: Checkpoints = None,
    memory: Memory = None,
    allow_player: AllowPlayer = None,
    yes: Yes = False,
) -> None:
    """Go back in a saved game and on differently, in a folder of its own."""
    from mmagents.cli.game.servers import ask_about
    from mmagents.cli.game.start import resume_game
    from mmagents.models.client.trust import agree_to
    from mmagents.nodes.served import files_named
    from mmagents.nodes.table import table_for
    from mmagents.saved.begin import branch, differently
    from mmagents.saved.games import context_of
    from mmagents.saved.kept import to_ask_about
    from mmagents.saved.saved_game import SavedGame

    given, servers = fields_of(changes), named(checkpoints, memory)
    with SavedGame.open(folder) as source:
        context = context_of(source)
        if not source.own:
            agree_to(path for _, path in files_named(given))
            fields = differently(source.meta["context"], given)
            ask_about(to_ask_about(fields, source.meta), f"The game in {folder}", yes=yes)
        table = table_for(source.meta["scenario"], context)
        if "seats" in given:
            given["seats"] = {
                table.seat_called(one) or one: who for one, who in given["seats"].items()
            }
        check_everybody_is_there(source.meta, given, table)
        said = seat_and_words(say, table) if say else None
        new = branch(source, turn, save, say=said, seed=seed, changes=given, servers=servers)
        with asyncio.run(new) as target:
            resume_game(target, save, {}, show, yes=True)


def check_everybody_is_there(
    meta: Mapping[str, Any], given: Mapping[str, Any], table: Table
) -> None:
    """Make sure that somebody plays each seat of recorded talk from there on.

    Raises:
        MMAgentsError: if not; the people who spoke are gone.
    """
    from mmagents.nodes.record import RECORDED

    if RECORDED not in meta or "forked_from" in meta or given.get("model"):
        return
    gone = [seat for seat in table.seats if seat not in given.get("seats", {})]
    if gone:
        raise MMAgentsError(
            f"Those who spoke in recorded talk are gone, and nobody plays {', '.join(gone)}. Name "
            "a model for all with --model openai:gpt-4o-mini, or say who plays each seat: "
            f"--seat {gone[0]}=human"
        )


def seat_and_words(say: str, table: Table) -> tuple[str, str]:
    """Return seat and words of `--say "seat: text"`."""
    who, colon, text = say.partition(":")
    seat = table.seat_called(who)
    if not colon or not seat or not text.strip():
        seats = ", ".join(person.id for person in table.public.seats())
        raise MMAgentsError(
            f'--say takes "SEAT: TEXT" with one of the seats {seats}; it was {say!r}.'
        )
    return seat, " ".join(text.split())


def explain(
    folder: SavedFolder,
    turn: Annotated[int, typer.Option(min=1, help="Which turn.")],
    as_json: Annotated[bool, typer.Option("--json", help="The turn's record as JSON.")] = False,
) -> None:
    """Say why a turn went to whom it went: bids, rule, and why not another."""
    from mmagents.cli.shown.why import print_why
    from mmagents.nodes.table import table_for
    from mmagents.saved import games
    from mmagents.saved.saved_game import SavedGame

    with SavedGame.open(folder) as game:
        rows = asyncio.run(games.history_of(game))
        context = games.context_of(game)
        table = table_for(game.meta["scenario"], context)
    if turn > len(rows):
        raise MMAgentsError(f"The game in {folder} has {len(rows)} turns; there is no turn {turn}.")
    if as_json:
        echo(json.dumps(rows[turn - 1], ensure_ascii=False, indent=2))
    else:
        print_why(rows, turn, table, context.floor.threshold)


def accounts(
    folder: SavedFolder,
    prices: Prices = None,
    as_json: Annotated[bool, typer.Option("--json", help="The accounts as JSON.")] = False,
) -> None:
    """Show what the models of a saved game cost, by task and by seat; it may be under way."""
    from mmagents.cli.game.prices import read_prices
    from mmagents.cli.shown.totals import cost
    from mmagents.interfaces.texts.catalogue import terminal as say
    from mmagents.nodes.settings import field_in
    from mmagents.nodes.spending import accounts as added_up
    from mmagents.saved.saved_game import read_record

    meta, rows = read_record(folder)
    account = added_up(rows, read_prices(prices) or field_in(meta["context"], "limits.prices"))
    if as_json:
        echo(json.dumps(account, ensure_ascii=False, indent=2))
        return
    lang = str(meta["context"].get("language") or "en")
    lines = cost(account, lang) or [say(lang, "cost.none", turns=account["turns"])]
    if account["unpriced"]:
        lines.append(say(lang, "cost.unpriced", models=", ".join(account["unpriced"])))
    echo("\n".join(lines))


def prune(
    folder: SavedFolder,
    keep_turns: Annotated[
        int, typer.Option(min=0, help="Keep every step of this many turns, the last ones.")
    ] = 1,
    checkpoints: Checkpoints = None,
) -> None:
    """Delete old steps of a saved game: it goes on as before, and forks at the turns kept."""
    from mmagents.saved.prune import prune as prune_game
    from mmagents.saved.saved_game import SavedGame

    named(checkpoints, None)
    with SavedGame.open(folder) as game:
        done = asyncio.run(prune_game(game, keep_turns))
    echo(f"{done.left} of {done.before} steps are left in {folder}.")


def delete(
    folder: SavedFolder,
    checkpoints: Checkpoints = None,
    memory: Memory = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a saved game: its folder, its steps in a database, its memories on a server."""
    from mmagents.saved.delete import delete as delete_game
    from mmagents.saved.saved_game import SavedGame
    from mmagents.scenarios.plain import shown

    named(checkpoints, memory)
    with SavedGame.open(folder) as game:
        kept = [one for one in (game.servers.checkpoints, game.servers.memory) if one]
        where = " and at ".join((str(folder), *kept))
        ask = shown(f"Delete the game in {where}?")
        if not yes and not typer.confirm(ask, default=False, err=True):
            raise MMAgentsError("Nothing was deleted.")
        asyncio.run(delete_game(game))
