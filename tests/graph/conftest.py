from typing import ClassVar

import pytest

from mmagents.interfaces.player import Player, Thought
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context


class Scripted:
    """A player that says what it was told to, turn by turn, and bids as it was told to.

    `lines` and `bids` are by turn number; a turn that is missing in `lines` is an error.
    """

    def __init__(
        self, lines: dict[int, str], bids: dict[int, tuple[str, int]] | None = None
    ) -> None:
        self.lines = lines
        self.bids = bids or {}
        self.views: list[View] = []

    async def think(self, view: View) -> Thought:
        self.views.append(view)
        action, importance = self.bids.get(view.turn, ("listen", 0))
        return Thought(f"thought of {view.seat} in {view.turn}", action, importance)  # type: ignore[arg-type]  # scripts name actions freely

    async def speak(self, view: View) -> str:
        self.views.append(view)
        return self.lines[view.turn]


class Rigged(Context):
    """A context whose seats are filled with players given in Python."""

    model_config: ClassVar = {"arbitrary_types_allowed": True, "extra": "forbid", "frozen": True}

    players: dict[str, object]

    def player(self, seat: str) -> Player:
        return self.players[seat]  # type: ignore[return-value]  # tests put players there


@pytest.fixture
def rigged() -> type[Rigged]:
    return Rigged


@pytest.fixture
def scripted() -> type[Scripted]:
    return Scripted
