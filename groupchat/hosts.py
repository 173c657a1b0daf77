"""The floor in other frameworks: their messages as it reads them, its answers as they take them.

Nothing here imports any of them. They differ in who asks and what an answer looks like; the same
messages give the same speaker in all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mmagents.errors import MMAgentsError
from mmagents.groupchat.turn_taking import TurnTaking

Pair = tuple[str, str]
"""Who wrote a message, and its text."""


class AutoGen:
    """A floor for AutoGen's `SelectorGroupChat`, which then asks no model who speaks.

    `select` is its `selector_func`, and `over` what its `FunctionalTermination` calls. AutoGen asks
    a model wherever a selector names nobody, so that a chat needs both.
    """

    def __init__(self, floor: TurnTaking) -> None:
        """Take the floor. Use one of these a team."""
        self._floor = floor
        self._heard: list[Pair] = []

    def select(self, messages: Sequence[Any]) -> str:
        """Return who speaks next.

        Args:
            messages: all messages of the team. What is no message of the chat, such as the call of
                a tool, is passed over.

        Raises:
            MMAgentsError: if nobody does.
        """
        self._heard = _of_autogen(messages)
        termination = "termination_condition=FunctionalTermination(chat.over)"
        return _speaker(self._floor, self._heard, termination)

    def over(self, messages: Sequence[Any]) -> bool:
        """Tell whether nobody need speak.

        Args:
            messages: those since it was called last, as AutoGen gives them.
        """
        self._heard += _of_autogen(messages)
        return self._floor.next(self._heard).speaker is None


def _of_autogen(messages: Iterable[Any]) -> list[Pair]:
    chat = (one for one in messages if hasattr(one, "to_model_text"))
    return [(one.source, one.to_model_text()) for one in chat]


class AgentFramework:
    """A floor for the group chat of Microsoft's Agent Framework.

    `select` is the `selection_func` of its `GroupChatBuilder`, and `over` its
    `termination_condition`. It knows no answer "nobody", so that a chat needs both.
    """

    def __init__(self, floor: TurnTaking) -> None:
        """Take the floor."""
        self._floor = floor

    def select(self, state: Any) -> str:
        """Return who speaks next, from the state of the group chat.

        Raises:
            MMAgentsError: if nobody does.
        """
        termination = "termination_condition=chat.over"
        return _speaker(self._floor, self._read(state.conversation), termination)

    def over(self, conversation: Iterable[Any]) -> bool:
        """Tell whether nobody need speak, from the messages of the conversation."""
        return self._floor.next(self._read(conversation)).speaker is None

    def _read(self, messages: Iterable[Any]) -> list[Pair]:
        """Return the messages of members and users; what the framework itself says is none."""
        pairs = [(one.author_name or str(one.role), one.text, one.role) for one in messages]
        members = self._floor.members.by_name
        return [
            (name, text)
            for name, text, role in pairs
            if text and (name in members or role == "user")
        ]


def of_adk(events: Iterable[Any]) -> list[Pair]:
    """Return the events of a session of Google's ADK as messages.

    Calls of tools and their results, and parts of a message that is still being written, are
    passed over.
    """
    found = []
    for event in events:
        parts = (event.content.parts if event.content else None) or ()
        text = "".join(part.text for part in parts if part.text and not part.thought)
        if text and not event.partial:
            found.append((event.author, text))
    return found


def _speaker(floor: TurnTaking, heard: Sequence[Pair], termination: str) -> str:
    """Return who speaks next.

    Raises:
        MMAgentsError: if nobody does, with what was to be given to the host.
    """
    found = floor.next(heard)
    if found.speaker is None:
        raise MMAgentsError(f"Nobody speaks next: {found.reason}. Give the chat {termination}.")
    return found.speaker
