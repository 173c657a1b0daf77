"""What a seat could do of its own accord, and how much each is worth to the table, 0-9."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mmagents.floor.adjacency import ACCUSING
from mmagents.interfaces.talk import HeardTurn
from mmagents.players.improv.policy.arguing import arguing, rebuking
from mmagents.players.improv.policy.conclusions import concluding, reasons_against
from mmagents.players.improv.policy.defence import defend, given_up, own_side
from mmagents.players.improv.policy.inquiries import inquiries, on_the_table
from mmagents.players.improv.policy.reply import answer_open
from mmagents.players.improv.policy.telling import telling
from mmagents.players.improv.state.mind import Mind, answers_to, open_to_all
from mmagents.players.improv.state.moves import Inquiry, Move
from mmagents.players.improv.state.notebook import ASKED


def initiatives(mind: Mind) -> list[Move]:
    """Return what this seat could say if it took the floor, the best first."""
    last = mind.last
    if last is None:
        return [_reopening(mind) if mind.view.since else _greeting(mind)]
    found = [
        *concluding(mind), *attacked(mind, last), *_open(mind), *telling(mind, last),
        *siding(mind, last), *arguing(mind), *rebuking(mind), *_asking(mind, last),
        *_settling(mind, last),
    ]  # fmt: skip
    lot = mind.lot("worth")
    chance = {id(move): lot.random() for move in found}
    return sorted(found, key=lambda move: -(move.importance + 0.7 * chance[id(move)]))


def _greeting(mind: Mind) -> Move:
    found = [one for one in inquiries(mind) if one.kind in ("topic", "all-topic")][:8]
    ask = mind.lot("first").choice(found) if found else None
    return Move("greet", 3.0 + mind.me.talkativeness * 0.6, ask=ask)


def _reopening(mind: Mind) -> Move:
    """Return how to begin a talk after others: with what there is most to ask."""
    ask = next(iter(inquiries(mind)), None)
    if ask is None:
        return Move("propose", 4.0, topic=_least_stale(mind))
    return Move("ask", 5.0 + mind.me.talkativeness * 0.3, topic=ask.topic, ask=ask)


def attacked(mind: Mind, last: HeardTurn) -> Iterator[Move]:
    """Yield what to do when this seat or its secret is talked about by others."""
    if last.speaker == mind.seat or mind.due:
        return
    if last.first_pair_part in ACCUSING and mind.seat in mind.read.people:
        yield defend(mind, None, openly=False)
        return
    said = mind.facts_in(last)
    fresh = [one for one in said if mind.hurts(one) and mind.book.told(one.id).times == 1]
    spoken_of = [fact for fact in said if mind.seat in fact.people]
    for fact in [one for one in fresh if one in spoken_of] or spoken_of:
        move = own_side(mind, fact, last.speaker)
        if move and (move.tells or mind.lot("bear").random() < 0.3):
            yield replace(move, importance=8.6 if mind.hurts(fact) else 7.0)
            return
    move = defend(mind, None, openly=False)
    if fresh and move.tells:
        yield replace(move, importance=8.6)
        return
    yield from _deflecting(mind, last)


def _deflecting(mind: Mind, last: HeardTurn) -> Iterator[Move]:
    """Yield turning heads, now and then and once, where talk comes near what this seat guards."""
    secret = [
        fact.topic
        for fact in answers_to(mind, mind.read, last.text)
        if fact.price >= 4 and not fact.public and fact.told and mind.seat in fact.people
        and (mind.stale(fact.topic) or fact.people == (mind.seat,))
    ]  # fmt: skip
    if not secret or last.first_pair_part in ASKED or mind.used_lately("deflect"):
        return
    elsewhere = (one for one in inquiries(mind) if one.kind == "topic" and one.topic != secret[0])
    if mind.lot("deflect").random() < 0.5 and (away := next(elsewhere, None)):
        yield Move("deflect", 9, topic=secret[0], ask=away)


def _open(mind: Mind) -> Iterator[Move]:
    """Yield an answer to a question that was put to everyone."""
    pair, read = open_to_all(mind), mind.read
    if pair is None or mind.last is None or pair.turn != mind.last.turn:
        return
    found = answers_to(mind, read, pair.text)
    for fact in found:
        if fact.told and not fact.public and mind.volunteers(fact):
            yield answer_open(mind, pair.by, fact)
    told = [fact for fact in found if fact.cover_story and not fact.public]
    if told and not given_up(mind, told[0]):
        yield Move("answer", 5.5, pair.by, (told[0].id,), topic=told[0].topic)
    yield Move("unknowing", 1.6, pair.by, topic=next(iter(read.topics), None))


def siding(mind: Mind, last: HeardTurn) -> Iterator[Move]:
    """Yield agreement or disagreement with an accusation of somebody else."""
    if last.speaker == mind.seat or last.first_pair_part not in ACCUSING:
        return
    accused = [one for one in last.addressees if one in mind.suspicion]
    if not accused:
        return
    weight = mind.suspicion[accused[0]]
    if weight >= 3:
        cites = reasons_against(mind, accused[0])[:1]
        yield Move("agree", 5.8, last.speaker, about=accused[0], cites=cites)
    elif weight <= 0:
        yield Move("disagree", 5.8, last.speaker, about=accused[0])


def _asking(mind: Mind, last: HeardTurn) -> Iterator[Move]:
    """Yield the best few questions, in answer to what was just said or on something else."""
    near = on_the_table(mind)
    answered = last.answers is not None and mind.spoke_in(last.answers)
    for ask in inquiries(mind)[:4]:
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


def _lead_fact(mind: Mind, ask: Inquiry) -> tuple[str, ...]:
    """Return a fact of the own sheet to put before a question on the same topic, now and then."""
    if ask.kind == "press" or not mind.generous(f"lead {ask.topic}"):
        return ()
    known = mind.view.known
    return tuple(one.id for one in known if one.topic == ask.topic and mind.could_tell(one))[:1]


def _settling(mind: Mind, last: HeardTurn) -> Iterator[Move]:
    """Yield closing a sequence, proposing what to look at next, and having nothing to add."""
    if last.answers is not None and mind.spoke_in(last.answers) and last.speaker != mind.seat:
        yield Move("close", 3.4, last.speaker, topic=min(on_the_table(mind), default=None))
    dry = mind.book.get("dry", 0)
    fresh = [ask for ask in inquiries(mind) if ask.kind in ("topic", "all-topic", "about")]
    if fresh:
        proposed = any(turn.first_pair_part == "suggestion" for turn in mind.view.heard)
        yield Move("propose", 0.8 + (0.9 * dry if not proposed else 0), topic=fresh[0].topic)
    else:
        yield Move("propose", 0.4, topic=_least_stale(mind))


def _least_stale(mind: Mind) -> str | None:
    topics = [topic.id for topic in mind.view.public.topics if topic.person != mind.seat]
    return min(topics, key=mind.stale, default=None)
