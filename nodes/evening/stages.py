"""The stages of AgentGroupChat, section 3.3, as an agenda. Pure.

An update stage opens the game: relations are assigned, and the first round is planned. Then come
rounds of private chats, confidential meetings and group chat, each closed by an update stage. At
last comes the settlement: the story's own vote, a summary, and the principals as judges. There is
no introduction and no look for clues, for the paper has neither.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from mmagents.scenarios.game import Phase, PhaseKind, unrolled
from mmagents.scenarios.schema import Scenario

if TYPE_CHECKING:
    from mmagents.nodes.state import Item

ROUNDS = 2
"""Rounds of a story that says nothing of rounds; the paper does not say how many it plays."""
JUDGEMENT = "judgement"
"""The part of the evening in which the principals judge."""
EACH, IN_ROUNDS = "each", "rounds"
"""Orders of a talk: each principal chooses a partner; all speak in rounds."""


def stages_of(
    scenario: Scenario, rounds: int | None, lengths: Mapping[str, int], off: Collection[str]
) -> list[Item]:
    """Return the stages of a run.

    Args:
        scenario: the story, whose own lengths and number of rounds are taken as far as it has them.
        rounds: how many rounds, instead.
        lengths: turns by kind of talk, instead. A group chat has whole rounds, so many that it is
            no shorter than that.
        off: kinds of talk that are left out.
    """
    first = {one.phase.kind: one.phase for one in reversed([*unrolled(scenario.phases)])}
    number = rounds or max((one.rounds for one in scenario.phases if one.phases), default=ROUNDS)
    seats = len(scenario.seats())

    def talk(kind: PhaseKind, round_: int) -> Item:
        own = first.get(kind) or Phase(kind=kind)
        turns = lengths.get(kind, own.length(seats))
        if kind != "discussion":
            return _item(kind, round_, turns=turns, order=EACH)
        return _item(kind, round_, turns=-(-turns // seats) * seats, order=IN_ROUNDS)

    kinds: tuple[PhaseKind, ...] = ("private_chat", "confidential_meeting", "discussion")
    played = [
        one
        for at in range(1, number + 1)
        for one in (*(talk(kind, at) for kind in kinds if kind not in off), _item("update", at))
    ]
    voted = "accusation" if scenario.verdict is None else "vote"
    tie = next((one.tie for kind, one in first.items() if kind == voted), "nobody")
    return [
        _item("update", 0),
        *played,
        _item(voted, 0, tie=tie),
        _item(JUDGEMENT, 0),
        _item("settlement", 0),
    ]


def _item(
    kind: str, round_: int, *, turns: int = 0, order: str = "floor", tie: str = "nobody"
) -> Item:
    return {
        "kind": kind, "turns": turns, "looks": 0, "tie": tie, "order": order, "round": round_,
    }  # fmt: skip


def those_with_aims(scenario: Scenario) -> Sequence[str]:
    """Return the principals, or all seats of a story that has none."""
    return scenario.principals() or scenario.seats()
