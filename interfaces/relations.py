"""Relations as a strategist sees them: its own feelings, and its guesses at all others'. Pure.

AgentGroupChat, section 4.1: a matrix of two dimensions. Its own row is :attr:`Persona.regards`; the
rows here are those of everybody else, and what they are supposed to feel for the strategist is a
column of theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

LIKING = 10
"""Regards go from minus this to this."""
Matrix = Mapping[str, Mapping[str, int]]
"""By seat, and by whom it is about: what one supposes that the first feels for the second, -10 to
10. Nobody's feelings for themselves stand in it."""


def guessed(
    seats: Iterable[str], seat: str, before: Matrix, now: Matrix
) -> dict[str, dict[str, int]]:
    """Return the guesses of `seat` after new ones, kept within their bounds.

    Args:
        seats: all who are played.
        seat: whose guesses they are: its own feelings are not among them.
        before: the guesses so far; 0 where there is none.
        now: the new ones; those left out stay, and those of or about strangers count for nothing.
    """
    there = list(seats)
    return {
        who: {
            whom: within(now.get(who, {}).get(whom, before.get(who, {}).get(whom, 0)))
            for whom in there
            if whom != who
        }
        for who in there
        if who != seat
    }


def within(score: int) -> int:
    """Return a score cut to the scale of regards."""
    return min(LIKING, max(-LIKING, score))
