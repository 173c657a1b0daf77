"""A candidate on its way to being heard: what was found wrong so far, and what comes of it. Pure.

The candidate itself stands in `State.words`, as what is said always does; nothing but the turn's
ledger keeps a candidate that was dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from typing_extensions import TypedDict

from mmagents.interfaces.repair import Dropped, Finding, Suspicion, gravest
from mmagents.nodes.record import Attempt, Repaired
from mmagents.nodes.state import State
from mmagents.nodes.views.utterance_index import IndexMark


class Repair(TypedDict):
    """The candidates of a turn that is being screened, and how often it may be said again."""

    attempts: list[Attempt]
    rounds_left: int


class RepairState(TypedDict):
    """The channels of repair.

    `repair`: what became of the words so far; None where they are not screened. `said`: how far the
    index of utterances has been brought.
    """

    repair: Repair | None
    said: IndexMark


def repair_of(state: State) -> Repair:
    """Return what is kept of the turn being screened."""
    repair = cast("RepairState", state)["repair"]
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
