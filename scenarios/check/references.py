"""Lint: every id is unique, and every id that is named exists and is of the right kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mmagents.floor.adjacency import EVERYONE
from mmagents.scenarios.check import contest, evening
from mmagents.scenarios.check.ids import Ids, all_known, known
from mmagents.scenarios.problem import Path, Problem, error
from mmagents.scenarios.schema import Fact, Scenario
from mmagents.scenarios.seats import SeatSheet


def check(scenario: Scenario) -> list[Problem]:
    """Return what is wrong with the ids of `scenario`."""
    ids = Ids.of(scenario)
    found = [*_duplicates(scenario), *_public(scenario, ids), *_seats(scenario, ids)]
    for index, sheet in enumerate(scenario.sheets):
        found += _sheet(("sheets", index), sheet, ids)
    for index, fact in enumerate(scenario.facts):
        found += _fact(("facts", index), fact, ids)
        found += _knowers(("facts", index), fact, ids, scenario.finders(fact.id))
    found += [*_ending(scenario, ids), *evening.names(scenario, ids)]
    return [*found, *contest.check(scenario, ids)]


def _duplicates(scenario: Scenario) -> Iterator[Problem]:
    kinds: list[tuple[Path, Sequence[str]]] = [
        (("cast",), [person.id for person in scenario.cast]),
        (("places",), [place.id for place in scenario.places]),
        (("topics",), [topic.id for topic in scenario.topics]),
        (("facts",), [fact.id for fact in scenario.facts]),
        (("rubric",), [item.id for item in scenario.rubric]),
        (("clues",), [clue.id for clue in scenario.clues]),
        (("camps",), [camp.id for camp in scenario.camps]),
        (("resources",), [resource.id for resource in scenario.resources]),
    ]
    for index, sheet in enumerate(scenario.sheets):
        here: Path = ("sheets", index)
        kinds.append(((*here, "missions"), [mission.id for mission in sheet.missions]))
        kinds.append(((*here, "secrets"), [secret.id for secret in sheet.secrets]))
        kinds.append(((*here, "beliefs"), [belief.id for belief in sheet.beliefs]))
    for path, ids in kinds:
        for index, one in enumerate(ids):
            if one in ids[:index]:
                yield error((*path, index, "id"), f"“{one}” is taken; give it another id")
    for index, person in enumerate(scenario.cast):
        if person.id == EVERYONE:
            yield error(
                ("cast", index, "id"),
                f"“{EVERYONE}” stands for the whole table; give this person another id",
            )


def _public(scenario: Scenario, ids: Ids) -> Iterator[Problem]:
    if scenario.incident is not None:
        victim = scenario.incident.victim
        yield from known(("incident", "victim"), victim, ids.people, "person")
        if victim in ids.seats:
            yield error(
                ("incident", "victim"),
                f"“{victim}” has a seat; set seat: false for the victim, who cannot be played",
            )
    for index, topic in enumerate(scenario.topics):
        if topic.person is not None:
            yield from known(("topics", index, "person"), topic.person, ids.people, "person")


def _seats(scenario: Scenario, ids: Ids) -> Iterator[Problem]:
    dealt = [sheet.seat for sheet in scenario.sheets]
    for index, person in enumerate(scenario.cast):
        if person.seat and person.id not in dealt:
            yield error(
                ("cast", index, "seat"),
                f"“{person.id}” has a seat but no sheet; write one, or set seat: false",
            )
    for index, seat in enumerate(dealt):
        if seat in dealt[:index]:
            yield error(("sheets", index, "seat"), f"“{seat}” has two sheets; make them one")
        yield from known(("sheets", index, "seat"), seat, ids.seats, "seat", ids.people)


def _sheet(path: Path, sheet: SeatSheet, ids: Ids) -> Iterator[Problem]:
    for index, moment in enumerate(sheet.timeline):
        yield from known((*path, "timeline", index, "place"), moment.place, ids.places, "place")
    for index, mission in enumerate(sheet.missions):
        where = (*path, "missions", index, "about")
        yield from all_known(where, mission.about, ids.topics, "topic")
    for index, secret in enumerate(sheet.secrets):
        yield from all_known((*path, "secrets", index, "facts"), secret.facts, ids.facts, "fact")


def _fact(path: Path, fact: Fact, ids: Ids) -> Iterator[Problem]:
    yield from known((*path, "topic"), fact.topic, ids.topics, "topic")
    yield from all_known((*path, "people"), fact.people, ids.people, "person")
    for index, knower in enumerate(fact.known_by):
        yield from known((*path, "known_by", index), knower, ids.seats, "seat", ids.people)
    for person in fact.implies:
        yield from known((*path, "implies", person), person, ids.people, "person")
    yield from all_known((*path, "contradicts"), fact.contradicts, ids.facts, "fact")
    for index, road in enumerate(fact.roads):
        yield from all_known((*path, "roads", index), road, ids.facts, "fact")
        if fact.id in road:
            yield error((*path, "roads", index), "a conclusion cannot lead to itself; take it out")
    if fact.whereabouts is not None:
        where = (*path, "whereabouts")
        yield from known((*where, "person"), fact.whereabouts.person, ids.people, "person")
        yield from known((*where, "place"), fact.whereabouts.place, ids.places, "place")


def _knowers(path: Path, fact: Fact, ids: Ids, finders: list[str]) -> Iterator[Problem]:
    if not fact.known_by and not fact.roads and not finders:
        yield error(
            (*path, "known_by"),
            f"nobody knows “{fact.id}”, no clue tells it and no road leads to it; name who knows "
            "it, or add a clue or roads",
        )
    for index, knower in enumerate(fact.known_by):
        if knower in ids.seats and knower not in fact.told:
            yield error(
                (*path, "known_by", index),
                f"“{knower}” knows this but has no words for it; add told.{knower}",
            )
    for teller in fact.told:
        if teller not in fact.known_by:
            yield error(
                (*path, "told", teller),
                f"“{teller}” is given words for what they do not know; "
                "add them to known_by, or take the words out",
            )
    for guard in fact.guarded_by:
        if guard not in fact.known_by and guard not in finders:
            yield error(
                (*path, "guarded_by", guard),
                f"“{guard}” cannot hide what they neither know nor could find; "
                "add them to known_by, or take the price out",
            )


def _ending(scenario: Scenario, ids: Ids) -> Iterator[Problem]:
    if (solution := scenario.solution) is not None:
        where: Path = ("solution", "culprit")
        yield from known(where, solution.culprit, ids.seats, "seat", ids.people)
        yield from all_known(("solution", "proof"), solution.proof, ids.facts, "fact")
    for index, item in enumerate(scenario.rubric):
        yield from all_known(("rubric", index, "facts"), item.facts, ids.facts, "fact")
