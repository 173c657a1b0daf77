"""Lint: every id that a story names is there, and is of the right kind."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from mmagents.scenarios.problem import Path, Problem, error
from mmagents.scenarios.schema import Scenario

NAMED: Mapping[str, str] = {
    "incident.victim": "person",
    "topics.*.person": "person",
    "sheets.*.seat": "seat",
    "sheets.*.timeline.*.place": "place",
    "sheets.*.missions.*.about.*": "topic",
    "sheets.*.secrets.*.facts.*": "fact",
    "facts.*.topic": "topic",
    "facts.*.people.*": "person",
    "facts.*.known_by.*": "seat",
    "facts.*.implies.=": "person",
    "facts.*.contradicts.*": "fact",
    "facts.*.roads.*.*": "fact",
    "facts.*.whereabouts.person": "person",
    "facts.*.whereabouts.place": "place",
    "solution.culprit": "seat",
    "solution.proof.*": "fact",
    "rubric.*.facts.*": "fact",
    "clues.*.place": "place",
    "clues.*.facts.*": "fact",
    "sheets.*.missions.*.scored.accused": "seat",
    "sheets.*.missions.*.scored.not_accused": "seat",
    "sheets.*.missions.*.scored.said.*": "fact",
    "sheets.*.missions.*.scored.unsaid.*": "fact",
    "sheets.*.missions.*.scored.knows.*": "fact",
    "cast.*.camp": "camp",
    "resources.*.topic": "topic",
    "resources.*.owner": "person",
    "sheets.*.beliefs.*.favours": "option",
    "sheets.*.relations.=": "seat",
    "sheets.*.missions.*.scored.won": "option",
    "sheets.*.missions.*.scored.not_won": "option",
    "sheets.*.missions.*.scored.owns": "resource",
    "sheets.*.missions.*.scored.in_camp": "camp",
}
"""What the id in a field names, by the field: * is each item of a list, = each key."""
NAMED_BY_A_VERDICT: Mapping[str, str] = {
    "verdict.judges.*": "seat",
    "verdict.prize": "resource",
    "endings.*.option": "option",
    "facts.*.supports.=": "option",
}
"""The same, of a story with a verdict."""


def standing(value: Any, where: str) -> Iterator[tuple[Path, Any]]:
    """Yield what stands in a field of a story, each with its path; nothing where it is left out.

    Args:
        value: the story.
        where: the field as :data:`NAMED` writes it.
    """
    yield from _standing(value, (), where.split("."))


def _standing(value: Any, path: Path, steps: Sequence[str]) -> Iterator[tuple[Path, Any]]:
    if value is None:
        return
    if not steps:
        yield path, value
        return
    step, *rest = steps
    if step == "*":
        for index, one in enumerate(value):
            yield from _standing(one, (*path, index), rest)
    elif step == "=":
        yield from (((*path, key), key) for key in value)
    else:
        yield from _standing(getattr(value, step), (*path, step), rest)


def check(scenario: Scenario) -> Iterator[Problem]:
    """Yield what is wrong with the ids that a story names."""
    there_are: dict[str, Collection[str]] = {
        "person": [person.id for person in scenario.cast],
        "seat": scenario.seats(),
        "place": [place.id for place in scenario.places],
        "topic": [topic.id for topic in scenario.topics],
        "fact": [fact.id for fact in scenario.facts],
        "camp": [camp.id for camp in scenario.camps],
        "resource": [resource.id for resource in scenario.resources],
        "option": scenario.options(),
    }
    voted_on = "option" if there_are["option"] else "seat"
    named = {**NAMED, "sheets.*.missions.*.scored.votes_for": voted_on}
    if scenario.verdict is not None:
        kinds = {
            "people": "person",
            "camps": "camp",
            "resources": "resource",
            "answers": "answer",
        }
        there_are["answer"] = [answer.id for answer in scenario.verdict.answers]
        named |= {"verdict.among.*": kinds[scenario.verdict.options], **NAMED_BY_A_VERDICT}
    for where, kind in named.items():
        for path, one in standing(scenario, where):
            if one not in there_are[kind]:
                has_no_seat = one in there_are["person"] and path[-1] == "votes_for"
                message = _unknown(one, kind, there_are[kind])
                if has_no_seat or (kind == "seat" and one in there_are["person"]):
                    message = f"“{one}” has no seat; name somebody who is played"
                yield error(path, message)


def _unknown(named: str, kind: str, there_are: Collection[str]) -> str:
    if not there_are:
        return f"there is no {kind} “{named}”; the story has none"
    known = sorted(set(there_are))
    near = difflib.get_close_matches(named, known, n=1)
    cure = f"did you mean “{near[0]}”?" if near else f"there are: {', '.join(known)}"
    return f"there is no {kind} “{named}”; {cure}"
