"""One rigged table: players given in Python, what they say and want, and games that are kept."""

from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from mmagents.graph.build import builder, graph
from mmagents.interfaces.player import Player, Thought, Wish
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context

LONG = "It rained. The shed was shut. Nobody came."
LIMIT: Any = {"recursion_limit": 3000}


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


class Says:
    """Says its lines one after another, and then the last; comes in at one height, -1 for never."""

    def __init__(self, *lines: str, height: float = -1, bid: int = 5) -> None:
        self.lines, self.height, self.bid = list(lines or (LONG,)), height, bid
        self.views, self.spoke = list[View](), list[View]()

    async def think(self, view: View) -> Thought:
        self.views.append(view)
        return Thought("", "speak" if self.bid else "listen", self.bid)

    async def speak(self, view: View) -> str:
        self.spoke.append(view)
        return self.lines.pop(0) if len(self.lines) > 1 else self.lines[0]

    async def listen(self, view: View) -> Wish | None:
        return Wish(self.height, "as told") if self.height >= 0 else None


class Rigged(Context):
    """A context whose seats are filled with players given in Python, by seat or by what makes them.

    Seats that are not given are filled as in any game.
    """

    model_config: ClassVar = {"arbitrary_types_allowed": True, "extra": "forbid", "frozen": True}

    players: Any

    def player(self, seat: str) -> Player:
        if callable(self.players):
            return self.players(seat)  # type: ignore[no-any-return]  # tests put players there
        return self.players[seat] if seat in self.players else super().player(seat)


def played(context: Context, story: str = "mini", seed: int = 1) -> list[dict[str, Any]]:
    """Return the record of a game."""
    return list(graph.invoke({"scenario": story, "seed": seed}, LIMIT, context=context)["history"])


def kept(
    context: Context, story: str = "mini", seed: int = 1
) -> tuple[Any, list[Any], dict[str, Any]]:
    """Play a game that is kept; return the graph, all its states, the newest first, and the end."""
    compiled = builder.compile(checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}, **LIMIT}
    end = compiled.invoke({"scenario": story, "seed": seed}, config, context=context)
    return compiled, list(compiled.get_state_history(config)), end


def the_same_from(
    wanted: Callable[[Any], bool],
    context: Context,
    story: str = "mini",
    seed: int = 1,
    most: int = 8,
) -> tuple[list[dict[str, Any]], list[Any]]:
    """Hold that a game gone on with from the states wanted is the same; return it, and those."""
    compiled, states, end = kept(context, story, seed)
    within = [one for one in states if wanted(one)]
    for one in within[:: max(1, len(within) // 8)]:
        assert compiled.invoke(None, one.config, context=context)["history"] == end["history"]
    return end["history"], within


@pytest.fixture
def rigged() -> type[Rigged]:
    return Rigged


@pytest.fixture
def scripted() -> type[Scripted]:
    return Scripted
