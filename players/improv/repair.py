"""How an improvising seat repairs a turn: with another move, not with other words for the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from mmagents.floor.adjacency import Obligation
from mmagents.players.improv.policy.initiative import initiatives
from mmagents.players.improv.policy.plan import plan_turn
from mmagents.players.improv.realisation.realise import realise
from mmagents.players.improv.state.mind import Mind, answers_to
from mmagents.players.improv.state.moves import Move
from mmagents.players.improv.state.notebook import ASKED


def another_move(mind: Mind, dropped: Collection[str]) -> str:
    """Return the words of the best move that does not do what a dropped candidate did.

    Args:
        mind: the seat's view, read.
        dropped: the words of this turn's candidates so far.
    """
    done: set[tuple[object, ...]] = set()
    words = ""
    for move in _moves(mind):
        if _deed(move) in done:
            continue
        words, _ = realise(move, mind)
        if words and words not in dropped:
            return words
        done.add(_deed(move))
    return words


def _deed(move: Move) -> tuple[object, ...]:
    """Return what a move does, whatever its words."""
    asked = move.ask and (move.ask.to, move.ask.subject, move.ask.time)
    return (move.kind, move.tells, move.adds, asked)


def _moves(mind: Mind) -> Iterator[Move]:
    """Yield what could be done with the turn, the best first; what is due before all else."""
    yield plan_turn(mind).move
    if mind.due is not None:
        yield _without_an_answer(mind, mind.due)
    yield from initiatives(mind)


def _without_an_answer(mind: Mind, due: Obligation) -> Move:
    """Refuse where something is guarded that would be the answer; otherwise say one cannot tell."""
    topic = next(iter(mind.asked.topics), None)
    found = answers_to(mind, mind.asked, due.text) if due.first_pair_part in ASKED else ()
    if guarded := [fact for fact in found if fact.price and not mind.free(fact)]:
        return Move("refuse", 7, due.by, topic=guarded[0].topic)
    return Move("unknowing", 5, due.by, topic=topic)
