"""What a seat could ask, of whom, and how much each question promises."""

from __future__ import annotations

from collections.abc import Iterator

from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.story import Person
from mmagents.interfaces.view import KnownFact
from mmagents.players.improv.state.mind import Mind
from mmagents.players.improv.state.moves import Inquiry
from mmagents.scenarios.texts import minutes

RECENT = 5
"""Turns within which something said is still fresh enough to be asked about."""


def _worn(mind: Mind, whom: str, subject: str) -> bool:
    """Tell whether this question was put to that person already, and is not to be put again."""
    return mind.was_asked(whom, subject) is not None


def _company(mind: Mind) -> bool:
    """Tell whether there is anybody here to ask beside the one spoken to."""
    return len(mind.others) > 1


def on_the_table(mind: Mind) -> set[str]:
    """Return the topics of the turn before."""
    if "on the table" not in mind.worked_out:
        named = [mind.facts[fact] for fact in mind.read.facts if fact in mind.facts]
        told = mind.facts_in(mind.last) if mind.last else []
        topics = {*mind.read.topics, *(fact.topic for fact in (*named, *told))}
        if not topics and mind.conversing and mind.matter:
            topics = set(mind.matter.topics)
        mind.worked_out["on the table"] = topics
    found: set[str] = mind.worked_out["on the table"]
    return found


def _wanted(mind: Mind) -> dict[str, float]:
    """Return what each topic is worth to this seat's missions."""
    worth: dict[str, float] = {}
    for mission in mind.view.sheet.missions:
        for topic in mission.about:
            worth[topic] = max(worth.get(topic, 0.0), min(2.0, 0.8 + mission.points / 10))
    return worth


def _shunned(mind: Mind) -> set[str]:
    """Return the topics on which this seat has something to hide still."""
    return {fact.topic for fact in mind.view.known if fact.price >= 4 and not fact.public} | {
        topic.id for topic in mind.view.public.topics if topic.person == mind.seat
    }


def _person_worth(mind: Mind, person: Person) -> float:
    """Return how much it is this person's turn to be asked."""
    key = f"worth of {person.id}"
    if key not in mind.worked_out:
        mind.worked_out[key] = _turn_to_be_asked(mind, person)
    worth: float = mind.worked_out[key]
    return worth


def _turn_to_be_asked(mind: Mind, person: Person) -> float:
    last = mind.last
    worth = 0.25 * max(0.0, mind.suspicion.get(person.id, 0.0))
    if last and last.speaker == person.id:
        worth += 0.5
    elif person.id in mind.read.people:
        worth += 0.9
    spoke = sum(turn.speaker == person.id for turn in mind.view.heard)
    return worth - 0.5 * max(0, spoke - 1) + (0.5 if spoke == 0 else 0.0)


def _tellers(mind: Mind) -> dict[tuple[str, str], int]:
    """Return how many facts of a topic each person was the first to tell."""
    found: dict[tuple[str, str], int] = {}
    for fact in mind.view.known:
        if fact.public and (teller := mind.book.told(fact.id).first):
            found[fact.topic, teller] = found.get((fact.topic, teller), 0) + 1
    return found


def topic_inquiries(mind: Mind) -> Iterator[Inquiry]:
    """Yield the questions on public topics."""
    near, wanted, shunned = on_the_table(mind), _wanted(mind), _shunned(mind)
    tellers = _tellers(mind)
    for topic in mind.view.public.topics:
        base = 2.4 + wanted.get(topic.id, 0.0) + 1.8 * (topic.id in near)
        base -= 0.7 * max(0, mind.stale(topic.id) - 2) + 2.5 * (topic.id in shunned)
        subject = f"t.{topic.id}"
        worn = {one.id for one in mind.others if _worn(mind, one.id, subject)}
        worn_out = _worn(mind, EVERYONE, subject)
        for person in mind.others:
            if topic.person == mind.seat or person.id in worn:
                continue
            own = topic.person in (None, person.id)
            worth = base + _person_worth(mind, person) + (1.4 if topic.person == person.id else 0)
            worth -= 1.0 * worn_out
            known = tellers.get((topic.id, person.id), 0)
            known += 0 if topic.person else len(worn) // 2
            worth -= 1.2 * min(2, known)
            yield Inquiry(
                person.id, "topic" if own else "about", topic.id,
                worth=worth - (0.0 if own else 1.5),
            )  # fmt: skip
        if _company(mind) and not worn_out and topic.person != mind.seat:
            yield Inquiry(EVERYONE, "all-topic", topic.id, worth=base + 0.4 - 0.8 * len(worn))


def fact_inquiries(mind: Mind) -> Iterator[Inquiry]:
    """Yield the questions about what was said lately."""
    for fact in mind.view.known:
        told = mind.book.told(fact.id)
        subject, ago = f"f.{fact.id}", mind.view.turn - told.turn
        if not told.times or ago > RECENT or mind.hurts(fact):
            continue
        for person in mind.others:
            helped = fact.supports.get(person.id, 0) > 0
            if helped or person.id == told.last or _worn(mind, person.id, subject):
                continue
            concerned = person.id in fact.people
            worth = 3.0 + 2.2 * concerned - 0.4 * (ago - 1) + _person_worth(mind, person)
            yield Inquiry(person.id, "fact", fact.topic, fact.id, worth=worth - (not concerned))
        if _company(mind) and not _worn(mind, EVERYONE, subject) and not fact.cover_story:
            yield Inquiry(EVERYONE, "all-fact", fact.topic, fact.id, worth=3.7 - 0.5 * ago)


def _placed(mind: Mind, person: str, time: int) -> bool:
    """Tell whether this seat knows where somebody was at a time."""
    spots = (fact.whereabouts for fact in mind.view.known if fact.whereabouts)
    return any(
        minutes(spot.at) - 5 <= time <= minutes(spot.until or spot.at) + 5
        for spot in spots
        if spot.person == person
    )


def where_inquiries(mind: Mind) -> Iterator[Inquiry]:
    """Yield questions for somebody's whereabouts at a time that came up."""
    times: dict[str, KnownFact] = {}
    for fact in mind.view.known:
        spot, fresh = fact.whereabouts, mind.view.turn - fact.turn <= 2 * RECENT
        if fact.public and fresh and spot and not spot.until:
            times[spot.at] = fact
    near = on_the_table(mind)
    for time, fact in times.items():
        for person in mind.others:
            clock = minutes(time) % (24 * 60)
            if _worn(mind, person.id, f"w.{clock}") or _placed(mind, person.id, minutes(time)):
                continue
            yield Inquiry(
                person.id, "where", fact.topic, time=time,
                worth=2.4 + 0.9 * (fact.topic in near) + _person_worth(mind, person),
            )  # fmt: skip


def press_inquiries(mind: Mind) -> Iterator[Inquiry]:
    """Yield what somebody who is here evaded and has not been pressed on."""
    here = {one.id for one in mind.others}
    for key, (asked, status, asker, pressed) in mind.book.under("q:").items():
        whom, _, subject = key.partition(":")
        if status != "e" or pressed or whom not in here:
            continue
        kind, _, what = subject.partition(".")
        worth = 5.6 + 0.8 * (asker == mind.seat) - 0.5 * (mind.view.turn - asked - 2)
        if kind == "t" and any(topic.id == what for topic in mind.view.public.topics):
            yield Inquiry(whom, "press", what, worth=worth)
        elif kind == "f" and what in mind.facts:
            yield Inquiry(whom, "press", mind.facts[what].topic, what, worth=worth)


def inquiries(mind: Mind) -> list[Inquiry]:
    """Return all that could be asked, the best first; chance decides between near equals."""
    if not mind.inquiries:
        mind.inquiries.extend(_inquiries(mind))
    return mind.inquiries


def _inquiries(mind: Mind) -> list[Inquiry]:
    lot = mind.lot("asks")
    kinds = (press_inquiries, topic_inquiries, fact_inquiries, where_inquiries)
    found = [ask for kind in kinds for ask in kind(mind)]
    jitter = {id(ask): lot.random() for ask in found}
    return sorted(found, key=lambda ask: -(ask.worth + 0.8 * jitter[id(ask)]))
