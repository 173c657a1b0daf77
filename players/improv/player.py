"""A player without a model: it wants, guards, asks, tells, evades and doubts by rule.

All it knows is in the view; all it must keep is in its notebook. Thinking and speaking derive the
same decision from the same view, so that what was thought is what is said.
"""

from __future__ import annotations

from mmagents.interfaces.player import Asked, Chosen, Thought
from mmagents.interfaces.repair import Dropped
from mmagents.interfaces.view import View
from mmagents.players.improv.evening import brooding, choose, introduction, pondering
from mmagents.players.improv.policy.plan import plan_turn
from mmagents.players.improv.realisation.realise import realise
from mmagents.players.improv.realisation.thoughts import thought_of
from mmagents.players.improv.repair import another_move
from mmagents.players.improv.state.mind import mind_of


class ImprovPlayer:
    """An improvising seat, in English or Japanese. It holds no state."""

    async def think(self, view: View) -> Thought:
        """Return the plan, the wish for the floor, its importance, and what to note."""
        mind = mind_of(view)
        if view.phase == "update":
            words = brooding(mind) if view.public.verdict is None else pondering(mind)
            return Thought(words, "listen", 0, dict(mind.book.changes))
        plan = plan_turn(mind)
        _, chosen = realise(plan.move, mind)
        mind.book.put("next", [view.turn, chosen])
        return Thought(
            thought_of(plan, mind), plan.action, plan.importance, dict(mind.book.changes)
        )

    async def speak(self, view: View) -> str:
        """Return the words of the move decided on."""
        mind = mind_of(view)
        if view.phase == "introduction":
            return introduction(mind)
        text, _ = realise(plan_turn(mind).move, mind)
        return text

    async def repair(self, view: View, dropped: tuple[Dropped, ...]) -> str:
        """Return the words of another move than those that were dropped."""
        return another_move(mind_of(view), {one.text for one in dropped})

    async def choose(self, view: View, asked: Asked) -> Chosen:
        """Return where to look, whom to talk to, or whom to accuse, and why."""
        return choose(mind_of(view), asked)
