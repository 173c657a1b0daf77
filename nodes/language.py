"""Who can talk: in a language that improv players and the rules do not know, without a story."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from mmagents.errors import MMAgentsError
from mmagents.models.choice import RULES, prompts_of
from mmagents.nodes.context import Context
from mmagents.players.open import IMPROV, STRATEGIST, as_strategist, needs_no_model
from mmagents.prompts.tasks import PromptName
from mmagents.scenarios.schema import Scenario
from mmagents.scenarios.texts import OFFLINE

READS: tuple[Literal["normalise", "detect"], ...] = ("normalise", "detect")
REPAIRS: tuple[PromptName, ...] = (
    "triplets", "entail", "evidence", "rate", "agree", "diagnose", "repair_persona", "repair_task",
)  # fmt: skip


def check_language(context: Context, scenario: Scenario, language: str) -> None:
    """Make sure that a story can be played in a language.

    Raises:
        MMAgentsError: if not; it lists all that is to be added.
    """
    lacking = [*_lacking(context, scenario, language)]
    if lacking:
        listed = "".join(f"\n- {one}" for one in lacking)
        raise MMAgentsError(f"{scenario.id} cannot be played in {language!r} yet. Add:{listed}")


def check_talk(context: Context, scenario: Scenario) -> None:
    """Make sure that all who take part in a talk without a story have something to say.

    Raises:
        MMAgentsError: if improv would play a seat, or the run has an order of its own.
    """
    if scenario.kind != "talk":
        return
    if context.evening.protocol == "agentgroupchat":
        raise MMAgentsError(
            "The stages of AgentGroupChat are those of a story. A talk without one goes by the "
            "floor: take protocol hybrid."
        )
    seats = [seat for seat in scenario.seats() if _plays_improv(context, seat)]
    if seats:
        raise MMAgentsError(
            f"Nobody speaks for {_listed(scenario, seats)}. Improv lives on the facts of "
            "a story, and this talk has none. Name a model for all:\n"
            "  mmagents … --model openai:gpt-4o-mini\n"
            "or say who plays each seat:\n"
            f"  mmagents … {' '.join(f'--seat {one}=human' for one in seats[:1])}"
            f"{''.join(f' --seat {one}=scripted:LINES.yaml' for one in seats[1:])}"
        )


def _listed(scenario: Scenario, seats: list[str]) -> str:
    language = scenario.languages[0]
    return ", ".join(scenario.person(seat).name.in_(language) for seat in seats)


def _lacking(context: Context, scenario: Scenario, language: str) -> Iterator[str]:
    if language not in scenario.languages:
        yield (
            f"{language} to the languages of the story, which has {', '.join(scenario.languages)}, "
            f"and words in {language} to each of its texts (`mmagents scenario check` lists them)"
        )
    if language in OFFLINE:
        return
    seats = [seat for seat in scenario.seats() if _plays_improv(context, seat)]
    if seats:
        yield f"a model for {', '.join(seats)} (--model); improv speaks only English and Japanese"
    models = context.choice_of_models()
    reads = [task for task in READS if models.spec(task) in (None, RULES)]
    if reads and not context.floor.read_by:
        yield (
            f"a model to {' and '.join(reads)} (--model), or an analyst of your own (--analyst); "
            "the rules know only English and Japanese"
        )
    there = prompts_of(models).there(language)
    files = [f"{language}/{task}.md" for task in _asked(context, scenario) if task not in there]
    if files:
        where = context.models.prompts or "a folder of yours, named with --prompts"
        yield f"prompts to {where}: {', '.join(files)}"


def _plays_improv(context: Context, seat: str) -> bool:
    spec = as_strategist(context.seats.get(seat))[1]
    return spec == IMPROV or (spec is None and context.choice_of_models().spec("speak") is None)


def _asked(context: Context, scenario: Scenario) -> Iterator[PromptName]:
    """Yield the tasks whose prompts the run needs."""
    named = [context.seats.get(seat) for seat in scenario.seats()]
    modelled = [spec for spec in named if spec is None or not needs_no_model(spec)]
    yield "again"
    if modelled:
        yield from ("think", "speak")
        if context.evening.kind == "whole":
            yield "choose"
        if context.evening.persona == STRATEGIST or any(
            as_strategist(spec)[0] for spec in modelled
        ):
            yield from ("summarise", "reflect", "perceive")
            if context.evening.protocol == "agentgroupchat":
                yield from ("consider", "guess")
    if not context.floor.read_by:
        yield from READS
    if context.played_condition().asks_moderator:
        yield "moderate"
    if context.repair:
        yield from REPAIRS
