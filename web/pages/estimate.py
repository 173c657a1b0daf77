"""What a game will take before it is started, in words."""

from __future__ import annotations

from mmagents.evaluation.experiments.experiment import uses_models
from mmagents.evaluation.experiments.forecast import forecast
from mmagents.evaluation.experiments.grid import Grid
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import most_turns
from mmagents.nodes.table import table_for
from mmagents.players.open import IMPROV
from mmagents.players.person.player import HUMAN

SET = ("turns", "condition", "evening", "lengths", "memory_path", "story_file")
"""Fields of the context that an estimate sets itself."""


def estimate(story: str, context: Context, lang: str) -> str:
    """Return what a game will take; plays a few turns with rule-based players to measure.

    Raises:
        MMAgentsError: if the game cannot be played.
    """
    table = table_for(story, context)
    turns = most_turns(table.scenario, context)
    fields = context.model_dump(exclude=set(SET), exclude_defaults=True)
    people = {seat: IMPROV for seat, player in context.seats.items() if player == HUMAN}
    fields |= {"seats": {**context.seats, **people}} if context.seats else {}
    fields |= {"language": table.language}
    grid = Grid(
        name="estimate", scenarios=[story], conditions=[context.condition], conversations=1,
        turns=turns, **fields,
    )  # fmt: skip
    found = forecast(grid)
    if not uses_models(context):
        return say(lang, "cost-none", seconds=f"{found.seconds or 0:.0f}")
    money = "" if found.money is None else say(lang, "cost-money", money=f"{found.money:.2f}")
    return say(
        lang, "cost-some", calls=f"{found.calls:,}", tokens=f"{found.tokens:,}", turns=turns,
        money=money,
    )  # fmt: skip
