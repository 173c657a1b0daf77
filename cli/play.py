"""play, resume and fork: begin a game, or go on with one."""

from __future__ import annotations

import asyncio
import random
import shlex
import sys
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import typer

from mmagents.cli.follow import Show, Sitting, check_show, follow, follow_saved
from mmagents.cli.shown import talk as render
from mmagents.floor.conditions import condition_of
from mmagents.graph import saved as games
from mmagents.graph import watch
from mmagents.graph.begin import begin, branch, check_players, context_from
from mmagents.nodes.context import Context
from mmagents.nodes.detective import INTERROGATION
from mmagents.nodes.interrupts import seated
from mmagents.nodes.spending import NOTHING, plus, reached
from mmagents.nodes.state import TurnRow
from mmagents.nodes.table import Table, table_for
from mmagents.players.open import SCRIPTED
from mmagents.scenarios.errors import MMAgentsError
from mmagents.stores.embeddings import open_embedder
from mmagents.stores.saved_game import SavedGame

KEPT = "games"
"""Below the current folder: where games with people are kept unless another place is named."""


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


def what_is_played(
    phase: str | None, turns: int | None, rounds: int | None, condition: str
) -> dict[str, Any]:
    """Return the fields of the context that say what is played and how long.

    Raises:
        MMAgentsError: if rounds are given for a discussion, which has none.
    """
    evening = "discussion" if phase == "discussion" else "whole"
    interrogates = condition_of(condition).interrogates
    if interrogates or evening == "whole":
        talk = INTERROGATION if interrogates else "discussion"
        return {"evening": evening, "lengths": {talk: turns} if turns else {}, "rounds": rounds}
    if rounds:
        raise MMAgentsError("--rounds: a discussion alone has no rounds; leave out --phase.")
    return {"evening": evening} | ({"turns": turns} if turns else {})


def play_command(
    scenario: str, *, context: Context, seed: int | None, save: Path | None, show: Show
) -> None:
    """Play a game from its first turn."""
    open_embedder(context.embeddings)  # so that a wrong name is said before anything is written
    chosen = random.SystemRandom().randrange(100_000) if seed is None else seed
    table = table_for(scenario, context)
    check_players(context, table)
    check_show(context, table, show)
    again = "" if seed is not None else the_same_again(sys.argv[1:], chosen)
    if save is None and seated(context, table.seats):
        save = folder_for(table.scenario.id)
        typer.echo(f"The game is kept in {save}; stop whenever you like.\n{_resume_hint(save)}\n")
    if save is None:
        sitting = Sitting(table, context, chosen, show, again=again)
        follow(lambda _: watch.play(scenario, chosen, context), sitting)
        return
    with begin(save, scenario, chosen, context) as game:
        sitting = Sitting(table, context, chosen, show, again=again, hint=_resume_hint(save))
        follow_saved(game, {}, sitting)


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
    check_show(context, table, show)
    sitting = Sitting(
        table, context, game.meta["seed"], show, before=tuple(rows), hint=_resume_hint(folder)
    )
    follow_saved(game, changes, sitting)


def fork_command(
    folder: Path,
    turn: int,
    save: Path,
    *,
    say: str | None,
    seed: int | None,
    changes: Mapping[str, Any],
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
