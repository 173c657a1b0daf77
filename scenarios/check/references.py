"""Lint: every id is unique and there, seats and sheets match, and facts have who knows them."""

from __future__ import annotations

from collections.abc import Iterator

from mmagents.floor.adjacency import EVERYONE
from mmagents.scenarios.check import contest, evening, ids
from mmagents.scenarios.check.ids import standing
from mmagents.scenarios.problem import Path, Problem, error
from mmagents.scenarios.schema import Fact, Scenario

WITH_IDS = (
    *("cast", "places", "topics", "facts", "rubric", "clues", "camps", "resources"),
    "verdict.answers",
    *("sheets.*.missions", "sheets.*.secrets", "sheets.*.beliefs"),
)
"""The lists in which no id may stand twice."""


def check(scenario: Scenario) -> list[Problem]:
    """Return what is wrong with the ids of `scenario`."""
    found = [*_duplicates(scenario), *ids.check(scenario), *_seats(scenario)]
    for index, fact in enumerate(scenario.facts):
        found += _fact(("facts", index), fact, scenario)
    return [*found, *evening.cards(scenario), *contest.check(scenario)]


def _duplicates(scenario: Scenario) -> Iterator[Problem]:
    for where in WITH_IDS:
        taken: set[tuple[Path, str]] = set()
        for path, one in standing(scenario, f"{where}.*.id"):
            if (path[:-2], one) in taken:
                yield error(path, f"“{one}” is taken; give it another id")
            taken.add((path[:-2], one))
    for path, one in standing(scenario, "cast.*.id"):
        if one == EVERYONE:
            yield error(
                path, f"“{EVERYONE}” stands for the whole table; give this person another id"
            )


def _seats(scenario: Scenario) -> Iterator[Problem]:
    if scenario.incident is not None and (victim := scenario.incident.victim) in scenario.seats():
        yield error(
            ("incident", "victim"),
            f"“{victim}” has a seat; set seat: false for the victim, who cannot be played",
        )
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


def _fact(path: Path, fact: Fact, scenario: Scenario) -> Iterator[Problem]:
    finders = scenario.finders(fact.id)
    for index, road in enumerate(fact.roads):
        if fact.id in road:
            yield error((*path, "roads", index), "a conclusion cannot lead to itself; take it out")
    if not fact.known_by and not fact.roads and not finders:
        yield error(
            (*path, "known_by"),
            f"nobody knows “{fact.id}”, no clue tells it and no road leads to it; name who knows "
            "it, or add a clue or roads",
        )
    for index, knower in enumerate(fact.known_by):
        if knower in scenario.seats() and knower not in fact.told:
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
