"""Games of improv players whose views are kept."""

from typing import ClassVar

from pydantic import Field

from mmagents.interfaces.player import Player, Thought
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.players.improv.player import ImprovPlayer


class Watching(Context):
    """Improv players; the views with which they think and speak are kept in the order they came."""

    model_config: ClassVar = {"arbitrary_types_allowed": True, "extra": "forbid", "frozen": True}
    thinking: list[View] = Field(default_factory=list)
    seen: list[View] = Field(default_factory=list)

    def player(self, seat: str) -> Player:
        thinking, seen = self.thinking, self.seen

        class Watched(ImprovPlayer):
            async def think(self, view: View) -> Thought:
                thinking.append(view)
                seen.append(view)
                return await super().think(view)

            async def speak(self, view: View) -> str:
                seen.append(view)
                return await super().speak(view)

        return Watched()
