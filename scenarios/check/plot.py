"""Lint: what time allows and what talk can reach."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from mmagents.scenarios.check.ids import standing
from mmagents.scenarios.problem import Path, Problem, error, field_name, warning
from mmagents.scenarios.proof import sayable, smallest_circle
from mmagents.scenarios.schema import Scenario
from mmagents.scenarios.texts import minutes

CIRCLE = 3
"""A proof should need this many seats to be put together, where the story has them."""

NEEDS_SAYING = {
    "solution.proof.*": "no conversation could reach “{fact}”; "
    "let somebody know it at a price below 9, or add a road of what can be said",
    "rubric.*.facts.*": "nobody can earn these points: no conversation could reach “{fact}”; "
    "name another fact, or lower its price below 9",
    "sheets.*.missions.*.scored.said.*": "no conversation could reach “{fact}”; "
    "name another fact, or lower its price below 9",
}
"""The fields whose facts talk must be able to reach, and what is said of one that it cannot."""


class _Stay(NamedTuple):
    """Somebody's being in a place, in minutes of the story's clock; a moment begins and ends."""

    path: Path
    person: str
    place: str
    begins: int
    ends: int

    def clashes(self, other: _Stay) -> bool:
        """Tell whether nobody could do both; arriving as one leaves is possible."""
        if self.person != other.person or self.place == other.place:
            return False
        if self.begins == self.ends == other.begins == other.ends:
            return True
        return max(self.begins, other.begins) < min(self.ends, other.ends) or (
            self._within(other) or other._within(self)
        )

    def _within(self, other: _Stay) -> bool:
        return self.begins == self.ends and other.begins < self.begins < other.ends


def check(scenario: Scenario) -> list[Problem]:
    """Return what in `scenario` cannot have happened or cannot come out."""
    found = [*_order(scenario), *_clashes(scenario), *_reach(scenario)]
    return [*found, *(_arguable(scenario) if scenario.verdict else _circle(scenario))]


def _order(scenario: Scenario) -> Iterator[Problem]:
    incident = scenario.incident
    if incident and minutes(incident.closes) < minutes(incident.opens):
        yield error(("incident", "closes"), f"is before it opens ({incident.opens}); put it after")
    for sheet_index, sheet in enumerate(scenario.sheets):
        last = 0
        for index, moment in enumerate(sheet.timeline):
            path: Path = ("sheets", sheet_index, "timeline", index)
            if minutes(moment.at) < last:
                yield error(
                    (*path, "at"), f"{moment.at} is earlier than the entry before; sort by time"
                )
            if moment.until is not None and minutes(moment.until) < minutes(moment.at):
                yield error(
                    (*path, "until"),
                    f"{moment.until} is before {moment.at}; after midnight "
                    "the clock goes on with 24:10, 25:00",
                )
            last = minutes(moment.at)
    for index, fact in enumerate(scenario.facts):
        where = fact.whereabouts
        if where and where.until is not None and minutes(where.until) < minutes(where.at):
            yield error(
                ("facts", index, "whereabouts", "until"),
                f"{where.until} is before {where.at}; put it after",
            )


def _stay(path: Path, person: str, place: str, at: str, until: str | None) -> _Stay:
    begins = minutes(at)
    return _Stay(path, person, place, begins, max(begins, minutes(until or at)))


def _clashes(scenario: Scenario) -> Iterator[Problem]:
    lived = [
        _stay(("sheets", sheet_index, "timeline", index), sheet.seat, one.place, one.at, one.until)
        for sheet_index, sheet in enumerate(scenario.sheets)
        for index, one in enumerate(sheet.timeline)
    ]
    claimed = [
        _stay(("facts", index, "whereabouts"), where.person, where.place, where.at, where.until)
        for index, fact in enumerate(scenario.facts)
        if (where := fact.whereabouts) is not None and not fact.cover_story
    ]
    for one, other in combinations([*lived, *claimed], 2):
        if one.clashes(other):
            yield error(
                other.path,
                f"puts {one.person} in “{other.place}” while {field_name(one.path)}"
                f" has them in “{one.place}”; change one, or mark a lie with cover_story: true",
            )


def _reach(scenario: Scenario) -> Iterator[Problem]:
    reached = sayable(scenario)
    for where, says in NEEDS_SAYING.items():
        for path, fact in standing(scenario, where):
            if fact not in reached:
                yield error(path, says.format(fact=fact))


def _arguable(scenario: Scenario) -> Iterator[Problem]:
    reached = sayable(scenario)
    for option in scenario.options():
        weights = [f.supports.get(option, 0) for f in scenario.facts if f.id in reached]
        if not any(weight > 0 for weight in weights):
            yield warning(
                ("verdict", "options"),
                f"nobody could argue for “{option}”; give some fact supports: {{{option}: 1}} or "
                "more, known to somebody who would say it",
            )


def _circle(scenario: Scenario) -> Iterator[Problem]:
    fewest = min(CIRCLE, len(scenario.seats()))
    circle = smallest_circle(scenario, fewest - 1)
    if circle is None:
        return
    if len(circle) == 1:
        message = f"{circle[0]} alone can prove it without asking anybody"
    else:
        message = f"{' and '.join(circle)} alone can prove it"
    yield warning(
        ("solution", "proof"),
        f"{message}; give part of what it rests on to others, so that {fewest} seats are needed",
    )
