"""Who stands where: influence and its order, sides, and who has what. Pure.

The rules are those of AgentGroupChat, sections 3.1 to 3.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mmagents.nodes.state import State
from mmagents.nodes.table import Table
from mmagents.scenarios.stakes import Camp, Resource


def influence(state: State, table: Table, seat: str) -> int:
    """Return the standing of a seat: its own, and what the resources that all know of give it."""
    own = table.scenario.person(seat).influence
    return own + sum(
        one.impact
        for one in table.scenario.resources
        if one.public and state["owners"].get(one.id) == seat
    )


def order_of_influence(state: State, table: Table, among: Sequence[str], lot: str) -> list[str]:
    """Return seats in order of influence, the highest first; equals in an order drawn by lot.

    Args:
        state: the game.
        table: the story.
        among: the seats.
        lot: what the draw is for; with the seed and the talk's beginning it decides the lot.
    """
    order = list(among)
    Random(f"{state['seed']}:{lot}").shuffle(order)
    return sorted(order, key=lambda seat: -influence(state, table, seat))


def sides_open_to(state: State, table: Table, seat: str) -> list[Camp]:
    """Return the camps that a seat may stand in next, its own first; one where it may not move."""
    camps = {camp.id: camp for camp in table.scenario.camps}
    own = camps.get(state["sides"].get(seat, ""))
    if own is None:
        return []
    if own.binding:
        return [own]
    return [own, *(camp for camp in camps.values() if camp.open and camp is not own)]


def in_hand(state: State, table: Table, seat: str) -> list[Resource]:
    """Return what a seat has and may hand over."""
    return [
        one
        for one in table.scenario.resources
        if one.movable and state["owners"].get(one.id) == seat
    ]
