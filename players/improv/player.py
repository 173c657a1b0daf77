"""A player without a model: it wants, guards, asks, tells, evades and doubts by rule.

All it knows is in the view; all it must keep is in its notebook. Thinking and speaking derive the
same decision from the same view, so that what was thought is what is said. The words found in
thinking are at hand when it speaks, and are said if nothing that decides on them has changed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from mmagents.interfaces.asides import Aside, Ended
from mmagents.interfaces.player import Asked, Chosen, Thought, Wish
from mmagents.interfaces.repair import Dropped
from mmagents.interfaces.view import View
from mmagents.players.improv.evening import brooding, choose, introduction, pondering
from mmagents.players.improv.listening import wish_of
from mmagents.players.improv.policy.plan import plan_turn
from mmagents.players.improv.realisation.realise import realise
from mmagents.players.improv.realisation.thoughts import thought_of
from mmagents.players.improv.repair import another_move
from mmagents.players.improv.responding import response_of, said_again
from mmagents.players.improv.state.mind import mind_of

KEPT = 256
"""Thoughts whose words are at hand: one a seat, of the games that one process plays at once."""


class Found(NamedTuple):
    """The words found in thinking, the view they follow from, and the notes as they are then."""

    view: View
    notes: Mapping[str, Any]
    words: str


_FOUND: OrderedDict[tuple[int, int, str], Found] = OrderedDict()
"""By seed, turn and seat. A cache: what is not there is worked out again."""


def _deciding(view: View) -> View:
    """Return a view without what no decision rests on, and without the notes."""
    return replace(
        view, thoughts=(), memories=(), notes={}, owed=None, bids=(), lies=(), lately=None,
        about_to_speak=False,
    )  # fmt: skip


def _keep(view: View, changes: Mapping[str, Any], words: str) -> None:
    """Keep the words that a thought led to."""
    key = (view.seed, view.turn, view.seat)
    merged = {**view.notes, **changes}
    notes = {one: value for one, value in merged.items() if value is not None}
    _FOUND[key] = Found(_deciding(view), notes, words)
    _FOUND.move_to_end(key)
    while len(_FOUND) > KEPT:
        _FOUND.popitem(last=False)


def _found(view: View) -> str | None:
    """Return the words found in thinking, if they follow from this view as well."""
    found = _FOUND.get((view.seed, view.turn, view.seat))
    if found is None or found.notes != view.notes or found.view != _deciding(view):
        return None
    return found.words


class ImprovPlayer:
    """An improvising seat, in English or Japanese. It holds no state of a game."""

    async def think(self, view: View) -> Thought:
        """Return the plan, the wish for the floor, its importance, and what to note."""
        mind = mind_of(view)
        if view.phase == "update":
            words = brooding(mind) if view.public.verdict is None else pondering(mind)
            return Thought(words, "listen", 0, dict(mind.book.changes))
        plan = plan_turn(mind)
        words, chosen = realise(plan.move, mind)
        mind.book.put("next", [view.turn, chosen])
        _keep(view, mind.book.changes, words)
        return Thought(
            thought_of(plan, mind), plan.action, plan.importance, dict(mind.book.changes)
        )

    async def speak(self, view: View) -> str:
        """Return the words of the move decided on."""
        if view.phase == "introduction":
            return introduction(mind_of(view))
        found = _found(view)
        if found is not None:
            return found
        mind = mind_of(view)
        text, _ = realise(plan_turn(mind).move, mind)
        return text

    async def listen(self, view: View) -> Wish | None:
        """Return the wish to come into the turn that is being said, or None."""
        return wish_of(mind_of(view))

    async def respond(self, view: View, ended: Ended) -> Aside | None:
        """Return what it says to the turn that is being said, without taking the floor, or None."""
        return response_of(view, ended)

    async def say_again(self, view: View, unit: str, asked: Aside) -> str:
        """Return a unit as it says it again."""
        return said_again(view, unit)

    async def repair(self, view: View, dropped: tuple[Dropped, ...]) -> str:
        """Return the words of another move than those that were dropped."""
        return another_move(mind_of(view), {one.text for one in dropped})

    async def choose(self, view: View, asked: Asked) -> Chosen:
        """Return where to look, whom to talk to, or whom to accuse, and why."""
        return choose(mind_of(view), asked)
