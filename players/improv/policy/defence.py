"""How a seat answers for itself: owns up, denies, stands by a story, gives it up."""

from __future__ import annotations

from mmagents.analysts.text.reading import words_for
from mmagents.interfaces.view import KnownFact
from mmagents.players.improv.policy.inquiries import inquiries
from mmagents.players.improv.state.contradictions import denies, taken_back
from mmagents.players.improv.state.mind import CORNERED, Mind
from mmagents.players.improv.state.moves import Move, MoveKind


def own_side(mind: Mind, held_out: KnownFact, by: str) -> Move | None:
    """Own up to a fact that is out, or deny it with what this seat knows, or tells, instead."""
    teller = mind.book.told(held_out.id).last
    if held_out.id in own_words(mind):
        return None
    if held_out.source == "sheet" and held_out.told:
        return Move("confirm", 8, by, (held_out.id,), topic=held_out.topic, about=teller)
    explains = [
        fact for fact in mind.view.known
        if fact.told and not fact.public and fact.topic == held_out.topic
        and fact.implies.get(mind.seat, 0) < 0 and (mind.due or not fact.price)
        and (mind.free(fact) or fact.price <= mind.pressure(fact) + CORNERED)
    ]  # fmt: skip
    if explains:
        kind: MoveKind = "yield" if explains[0].price else "answer"
        return Move(kind, 8, by, (explains[0].id,), topic=held_out.topic)
    for other in held_out.contradicts:
        counter = mind.facts[other]
        would = not given_up(mind, counter) if counter.cover_story else mind.free(counter)
        if counter.told and not counter.public and would:
            return Move("deny", 8, by, (counter.id,), (held_out.id,), held_out.topic, about=teller)
    if held_out.source != "sheet" and held_out.implies.get(mind.seat, 0) > 0:
        unsaid = held_out.premises or _is_verdict(mind, held_out)
        cited = () if unsaid else (held_out.id,)
        return Move("deny", 8, by, (), cited, held_out.topic, about=teller)
    return None


def _is_verdict(mind: Mind, fact: KnownFact) -> bool:
    """Tell whether the very name of a fact judges this seat, so that it would not say it."""
    return any(fact.ask.startswith(name) for name in words_for(mind.me))


def own_words(mind: Mind) -> set[str]:
    """Return the facts that this seat has said itself."""
    return set(mind.book.under("own:"))


def given_up(mind: Mind, story: KnownFact) -> bool:
    """Tell whether this seat has said itself what cannot be true beside a story of its own."""
    mine = own_words(mind)
    return any(one.id in mine and denies(one, story) for one in mind.view.known)


def challenged(mind: Mind) -> tuple[KnownFact, KnownFact] | None:
    """Return what this seat said and the known fact held against it, if the question does that."""
    mine = own_words(mind)
    about = set(mind.asked.facts)
    for claim in mind.view.known:
        if claim.id not in mine or not claim.public or taken_back(mind.view, mind.book, claim):
            continue
        for other in claim.contradicts:
            counter = mind.facts[other]
            if counter.public and not counter.cover_story and {other, claim.id} & about:
                return claim, counter
    return None


def stand(mind: Mind, by: str, pair: tuple[KnownFact, KnownFact], found: list[KnownFact]) -> Move:
    """Give up what a claim was to cover, once the price is met, or stand by it."""
    claim, counter = pair
    truth = [
        fact for fact in (*found, *(f for f in mind.view.known if f.topic == claim.topic))
        if fact.told and not fact.public and not fact.cover_story
        and 0 < fact.price < 9 and fact.price <= mind.pressure(fact) + CORNERED
    ]  # fmt: skip
    if truth and claim.cover_story:
        return Move("yield", 9, by, (truth[0].id,), (claim.id,), truth[0].topic)
    cites = (claim.id, counter.id)
    return Move("insist", 9, by, cites=cites, topic=claim.topic)


def defend(mind: Mind, by: str | None, openly: bool = True) -> Move:
    """Deny, if possible with something that clears this seat.

    Unless it is done `openly`, under an accusation, nothing guarded is given up for it.
    """
    clearing = [
        fact for fact in mind.view.known
        if fact.told and not fact.public and not given_up(mind, fact)
        and (fact.implies.get(mind.seat, 0) < 0 or _places_me(mind, fact))
        and (fact.cover_story or mind.volunteers(fact) or (openly and mind.free(fact)))
    ]  # fmt: skip
    clearing.sort(key=lambda fact: (fact.cover_story, fact.implies.get(mind.seat, 0)))
    if clearing:
        return Move("defend", 9, by, (clearing[0].id,), topic=clearing[0].topic)
    others = [one.id for one in mind.others if one.id != by]
    turn_to = max(others, key=lambda one: mind.suspicion.get(one, 0.0), default=None)
    back = next((ask for ask in inquiries(mind) if ask.to == turn_to and ask.kind != "press"), None)
    if back and mind.lot("counter").random() > 0.5:
        back = None
    return Move("defend", 9, by, ask=back)


def _places_me(mind: Mind, fact: KnownFact) -> bool:
    spot = fact.whereabouts
    return spot is not None and spot.person == mind.seat and not mind.hurts(fact)
