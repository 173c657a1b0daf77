"""play, resume and fork: run a game and show it as it happens."""

from __future__ import annotations

import asyncio
import json
import random
import shlex
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, cast

import typer
from rich.console import Console

from mmagents.cli import render
from mmagents.cli.people import LeftError, People
from mmagents.graph import saved as games
from mmagents.graph.begin import begin, branch, check_players, context_from
from mmagents.nodes.context import Context
from mmagents.nodes.people import seated
from mmagents.nodes.spending import NOTHING, accounts, plus, reached
from mmagents.nodes.state import Outcome, TurnRow
from mmagents.nodes.table import Table, table_for
from mmagents.players.person import Ask
from mmagents.players.seating import SCRIPTED
from mmagents.scenarios.errors import MMAgentsError
from mmagents.stores.disk import friendly_disk_errors
from mmagents.stores.embeddings import open_embedder
from mmagents.stores.saved_game import SavedGame

INTERRUPTED = 130
KEPT = "games"
"""Below the current folder: where games with people are kept unless another place is named."""


@dataclass(frozen=True, slots=True)
class Show:
    """What the user wants to see."""

    thoughts: bool = False
    quiet: bool = False
    as_json: bool = False


@dataclass(frozen=True, slots=True)
class Sitting:
    """One run of a game, as the user sees it: at which table, what was before, how to go on."""

    table: Table
    context: Context
    seed: int
    show: Show
    before: tuple[TurnRow, ...] = ()
    hint: str = ""
    again: str = ""


def pairs(option: str, given: Sequence[str] | None) -> dict[str, str]:
    """Return what was given as KEY=VALUE, by key.

    Raises:
        MMAgentsError: if there is no = in one, or a key comes twice.
    """
    found: dict[str, str] = {}
    for one in given or ():
        key, equals, value = (part.strip() for part in one.partition("="))
        if not key or not equals or not value:
            raise MMAgentsError(f"{option} takes NAME=VALUE; it was {one!r}.")
        if key in found:
            raise MMAgentsError(f"{option} names {key} twice.")
        found[key] = value
    return found


def files_found(seats: dict[str, str]) -> dict[str, str]:
    """Return the seats with the files of scripted ones found from anywhere."""
    return {
        seat: f"{SCRIPTED}{Path(spec.removeprefix(SCRIPTED)).resolve()}"
        if spec.startswith(SCRIPTED)
        else spec
        for seat, spec in seats.items()
    }


def evening_of(phase: str | None, turns: int | None) -> dict[str, Any]:
    """Return the fields of the context that say what is played and how long."""
    if phase == "discussion":
        return {"evening": "discussion"} | ({"turns": turns} if turns else {})
    return {"evening": "whole", "lengths": {"discussion": turns} if turns else {}}


def play_command(
    scenario: str, *, context: Context, seed: int | None, save: Path | None, show: Show
) -> None:
    """Play a game from its first turn."""
    open_embedder(context.embeddings)  # so that a wrong name is said before anything is written
    chosen = random.SystemRandom().randrange(100_000) if seed is None else seed
    table = table_for(scenario, context)
    check_players(context, table)
    _check_show(context, table, show)
    again = "" if seed is not None else the_same_again(sys.argv[1:], chosen)
    if save is None and seated(context, table.seats):
        save = folder_for(table.scenario.id)
        typer.echo(f"The game is kept in {save}; stop whenever you like.\n{_resume_hint(save)}\n")
    if save is None:
        sitting = Sitting(table, context, chosen, show, again=again)
        _follow(lambda _: games.play(scenario, chosen, context), sitting)
        return
    with begin(save, scenario, chosen, context) as game:
        sitting = Sitting(table, context, chosen, show, again=again, hint=_resume_hint(save))
        _follow_saved(game, {}, sitting)


def folder_for(story: str) -> Path:
    """Return the folder in which a game with people is kept where none was named."""
    numbers = (Path(KEPT) / f"{story}-{number}" for number in count(1))
    return next(folder for folder in numbers if not folder.exists())


def the_same_again(given: Sequence[str], seed: int) -> str:
    """Return the command that plays a game again, from the one that drew its seed.

    The folder it was saved in is left out: it holds this game.
    """
    again, skip = ["mmagents"], False
    for one in given:
        if not skip and one != "--save" and not one.startswith("--save="):
            again.append(one)
        skip = one == "--save"
    return shlex.join([*again, "--seed", str(seed)])


def resume_command(folder: Path, changes: Mapping[str, Any], show: Show) -> None:
    """Go on with a saved game; `changes` are fields of the context, None where nothing changes."""
    with SavedGame.open(folder) as game:
        _go_on(game, {k: v for k, v in changes.items() if v is not None}, show, folder)


def _go_on(game: SavedGame, changes: Mapping[str, Any], show: Show, folder: Path) -> None:
    context = context_from(**{**games.context_of(game).model_dump(), **changes})
    table = table_for(game.meta["scenario"], context)
    values = asyncio.run(games.values_of(game))
    rows: list[TurnRow] = list(values.get("history", []))
    if rows and values.get("ended") and not games.may_go_on(values, context):
        game.rewrite(rows)
        game.write_markdown(render.markdown(rows, table))
        raise MMAgentsError(
            f"The game in {folder} has ended, at turn {len(rows)}; nothing is missing in it. "
            + (
                f"To play on: mmagents resume {folder} --turns {len(rows) + 10}"
                if context.evening == "discussion"
                else f"To play it differently: mmagents fork {folder} --turn N --save DIR2"
            )
        )
    spent = plus(values.get("spent", NOTHING), values.get("calls", []), context.prices)
    still = reached(spent, context.limits()) if values.get("ended") else ""
    if still:
        name = still.partition(":")[0]
        raise MMAgentsError(
            f"The game in {folder} has reached a limit: {still}. To play on, raise it: "
            f"mmagents resume {folder} --max-{name} MORE"
        )
    check_players(context, table)
    _check_show(context, table, show)
    sitting = Sitting(
        table, context, game.meta["seed"], show, before=tuple(rows), hint=_resume_hint(folder)
    )
    _follow_saved(game, changes, sitting)


def fork_command(
    folder: Path,
    turn: int,
    save: Path,
    *,
    say: str | None,
    seed: int | None,
    changes: Mapping[str, str | int | None],
    show: Show,
) -> None:
    """Go back in a saved game and on differently."""
    with SavedGame.open(folder) as source:
        table = table_for(source.meta["scenario"], games.context_of(source))
        words = _parse_say(say, table) if say else None
        given = {key: value for key, value in changes.items() if value is not None}
        with asyncio.run(branch(source, turn, save, say=words, seed=seed, changes=given)) as target:
            _go_on(target, {}, show, save)


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


def _follow_saved(game: SavedGame, changes: Mapping[str, Any], sitting: Sitting) -> None:
    """Run a saved game; however it stops, leave `transcript.md` as it stands."""

    def go_on(answers: Mapping[str, Any] | None) -> AsyncIterator[games.Event]:
        return _noting(game, games.go_on(game, changes, answers=answers))

    try:
        _follow(go_on, sitting)
    finally:
        with friendly_disk_errors(game.path):
            rows = cast("list[TurnRow]", game.rows())
            game.write_markdown(render.markdown(rows, sitting.table))
            game.write_json("accounts", accounts(rows, sitting.context.prices))


async def _noting(
    game: SavedGame, events: AsyncIterator[games.Event]
) -> AsyncIterator[games.Event]:
    """Pass on what happens, and keep the outcome."""
    async with aclosing(events) as stream:  # type: ignore[type-var]  # they are generators
        async for event in stream:
            if event.outcome is not None:
                game.write_json("outcome", event.outcome)
            yield event


def _follow(
    events: Callable[[Mapping[str, Any] | None], AsyncIterator[games.Event]], sitting: Sitting
) -> None:
    """Run a game to its end and print it; on Ctrl-C say what is kept and how to go on.

    Args:
        events: what happens from now on, given answers of people if there are any.
        sitting: the run.
    """
    console = Console(highlight=False)
    show, table, context = sitting.show, sitting.table, sitting.context
    rows = list(sitting.before)
    people = _people(console, sitting)
    if not show.as_json and not show.quiet:
        render.opening(console, table, sitting.seed, context)
    printer = _printer(console, table, show, whole=context.evening == "whole")
    ending: list[Outcome] = []
    try:
        if people is None:
            told = asyncio.run(_collect(events(None), printer, rows, ending))
        else:
            told = _with_people(people, events, rows, ending)
    except LeftError:
        typer.echo(f"You left after turn {len(rows)}. {sitting.hint}", err=True)
        return
    except KeyboardInterrupt:
        kept = sitting.hint or "It was not kept; --save DIR keeps a game."
        typer.echo(f"\nStopped after turn {len(rows)}. {kept}", err=True)
        sys.exit(INTERRUPTED)
    if told.stopped:
        more = sitting.hint and f"{sitting.hint} --max-{told.stopped.partition(':')[0]} MORE"
        typer.echo(f"Stopped after turn {len(rows)} at a limit: {told.stopped}. {more}", err=True)
    if not show.as_json:
        for outcome in ending:
            render.print_outcome(console, outcome, table)
        console.print(render.summary(rows, table, context.prices), markup=False, soft_wrap=True)
        if sitting.again:
            console.print(
                f"The same game again: {sitting.again}", style="dim", markup=False, soft_wrap=True
            )


def _people(console: Console, sitting: Sitting) -> People | None:
    """Return the people at this terminal, or None."""
    if not seated(sitting.context, sitting.table.seats):
        return None
    return People(console, sitting.table, sitting.context, sitting.before)


def _check_show(context: Context, table: Table, show: Show) -> None:
    """See that nothing is shown to people but what they may see.

    Raises:
        MMAgentsError: if more was asked for.
    """
    seats = seated(context, table.seats)
    if seats and (show.thoughts or show.as_json or show.quiet):
        raise MMAgentsError(
            f"A person sits in {', '.join(seats)} and is shown what that seat may see. Leave out "
            "--show-thoughts, --json and --quiet."
        )


def _with_people(
    people: People,
    events: Callable[[Mapping[str, Any] | None], AsyncIterator[games.Event]],
    rows: list[TurnRow],
    ending: list[Outcome],
) -> Told:
    """Run a game with people to its end, asking them whenever it waits for them."""
    answers: Mapping[str, Any] | None = None
    with asyncio.Runner() as runner, people:
        while True:
            told = runner.run(_collect(events(answers), people.show, rows, ending))
            if told.asks is None:
                return told
            answers = people.answer(told.asks)


@dataclass(frozen=True, slots=True)
class Told:
    """How a run ended: at a limit, waiting for people, or neither."""

    stopped: str = ""
    asks: Mapping[str, Ask] | None = None


async def _collect(
    events: AsyncIterator[games.Event],
    show_event: Callable[[games.Event], None],
    rows: list[TurnRow],
    ending: list[Outcome],
) -> Told:
    """Show what happens and keep it; return how the run ended."""
    told = Told()
    async with aclosing(events) as stream:  # type: ignore[type-var]  # they are generators
        async for event in stream:
            if event.row is not None:
                rows.append(event.row)
            if event.row is not None or event.stopped:
                told = Told(stopped=event.stopped)
            if event.outcome is not None:
                ending.append(event.outcome)
            if event.asks is not None:
                told = Told(asks=event.asks)
            show_event(event)
    return told


def _printer(
    console: Console, table: Table, show: Show, *, whole: bool
) -> Callable[[games.Event], None]:
    voices = render.Voices(table)

    def as_json(event: games.Event) -> None:
        if event.row is not None:
            typer.echo(json.dumps(event.row, ensure_ascii=False))
        if event.outcome is not None:
            typer.echo(json.dumps({"outcome": event.outcome}, ensure_ascii=False))

    def as_talk(event: games.Event) -> None:
        if event.ledger is not None and show.thoughts:
            render.print_bids(console, event.ledger, voices)
        if event.phase and whole:
            render.print_phase(console, event.phase)
        if event.row is not None:
            render.print_turn(console, event.row, voices)

    if show.as_json:
        return as_json
    return (lambda event: None) if show.quiet else as_talk
