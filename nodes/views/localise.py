"""From the story file to what players are given: one language, plain strings."""

from __future__ import annotations

from collections.abc import Mapping

from mmagents.interfaces.story import (
    Belief,
    Camp,
    Mission,
    Moment,
    Person,
    Public,
    Relation,
    Resource,
    Secret,
    Sheet,
    Topic,
    Verdict,
    Whereabouts,
)
from mmagents.scenarios.schema import Fact, Scenario
from mmagents.scenarios.seats import CastMember

NOON = "12:00"
"""The hour of a story that tells none."""


def told_person(of: CastMember, language: str) -> Person:
    """Return a member of the cast as everybody knows them."""
    return Person(
        id=of.id,
        name=of.name.in_(language),
        call=of.call.in_(language),
        aliases=tuple(of.aliases.in_(language)),
        role=of.role.in_(language),
        looks=of.looks.in_(language),
        manner=of.manner.in_(language),
        known=of.known.in_(language),
        seat=of.seat,
        style=of.voice.style,
        talkativeness=of.voice.talkativeness,
        pronoun=of.voice.ja.pronoun,
        politeness=of.voice.ja.politeness,
        endings=tuple(of.voice.ja.endings),
    )


def told_public(scenario: Scenario, language: str) -> Public:
    """Return what the whole table knows before the first turn."""
    incident = scenario.incident
    return Public(
        title=scenario.title.in_(language),
        premise=scenario.premise.in_(language),
        setting=scenario.setting.in_(language),
        incident=incident.text.in_(language) if incident else "",
        victim=incident.victim if incident else None,
        opens=incident.opens if incident else NOON,
        closes=incident.closes if incident else NOON,
        cast=tuple(told_person(one, language) for one in scenario.cast),
        verdict=_verdict(scenario, language),
        camps=tuple(
            Camp(one.id, one.name.in_(language), one.aim.in_(language), one.binding, one.open)
            for one in scenario.camps
        ),
        places={place.id: place.name.in_(language) for place in scenario.places},
        topics=tuple(
            Topic(
                id=topic.id,
                name=topic.name.in_(language),
                keys=tuple(topic.keys.in_(language)),
                questions=tuple(topic.questions.in_(language)),
                person=topic.person,
            )
            for topic in scenario.topics
        ),
        question=scenario.title.in_(language) if scenario.kind == "talk" else "",
    )


def told_sheet(scenario: Scenario, seat: str, language: str) -> Sheet:
    """Return what `seat` is given before the talk, and nobody else."""
    of = scenario.sheet(seat)
    return Sheet(
        background=of.background.in_(language),
        personality=of.personality.in_(language),
        objective=of.objective.in_(language),
        timeline=tuple(
            Moment(one.at, one.until, one.place, one.what.in_(language)) for one in of.timeline
        ),
        missions=tuple(
            Mission(one.id, one.text.in_(language), one.points, tuple(one.about))
            for one in of.missions
        ),
        secrets=tuple(
            Secret(one.id, one.text.in_(language), tuple(one.facts)) for one in of.secrets
        ),
        beliefs=tuple(
            Belief(one.id, one.text.in_(language), one.score, one.favours) for one in of.beliefs
        ),
        relations={
            whom: Relation(one.score, one.words.in_(language)) for whom, one in of.relations.items()
        },
    )


def _verdict(scenario: Scenario, language: str) -> Verdict | None:
    if scenario.verdict is None:
        return None
    options = {one: scenario.option_name(one, language) for one in scenario.options()}
    return Verdict(scenario.verdict.question.in_(language), options, tuple(scenario.voters()))


def resources_known_to(
    scenario: Scenario, language: str, seat: str, owners: Mapping[str, str | None]
) -> tuple[Resource, ...]:
    """Return the resources that `seat` may know of, with whoever has them now."""
    return tuple(
        Resource(
            id=one.id,
            name=one.name.in_(language),
            owner=owners.get(one.id),
            description=one.description.in_(language),
            movable=one.movable,
            public=one.public,
        )
        for one in scenario.resources
        if one.public or owners.get(one.id) == seat
    )


def whereabouts_of(of: Fact) -> Whereabouts | None:
    """Return where a fact puts somebody."""
    where = of.whereabouts
    return Whereabouts(where.person, where.place, where.at, where.until) if where else None
