"""The table of a run: the story laid out in one language. Holds no state of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from mmagents.analysts.text.questions import Questions
from mmagents.interfaces.story import Card, Public, Sheet
from mmagents.nodes.context import Context
from mmagents.nodes.detective import with_detective
from mmagents.nodes.language import check_language
from mmagents.nodes.views import localise
from mmagents.scenarios.errors import MMAgentsError
from mmagents.scenarios.loader import load_scenario
from mmagents.scenarios.recognise.facts import Recognisable, compile_facts
from mmagents.scenarios.schema import Scenario


@dataclass(frozen=True, slots=True)
class Table:
    """What the cycle needs of a story, in the language of the game."""

    scenario: Scenario
    language: str
    seats: tuple[str, ...]
    public: Public
    sheets: Mapping[str, Sheet]
    facts: tuple[Recognisable, ...]

    @property
    def questions(self) -> Questions:
        """What tells mere questions from other items of memory."""
        return Questions(self.language, self.public.cast)

    def name(self, person: str) -> str:
        """Return the full name of one of the cast."""
        return self.public.person(person).name

    def card(self, clue: str) -> Card:
        """Return a clue as it stands on its card."""
        of = next(one for one in self.scenario.clues if one.id == clue)
        language = self.language
        return Card(of.id, of.name.in_(language), of.text.in_(language), of.place, tuple(of.facts))


@lru_cache(maxsize=32)
def lay(scenario: Scenario, language: str) -> Table:
    """Return the table of a story in one language."""
    seats = tuple(scenario.seats())
    return Table(
        scenario=scenario,
        language=language,
        seats=seats,
        public=localise.told_public(scenario, language),
        sheets={seat: localise.told_sheet(scenario, seat, language) for seat in seats},
        facts=tuple(compile_facts(scenario, language)),
    )


def table_for(scenario_ref: str, context: Context) -> Table:
    """Return the table for a run.

    Raises:
        MMAgentsError: if there is no such story, it is not written in the language, or a seat of
            `context.seats` or `context.talkativeness` is not in it.
    """
    if not scenario_ref:
        raise MMAgentsError(
            'No story was named. Start with {"scenario": "<id or path>"}; '
            "`mmagents scenario list` shows the ids."
        )
    scenario = load_scenario(context.story_file or scenario_ref)
    language = context.language or scenario.languages[0]
    if language not in scenario.languages:
        check_language(context, scenario, language)
    if context.interrogates():
        scenario = with_detective(scenario, context.detective)
    hostile_to = {context.hostile_to} if context.hostile_to else set[str]()
    unknown = sorted({*context.seats, *context.talkativeness, *hostile_to} - set(scenario.seats()))
    if unknown:
        raise MMAgentsError(
            f"{scenario.id} has no seat {unknown[0]!r}. It has: {', '.join(scenario.seats())}."
        )
    return lay(scenario, language)
