"""Ids of a story by what they stand for, and what is said of one that stands for nothing."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from mmagents.scenarios.problem import Path, Problem, error
from mmagents.scenarios.schema import Scenario


@dataclass(frozen=True, slots=True)
class Ids:
    """Every id of a story that another part of it may name."""

    people: frozenset[str]
    seats: frozenset[str]
    places: frozenset[str]
    topics: frozenset[str]
    facts: frozenset[str]
    camps: frozenset[str]
    resources: frozenset[str]
    options: frozenset[str]

    @classmethod
    def of(cls, scenario: Scenario) -> Ids:
        """Return the ids of a story."""
        return cls(
            people=frozenset(person.id for person in scenario.cast),
            seats=frozenset(scenario.seats()),
            places=frozenset(place.id for place in scenario.places),
            topics=frozenset(topic.id for topic in scenario.topics),
            facts=frozenset(fact.id for fact in scenario.facts),
            camps=frozenset(camp.id for camp in scenario.camps),
            resources=frozenset(resource.id for resource in scenario.resources),
            options=frozenset(scenario.options()),
        )


def all_known(
    path: Path, named: Iterable[str], there_are: Collection[str], kind: str
) -> Iterator[Problem]:
    """Yield an error for each of `named` that is not among `there_are`."""
    for index, one in enumerate(named):
        yield from known((*path, index), one, there_are, kind)


def known(
    path: Path, named: str, there_are: Collection[str], kind: str, people: Collection[str] = ()
) -> Iterator[Problem]:
    """Yield an error if `named` is not among `there_are`; `people` may exist without a seat."""
    if named in there_are:
        return
    if named in people:
        yield error(path, f"“{named}” has no seat; name somebody who is played")
        return
    if not there_are:
        yield error(path, f"there is no {kind} “{named}”; the story has none")
        return
    near = difflib.get_close_matches(named, there_are, n=1)
    cure = f"did you mean “{near[0]}”?" if near else f"there are: {', '.join(sorted(there_are))}"
    yield error(path, f"there is no {kind} “{named}”; {cure}")
