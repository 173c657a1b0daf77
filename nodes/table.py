"""The table of a run: the story laid out in one language. Holds no state of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from mmagents.analysts.rules.reading import prepare
from mmagents.analysts.text.questions import Questions
from mmagents.errors import MMAgentsError
from mmagents.interfaces.story import Card, Public, Sheet
from mmagents.nodes.combining import at_odds
from mmagents.nodes.context import Context
from mmagents.nodes.detective import with_detective
from mmagents.nodes.language import check_language, check_talk
from mmagents.nodes.views import localise
from mmagents.players.open import models_in
from mmagents.players.person.player import HumanPlayer
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

    def seat_called(self, name: str) -> str | None:
        """Return the seat of an id or a name, in whatever case; None if there is none."""
        wanted = name.strip().casefold()
        for one in self.public.seats():
            if wanted in {called.casefold() for called in (one.id, one.call, one.name)}:
                return one.id
        return None

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
    scenario = load_scenario(context.evening.story_file or scenario_ref)
    language = context.language or scenario.languages[0]
    if language not in scenario.languages:
        check_language(context, scenario, language)
    if context.interrogates():
        scenario = with_detective(scenario, context.floor.detective)
    hostile_to = {context.evening.hostile_to} if context.evening.hostile_to else set[str]()
    unknown = sorted(
        {*context.seats, *context.floor.talkativeness, *hostile_to} - set(scenario.seats())
    )
    if unknown:
        raise MMAgentsError(
            f"{scenario.id} has no seat {unknown[0]!r}. It has: {', '.join(scenario.seats())}."
        )
    return lay(scenario, language)


def open_players(context: Context, table: Table) -> None:
    """Open everybody who plays, reads or screens once, in the language of the table.

    The rules that read are loaded while the first model is waited for.

    Raises:
        MMAgentsError: for the first that cannot be had, with the reason.
    """
    if wrong := at_odds(context):  # a context may have been made before ways were registered
        raise MMAgentsError(f"{wrong}.")
    check_language(context, table.scenario, table.language)
    check_talk(context, table.scenario)
    for seat in table.seats:
        context.player(seat)
    context.analyst()
    if context.repair:
        context.checks()
    if names_models(context):
        prepare(table.language)


def names_models(context: Context) -> bool:
    """Tell whether a context names a model for anything."""
    by = context.models
    tasks = context.model or by.strong or by.cheap or by.tasks
    return bool(tasks or models_in(context.seats))


def people_among(context: Context, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats in which people sit."""
    return tuple(seat for seat in seats if isinstance(context.player(seat), HumanPlayer))
