"""Lint: what each kind of story needs, and the ids of its sides, its stakes and its verdict."""

from __future__ import annotations

from collections.abc import Iterator

from mmagents.scenarios.check.ids import Ids, all_known, known
from mmagents.scenarios.game import Phase, Scored
from mmagents.scenarios.problem import Path, Problem, error
from mmagents.scenarios.schema import Scenario
from mmagents.scenarios.seats import SeatSheet


def check(scenario: Scenario, ids: Ids) -> list[Problem]:
    """Return what is wrong with the stakes of `scenario`."""
    found = [*_kind(scenario), *_sides(scenario, ids), *_resources(scenario, ids)]
    found += [*_verdict(scenario, ids), *_arguments(scenario, ids)]
    for index, sheet in enumerate(scenario.sheets):
        found += _sheet(("sheets", index), sheet, ids)
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


def _sides(scenario: Scenario, ids: Ids) -> Iterator[Problem]:
    for index, person in enumerate(scenario.cast):
        path: Path = ("cast", index, "camp")
        if person.camp is not None:
            yield from known(path, person.camp, ids.camps, "camp")
        elif scenario.camps and person.seat:
            yield error(path, f"is missing; name the side on which {person.id} stands at first")


def _resources(scenario: Scenario, ids: Ids) -> Iterator[Problem]:
    for index, resource in enumerate(scenario.resources):
        path: Path = ("resources", index)
        yield from known((*path, "topic"), resource.topic, ids.topics, "topic")
        if resource.owner is not None:
            yield from known((*path, "owner"), resource.owner, ids.people, "person")
        elif resource.movable or not resource.public:
            yield error(
                (*path, "owner"), "is missing; only what somebody has can be handed over or hidden"
            )


def _verdict(scenario: Scenario, ids: Ids) -> Iterator[Problem]:
    verdict = scenario.verdict
    if verdict is None:
        return
    kind, there_are = {
        "people": ("person", ids.people),
        "camps": ("camp", ids.camps),
        "resources": ("resource", ids.resources),
    }[verdict.options]
    yield from all_known(("verdict", "among"), verdict.among, there_are, kind)
    for index, judge in enumerate(verdict.judges):
        yield from known(("verdict", "judges", index), judge, ids.seats, "seat", ids.people)
    if len(scenario.options()) < 2:
        yield error(("verdict", "options"), "leaves fewer than two to choose from; give more")
    if not scenario.voters():
        yield error(("verdict", "votes"), "leaves nobody to vote; make somebody a principal")
    if verdict.prize is not None:
        yield from known(("verdict", "prize"), verdict.prize, ids.resources, "resource")
        if verdict.options != "people":
            yield error(("verdict", "prize"), "can only go to a person; write options: people")
    for index, ending in enumerate(scenario.endings):
        if ending.option is not None:
            yield from known(("endings", index, "option"), ending.option, ids.options, "option")
        if ending.option in [one.option for one in scenario.endings[:index]]:
            yield error(("endings", index, "option"), "has an ending already; make them one")


def _arguments(scenario: Scenario, ids: Ids) -> Iterator[Problem]:
    for index, fact in enumerate(scenario.facts):
        if scenario.verdict is not None:
            for option in fact.supports:
                yield from known(
                    ("facts", index, "supports", option), option, ids.options, "option"
                )


def _sheet(path: Path, sheet: SeatSheet, ids: Ids) -> Iterator[Problem]:
    for index, belief in enumerate(sheet.beliefs):
        if belief.favours is not None:
            where = (*path, "beliefs", index, "favours")
            yield from known(where, belief.favours, ids.options, "option")
    for whom in sheet.relations:
        where = (*path, "relations", whom)
        yield from known(where, whom, ids.seats, "seat", ids.people)
        if whom == sheet.seat:
            yield error(where, "is the seat itself; take it out")
    for index, mission in enumerate(sheet.missions):
        if mission.scored is not None:
            yield from _scored((*path, "missions", index, "scored"), mission.scored, ids)


def _scored(path: Path, scored: Scored, ids: Ids) -> Iterator[Problem]:
    named = (
        ("won", scored.won, ids.options, "option"),
        ("not_won", scored.not_won, ids.options, "option"),
        ("owns", scored.owns, ids.resources, "resource"),
        ("in_camp", scored.in_camp, ids.camps, "camp"),
    )
    for field, one, there_are, kind in named:
        if one is not None:
            yield from known((*path, field), one, there_are, kind)


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
