"""The player of a seat that a person has taken."""

from __future__ import annotations

from mmagents.interfaces.player import Thought
from mmagents.interfaces.view import View

HUMAN = "human"
"""The name of this player in `--seat SEAT=human` and `Context.seats`."""


class HumanPlayer:
    """Holds the seat for a person, who is asked instead; if it is called, it passes."""

    async def think(self, view: View) -> Thought:
        """Listen."""
        return Thought("", "listen", 0)

    async def speak(self, view: View) -> str:
        """Say nothing."""
        return ""
