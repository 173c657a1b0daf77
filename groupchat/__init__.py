"""The floor for a group chat of one's own agents: who speaks next, and whether one should reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mmagents.groupchat.decisions import Decision, Due, Reply
from mmagents.groupchat.members import Member
from mmagents.groupchat.turn_taking import TurnTaking

if TYPE_CHECKING:
    from mmagents.groupchat.readings import Readings

__all__ = ["Decision", "Due", "Member", "Readings", "Reply", "TurnTaking"]


def __getattr__(name: str) -> Any:
    """Load what reads messages once it is asked for, so that importing the floor costs little."""
    if name == "Readings":
        from mmagents.groupchat.readings import Readings

        return Readings
    raise AttributeError(f"module 'mmagents.groupchat' has no attribute {name!r}")
