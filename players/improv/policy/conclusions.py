"""Moves that settle something: conclusions, contradictions and accusations."""

from __future__ import annotations

from collections.abc import Iterator

from mmagents.interfaces.view import KnownFact
from mmagents.players.improv.policy.inquiries import on_the_table
from mmagents.players.improv.state.contradictions import taken_back
from mmagents.players.improv.state.mind import Mind
from mmagents.players.improv.state.moves import Inquiry, Move
from mmagents.players.improv.state.notebook import read_in
from mmagents.players.improv.state.suspicion import favourite

_SUSPECT = 4.0
"""Suspicion from which a seat says it aloud."""
_COOLS = 9
"""Turns after an accusation before anybody makes another."""
_AGAIN = 12
"""Turns before the same seat accuses the same person again."""
_COLD = 12
"""Turns after which a claim is no longer challenged."""


def concluding(mind: Mind) -> Iterator[Move]:
    """Yield conclusions, contradictions and accusations."""
    near = on_the_table(mind)
    for fact in mind.view.known:
        if fact.source == "reasoned" and not fact.public and not mind.hurts(fact):
            yield from _conclusion(mind, fact)
    for claim, counter in mind.clashes:
        move = _challenge(mind, claim, counter)
        if move:
            yield move
    ranked = sorted(mind.suspicion.items(), key=lambda item: (-item[1], item[0]))
    if not ranked or ranked[0][1] < _SUSPECT:
        return
    whom, weight = ranked[0]
    mine = mind.book.get(f"sus:{mind.seat}:{whom}", -99)
    accusations = mind.book.under("sus:")
    latest = max((t for key, t in accusations.items() if key.endswith(f":{whom}")), default=-99)
    reasons = reasons_against(mind, whom)
    news = [one for one in reasons if mind.facts[one].turn >= latest or mind.heard_of(one) > latest]
    if mind.view.turn - mine <= _AGAIN or len(reasons) < 2 or not news:
        return
    reasons = (news[0], *(one for one in reasons if one != news[0]))
    at_hand = any(mind.facts[one].topic in near for one in reasons) or whom in mind.read.people
    if mind.view.turn - max(accusations.values(), default=-99) < _COOLS:
        return
    worth = 6.4 + min(1.6, 0.25 * (weight - _SUSPECT)) + 0.8 * at_hand
    yield Move("suspect", worth, whom, cites=reasons[:2], topic=mind.facts[reasons[0]].topic)


def reasons_against(mind: Mind, whom: str) -> tuple[str, ...]:
    """Return public facts that weigh on somebody, the latest of the heaviest first."""
    public = [fact for fact in mind.view.known if fact.public and not fact.cover_story]
    found = [fact for fact in public if fact.implies.get(whom, 0) > 0]
    found.sort(key=lambda fact: (-fact.implies[whom], -fact.turn, fact.id))
    return tuple(fact.id for fact in found)


def _conclusion(mind: Mind, fact: KnownFact) -> Iterator[Move]:
    """Yield the conclusion, or the premise that it still lacks in public."""
    premises = [mind.facts[one] for one in fact.premises if one in mind.facts]
    missing = [one for one in premises if not one.public]
    if not missing:
        yield Move(
            "conclude", 8.3 if _serves(mind, fact) else 3.0, tells=(fact.id,),
            cites=fact.premises[:2], topic=fact.topic, ask=to_the_concerned(mind, fact),
        )  # fmt: skip
    elif all(mind.volunteers(one) and one.told for one in missing):
        near = missing[0].topic in on_the_table(mind)
        yield Move(
            "tell", 8.0 if near else 6.2, tells=(missing[0].id,), topic=missing[0].topic,
            opening="" if near else "bridge",
        )  # fmt: skip


def _serves(mind: Mind, fact: KnownFact) -> bool:
    """Tell whether a conclusion is worth drawing aloud: in a mystery all are, else one's own."""
    for_whom = favourite(mind)
    if for_whom is None:
        return True
    others = sum(weight for one, weight in fact.supports.items() if one != for_whom)
    return fact.supports.get(for_whom, 0) > others


def to_the_concerned(mind: Mind, fact: KnownFact) -> Inquiry | None:
    """Return a question to somebody a fact is about."""
    concerned = [one.id for one in mind.others if mind.answerable(one.id, fact)]
    if concerned and mind.lot(f"turn to {fact.id}").random() < 0.4:
        return Inquiry(concerned[0], "reply", fact.topic, fact.id)
    return None


def _held_against(mind: Mind, claim: KnownFact, counter: KnownFact) -> bool:
    """Tell whether somebody has held what is known against a claim of late, by its name."""
    since = (one for one in mind.view.heard if one.turn > claim.turn)
    return any(
        counter.id not in turn.facts and counter.id in read_in(mind.view, turn).facts
        for turn in since
        if turn.speaker != claim.said_by
    )


def _challenge(mind: Mind, claim: KnownFact, counter: KnownFact) -> Move | None:
    """Return the move that holds `counter` against what was claimed, once and while it is warm."""
    claimant, spoken = mind.book.told(claim.id).first, mind.book.told(counter.id)
    if not claimant or claimant == mind.seat or mind.hurts(counter) or mind.allied(claimant):
        return None
    if any(mind.was_asked(claimant, f"f.{one.id}") for one in (claim, counter)):
        return None
    if taken_back(mind.view, mind.book, claim) or mind.view.turn - claim.turn > _COLD:
        return None
    if counter.public:
        drawn = [set(fact.premises) for fact in mind.view.known if fact.public]
        seen = any({claim.id, counter.id} <= premises for premises in drawn)
        if seen or spoken.times > 1 or claimant not in claim.people:
            return None
        if mind.conversing and _held_against(mind, claim, counter):
            return None
    elif not mind.volunteers(counter):
        return None
    warm = mind.view.turn - max(claim.turn, spoken.turn) <= 2
    return Move(
        "challenge", 8.2 if warm else 6.6, claimant, (counter.id,), (claim.id,), claim.topic,
        ask=Inquiry(claimant, "account", claim.topic, claim.id),
    )  # fmt: skip
