"""Run a game and show it as it happens, to whoever watches or to the people who play."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from rich.console import Console

from mmagents.cli.options import INTERRUPTED, Show
from mmagents.cli.person.typed import LeftError
from mmagents.cli.shown import talk as render
from mmagents.cli.shown.terminal import echo, screen
from mmagents.cli.shown.totals import markdown, summary
from mmagents.errors import MMAgentsError
from mmagents.interfaces.texts.catalogue import terminal
from mmagents.nodes.context import Context
from mmagents.nodes.model_health import in_words, what_to_try
from mmagents.nodes.record import TurnRow
from mmagents.nodes.spending import accounts
from mmagents.nodes.table import Table, people_among
from mmagents.players.person.ask import Ask
from mmagents.saved.kept import prompts_told
from mmagents.saved.saved_game import SavedGame
from mmagents.showing.wording import limit_words
from mmagents.stores.disk import friendly_disk_errors

if TYPE_CHECKING:
    from mmagents.cli.person.people import People
    from mmagents.nodes.state import Outcome
    from mmagents.saved.watch import Event


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


def follow_saved(game: SavedGame, changes: Mapping[str, Any], sitting: Sitting) -> None:
    """Run a saved game; however it stops, leave `transcript.md` as it stands."""

    def go_on(answers: Mapping[str, Any] | None) -> AsyncIterator[Event]:
        from mmagents.saved import games

        return _noting(game, games.go_on(game, changes, answers=answers))

    _say_if_prompts_changed(game, sitting)
    try:
        follow_game(go_on, sitting)
    finally:
        with friendly_disk_errors(game.path):
            rows = cast("list[TurnRow]", game.rows())
            game.write_markdown(markdown(rows, sitting.table))
            game.write_json("accounts", accounts(rows, sitting.context.limits.prices))


def _say_if_prompts_changed(game: SavedGame, sitting: Sitting) -> None:
    """Say in one line that the turns so far were played with other prompts."""
    played, table = len(game.rows()), sitting.table
    told = prompts_told(game.meta, played, table, sitting.context)
    if played and told["fingerprint"] and told["turn"] > played:
        echo(terminal(table.language, "game.prompts-changed", n=played), err=True)


async def _noting(game: SavedGame, events: AsyncIterator[Event]) -> AsyncIterator[Event]:
    """Pass on what happens, and keep the outcome."""
    async with aclosing(events) as stream:  # type: ignore[type-var]  # they are generators
        async for event in stream:
            if event.outcome is not None:
                game.write_json("outcome", event.outcome)
            yield event


def follow_game(
    events: Callable[[Mapping[str, Any] | None], AsyncIterator[Event]], sitting: Sitting
) -> None:
    """Run a game to its end and print it; on Ctrl-C say what is kept and how to go on.

    `events` happen from now on, given answers of people if there are any.
    """
    console = screen()
    show, table, context = sitting.show, sitting.table, sitting.context
    rows = list(sitting.before)

    def say(key: str, **given: object) -> str:
        return terminal(table.language, f"game.{key}", **given)

    seated = people_among(context, table.seats)
    people = None
    if seated:
        from mmagents.cli.person.people import People

        people = People(console, table, context, sitting.before, show.speed)
    if not show.as_json and not show.quiet:
        render.opening(console, table, sitting.seed, context)
    printer = _printer(console, table, show, whole=context.evening.kind == "whole")
    ending: list[Outcome] = []
    try:
        if people is None:
            told = asyncio.run(_collect(events(None), printer, rows, ending))
        else:
            told = _with_people(people, events, rows, ending)
    except LeftError:
        echo(f"{say('left', n=len(rows))} {sitting.hint}", err=True)
        return
    except KeyboardInterrupt:
        kept = sitting.hint or say("not-kept")
        echo(f"\n{say('stopped', n=len(rows))} {kept}", err=True)
        sys.exit(INTERRUPTED)
    useless = in_words(told.stopped, table.language)
    if told.stopped and not useless:
        more = sitting.hint and f"{sitting.hint} --max-{told.stopped.partition(':')[0]} MORE"
        limit = limit_words(told.stopped, table.language)
        echo(f"{say('stopped-at', n=len(rows), limit=limit)} {more}", err=True)
    if not show.as_json:
        for outcome in ending:
            render.print_outcome(console, outcome, table)
        console.print(summary(rows, table, context.limits.prices), soft_wrap=True)
        if sitting.again:
            console.print(
                terminal(table.language, "summary.again", command=sitting.again),
                style="dim",
                soft_wrap=True,
            )
    if useless:
        alone = context.evening.kind == "discussion" and rows[-1]["turn"] >= context.turns
        whole = alone or bool(ending)
        hint = "" if whole else sitting.hint
        tries = (what_to_try(told.stopped, table.language), say("unusable-more"), hint)
        raise UselessError(
            say(
                "unusable-last" if whole else "unusable",
                n=rows[-1]["turn"], why=useless, more=" ".join(filter(None, tries)),
            )
        )  # fmt: skip


class UselessError(MMAgentsError):
    """A game that was stopped because models gave nothing usable."""

    exit_code = 1


def check_show(context: Context, table: Table, show: Show) -> None:
    """Raise MMAgentsError if people would be shown more than they may see."""
    seats = people_among(context, table.seats)
    if seats and (show.thoughts or show.as_json or show.quiet):
        raise MMAgentsError(
            f"A person sits in {', '.join(seats)} and is shown what that seat may see. Leave out "
            "--show-thoughts, --json and --quiet."
        )


def _with_people(
    people: People,
    events: Callable[[Mapping[str, Any] | None], AsyncIterator[Event]],
    rows: list[TurnRow],
    ending: list[Outcome],
) -> Told:
    """Run a game with people to its end, asking them whenever it waits for them."""
    answers: Mapping[str, Any] | None = None
    with asyncio.Runner() as runner, people:
        while True:
            collected = _collect(events(answers), people.show, rows, ending, people.linger)
            told = runner.run(collected)
            if told.asks is None:
                return told
            answers = people.answer(told.asks)


@dataclass(frozen=True, slots=True)
class Told:
    """How a run ended: at a limit, waiting for people, or neither."""

    stopped: str = ""
    asks: Mapping[str, Ask] | None = None


async def _collect(
    events: AsyncIterator[Event],
    show_event: Callable[[Event], None],
    rows: list[TurnRow],
    ending: list[Outcome],
    linger: Callable[[Event], Awaitable[None]] | None = None,
) -> Told:
    """Show what happens, for as long as `linger` waits, and keep it; return how the run ended."""
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
            if linger is not None:
                await linger(event)
    return told


def _printer(console: Console, table: Table, show: Show, *, whole: bool) -> Callable[[Event], None]:
    voices = render.Voices(table)

    def as_json(event: Event) -> None:
        if event.row is not None:
            echo(json.dumps(event.row, ensure_ascii=False))
        if event.outcome is not None:
            echo(json.dumps({"outcome": event.outcome}, ensure_ascii=False))

    def as_talk(event: Event) -> None:
        if event.ledger is not None and show.thoughts:
            render.print_bids(console, event.ledger, voices)
        if event.phase and whole:
            render.print_phase(console, event.phase, voices)
        if event.row is not None:
            render.print_turn(console, event.row, voices)

    if show.as_json:
        return as_json
    return (lambda event: None) if show.quiet else as_talk
