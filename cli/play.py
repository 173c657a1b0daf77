"""play, resume and fork: run a game and show it as it happens."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from mmagents.cli import render
from mmagents.graph import saved as games
from mmagents.nodes.context import Context
from mmagents.nodes.state import TurnRow
from mmagents.nodes.table import Table, table_for
from mmagents.scenarios.errors import MMAgentsError
from mmagents.scenarios.loader import scenario_path
from mmagents.stores.saved_game import SavedGame
from rich.console import Console

INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Show:
    """What the user wants to see."""

    thoughts: bool = False
    quiet: bool = False
    as_json: bool = False


def play_command(
    scenario: str,
    *,
    condition: str,
    turns: int,
    seed: int | None,
    language: str | None,
    save: Path | None,
    show: Show,
) -> None:
    """Play a game from its first turn."""
    chosen = random.SystemRandom().randrange(100_000) if seed is None else seed
    context = Context(condition=condition, turns=turns, language=language)
    table = table_for(scenario, context)
    if save is None:
        _show(games.play(scenario, chosen, context), table, context, chosen, show, [], "")
        return
    meta = {
        "scenario": scenario,
        "seed": chosen,
        "context": context.model_dump(exclude={"memory_path", "story_file"}),
    }
    with SavedGame.create(save, meta, scenario_path(scenario)) as game:
        _show(games.go_on(game), table, context, chosen, show, [], _resume_hint(save))
        _finish(game, table)


def resume_command(folder: Path, turns: int | None, show: Show) -> None:
    """Go on with a saved game."""
    with SavedGame.open(folder) as game:
        _go_on(game, turns, show, folder)


def _go_on(game: SavedGame, turns: int | None, show: Show, folder: Path) -> None:
    context = games.context_of(game)
    table = table_for(game.meta["scenario"], context)
    rows = asyncio.run(games.history_of(game))
    length = turns or context.turns
    if len(rows) >= length:
        raise MMAgentsError(
            f"The game in {folder} has ended, at turn {len(rows)}. "
            f"To play on: mmagents resume {folder} --turns {len(rows) + 10}"
        )
    context = context.model_copy(update={"turns": length})
    _show(games.go_on(game, turns), table, context, game.meta["seed"], show, rows, _resume_hint(folder))
    _finish(game, table)


def fork_command(
    folder: Path,
    turn: int,
    save: Path,
    *,
    say: str | None,
    condition: str | None,
    seed: int | None,
    turns: int | None,
    show: Show,
) -> None:
    """Go back in a saved game and on differently."""
    with SavedGame.open(folder) as source:
        context = games.context_of(source)
        words = _parse_say(say, table_for(source.meta["scenario"], context)) if say else None
        changes = {"condition": condition, "turns": turns}
        meta = {
            **source.meta,
            "seed": source.meta["seed"] if seed is None else seed,
            "context": source.meta["context"] | {k: v for k, v in changes.items() if v is not None},
            "forked_from": {"turn": turn},
        }
        if turn > meta["context"]["turns"]:
            raise MMAgentsError(
                f"The game is {meta['context']['turns']} turns long; turn {turn} is not in it. "
                f"Give --turns as well to play on."
            )
        with SavedGame.create(save, meta, source.scenario) as target:
            try:
                asyncio.run(games.fork(source, turn, target, words))
            except MMAgentsError:
                shutil.rmtree(save)
                raise
            _go_on(target, None, show, save)


def _parse_say(say: str, table: Table) -> tuple[str, str]:
    """Return seat and words of `--say "seat: text"`.

    Raises:
        MMAgentsError: if the seat is not at the table, or nothing is said.
    """
    who, colon, text = say.partition(":")
    seats = {person.id: person for person in table.public.seats()}
    wanted = who.strip().casefold()
    found = [
        seat
        for seat, person in seats.items()
        if wanted in {seat.casefold(), person.call.casefold(), person.name.casefold()}
    ]
    if not colon or not found or not text.strip():
        raise MMAgentsError(
            f'--say takes "SEAT: TEXT" with one of the seats {", ".join(seats)}; it was {say!r}.'
        )
    return found[0], " ".join(text.split())


def _resume_hint(folder: Path) -> str:
    return f"To go on: mmagents resume {folder}"


def _finish(game: SavedGame, table: Table) -> None:
    game.write_markdown(render.markdown(game.rows(), table))


def _show(
    events: AsyncIterator[games.Event],
    table: Table,
    context: Context,
    seed: int,
    show: Show,
    before: list[TurnRow],
    hint: str,
) -> None:
    """Run a game to its end and print it; on Ctrl-C say what is kept and how to go on."""
    console = Console(highlight=False)
    rows = list(before)
    if not show.as_json and not show.quiet:
        render.opening(console, table, seed, context.condition, context.turns)
    try:
        asyncio.run(_follow(events, _printer(console, table, show), rows))
    except KeyboardInterrupt:
        kept = hint or "It was not kept; --save DIR keeps a game."
        typer.echo(f"\nStopped after turn {len(rows)}. {kept}", err=True)
        sys.exit(INTERRUPTED)
    if not show.as_json:
        console.print(render.summary(rows, table), markup=False)
        again = f"mmagents play {table.scenario.id} --condition {context.condition} --seed {seed}"
        console.print(f"The same game again: {again}", style="dim", markup=False)


async def _follow(
    events: AsyncIterator[games.Event],
    show_event: Callable[[games.Event], None],
    rows: list[TurnRow],
) -> None:
    async with aclosing(events) as stream:  # type: ignore[type-var]  # they are generators
        async for event in stream:
            if event.row is not None:
                rows.append(event.row)
            show_event(event)


def _printer(console: Console, table: Table, show: Show) -> Callable[[games.Event], None]:
    voices = render.Voices(table)

    def as_json(event: games.Event) -> None:
        if event.row is not None:
            typer.echo(json.dumps(public_row(event.row), ensure_ascii=False))

    def as_talk(event: games.Event) -> None:
        if event.ledger is not None and show.thoughts:
            render.print_bids(console, event.ledger, voices)
        if event.row is not None:
            render.print_turn(console, event.row, voices)

    if show.as_json:
        return as_json
    return (lambda event: None) if show.quiet else as_talk


def public_row(row: TurnRow) -> dict[str, Any]:
    """Return a turn as `transcript.jsonl` holds it."""
    return dict(row)
