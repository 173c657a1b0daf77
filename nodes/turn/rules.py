"""The nodes in which the floor is taken, one a rule, so that the drawing shows which one applied.

`select_speaker` has decided; each of these states the floor that its rule gives, and nothing else.
"""

from __future__ import annotations

from typing import Any

from mmagents.nodes.state import State


async def current_selects_next(state: State) -> dict[str, Any]:
    """Rule 1a: the designated seat has the floor, and owes the second pair part."""
    return {"floor": {**state["floor"], "rule": "1a"}}


async def self_selection(state: State) -> dict[str, Any]:
    """Rule 1b: the seat that selected itself has the floor, and owes nothing."""
    return {"floor": {**state["floor"], "rule": "1b", "due": None}}


async def current_continues(state: State) -> dict[str, Any]:
    """Rule 1c: nobody else wants the floor, so the last speaker keeps it."""
    return {"floor": {"speaker": state["history"][-1]["speaker"], "rule": "1c", "due": None}}


async def by_scheme(state: State) -> dict[str, Any]:
    """No rule of conversation: the scheme of another system has given the turn; nothing is due."""
    return {"floor": {**state["floor"], "due": None}}


async def by_lot(state: State) -> dict[str, Any]:
    """No rule of conversation: the first speaker, or the order of condition `equal`, is drawn."""
    return {"floor": {**state["floor"], "due": None}}
