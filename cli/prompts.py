"""prompts: what models are told."""

from __future__ import annotations

import asyncio
import json
from difflib import unified_diff
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mmagents.cli.options import AsJson, SavedFolder
from mmagents.cli.shown.terminal import echo
from mmagents.errors import MMAgentsError
from mmagents.prompts.sets import SETS

if TYPE_CHECKING:
    from mmagents.prompts.render import Messages

app = typer.Typer(no_args_is_help=True, help="What models are told.")


class Task(StrEnum):
    """What a seat is asked for in a turn."""

    think = "think"
    speak = "speak"


Set = StrEnum("Set", {name: name for name in SETS})  # type: ignore[misc]  # the sets there are


@app.callback()
def _group() -> None:
    """Keep `show` a command of its own: Typer runs a group's only command by the group's name."""


@app.command()
def show(
    folder: SavedFolder,
    turn: Annotated[int, typer.Option(min=1, help="Which turn.")],
    seat: Annotated[str, typer.Option(help="Which seat, by its id or name.")],
    task: Annotated[Task, typer.Option(help="What the seat is asked for.")] = Task.think,
    lang: Annotated[str | None, typer.Option(help="Another language of the prompt.")] = None,
    prompt_set: Annotated[Set | None, typer.Option("--set", help="Another set of prompts.")] = None,
    prompts: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A folder whose files go before the shipped ones."),
    ] = None,
    diff: Annotated[
        bool, typer.Option("--diff", help="Only what differs from the game's own prompt.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show what a model was told in a turn of a saved game, or would be told by other prompts.

    The prompt is made of what the seat could know by then, whether or not a model sat there.
    """
    from mmagents.nodes.table import table_for
    from mmagents.saved.games import context_of
    from mmagents.saved.prompted import prompt_of
    from mmagents.saved.saved_game import SavedGame

    given: dict[str, Any] = {
        "language": lang,
        "models.prompt_set": prompt_set and prompt_set.value,
        "models.prompts": prompts and str(prompts),
    }
    changes = {field: value for field, value in given.items() if value is not None}
    if diff and not changes:
        raise MMAgentsError("--diff compares with other prompts: add --set, --prompts or --lang.")
    with SavedGame.open(folder) as game:
        who = table_for(game.meta["scenario"], context_of(game)).seat_called(seat) or seat
        told = asyncio.run(prompt_of(game, turn, who, task.value, changes))
        before = asyncio.run(prompt_of(game, turn, who, task.value)) if diff else None
    if before is not None:
        lines = unified_diff(_lines(before), _lines(told), "the game's own", "these", lineterm="")
        echo("\n".join(lines) or "The prompts are the same.")
    elif as_json:
        echo(json.dumps(told._asdict(), ensure_ascii=False, indent=2))
    else:
        echo("\n".join(_lines(told)))


def _lines(told: Messages) -> list[str]:
    return ["=== system ===", *told.system.split("\n"), "=== user ===", *told.user.split("\n")]
