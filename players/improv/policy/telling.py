"""What a seat could tell unasked, and what goes with it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from mmagents.analysts.text.reading import bearing
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import KnownFact
from mmagents.players.improv.policy.conclusions import to_the_concerned
from mmagents.players.improv.policy.inquiries import inquiries, on_the_table
from mmagents.players.improv.state.mind import Mind
from mmagents.players.improv.state.moves import Inquiry, Move


def telling(mind: Mind, last: HeardTurn) -> Iterator[Move]:
    """Yield facts of the own sheet worth telling unasked, and those of others worth confirming."""
    near = on_the_table(mind)
    people = set(mind.read.people).union(*(fact.people for fact in mind.facts_in(last)))
    for fact in mind.view.known:
        if fact.source != "sheet" or not fact.told or not mind.volunteers(fact):
            continue
        if fact.public:
            if fact.id in last.facts and fact.said_by == last.speaker != mind.seat:
                yield Move("confirm", 4.6, None, (), (fact.id,), fact.topic, about=last.speaker)
            continue
        fits = bearing(fact, mind.read, last.text, mind.view, last.speaker)
        shared = bool(people & set(fact.people) - {mind.seat})
        worth = 3.2 + 0.1 * mind.stale(fact.topic)
        if fact.topic in near:
            worth = 5.1 + 0.9 * shared + 1.0 * (fits >= 3.8)
        elif shared:
            worth = 4.4
        worth += 0.5 * any(weight < 0 for one, weight in fact.implies.items() if one == mind.seat)
        worth += 0.3 * mind.book.get("dry", 0)
        yield Move(
            "tell", worth, tells=_with_its_kin(mind, fact), topic=fact.topic,
            opening=_lead_in(mind, fact.topic in near, shared),
            ask=to_the_concerned(mind, fact) or _along(mind, fact),
        )  # fmt: skip


def _along(mind: Mind, fact: KnownFact) -> Inquiry | None:
    """Return a question that a told fact leads to, now and then."""
    if mind.lot(f"along {fact.id}").random() > 0.4:
        return None
    kinds = ("topic", "about", "fact", "all-topic", "all-fact")
    return next((a for a in inquiries(mind) if a.topic == fact.topic and a.kind in kinds), None)


def _with_its_kin(mind: Mind, fact: KnownFact) -> tuple[str, ...]:
    """Return a fact and, now and then, another of the same topic that goes with it."""
    if not mind.generous(f"kin {fact.id}"):
        return (fact.id,)
    kin = (
        other.id
        for other in mind.view.known
        if other is not fact and mind.could_tell(other)
        and (other.topic == fact.topic or set(other.people) & set(fact.people))
    )  # fmt: skip
    return (fact.id, *islice(kin, 1))


def _lead_in(mind: Mind, near: bool, shared: bool) -> str:
    """Return how a fact told unasked takes up the turn before."""
    if mind.last is not None and mind.last.speaker == mind.seat:
        return "further"
    return "" if near else "pickup" if shared else "bridge"
