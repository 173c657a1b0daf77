"""Who speaks next in the talks of AgentGroupChat, section 3.3: nobody bids, and nobody is obliged.

Every function is a strategy as those of :mod:`mmagents.floor.strategies`.
"""

from __future__ import annotations

from mmagents.floor.situation import Decision, Situation
from mmagents.floor.strategies import others


def turn_about(now: Situation) -> Decision:
    """Whoever did not speak last, in a talk of two.

    The paper says who opens such a talk, and not how it goes on.
    """
    speaker = others(now)[0]
    return Decision(speaker, "turn-about", f"{speaker}'s turn, as the two take turns")


def in_rounds(now: Situation) -> Decision:
    """Everybody once a round, in the order of this talk; what is said is heard in the next round.

    `now.order` holds all who are there: the principals in order of influence, then the others.
    """
    lap, place = divmod(now.given, len(now.order))
    reason = (
        f"place {place + 1} of {len(now.order)} in round {lap + 1}, by influence; "
        "heard when the round is over"
    )
    return Decision(now.order[place], "round", reason)
