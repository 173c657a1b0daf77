"""What a conversation can bring out, and how many seats that takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

from mmagents.scenarios.schema import Scenario
from mmagents.scenarios.texts import NEVER


def closure(scenario: Scenario, given: Iterable[str]) -> frozenset[str]:
    """Return the facts of `given` and every conclusion that their roads lead to."""
    reached = set(given)
    conclusions = [fact for fact in scenario.facts if fact.roads]
    grown = True
    while grown:
        new = {
            fact.id
            for fact in conclusions
            if fact.id not in reached and any(reached.issuperset(road) for road in fact.roads)
        }
        reached |= new
        grown = bool(new)
    return frozenset(reached)


def tellable(scenario: Scenario, seat: str) -> frozenset[str]:
    """Return the facts that `seat` knows, or could find on a clue, and has a price for."""
    return frozenset(
        fact.id
        for fact in scenario.facts
        if seat in (*fact.known_by, *scenario.finders(fact.id))
        and fact.guarded_by.get(seat, 0) < NEVER
    )


def sayable(scenario: Scenario) -> frozenset[str]:
    """Return everything that some conversation could bring out."""
    seats = scenario.seats()
    return closure(scenario, frozenset().union(*(tellable(scenario, seat) for seat in seats)))


def smallest_circle(scenario: Scenario, at_most: int) -> tuple[str, ...] | None:
    """Return the fewest seats, up to `at_most`, that together hold the proof; None if none do.

    A seat brings all it knows; the culprit, who knows it all anyway, only what it would ever tell.
    """
    brings = {seat: _brings(scenario, seat) for seat in scenario.seats()}
    for size in range(1, at_most + 1):
        for circle in combinations(brings, size):
            if _proves(scenario, frozenset().union(*(brings[seat] for seat in circle))):
                return circle
    return None


def _brings(scenario: Scenario, seat: str) -> frozenset[str]:
    known = frozenset(fact.id for fact in scenario.facts if seat in fact.known_by)
    if scenario.solution is not None and seat == scenario.solution.culprit:
        return known & tellable(scenario, seat)
    return known


def _proves(scenario: Scenario, given: Collection[str]) -> bool:
    proof = scenario.solution.proof if scenario.solution else ()
    return closure(scenario, given).issuperset(proof)
