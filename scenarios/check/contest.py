"""Lint: what each kind of story needs, its sides, its stakes and its verdict."""

from __future__ import annotations

from collections.abc import Iterator

from mmagents.scenarios.game import Phase
from mmagents.scenarios.problem import Path, Problem, error
from mmagents.scenarios.schema import Scenario


def check(scenario: Scenario) -> list[Problem]:
    """Return what is wrong with the stakes of `scenario`."""
    found = [*_kind(scenario), *_stakes(scenario), *_verdict(scenario)]
    for path, phase in _phases((), scenario.phases):
        found += _phase(path, phase, scenario)
    return found


def _kind(scenario: Scenario) -> Iterator[Problem]:
    mystery = scenario.kind == "mystery"
    needed = ("incident", "solution", "rubric") if mystery else ("verdict",)
    foreign = ("verdict", "endings") if mystery else ("incident", "solution", "epilogue")
    for field in needed:
        if not getattr(scenario, field):
            yield error((field,), f"is missing; a story of kind: {scenario.kind} must have it")
    for field in foreign:
        if getattr(scenario, field):
            yield error(
                (field,), f"does not belong to a story of kind: {scenario.kind}; take it out"
            )
    for index, sheet in enumerate(scenario.sheets):
        if mystery and not sheet.timeline:
            yield error(
                ("sheets", index, "timeline"), "is missing; in a mystery everybody needs one"
            )
    for index, fact in enumerate(scenario.facts):
        if mystery and fact.supports:
            yield error(("facts", index, "supports"), "is for a verdict; write implies instead")
        if not mystery and fact.implies:
            yield error(("facts", index, "implies"), "is for a mystery; write supports instead")


def _stakes(scenario: Scenario) -> Iterator[Problem]:
    for index, person in enumerate(scenario.cast):
        if scenario.camps and person.seat and person.camp is None:
            yield error(
                ("cast", index, "camp"),
                f"is missing; name the side on which {person.id} stands at first",
            )
    for index, resource in enumerate(scenario.resources):
        if resource.owner is None and (resource.movable or not resource.public):
            yield error(
                ("resources", index, "owner"),
                "is missing; only what somebody has can be handed over or hidden",
            )
    for index, sheet in enumerate(scenario.sheets):
        if sheet.seat in sheet.relations:
            where = ("sheets", index, "relations", sheet.seat)
            yield error(where, "is the seat itself; take it out")


def _verdict(scenario: Scenario) -> Iterator[Problem]:
    verdict = scenario.verdict
    if verdict is None:
        return
    if len(scenario.options()) < 2:
        yield error(("verdict", "options"), "leaves fewer than two to choose from; give more")
    if not scenario.voters():
        yield error(("verdict", "votes"), "leaves nobody to vote; make somebody a principal")
    if verdict.prize is not None and verdict.options != "people":
        yield error(("verdict", "prize"), "can only go to a person; write options: people")
    for index, ending in enumerate(scenario.endings):
        if ending.option in [one.option for one in scenario.endings[:index]]:
            yield error(("endings", index, "option"), "has an ending already; make them one")


def _phases(path: Path, phases: list[Phase]) -> Iterator[tuple[Path, Phase]]:
    for index, phase in enumerate(phases):
        here: Path = (*path, "phases", index)
        yield here, phase
        yield from _phases(here, phase.phases)


def _phase(path: Path, phase: Phase, scenario: Scenario) -> Iterator[Problem]:
    mystery = scenario.kind == "mystery"
    if phase.kind == "accusation" and not mystery:
        yield error((*path, "kind"), "is for a mystery; write kind: vote")
    if phase.kind == "vote" and mystery:
        yield error((*path, "kind"), "is for a story with a verdict; write kind: accusation")
