"""A way of taking turns: a chess clock gives each seat so many seconds of talk.

A seat whose time is up answers when it is asked, but no longer takes the floor by itself.

    mmagents --load examples.clock play mini --phase discussion --turns 8 --way clock:seconds=20
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from mmagents.floor.clock import rate_of, seconds_of
from mmagents.nodes.middleware import Do, TurnMiddleware, Update, noted, register
from mmagents.nodes.record import TurnRow
from mmagents.nodes.step import Step


class Seconds(BaseModel):
    """How long each seat may talk."""

    seconds: float = Field(default=60.0, gt=0)


class ClockState(TypedDict):
    """The channel of the clock: by seat, the seconds it has talked."""

    clock: dict[str, float]


class Clock(TurnMiddleware):
    """A chess clock: a seat that has talked for so many seconds no longer bids for the floor."""

    name = "clock"
    settings = Seconds
    state = ClockState
    begins: ClassVar[Mapping[str, Any]] = {"clock": {}}

    async def wrap_think(self, step: Step, think: Do) -> Update:
        """Let seats whose time is up listen, whatever they bid."""
        found, limit = await think(step), self.of(step.context).seconds
        for bid in found["ledger"]["bids"]:
            if self.used(step, bid["seat"]) >= limit:
                bid["action"] = "listen"
        return found

    async def wrap_close(self, step: Step, close: Do) -> Update:
        """Let the clock of the seat run that has spoken."""
        seat = step.state["words"]["speaker"]
        return {**await close(step), "clock": {**step.state["clock"], seat: self.after(step)}}

    def used(self, step: Step, seat: str) -> float:
        """Return the seconds that a seat has talked before this turn."""
        return float(step.state["clock"].get(seat, 0.0))

    def after(self, step: Step) -> float:
        """Return the seconds that the speaker has talked once this turn is over."""
        words, state = step.state["words"], step.state
        lasts = seconds_of(
            words["text"], step.table.language, rate_of(state["seed"], state["turn"])
        )
        return round(self.used(step, words["speaker"]) + lasts, 1)

    def row(self, step: Step, row: TurnRow) -> TurnRow:
        """Keep what is left of the speaker's time."""
        left = self.of(step.context).seconds - self.after(step)
        return noted(row, self.name, {"left": round(max(0.0, left), 1)})

    def told(self, row: TurnRow) -> Iterator[str]:
        """Say what is left of the speaker's time."""
        if self.name in row.get("ways", {}):
            yield f"{row['speaker']} has {row['ways'][self.name]['left']} s of talk left."


register(Clock())
