"""What models cost a run, and whether they give it anything that it can use."""

from __future__ import annotations

from dataclasses import replace

from mmagents.nodes.middleware import Do, TurnMiddleware, Update
from mmagents.nodes.model_health import counted
from mmagents.nodes.step import Step
from mmagents.nodes.turn.close import after


class Health(TurnMiddleware):
    """Limits, and models that give nothing usable: either ends a game between two turns."""

    name = "limits"

    def on(self, step: Step) -> bool:
        """Tell that every run has it."""
        return True

    async def wrap_close(self, step: Step, close: Do) -> Update:
        """Add up what the turn cost, and end the game where a limit or useless models do."""
        calls = step.state["calls"]
        last = after(step) == "over"
        change = counted(step.state, step.context, calls, last=last, ahead=step.calls_ahead)
        return {**await close(replace(step, stopped=change["stopped"])), **change}
