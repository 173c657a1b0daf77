"""A candidate on its way to being heard: what was found wrong so far, and what comes of it. Pure.

The candidate itself stands in `State.words`, as what is said always does; nothing but the turn's
ledger keeps a candidate that was dropped.
"""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.interfaces.player import Player
from mmagents.interfaces.repair import Dropped, Finding, Repairer, Suspicion, gravest
from mmagents.nodes.context import Context
from mmagents.nodes.record import Attempt, Repaired
from mmagents.nodes.state import Repair, State


def begun(context: Context, player: Player) -> Repair | None:
    """Return what is kept of a turn to be screened; None where its words go straight to be heard.

    A person's words, and those written down beforehand, are never repaired.
    """
    if not context.repair or not isinstance(player, Repairer):
        return None
    return {"attempts": [], "rounds_left": context.repair_rounds}


def repair_of(state: State) -> Repair:
    """Return what is kept of the turn being screened."""
    repair = state.get("repair")
    assert repair is not None, "only a turn that is screened comes here"
    return repair


def findings_of(attempt: Attempt) -> tuple[Finding, ...]:
    """Return the findings on an attempt."""
    return tuple(Finding(**one) for one in attempt["findings"])


def suspicions_of(attempt: Attempt) -> tuple[Suspicion, ...]:
    """Return the suspicions against an attempt."""
    return tuple(map(Suspicion.of, attempt["suspicions"]))


def at_fault(attempt: Attempt) -> bool:
    """Tell whether an attempt is to be said anew."""
    return any(one.severe for one in findings_of(attempt))


def dropped_so_far(repair: Repair) -> tuple[Dropped, ...]:
    """Return the attempts so far as the speaker is shown them, with their faults alone."""
    return tuple(
        Dropped(one["text"], tuple(finding for finding in findings_of(one) if finding.severe))
        for one in repair["attempts"]
    )


def best(attempts: Sequence[Attempt]) -> int:
    """Return which of the attempts to publish where all are at fault: the least, then the first."""
    return min(range(len(attempts)), key=lambda at: (gravest(findings_of(attempts[at])), at))


def settled(repair: Repair) -> Repaired:
    """Return how a turn came to its words, once nothing more is to be tried."""
    attempts = repair["attempts"]
    if at_fault(attempts[-1]):
        return {"outcome": "failed", "spoken": best(attempts), "attempts": attempts}
    again, suspicious = len(attempts) > 1, bool(attempts[-1]["suspicions"])
    return {
        "outcome": "repaired" if again else "no issue" if suspicious else "clean",
        "spoken": len(attempts) - 1,
        "attempts": attempts,
    }
