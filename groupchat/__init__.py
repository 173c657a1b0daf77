"""The floor for a group chat of one's own agents: who speaks next, and whether one should reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mmagents.groupchat.decisions import Decision, Due, Reply
from mmagents.groupchat.members import Member
from mmagents.groupchat.turn_taking import TurnTaking

if TYPE_CHECKING:
    from mmagents.groupchat.graph.agents import Agent
    from mmagents.groupchat.graph.build import create_group_chat

__all__ = [
    "Agent",
    "Decision",
    "Due",
    "Member",
    "Reply",
    "TurnTaking",
    "create_group_chat",
]


def __getattr__(name: str) -> Any:
    """Load what reads messages, and LangGraph, once asked for, so that the floor costs little."""
    if name == "Agent":
        from mmagents.groupchat.graph.agents import Agent

        return Agent
    if name == "create_group_chat":
        from mmagents.groupchat.graph.build import create_group_chat

        return create_group_chat
    raise AttributeError(f"module 'mmagents.groupchat' has no attribute {name!r}")
