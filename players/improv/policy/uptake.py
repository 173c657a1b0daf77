"""How the one who was spoken to takes up the turn before, where two stay with a matter.

After an answer or a telling: a receipt, a judgement, a mark that it is news, a question on the same
matter, something of one's own that goes with it (Schegloff 2007, chapter 7; Heritage 1984). After
no more than a reaction: more of the telling, a few words that stand by it, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from mmagents.analysts.text.reading import words_for
from mmagents.floor.adjacency import ACCUSING, QUESTIONS, FirstPairPart, Obligation
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import KnownFact
from mmagents.players.improv.policy.conclusions import concluding
from mmagents.players.improv.policy.initiative import attacked, siding
from mmagents.players.improv.policy.inquiries import inquiries
from mmagents.players.improv.policy.reply import reply
from mmagents.players.improv.realisation.grammar import phrases_in
from mmagents.players.improv.state.mind import Mind
from mmagents.players.improv.state.moves import Inquiry, Move, MoveKind

_URGENT = 8.0
"""The worth from which something is said whatever else there is to say."""
_SMALL = {"en": 26, "ja": 12}
"""Characters up to which a question that names nothing only marks news, or asks for more."""

PROMISING = 3.4
"""What a question must promise to be asked where people converse."""
_ASIDE = 0.5
"""How often an account may stray from its matter, so that as much is told as by a panel (ours)."""
_SHORT = 20
"""Turns of a talk in which time presses."""
_CLOCK = re.compile(r"\b(\d{1,2})(?::|時)(\d{2})?")
_MARKS: frozenset[FirstPairPart] = QUESTIONS | {"request"}
"""What such a question may be read as: "And then?", "Really?", "Go on"."""


def disposition(mind: Mind) -> float:
    """Return how much this seat talks this evening, about -3 to 3: by its persona and by lot."""
    lot = Random(f"{mind.view.seed}:{mind.seat}:tongue").uniform(-2.3, 2.3)
    return 0.8 * (mind.me.talkativeness - 3) + lot


def fullness(mind: Mind) -> float:
    """Return how much this seat has that it could tell and has not, 0-1."""
    return min(8, sum(map(mind.could_tell, mind.view.known))) / 8


def pressed(mind: Mind) -> bool:
    """Tell whether the talk under way is short, as in an evening of several, so that time presses.

    Where it does, one comes to the point: a turn that only reacts is left to whoever has more.
    """
    ends = mind.view.last_turn
    return ends is not None and ends - mind.view.since <= _SHORT


def replying(mind: Mind, due: Obligation) -> Move:
    """Return what takes up a first pair part that is due, to the point."""
    named = mind.asked.topics or mind.asked.facts or mind.asked.times
    small = len(due.text) <= _SMALL.get(mind.view.language, _SMALL["en"])
    if due.first_pair_part in _MARKS and small and not named:
        more = _more(mind)
        if more and mind.lot("more").random() < 0.6:
            return replace(more, kind="answer", importance=8, to=due.by)
        kind: MoveKind = "no-more" if _wants_more(mind, due.text) else "stand-by"
        return Move(kind, 8, due.by)
    move = reply(mind, due)
    if move.kind in ("answer", "yield") and move.tells:
        move = replace(move, tells=account(mind, move.tells))
    if move.kind in ("unknowing", "repeat") and not move.adds and not move.ask:
        more = _more(mind) if mind.lot("instead").random() < 0.5 else None
        move = replace(move, adds=more.tells[:1], about=None) if more else move
    if move.kind in ("deny", "defend", "insist"):
        move = replace(move, adds=tuple(one for one in move.adds if _points_elsewhere(mind, one)))
    return move if move.ask is None or _asks(mind, 0.3) else replace(move, ask=None)


def _hour(fact: KnownFact) -> int:
    """Return the hour of a fact, in minutes: an account goes by the clock; what has none, last."""
    found = _CLOCK.search(fact.told or fact.text)
    return int(found[1]) * 60 + int(found[2] or 0) if found else 48 * 60


def _wants_more(mind: Mind, text: str) -> bool:
    """Tell whether a small question asks for more, rather than whether something is so."""
    words = phrases_in(mind.view.language, "reacting")["wants-more"]
    return any(word in text.casefold() for word in words)


def _points_elsewhere(mind: Mind, fact: str) -> bool:
    """Tell whether a fact is about somebody else here who has something to explain by it."""
    one = mind.facts[fact]
    return any(one.implies.get(who.id, 0) > 0 and who.id in one.people for who in mind.others)


def account(mind: Mind, tells: tuple[str, ...]) -> tuple[str, ...]:
    """Return facts to tell with those of the same matter that make an account of them.

    A telling may take several sentences, the more so the more a seat talks. Where what belongs to
    the matter is told, it may stray to what else comes to mind.
    """
    room = mind.lot("account").choices((0, 1, 2, 3), (0.2, 0.25, 0.3, 0.25))[0]
    room += round(0.9 * disposition(mind) + fullness(mind))
    strays = mind.lot("aside").random() < _ASIDE
    told = [mind.facts[one] for one in tells]
    topics = {fact.topic for fact in told}
    people = {one for fact in told for one in fact.people} - {mind.seat}
    kin = [
        fact for fact in mind.view.known
        if fact.id not in tells and mind.could_tell(fact)
        and (strays or fact.topic in topics or people & set(fact.people))
    ]  # fmt: skip
    kin.sort(key=lambda fact: (fact.topic not in topics, not people & set(fact.people)))
    found = [*told, *kin[: min(3, max(0, room))]]
    return tuple(fact.id for fact in sorted(found, key=_hour))


def sayable(mind: Mind, move: Move) -> bool:
    """Tell whether somebody would say this aloud: nobody draws a conclusion about oneself."""
    return move.kind != "conclude" or mind.seat not in mind.facts[move.tells[0]].people


def uptake(mind: Mind, last: HeardTurn) -> Move | None:
    """Return how this seat takes up what its partner just said, or None where it lets it be."""
    urgent = [one for one in _urgent(mind, last) if one.importance >= _URGENT]
    if urgent and mind.lot("urgent").random() < 0.95:
        return max(urgent, key=lambda one: one.importance)
    if last.first_pair_part in ACCUSING:
        return next(siding(mind, last), None)
    if charge := next((one for one in mind.facts_in(last) if _charges_me(mind, one)), None):
        cited = () if charge.premises or charge.ask.startswith(words_for(mind.me)) else (charge.id,)
        return Move("deny", 7.4, last.speaker, cites=cited, topic=charge.topic)
    return _after_words(mind, last) if _says_much(mind, last) else _after_little(mind, last)


def _charges_me(mind: Mind, fact: KnownFact) -> bool:
    """Tell whether what was said of this seat speaks against it, so that it has to answer."""
    return mind.hurts(fact) and mind.seat in fact.people


def _urgent(mind: Mind, last: HeardTurn) -> Iterator[Move]:
    yield from attacked(mind, last)
    yield from (move for move in concluding(mind) if sayable(mind, move))


def _says_much(mind: Mind, last: HeardTurn) -> bool:
    """Tell whether a turn says something, beyond taking note of the one before."""
    return bool(last.facts) or len(last.text) > 2 * _SMALL.get(mind.view.language, _SMALL["en"])


def _after_words(mind: Mind, last: HeardTurn) -> Move | None:
    """Take up an answer or a telling."""
    roll, talks = mind.lot("uptake").random(), disposition(mind)
    dodged = last.second_pair_part in ("evasion", "refusal")
    if (dodged or roll < 0.2 + 0.02 * talks) and (ask := _follow_up(mind, last)):
        return Move("ask", 7.0, last.speaker, topic=ask.topic, ask=ask)
    tells = 1.0 if pressed(mind) else fullness(mind)
    if roll < 0.2 + 0.55 * tells + 0.1 * talks and (own := _more(mind)):
        return own
    asked = last.answers is not None and mind.spoke_in(last.answers)
    if not asked and mind.lot("let be").random() < 0.1 + 0.5 * pressed(mind) - 0.15 * talks:
        return None
    kinds: tuple[MoveKind, ...] = ("receipt", "assess", "newsmark", "continuer")
    weights = (0.5, 0.3, 0.13, 0.07) if asked else (0.22, 0.4, 0.17, 0.21)
    if pressed(mind):  # there is no time for what only asks to go on
        weights = (*weights[:2], 0.0, 0.0)
    [kind] = mind.lot("reaction").choices(kinds, weights)
    return Move(kind, 7.0, last.speaker, topic=next(iter(mind.read.topics), None))


def _after_little(mind: Mind, last: HeardTurn) -> Move | None:
    """Take up a mere reaction: go on, stand by what one said, or let it be."""
    roll, talks = mind.lot("after little").random(), disposition(mind)
    tells = 1.0 if pressed(mind) else fullness(mind)
    if roll < 0.4 + 0.5 * tells + 0.12 * talks and (more := _more(mind)):
        return more
    before = next((one for one in mind.view.heard if one.turn == last.turn - 1), None)
    mine = before is not None and before.speaker == mind.seat and _says_much(mind, before)
    again = pressed(mind) or mind.used_lately("coda") or last.first_pair_part is not None
    return Move("coda", 7.0) if mine and not again and roll < 0.8 + 0.05 * talks else None


def _follow_up(mind: Mind, last: HeardTurn) -> Inquiry | None:
    """Return a question to the one who just spoke, on the same matter."""
    matter = mind.matter
    topics = set(matter.topics if matter else ()) | set(mind.read.topics)
    near = (
        one for one in inquiries(mind)
        if one.to == last.speaker and one.worth >= PROMISING
        and (one.topic in topics or one.kind == "press")
    )  # fmt: skip
    found = next(near, None)
    if not last.facts and last.answers is None:  # it told nothing of which there could be more
        return found
    if mind.lot("briefly").random() < (0.15 if found else 0.3):
        return Inquiry(last.speaker, "more", found.topic if found else None)
    return found


def _more(mind: Mind) -> Move | None:
    """Return something more that this seat has on the matter, in an account of it."""
    matter = mind.matter
    if matter is None:
        return None
    people = {one for fact in _told_in(mind) for one in fact.people} - {mind.seat}
    found = [fact for fact in mind.view.known if mind.could_tell(fact)]
    near = [fact for fact in found if fact.topic in matter.topics]
    near = near or [fact for fact in found if people & set(fact.people)]
    if not near:
        return None
    first = mind.lot("which").choice(near)
    return Move("tell", 7.2, tells=account(mind, (first.id,)), topic=first.topic, opening="on")


def _told_in(mind: Mind) -> list[KnownFact]:
    """Return the facts told in the matter that is under way."""
    return [
        mind.facts[one] for one in (mind.matter.facts if mind.matter else ()) if one in mind.facts
    ]


def _asks(mind: Mind, share: float) -> bool:
    """Tell by lot whether a turn goes on to a question."""
    return mind.lot("asks").random() < share
