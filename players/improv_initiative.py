"""What a seat could do of its own accord, and how much each is worth to the table, 0-9."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mmagents.players.base import KnownFact
from mmagents.players.improv_asks import asks, on_the_table
from mmagents.players.improv_mind import Mind, answers_to, open_to_all, taken_back
from mmagents.players.improv_moves import Ask, Move
from mmagents.players.improv_notes import ACCUSING, QUESTIONS
from mmagents.players.improv_reading import bearing
from mmagents.players.improv_reply import answer_open, defend, own_side

_SUSPECT = 4.0
"""Suspicion from which a seat says it aloud."""
_COOLS = 9
"""Turns after an accusation before anybody makes another."""
_AGAIN = 12
"""Turns before the same seat accuses the same person again."""


def initiatives(mind: Mind) -> list[Move]:
    """Return what this seat could say if it took the floor, the best first."""
    if mind.last is None:
        return [_greeting(mind)]
    found = [
        *_decisive(mind), *_attacked(mind), *_open(mind), *_telling(mind), *_siding(mind),
        *_asking(mind), *_settling(mind),
    ]  # fmt: skip
    lot = mind.lot("worth")
    chance = {id(move): lot.random() for move in found}
    return sorted(found, key=lambda move: -(move.importance + 0.7 * chance[id(move)]))


def _greeting(mind: Mind) -> Move:
    ask = next((one for one in asks(mind) if one.kind in ("topic", "all-topic")), None)
    return Move("greet", 3.0 + mind.me.talkativeness * 0.6, ask=ask)


def _decisive(mind: Mind) -> Iterator[Move]:
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
    reasons = _reasons(mind, whom)
    news = [one for one in reasons if mind.facts[one].turn >= latest or mind.heard_of(one) > latest]
    if mind.view.turn - mine <= _AGAIN or len(reasons) < 2 or not news:
        return
    reasons = (news[0], *(one for one in reasons if one != news[0]))
    at_hand = any(mind.facts[one].topic in near for one in reasons) or whom in mind.read.people
    if mind.view.turn - max(accusations.values(), default=-99) < _COOLS:
        return
    worth = 6.4 + min(1.6, 0.25 * (weight - _SUSPECT)) + 0.8 * at_hand
    yield Move("suspect", worth, whom, cites=reasons[:2], topic=mind.facts[reasons[0]].topic)


def _reasons(mind: Mind, whom: str) -> tuple[str, ...]:
    """Return public facts that weigh on somebody, the latest of the heaviest first."""
    found = [
        fact
        for fact in mind.view.known
        if fact.public and fact.implies.get(whom, 0) > 0 and not fact.cover_story
    ]
    found.sort(key=lambda fact: (-fact.implies[whom], -fact.turn, fact.id))
    return tuple(fact.id for fact in found)


def _conclusion(mind: Mind, fact: KnownFact) -> Iterator[Move]:
    """Yield the conclusion, or the premise that it still lacks in public."""
    premises = [mind.facts[one] for one in fact.premises if one in mind.facts]
    missing = [one for one in premises if not one.public]
    if not missing:
        yield Move(
            "conclude", 8.3, tells=(fact.id,), cites=fact.premises[:2], topic=fact.topic,
            ask=_to_the_concerned(mind, fact),
        )  # fmt: skip
    elif all(mind.volunteers(one) and one.told for one in missing):
        near = missing[0].topic in on_the_table(mind)
        yield Move(
            "tell", 8.0 if near else 6.2, tells=(missing[0].id,), topic=missing[0].topic,
            opening="" if near else "bridge",
        )  # fmt: skip


def _to_the_concerned(mind: Mind, fact: KnownFact) -> Ask | None:
    """Return a question to somebody a fact is about."""
    concerned = [one.id for one in mind.others if one.id in fact.people]
    if concerned and mind.lot(f"turn to {fact.id}").random() < 0.4:
        return Ask(concerned[0], "reply", fact.topic, fact.id)
    return None


def _challenge(mind: Mind, claim: KnownFact, counter: KnownFact) -> Move | None:
    """Return the move that holds `counter` against what was claimed, once and while it is warm."""
    claimant = mind.book.get(f"out:{claim.id}", [0, 0, "", ""])[3]
    if not claimant or claimant == mind.seat or mind.hurts(counter):
        return None
    if any(mind.was_asked(claimant, f"f.{one.id}") for one in (claim, counter)):
        return None
    spoken = mind.book.get(f"out:{counter.id}", [0, 0, "", ""])
    own_account = claimant in claim.people
    if taken_back(mind, claim):
        return None
    if counter.public:
        seen = any(
            {claim.id, counter.id} <= set(fact.premises) and fact.public
            for fact in mind.view.known
        )
        if seen or spoken[0] > 1 or not own_account:
            return None
    elif not mind.volunteers(counter):
        return None
    if mind.view.turn - claim.turn > 12:
        return None
    warm = mind.view.turn - max(claim.turn, spoken[1]) <= 2
    return Move(
        "challenge", 8.2 if warm else 6.6, claimant, (counter.id,), (claim.id,), claim.topic,
        ask=Ask(claimant, "account", claim.topic, claim.id),
    )  # fmt: skip


def _attacked(mind: Mind) -> Iterator[Move]:
    """Yield what to do when this seat or its secret is talked about by others."""
    last = mind.last
    assert last is not None
    if last.speaker == mind.seat or mind.due:
        return
    against = [
        mind.facts[one] for one in last.facts
        if one in mind.facts and mind.hurts(mind.facts[one])
    ]  # fmt: skip
    fresh = [fact for fact in against if mind.book.get(f"out:{fact.id}", [9])[0] <= 1]
    if last.first_pair_part in ACCUSING and mind.seat in mind.read.people:
        yield defend(mind, None, openly=False)
        return
    spoken_of = [
        mind.facts[one] for one in last.facts
        if one in mind.facts and mind.seat in mind.facts[one].people
    ]  # fmt: skip
    for fact in [one for one in fresh if one in spoken_of] or spoken_of:
        move = own_side(mind, fact, last.speaker)
        if move and (move.tells or mind.lot("bear").random() < 0.3):
            yield replace(move, importance=8.6 if mind.hurts(fact) else 7.0)
            return
    move = defend(mind, None, openly=False)
    if fresh and move.tells:
        yield replace(move, importance=8.6)
        return
    secret = [
        fact
        for fact in answers_to(mind, mind.read, last.text)
        if fact.price >= 4 and not fact.public and fact.told
    ]
    deflected = any("deflect" in one for used in mind.book.under("used:").values() for one in used)
    near = [fact for fact in secret if mind.stale(fact.topic) or fact.people == (mind.seat,)]
    secret = [fact for fact in near if mind.seat in fact.people]
    if secret and mind.lot("deflect").random() < 0.5 and not deflected and last.first_pair_part not in QUESTIONS:
        away = next(
            (one for one in asks(mind) if one.kind == "topic" and one.topic != secret[0].topic),
            None,
        )
        if away:
            yield Move("deflect", 9, topic=secret[0].topic, ask=away)


def _open(mind: Mind) -> Iterator[Move]:
    """Yield an answer to a question that was put to everyone."""
    pair = open_to_all(mind)
    if pair is None:
        return
    read = mind.read
    if mind.last is None or pair.turn != mind.last.turn:
        return
    for fact in answers_to(mind, read, pair.text):
        if fact.told and not fact.public and mind.volunteers(fact):
            yield answer_open(mind, pair.by, fact)
    told = [f for f in answers_to(mind, read, pair.text) if f.cover_story and not f.public]
    if told:
        yield Move("answer", 5.5, pair.by, (told[0].id,), topic=told[0].topic)
    yield Move("unknowing", 1.6, pair.by, topic=next(iter(read.topics), None))


def _telling(mind: Mind) -> Iterator[Move]:
    """Yield facts of the own sheet worth telling unasked, and those of others worth confirming."""
    last = mind.last
    assert last is not None
    near = on_the_table(mind)
    people = set(mind.read.people) | {
        one for fact in last.facts if fact in mind.facts for one in mind.facts[fact].people
    }
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
            ask=_to_the_concerned(mind, fact) or _along(mind, fact),
        )  # fmt: skip


def _along(mind: Mind, fact: KnownFact) -> Ask | None:
    """Return a question that a told fact leads to, now and then."""
    if mind.lot(f"along {fact.id}").random() > 0.4:
        return None
    kinds = ("topic", "about", "fact", "all-topic", "all-fact")
    return next((a for a in asks(mind) if a.topic == fact.topic and a.kind in kinds), None)


def _with_its_kin(mind: Mind, fact: KnownFact) -> tuple[str, ...]:
    """Return a fact and, now and then, another of the same topic that goes with it."""
    kin = [
        other.id
        for other in mind.view.known
        if other is not fact and other.source == "sheet"
        and (other.topic == fact.topic or set(other.people) & set(fact.people))
        and other.told and not other.public and mind.volunteers(other)
    ]  # fmt: skip
    if kin and mind.generous(f"kin {fact.id}"):
        return (fact.id, kin[0])
    return (fact.id,)


def _lead_in(mind: Mind, near: bool, shared: bool) -> str:
    """Return how a fact told unasked takes up the turn before."""
    if mind.last is not None and mind.last.speaker == mind.seat:
        return "further"
    return "" if near else "pickup" if shared else "bridge"


def _siding(mind: Mind) -> Iterator[Move]:
    """Yield agreement or disagreement with an accusation of somebody else."""
    last = mind.last
    assert last is not None
    if last.speaker == mind.seat or last.first_pair_part not in ACCUSING:
        return
    accused = [one for one in last.addressees if one in mind.suspicion]
    if not accused:
        return
    weight = mind.suspicion[accused[0]]
    if weight >= 3:
        yield Move("agree", 5.8, last.speaker, about=accused[0], cites=_reasons(mind, accused[0])[:1])
    elif weight <= 0:
        yield Move("disagree", 5.8, last.speaker, about=accused[0])


def _asking(mind: Mind) -> Iterator[Move]:
    """Yield the best few questions, in answer to what was just said or on something else."""
    last = mind.last
    assert last is not None
    near = on_the_table(mind)
    answered = last.answers is not None and _mine(mind, last.answers)
    for ask in asks(mind)[:4]:
        on_topic = ask.topic in near
        opening = "" if on_topic else "bridge"
        if last.speaker == mind.seat:
            opening = "further" if on_topic else "bridge"
        if answered and last.speaker != mind.seat:
            opening = "ack" if on_topic or ask.to == last.speaker else "bridge"
        elif ask.kind == "fact" and ask.fact in last.facts:
            opening = "pickup"
        worth = ask.worth * (0.75 if on_topic or ask.kind == "press" else 0.6)
        worth += 1.1 * answered
        lead = _lead_fact(mind, ask)
        yield Move(
            "tell" if lead else "ask", min(6.4, worth), tells=lead, topic=ask.topic,
            opening=opening, ask=ask,
        )  # fmt: skip


def _lead_fact(mind: Mind, ask: Ask) -> tuple[str, ...]:
    """Return a fact of the own sheet to put before a question on the same topic, now and then."""
    if ask.kind == "press" or not mind.generous(f"lead {ask.topic}"):
        return ()
    own = (
        fact.id
        for fact in mind.view.known
        if fact.topic == ask.topic and fact.source == "sheet" and fact.told
        and not fact.public and mind.volunteers(fact)
    )  # fmt: skip
    return tuple(own)[:1]


def _mine(mind: Mind, turn: int) -> bool:
    return any(one.turn == turn and one.speaker == mind.seat for one in mind.view.heard)


def _settling(mind: Mind) -> Iterator[Move]:
    """Yield closing a sequence, proposing what to look at next, and having nothing to add."""
    last = mind.last
    assert last is not None
    if last.answers is not None and _mine(mind, last.answers) and last.speaker != mind.seat:
        yield Move("close", 3.4, last.speaker, topic=next(iter(on_the_table(mind)), None))
    dry = mind.book.get("dry", 0)
    fresh = [ask for ask in asks(mind) if ask.kind in ("topic", "all-topic", "about")]
    if fresh:
        proposed = any(turn.first_pair_part == "suggestion" for turn in mind.view.heard)
        yield Move("propose", 0.8 + (0.9 * dry if not proposed else 0), topic=fresh[0].topic)
    else:
        yield Move("propose", 0.4, topic=_least_stale(mind))


def _least_stale(mind: Mind) -> str | None:
    topics = [topic.id for topic in mind.view.public.topics if topic.person != mind.seat]
    return min(topics, key=mind.stale, default=None)
