"""How a game is run: everything that is a choice of the run and not part of the game's state."""

from __future__ import annotations

from typing import Literal

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field

from mmagents.players.base import Analyst, Player
from mmagents.players.seating import open_analyst, open_player

Condition = Literal["cssn-or-ss", "ss", "equal"]


class Context(BaseModel):
    """The run's parameters. Every field has a default, so that none need be given.

    To seat players of your own, subclass this and override :meth:`player` or :meth:`analyst`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    condition: Condition = Field(
        default="cssn-or-ss",
        description="Who speaks next. cssn-or-ss: the current speaker selects the next, otherwise "
        "the next selects itself. ss: self-selection alone. equal: the order is shuffled anew each "
        "round (MMAgents, section 4.1).",
    )
    turns: int = Field(default=30, ge=1, le=100_000, description="Turns of the discussion.")
    language: Literal["en", "ja"] | None = Field(
        default=None, description="Language of the talk; left out, the story's first."
    )
    k: int = Field(
        default=5, ge=1, le=50, description="Turns of History and of own thoughts a seat sees."
    )
    l: int = Field(  # noqa: E741  # the paper's letter
        default=5, ge=0, le=100, description="Long-term memories recalled for each thought."
    )
    seats: dict[str, str] = Field(
        default_factory=dict,
        description="Who plays, by seat: improv (rule-based). Seats left out play improv.",
    )
    embeddings: str = Field(
        default="lexical",
        description="What long-term memory is searched by: lexical (needs no download), or "
        "provider:model for any LangChain embeddings.",
    )
    memory_path: str | None = Field(
        default=None,
        description="Folder for long-term memory. Left out: under a server .mmagents/memory, by "
        "thread; otherwise it lives and dies with the call.",
    )
    story_file: str | None = Field(
        default=None, description="Read the story from this file, whatever the state names."
    )

    def player(self, seat: str) -> Player:
        """Return whoever sits in `seat`."""
        return open_player(self.seats.get(seat, "improv"))

    def analyst(self) -> Analyst:
        """Return whoever reads what was said."""
        return open_analyst()

    @classmethod
    def of(cls, runtime: Runtime[Context]) -> Context:
        """Return the context of a run; all defaults where none was given."""
        return runtime.context or cls()
