"""Turns said unit by unit: at every place within one the rules of the floor hold again (SSJ)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, cast

from mmagents.analysts.rules.insertions import asks_back
from mmagents.nodes import settings
from mmagents.nodes.context import Context
from mmagents.nodes.middleware import Branch, Do, TurnMiddleware, Update, Wiring
from mmagents.nodes.record import Ledger, TurnRow, Units
from mmagents.nodes.step import Step
from mmagents.nodes.views.view import utterance_of
from mmagents.nodes.ways.units.asides import listeners_respond
from mmagents.nodes.ways.units.planned import Planned, UnitsState, nothing_said, planned_in
from mmagents.nodes.ways.units.steps import say_unit, stop_speaking, transition_place
from mmagents.nodes.ways.units.times import timed, times_of


class UnitByUnit(TurnMiddleware):
    """Turns that can be cut where they could end."""

    name = "units"
    state = UnitsState
    after_speaking = Branch("unit by unit", "say_unit", lambda state: bool(state.get("planned")))
    nodes = (say_unit, transition_place, stop_speaking, listeners_respond)

    def of(self, context: Context) -> settings.Units | None:
        """Return its settings where turns are said unit by unit."""
        return context.medium if isinstance(context.medium, settings.Units) else None

    def on(self, step: Step) -> bool:
        """Tell whether turns are said unit by unit, or this one is."""
        return super().on(step) or bool(step.state.get("planned"))

    def add_edges(self, wiring: Wiring) -> None:
        """Add the loop over the units of a turn."""
        wiring.onward("say_unit", Branch("more to say", "transition_place", more_to_say))
        rules = {"rule 1a or 1b": "stop_speaking", "rule 1c": "listeners_respond"}
        wiring.route("transition_place", rule_there, rules)
        wiring.edge("listeners_respond", "say_unit")
        wiring.onward("stop_speaking")

    async def wrap_speak(self, step: Step, speak: Do) -> Update:
        """Begin to say the words unit by unit."""
        return {**await speak(step), "planned": nothing_said()}

    async def wrap_close(self, step: Step, close: Do) -> Update:
        """Let questions about questions nest, and forget the plan of the turn."""
        pairs = {**step.pairs, "asks_back": asks_back(utterance_of(step))}
        return {**await close(replace(step, pairs=pairs)), "planned": None}

    def row(self, step: Step, row: TurnRow) -> TurnRow:
        """Return the row with the units that were heard."""
        planned = cast("UnitsState", step.state).get("planned")
        return in_units(row, planned, step) if planned else row


def more_to_say(state: Any) -> bool:
    """Tell whether a unit was not the last: then the rules see who has the floor after it."""
    planned = planned_in(state)
    return planned["said"] < len(planned["ends"])


def rule_there(state: Any) -> Literal["rule 1a or 1b", "rule 1c"]:
    """Follow the rule that holds at the place: by 1c alone the speaker goes on."""
    return "rule 1c" if planned_in(state)["places"][-1]["rule"] == "1c" else "rule 1a or 1b"


def in_units(row: TurnRow, planned: Planned, step: Step) -> TurnRow:
    """Return the row of a turn with the units that were heard, and when; the rest in its ledger."""
    said = planned["said"]
    units: Units = {"ends": planned["ends"][:said], "completion": planned["completion"][:said]}
    ledger: Ledger = {**row["ledger"], "places": planned["places"]}
    if cut := planned.get("cut"):
        units["cut"] = cut
        ledger["unsaid"] = planned["text"][units["ends"][-1] :].strip()
    state, language = step.state, step.table.language
    times = times_of(row, units, state["history"], seed=state["seed"], language=language)
    units["times"] = times
    if again := planned.get("again"):
        units["again"] = [one for one in again if one < said]
    row = {**row, "units": units, "ledger": ledger, "start": times[0][0], "end": times[-1][1]}
    if asides := planned.get("asides"):
        row["asides"] = timed(asides, row, seed=step.state["seed"], language=step.table.language)
    return row
