"""Long-term memory in a chat: what each agent heard, searched by meaning before it speaks.

It is the memory of the games, in Chroma. In a chat all agents hear all, so they share what is
stored. The messages are the truth and this is an index over them, made anew wherever they changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from langchain_core.messages import BaseMessage

from mmagents.analysts.text.sentences import bounded, sentences
from mmagents.groupchat.graph.state import text
from mmagents.groupchat.messages import Said, said_in
from mmagents.groupchat.written import plain
from mmagents.nodes.views.long_term import (
    Recollection,
    Search,
    memory_row,
    next_tip,
    recollection_of,
)
from mmagents.nodes.waiting import LEXICAL

if TYPE_CHECKING:
    from mmagents.nodes.record import TurnRow

_RECALLED = 5
"""What is recalled for a turn at most (l in MMAgents, section 4.1)."""
_SENTENCES = 12
"""Sentences of one message that are remembered."""


class Remembering:
    """The memories of the agents of one chat or many."""

    def __init__(self, agents: Sequence[str], language: str, window: int) -> None:
        """Take their names, the language, and how many messages each is given anyway."""
        self._agents, self._language, self._window = tuple(agents), language, window

    def write(self, messages: Sequence[BaseMessage]) -> Recollection | None:
        """Have every agent remember what it heard; return the memories, if anything was said."""
        rows = [self._row(turn, one) for turn, one in enumerate(said_in(messages), 1)]
        if not rows:
            return None
        *before, last = rows
        tip = ""
        for row in before:
            tip = next_tip(tip, memory_row(row))
        found = recollection_of(None, f"chat {messages[0].id}", self._agents, LEXICAL)
        found.agree_with(before, tip, or_one_more=True)
        found.write(memory_row(last), tip)
        return found

    def recall(self, agent: str, messages: Sequence[BaseMessage]) -> str:
        """Return in words what an agent remembers of what it is no longer given; or nothing."""
        found = self.write(messages)
        said = said_in(messages)
        if found is None or len(said) <= self._window:
            return ""
        given = range(len(said) - self._window + 1, len(said) + 1)
        search = Search(plain(bounded(said[-1].text)), frozenset(given))
        near = found.recall({agent: search}, _RECALLED, len(said) + 1)[agent]
        lines = [
            text(self._language, "remembered", speaker=one.speaker, turn=one.turn, text=one.text)
            for one in sorted(near, key=lambda one: one.turn)
        ]
        return text(self._language, "memory", memories="\n".join(lines)) if lines else ""

    def _row(self, turn: int, said: Said) -> TurnRow:
        items = sentences(plain(bounded(said.text)), self._language)[:_SENTENCES]
        row = {
            "turn": turn,
            "speaker": said.speaker,
            "knowledge": list(items),
            "heard_by": list(self._agents),
        }
        return cast("TurnRow", row)
