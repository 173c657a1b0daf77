"""Lint: what the clues and the scoring of a story name, and the order of its phases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mmagents.scenarios.check.ids import Ids, all_known, known
from mmagents.scenarios.game import Phase, Scored
from mmagents.scenarios.problem import Path, Problem, error, warning
from mmagents.scenarios.schema import Scenario

VOTES = frozenset({"accusation", "vote"})


class _Placed(NamedTuple):
    """A phase and where it stands in the file."""

    path: Path
    phase: Phase


def names(scenario: Scenario, ids: Ids) -> Iterator[Problem]:
    """Yield what is wrong with the ids that clues and the scoring of missions name."""
    lies = {fact.id for fact in scenario.facts if fact.cover_story}
    conclusions = {fact.id for fact in scenario.conclusions()}
    for index, clue in enumerate(scenario.clues):
        here: Path = ("clues", index)
        yield from known((*here, "place"), clue.place, ids.places, "place")
        yield from all_known((*here, "facts"), clue.facts, ids.facts, "fact")
        for at, fact in enumerate(clue.facts):
            kind = "a conclusion" if fact in conclusions else "a lie" if fact in lies else ""
            if kind:
                yield error(
                    (*here, "facts", at),
                    f"“{fact}” is {kind}, and no card can show it; name a fact that is neither",
                )
    for at, sheet in enumerate(scenario.sheets):
        for index, mission in enumerate(sheet.missions):
            if mission.scored is not None:
                where: Path = ("sheets", at, "missions", index, "scored")
                yield from _scored(where, mission.scored, ids)


def _scored(path: Path, scored: Scored, ids: Ids) -> Iterator[Problem]:
    for field in ("accused", "not_accused"):
        if (one := getattr(scored, field)) is not None:
            yield from known((*path, field), one, ids.seats, "seat", ids.people)
    if scored.votes_for is not None:
        there_are, kind = (ids.options, "option") if ids.options else (ids.seats, "seat")
        yield from known((*path, "votes_for"), scored.votes_for, there_are, kind, ids.people)
    for field in ("said", "unsaid", "knows"):
        yield from all_known((*path, field), getattr(scored, field), ids.facts, "fact")


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
