"""Lint: what the clues of a story tell, and the order of its phases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mmagents.scenarios.check.ids import standing
from mmagents.scenarios.game import Phase
from mmagents.scenarios.problem import Path, Problem, error, warning
from mmagents.scenarios.schema import Scenario

VOTES = frozenset({"accusation", "vote"})


class _Placed(NamedTuple):
    """A phase and where it stands in the file."""

    path: Path
    phase: Phase


def cards(scenario: Scenario) -> Iterator[Problem]:
    """Yield the facts on clues that no card can show."""
    kinds = {fact.id: "a lie" for fact in scenario.facts if fact.cover_story}
    kinds |= {fact.id: "a conclusion" for fact in scenario.conclusions()}
    for path, fact in standing(scenario, "clues.*.facts.*"):
        if fact in kinds:
            yield error(
                path,
                f"“{fact}” is {kinds[fact]}, and no card can show it; name a fact that is neither",
            )


def check(scenario: Scenario) -> list[Problem]:
    """Return what is wrong with the order of the phases, and what the evening lacks."""
    played = list(_played((), scenario.phases))
    return [*_settled(played), *_explored(scenario, played), *_ended(scenario, played)]


def _played(path: Path, phases: list[Phase]) -> Iterator[_Placed]:
    """Yield the phases as they come up, rounds written out."""
    for index, phase in enumerate(phases):
        here: Path = (*path, "phases", index)
        for _ in range(min(phase.rounds, 2)):  # what goes wrong does so by the second round
            yield from _played(here, phase.phases) if phase.phases else [_Placed(here, phase)]


def _settled(played: list[_Placed]) -> Iterator[Problem]:
    kinds = [one.phase.kind for one in played]
    first = kinds.index("settlement") if "settlement" in kinds else None
    if first is None:
        yield warning(
            ("phases",), "there is no settlement, so that nobody hears the truth; put one last"
        )
        return
    path = (*played[first].path, "kind")
    if first != len(kinds) - 1:
        yield error(path, "the settlement ends the evening; put it last, and once")
    if not VOTES & set(kinds[:first]):
        yield error(path, "nobody has voted by then; put an accusation, or a vote, before it")


def _explored(scenario: Scenario, played: list[_Placed]) -> Iterator[Problem]:
    explorations = [one for one in played if one.phase.kind == "exploration"]
    if explorations and not scenario.clues:
        yield error(
            (*explorations[0].path, "kind"),
            "there is nothing to find; write clues, or take the exploration out",
        )
    if scenario.clues and not explorations:
        yield error(("clues",), "nobody looks for them; add an exploration to the phases")


def _ended(scenario: Scenario, played: list[_Placed]) -> Iterator[Problem]:
    kinds = [one.phase.kind for one in played]
    for index, one in enumerate(played):
        if one.phase.kind == "introduction" and index:
            yield warning(
                (*one.path, "kind"), "they know one another by now; an introduction comes first"
            )
        if one.phase.kind == "accusation" and "accusation" in kinds[:index]:
            yield warning(
                (*one.path, "kind"),
                "only the last votes count; leave one accusation, or make the first a discussion",
            )
    if scenario.kind == "mystery" and "settlement" in kinds and scenario.epilogue is None:
        yield warning(
            ("epilogue",), "is missing; write what is read aloud when the evening is over"
        )
