"""How a game is run: everything that is a choice of the run and not part of the game's state."""

from __future__ import annotations

from typing import Any, Self

from mmagents.analysts.open import open_analyst
from mmagents.analysts.repair.checks import Checks, open_checks
from mmagents.floor import conditions
from mmagents.floor.conditions import Condition
from mmagents.interfaces import own_code
from mmagents.interfaces.analyst import Analyst
from mmagents.interfaces.persona import Habits
from mmagents.interfaces.player import Player
from mmagents.models.choice import Models
from mmagents.models.speaking import Speaking
from mmagents.nodes.settings import GROUPS, Repair, Settings, Units
from mmagents.players.improv.slips import with_slips
from mmagents.players.open import models_in, open_player
from mmagents.prompts.sets import SWITCHES, Wording, wording_of


class Context(Settings):
    """The run's parameters. Every field has a default, so that none need be given.

    To seat players of your own, subclass this and override :meth:`player` or :meth:`analyst`.
    """

    def played_condition(self) -> Condition:
        """Return who speaks next, as far as no phase has an order of its own."""
        if self.evening.protocol == "agentgroupchat":
            return conditions.STAGES
        return conditions.condition_of(self.condition)

    def with_fields(self, **changes: Any) -> Self:
        """Return the same run with some fields changed, unchecked; of a group, those in a dict."""
        groups = {
            name: getattr(self, name).model_copy(update=fields)
            for name, fields in changes.items()
            if name in GROUPS
        }
        return self.model_copy(update=changes | groups)

    def as_kept(self) -> dict[str, Any]:
        """Return the run as JSON, without what follows from the folder of a saved game."""
        of_the_folder: Any = {"memory": {"path"}, "evening": {"story_file"}}
        return self.model_dump(mode="json", exclude=of_the_folder)

    def interrogates(self) -> bool:
        """Tell whether one asks all the others alone, instead of the evening of the story."""
        return self.played_condition().interrogates

    def choice_of_models(self) -> Models:
        """Return which model does what."""
        by, repair = self.models, self.repair or Repair()
        speaking = Speaking(by.best_of, by.leave_out, repair.asking, repair.merge)
        return Models(
            self.model, by.strong, by.cheap, by.tasks, self.base_url, by.timeout, by.attempts,
            by.prompts, by.options, by.cache, self.wording(), speaking,
        )  # fmt: skip

    def wording(self) -> Wording:
        """Return how models are told what to do: the set of prompts, and what is changed in it."""
        switches = {one: getattr(self.models, one) for one in SWITCHES}
        units = isinstance(self.medium, Units) and self.played_condition().bids_count
        talks = self.manner == "conversation"
        return wording_of(self.models.prompt_set, switches, conversation=talks, units=units)

    def player(self, seat: str) -> Player:
        """Return whoever sits in `seat`."""
        of, models, spec = self.evening, self.choice_of_models(), self.seats.get(seat)
        against = None if of.hostile_to == seat else of.hostile_to
        habits = Habits(frozenset(of.without), against, of.protocol == "agentgroupchat")
        player = open_player(spec, models, habits, strategist=of.persona == "strategist")
        return with_slips(player, of.err) if of.err else player

    def analyst(self) -> Analyst:
        """Return whoever reads what was said."""
        sparing = self.pace.kind != "paper"
        return open_analyst(self.choice_of_models(), self.floor.read_by, sparing=sparing)

    def allow(self) -> None:
        """Let all code that it names be imported from now on, from a saved game's file as well."""
        own_code.allow(self.code_named())

    def code_named(self) -> list[str]:
        """Return all code of the user's own that it names, as MODULE:NAME, each once."""
        players = own_code.named(self.seats.values(), "player")
        return [*dict.fromkeys([*players, *own_code.named([self.floor.read_by], "analyst")])]

    def check_allowed(self) -> None:
        """Make sure that all code it names was allowed when the program was started.

        Raises:
            MMAgentsError: if some was not; nothing is imported.
        """
        own_code.check_allowed(self.seats.values(), "player")
        own_code.check_allowed([self.floor.read_by], "analyst")

    def checks(self) -> Checks:
        """Return what screens and diagnoses a candidate."""
        repair, seated = self.repair or Repair(), models_in(self.seats)
        return open_checks(self.choice_of_models(), repair.nli, seated)
