"""When a chat is over: nobody need speak, enough was said, or enough was spent. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from langchain_core.messages import BaseMessage

from mmagents.errors import MMAgentsError
from mmagents.groupchat.graph.spending import limit_reached
from mmagents.groupchat.graph.state import Floor, Passed
from mmagents.groupchat.messages import said_in
from mmagents.nodes.spending import Price

Until = Callable[[Sequence[BaseMessage]], bool] | str


@dataclass(frozen=True, slots=True)
class Ending:
    """What ends a chat, beside that nobody need speak.

    Attributes:
        max_turns: how many turns a run has.
        until: a word that ends it where a member says it, or a function of the messages.
        limits: by the fields of :class:`mmagents.groupchat.graph.state.Spent`.
        prices: of the models, for a limit in money.
    """

    max_turns: int | None
    until: Until | None
    limits: Mapping[str, float | None]
    prices: Mapping[str, Price]

    def __post_init__(self) -> None:
        """Refuse what could never end a chat.

        Raises:
            MMAgentsError: if a bound is below 1 or not above 0, or money has no prices.
        """
        if self.max_turns is not None and self.max_turns < 1:
            raise MMAgentsError(f"max_turns is {self.max_turns}. It must be 1 or more.")
        if self.until is not None and not self.until:
            raise MMAgentsError("until is an empty word. Give a word, or a function of messages.")
        for name, limit in self.limits.items():
            if limit is not None and limit <= 0:
                raise MMAgentsError(f"max_{name} is {limit:g}. It must be above 0.")
        if self.limits["money"] is not None and not self.prices:
            raise MMAgentsError(
                "max_money needs prices={'MODEL': {'input': …, 'output': …}}, for a million tokens."
            )

    def why_over(self, messages: Sequence[BaseMessage], floor: Floor, members: int) -> str:
        """Return why a chat is over after a turn; empty where it goes on.

        Args:
            messages: of the chat.
            floor: after the turn.
            members: how many may be given turns.
        """
        if len({one["speaker"] for one in floor["passed"]}) >= members:
            return nobody_speaks(floor["passed"])
        if spent := limit_reached(floor["spent"], self.limits):
            return spent
        if not floor["passed"] and self._said(messages):
            word = f"{self.until!r} was said" if isinstance(self.until, str) else "until() is true"
            return f"until: {word}"
        if self.max_turns is not None and floor["turn"] >= self.max_turns:
            return f"turns: {floor['turn']} of {self.max_turns}"
        return ""

    def _said(self, messages: Sequence[BaseMessage]) -> bool:
        """Tell whether the last message ends the chat."""
        if self.until is None:
            return False
        if not isinstance(self.until, str):
            return bool(self.until(messages))
        word = re.escape(self.until)
        apart = rf"(?<!\w){word}(?!\w)" if self.until.isascii() else word
        return bool(re.search(apart, said_in(messages)[-1].text))


def nobody_speaks(passed: Sequence[Passed]) -> str:
    """Return that nobody took the floor, and why each did not, the last time it had it."""
    last = {one["speaker"]: one["why"] for one in passed}
    return "nobody takes the turn: " + "; ".join(f"{who}: {why}" for who, why in last.items())
