"""Repair: words are screened before they are heard, diagnosed, and said again (SDR, section 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

from mmagents.interfaces.repair import Repairer
from mmagents.models.choice import CHECKS
from mmagents.nodes.context import Context
from mmagents.nodes.middleware import Branch, Do, TurnMiddleware, Update, Wiring
from mmagents.nodes.settings import Repair
from mmagents.nodes.step import Step
from mmagents.nodes.views.utterance_index import NOTHING_SAID
from mmagents.nodes.ways.repair.candidate import RepairState, at_fault, repair_of
from mmagents.nodes.ways.repair.steps import diagnose, publish, regenerate, screen
from mmagents.prompts.tasks import Task


class Repairs(TurnMiddleware):
    """Words that may be said again before anybody hears them."""

    name = "repair"
    state = RepairState
    begins: ClassVar[Mapping[str, Any]] = {"repair": None, "said": NOTHING_SAID}
    after_speaking = Branch("repair", "screen", lambda state: bool(state.get("repair")))
    nodes = (screen, diagnose, regenerate, publish)

    def of(self, context: Context) -> Repair | None:
        """Return its settings where words are screened."""
        return context.repair

    def on(self, step: Step) -> bool:
        """Tell whether words are screened, or were when this turn began."""
        return super().on(step) or bool(step.state.get("repair"))

    def add_edges(self, wiring: Wiring) -> None:
        """Add the loop from screening to publishing, from where the words are heard."""
        used_up = {"rounds used up": "publish"}
        suspected = {"clean": "publish", "suspected": "diagnose", "said before": "regenerate"}
        wiring.route("screen", screened, {**suspected, **used_up})
        found = {"no issue": "publish", "at fault": "regenerate"}
        wiring.route("diagnose", diagnosed, {**found, **used_up})
        wiring.edge("regenerate", "screen")
        wiring.onward("publish")

    async def wrap_speak(self, step: Step, speak: Do) -> Update:
        """Begin to screen what a player says that can say it again.

        A person's words, and those written down beforehand, are never repaired.
        """
        found = await speak(step)
        if isinstance(step.player(step.state["floor"]["speaker"]), Repairer):
            found["repair"] = {
                "attempts": [],
                "rounds_left": (step.context.repair or Repair()).rounds,
            }
        return found

    async def wrap_close(self, step: Step, close: Do) -> Update:
        """Forget the candidates: the ledger has them."""
        return {**await close(step), "repair": None}

    def tasks(self, context: Context) -> Iterator[Task]:
        """Yield the tasks of repair."""
        if context.repair:
            yield from CHECKS
            yield "repair"


def screened(state: Any) -> Literal["clean", "suspected", "said before", "rounds used up"]:
    """Diagnose what is suspected, unless it needs no diagnosis."""
    attempt = repair_of(state)["attempts"][-1]
    if not attempt["suspicions"]:
        return "clean"
    if not at_fault(attempt):
        return "suspected"
    return "said before" if repair_of(state)["rounds_left"] > 0 else "rounds used up"


def diagnosed(state: Any) -> Literal["no issue", "at fault", "rounds used up"]:
    """Say anew what is at fault, as long as there are rounds left."""
    if not at_fault(repair_of(state)["attempts"][-1]):
        return "no issue"
    return "at fault" if repair_of(state)["rounds_left"] > 0 else "rounds used up"
