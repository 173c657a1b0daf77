"""What a model was told in a turn of a saved game, or would be told in other words."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast, get_args

from mmagents.errors import MMAgentsError
from mmagents.models.variables import as_told, view_variables
from mmagents.nodes.context import Context
from mmagents.nodes.settings import merged, nested
from mmagents.nodes.state import State
from mmagents.nodes.step import Step
from mmagents.nodes.table import table_for
from mmagents.nodes.turn.speak import view_for_speaking
from mmagents.nodes.turn.think import views_for_thinking
from mmagents.prompts.render import Messages, Prompts
from mmagents.saved.fork import ABOUT_TO_SPEAK, ABOUT_TO_TALK, state_before
from mmagents.saved.games import values_of
from mmagents.saved.kept import context_kept
from mmagents.saved.saved_game import SavedGame

Prompted = Literal["think", "speak"]
"""The tasks of a seat in a turn."""
PROMPTED: tuple[Prompted, ...] = get_args(Prompted)


async def prompt_of(
    game: SavedGame,
    turn: int,
    seat: str,
    task: Prompted,
    changes: Mapping[str, Any] | None = None,
) -> Messages:
    """Return the messages that ask a seat to think or to speak in a turn of a saved game.

    The prompt is made of the record, so it is there for seats that no model played as well. What
    the seat had been told by then is what it may know, and nothing else.

    Args:
        game: the saved game, open.
        turn: which turn, from 1.
        seat: which seat; when it speaks, the one that had the floor.
        task: what it is asked for.
        changes: fields of the context that are different, as `models.prompt_set`.

    Raises:
        MMAgentsError: if the game has no such turn or seat, or the seat did not have the floor.
    """
    context = _told_with(game, changes or {})
    step = await _step_of(game, context, turn, seat, task)
    try:
        view = (
            view_for_speaking(step)
            if task == "speak"
            else views_for_thinking(step, step.here)[seat]
        )
    finally:
        step.forget_if_over(over=True)
    wording, folder = context.wording(), context.models.prompts
    prompts = Prompts(Path(folder) if folder else None, wording)
    told = as_told(view, wording, speaking=task == "speak")
    return prompts.render(task, view.language, view_variables(told, prompts.terms(view.language)))


async def _step_of(game: SavedGame, context: Context, turn: int, seat: str, task: Prompted) -> Step:
    """Return the step in which a seat was asked, for a seat that was.

    Raises:
        MMAgentsError: if it was not.
    """
    rows = (await values_of(game)).get("history", [])
    if not 1 <= turn <= len(rows):
        raise MMAgentsError(f"The game in {game.path} has {len(rows)} turns, and no turn {turn}.")
    table, spoke = table_for(game.meta["scenario"], context), rows[turn - 1]["speaker"]
    if seat not in table.seats:
        raise MMAgentsError(f"There is no seat {seat!r}. It has: {', '.join(table.seats)}.")
    if task == "speak" and seat != spoke:
        raise MMAgentsError(
            f"In turn {turn} {spoke} had the floor: name that seat, or a turn of {seat}."
        )
    wanted = ABOUT_TO_TALK if task == "think" else ABOUT_TO_SPEAK
    state, _ = await state_before(game, turn, wanted)
    step = Step(cast("State", state), context, table)
    if seat not in step.here:
        raise MMAgentsError(f"{seat} was not there in turn {turn}: it heard nothing of it.")
    return step


def prompt_in(
    folder: Path, turn: int, seat: str, task: Prompted, changes: Mapping[str, Any] | None = None
) -> Messages:
    """Return the messages as :func:`prompt_of` does, of the game in a folder. Blocks.

    Raises:
        MMAgentsError: if the game cannot be read, or is being played.
    """
    with SavedGame.open(folder) as game:
        return asyncio.run(prompt_of(game, turn, seat, task, changes))


def _told_with(game: SavedGame, changes: Mapping[str, Any]) -> Context:
    """Return the context of a game with changes; its memory is made anew, in this process."""
    own = {} if game.own else {"models.prompts": None}  # a folder that its sender named
    fields = merged(game.meta["context"], nested({**own, **changes}))
    return context_kept({**game.meta, "context": fields}, game.path)
