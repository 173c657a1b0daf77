"""How much each member wants the floor: as a function says, or a chat model asked for each.

A model is asked for the thought, the action and the importance of MMAgents (section 3.2.1), one
call a member, all at once. What it answers is read as in a game: with the form of the answer where
its server takes one, asked once more where it cannot be used, and listening where that fails.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage

from mmagents.floor.bids import Bid
from mmagents.groupchat.bids import Stated
from mmagents.groupchat.graph.state import text
from mmagents.groupchat.messages import said_in
from mmagents.interfaces.accounts import Call, recording
from mmagents.interfaces.player import Thought
from mmagents.models.answers.read import read_think
from mmagents.models.ask import Question, ask
from mmagents.models.client.providers import Opened
from mmagents.models.client.slot import Slot
from mmagents.models.quoting import quote
from mmagents.prompts.render import Messages, Prompts
from mmagents.prompts.tasks import PromptName

Asked = Callable[[str, Sequence[BaseMessage]], Stated | Awaitable[Stated]]
"""A function, or a coroutine function, of a name and the messages."""
_RECENT = 20
"""The last messages that whoever bids is told."""
_SILENT = "nostream"
"""The tag by which LangGraph keeps what a model writes out of the streamed messages."""
_LISTENS = Thought("", "listen", 0)
_PERSON = 1
"""What a person bids whom nobody asked: the floor is theirs where no agent wants it more."""


class _Words(Prompts):
    """The prompts of a game, but for the one in which a seat thinks."""

    def render(self, task: PromptName, language: str, variables: Mapping[str, Any]) -> Messages:
        """Return what a member is asked; asked once more, as a game asks."""
        if task != "think":
            return super().render(task, language, variables)
        return bid_messages(language, **variables)


def bid_messages(
    language: str, *, name: str, about: str, others: Sequence[str], lines: Sequence[tuple[str, str]]
) -> Messages:
    """Return what the model that bids for a member is told.

    Args:
        language: of the chat.
        name: of the member.
        about: who it is.
        others: names of the other members.
        lines: what was said, as speaker and text, oldest first.
    """
    system = text(language, "bid", name=name, others=text(language, "comma").join(others))
    said = [
        text(language, "line", turn=turn, speaker=speaker, words=quote(words))
        for turn, (speaker, words) in enumerate(lines, 1)
    ]
    asked = text(language, "think", turn=len(lines) + 1, name=name)
    return Messages(
        "\n\n".join(filter(None, (about, system))), "\n".join((*said[-_RECENT:], "", asked))
    )


class FunctionBids:
    """Asks a function how much each member wants to speak."""

    def __init__(self, asked: Asked) -> None:
        """Take the function."""
        self._asked = asked

    async def of(
        self, names: Sequence[str], messages: Sequence[BaseMessage]
    ) -> tuple[dict[str, Stated], list[Call]]:
        """Return a bid for each member; no model is called here."""
        found: dict[str, Stated] = {}
        for name in names:
            given = self._asked(name, messages)
            found[name] = await given if inspect.isawaitable(given) else given
        return found, []


class ModelBids:
    """Asks a chat model how much each member wants to speak."""

    def __init__(
        self,
        model: BaseChatModel,
        about: Mapping[str, str],
        people: frozenset[str],
        language: str,
    ) -> None:
        """Take the model, who each member is in words, who are people, and the language."""
        silent = model.model_copy(update={"tags": [*(model.tags or []), _SILENT]})
        name = getattr(model, "model_name", None) or getattr(model, "model", None)
        self._slot = Slot(str(name or type(model).__name__), lambda: Opened(silent))
        self._prompts, self._language = _Words(), language
        self._about, self._people = about, people

    async def of(
        self, names: Sequence[str], messages: Sequence[BaseMessage]
    ) -> tuple[dict[str, Stated], list[Call]]:
        """Return a bid for each member, and the calls.

        People are not asked: they bid little, so that the floor is theirs where no agent wants it.
        """
        lines = [(one.speaker, one.text) for one in said_in(messages)]
        asked = [name for name in names if name not in self._people]
        with recording() as calls:
            thoughts = await asyncio.gather(*(self._think(name, lines) for name in asked))
        found: dict[str, Stated] = {name: _PERSON for name in self._people}
        for name, one in zip(asked, thoughts, strict=True):
            found[name] = Bid(name, one.action, one.importance, one.thought)
        return found, calls

    async def _think(self, name: str, lines: Sequence[tuple[str, str]]) -> Thought:
        variables = {
            "name": name,
            "about": self._about[name],
            "others": [one for one in self._about if one != name],
            "lines": lines,
        }
        lot = f"{name}:{len(lines)}"
        question = Question("think", name, self._language, variables, lot)
        return await ask(
            self._slot, self._prompts, question, lambda reply: read_think(reply.text), _LISTENS
        )
