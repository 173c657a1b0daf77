"""What to do about a first pair part that is due: its second pair part, a refusal or an evasion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mmagents.analysts.text.reading import bearing
from mmagents.floor.adjacency import ACCUSING, EVERYONE, FirstPairPart, Obligation
from mmagents.interfaces.view import KnownFact
from mmagents.players.improv.policy.defence import (
    challenged,
    defend,
    given_up,
    own_side,
    own_words,
    stand,
)
from mmagents.players.improv.policy.inquiries import inquiries, on_the_table
from mmagents.players.improv.state.mind import Mind, answers_to
from mmagents.players.improv.state.moves import Inquiry, Move, MoveKind
from mmagents.players.improv.state.notebook import ASKED

_EMPTY = frozenset({"deny", "defend", "insist", "repeat", "unknowing"})
"""Moves that may come without a fact, and to which one is added now and then."""
_TAKEN_UP: Mapping[FirstPairPart, tuple[MoveKind, int]] = {
    "greeting": ("greet-back", 6),
    "apology": ("absolve", 5),
    "announcement": ("close", 5),
}
"""How a first pair part is taken up, and what that is worth; any other is accepted."""


def reply(mind: Mind, due: Obligation) -> Move:
    """Return the move that takes up what is due, not too often with empty hands."""
    move = _reply(mind, due)
    if move.kind not in _EMPTY or move.tells or not mind.generous("adds", 1.2):
        return move
    instead = _instead(mind, accused=move.kind != "unknowing")
    return replace(move, adds=(instead.id,), ask=None, about=None) if instead else move


def _reply(mind: Mind, due: Obligation) -> Move:
    kind = due.first_pair_part
    if kind in ACCUSING:
        return defend(mind, due.by)
    if kind == "summons":
        return Move("here", 6, due.by)
    named = mind.asked.topics or mind.asked.facts or mind.asked.where
    if kind in ASKED and (kind != "request" or named):
        return _answer(mind, due)
    if kind in ("assessment", "announcement") and _answers_me(mind):
        topic = next(iter(sorted(on_the_table(mind))), None)
        return Move("close", 5, due.by, topic=topic, ask=question_back(mind, always=True))
    if kind == "assessment":
        held_out = challenged(mind) or _named_against_me(mind)
        return _answer(mind, due) if held_out else _assess(mind, due)
    taken_up, importance = _TAKEN_UP.get(kind, ("accept", 6))
    return Move(taken_up, importance, due.by, ask=question_back(mind, always=True))


def _answers_me(mind: Mind) -> bool:
    """Tell whether what is due came with the answer to a question of this seat's."""
    last = mind.last
    return last is not None and last.answers is not None and mind.spoke_in(last.answers)


def _assess(mind: Mind, due: Obligation) -> Move:
    """Agree with a judgement, unless it goes against this seat."""
    told = mind.facts_in(mind.last) if mind.last and mind.last.turn == due.turn else []
    for charge in (one for one in told if mind.hurts(one) and mind.seat in one.people):
        if move := own_side(mind, charge, due.by):
            return move
    against = any(mind.hurts(mind.facts[fact]) for fact in mind.asked.facts if fact in mind.facts)
    against = against or mind.suspicion.get(due.by, 0.0) >= 3
    kind: MoveKind = "disagree" if against else "agree"
    return Move(kind, 6, due.by, ask=question_back(mind, always=not against))


def question_back(mind: Mind, always: bool = False) -> Inquiry | None:
    """Return a question to end on, now and then, if a good one is near."""
    if not always and mind.lot("back").random() > 0.16 + 0.03 * mind.me.talkativeness:
        return None
    near = on_the_table(mind)
    for ask in inquiries(mind):
        if ask.kind != "press" and (always or (ask.topic in near and ask.worth >= 4.5)):
            return ask
    return None


def _to_the_point(mind: Mind, due: Obligation) -> list[KnownFact]:
    """Return the known facts that bear on what is due, the most to the point first."""
    found = answers_to(mind, mind.asked, due.text)
    worth = {fact.id: bearing(fact, mind.asked, due.text, mind.view, mind.seat) for fact in found}
    return sorted(found, key=lambda fact: (-worth[fact.id], fact.price, fact.id))


def _named_against_me(mind: Mind) -> list[KnownFact]:
    """Return the facts about this seat that the question holds out to it, the worst first."""
    mine = own_words(mind)
    named = (mind.facts[one] for one in mind.asked.facts if one in mind.facts)
    about_me = [fact for fact in named if mind.seat in fact.people and fact.id not in mine]
    held = [fact for fact in about_me if fact.public and not fact.cover_story]
    return sorted(held, key=lambda fact: -fact.implies.get(mind.seat, 0))


def _answer(mind: Mind, due: Obligation) -> Move:
    """Answer as fully as this seat will."""
    by, found = due.by, _to_the_point(mind, due)
    if pair := challenged(mind):
        firm = stand(mind, by, pair, found)
        return firm if firm.kind == "yield" else replace(firm, ask=question_back(mind))
    for held_out in _named_against_me(mind):
        if move := own_side(mind, held_out, by):
            return move
    own = [fact for fact in found if fact.told and not fact.public and not fact.cover_story]
    free = sorted((fact for fact in own if mind.free(fact)), key=lambda fact: fact.price > 0)
    withheld = [fact for fact in own if not mind.free(fact) and mind.seat in fact.people]
    if withheld and not any(fact.cover_story for fact in found):
        wary = mind.lot("wary").random() < 0.6
        if wary and not any(mind.seat in fact.people for fact in free):
            return _avoid(mind, withheld[0], by)
    if free:
        fully = len(free) > 1 and mind.generous("fully", 1.2)
        told = tuple(fact.id for fact in free[: 2 if fully else 1])
        grudging = free[0].price >= 4 and mind.seat in free[0].people
        return Move(
            "yield" if grudging else "answer", 8 if grudging else 7, by, told,
            topic=free[0].topic, ask=None if grudging else _confront(mind, free[0], by),
        )  # fmt: skip
    cover = [fact for fact in found if fact.cover_story and fact.told]
    fresh = [fact for fact in cover if not fact.public and not given_up(mind, fact)]
    if fresh:
        return Move("answer", 7, by, (fresh[0].id,), topic=fresh[0].topic)
    if own:
        return _avoid(mind, own[0], by)
    return _nothing_new(mind, found, by)


def _confront(mind: Mind, fact: KnownFact, by: str) -> Inquiry | None:
    """Return the question to whom a told fact concerns, or some other question now and then."""
    people = [one.id for one in mind.others if one.id in fact.people and one.id != by]
    concerned = [one for one in people if fact.supports.get(one, 0) <= 0]
    if concerned and mind.lot("confront").random() < 0.45:
        return Inquiry(concerned[0], "reply", fact.topic, fact.id)
    return question_back(mind)


def _avoid(mind: Mind, guarded: KnownFact, by: str) -> Move:
    """Evade a question that touches what this seat guards; refuse where it was evaded already."""
    blunt = mind.me.style == "brusque" and mind.lot("blunt").random() < 0.5
    if blunt or mind.book.get(f"p:{guarded.id}", 1) > 1:
        return Move("refuse", 7, by, topic=guarded.topic)
    kinds = ("topic", "fact", "all-topic")
    elsewhere = (one for one in inquiries(mind) if one.topic != guarded.topic)
    aside = next((one for one in elsewhere if one.kind in kinds), None)
    back = aside if mind.lot("aside").random() <= 0.6 else None
    return Move("evade", 7, by, topic=guarded.topic, ask=back)


def _nothing_new(mind: Mind, found: list[KnownFact], by: str) -> Move:
    """Answer with what was said already, or with not knowing."""
    heard = [
        fact for fact in found
        if fact.public and fact.said_by not in (by, mind.seat, None) and fact.source != "sheet"
        and not mind.hurts(fact) and mind.seat not in fact.people
    ]  # fmt: skip
    told = [fact for fact in found if fact.public and fact.source == "sheet"]
    if told and not heard:
        back = question_back(mind)
        return Move("repeat", 6, by, cites=(told[0].id,), topic=told[0].topic, ask=back)
    worth_it = [fact for fact in heard if mind.book.told(fact.id).times < 2]
    if worth_it:
        return Move("report", 6, by, (worth_it[0].id,), topic=worth_it[0].topic)
    topic = next(iter(mind.asked.topics), None)
    better = _knows_better(mind, topic, by)
    return Move("unknowing", 5, by, topic=topic, about=better, ask=question_back(mind))


def _instead(mind: Mind, accused: bool) -> KnownFact | None:
    """Return something to tell in place of an answer: about somebody named, or somebody else."""
    named = set(mind.asked.people)

    def worth(fact: KnownFact) -> tuple[bool, bool, str]:
        blames = accused and any(weight > 0 for weight in fact.implies.values())
        return blames, bool(named & set(fact.people)), fact.id

    return max(filter(mind.could_tell, mind.view.known), key=worth, default=None)


def _knows_better(mind: Mind, topic: str | None, by: str) -> str | None:
    """Return who is likelier to know."""
    for one in mind.view.public.topics:
        if one.id == topic and one.person not in (None, mind.seat, by):
            person = mind.view.public.person(str(one.person))
            return person.id if person.seat else None
    return None


def answer_open(mind: Mind, by: str, told: KnownFact) -> Move:
    """Answer a question that was put to everyone."""
    to = None if by == EVERYONE else by
    return Move("answer", 3.0 if mind.hurts(told) else 6.6, to, (told.id,), topic=told.topic)
