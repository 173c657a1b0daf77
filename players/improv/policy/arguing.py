"""Moves of a story with a verdict: arguing, siding, declaring oneself; and rebuking, anywhere."""

from __future__ import annotations

from collections.abc import Iterator

from mmagents.interfaces.view import KnownFact
from mmagents.players.improv.policy.inquiries import on_the_table
from mmagents.players.improv.state.mind import Mind
from mmagents.players.improv.state.moves import Move
from mmagents.players.improv.state.suspicion import arguments, favourite, leanings

ILL_WILL = -6
"""The liking, -10 to 10, from which a seat rebukes somebody to their face."""
_REBUKES = 0.5
"""How often it does, with that person before it."""


def arguing(mind: Mind) -> Iterator[Move]:
    """Yield what there is to say for or against the options; nothing in a mystery.

    Whoever only sees to it that all goes by the rules does not argue.
    """
    for_whom = favourite(mind)
    if for_whom is None or mind.last is None or mind.impartial:
        return
    near = on_the_table(mind)
    for fact in mind.view.known:
        if mind.could_tell(fact):
            move = _argument(mind, fact, for_whom, near=fact.topic in near)
            if move:
                yield move
        elif fact.source == "heard" and not fact.public:
            yield from _passing_on(mind, fact, for_whom, near=fact.topic in near)
    yield from _siding(mind, for_whom)
    yield from _declaring(mind, for_whom)


def _argument(mind: Mind, fact: KnownFact, for_whom: str, *, near: bool) -> Move | None:
    """Return a fact told as an argument: for the favourite, else against the strongest rival."""
    worth = 6.0 if near else 4.8
    if fact.supports.get(for_whom, 0) > 0:
        worth += 0.3 * fact.supports[for_whom]
        return Move("argue", worth, tells=(fact.id,), topic=fact.topic, about=for_whom)
    against = [one for one, weight in fact.supports.items() if weight < 0 and one != for_whom]
    if not against or fact.supports.get(for_whom, 0) < 0:
        return None
    weights = leanings(mind)
    rival = max(sorted(against), key=lambda one: weights[one])
    return Move("argue-against", worth, tells=(fact.id,), topic=fact.topic, about=rival)


def _passing_on(mind: Mind, fact: KnownFact, for_whom: str, *, near: bool) -> Iterator[Move]:
    """Yield telling what one was told elsewhere, if it is an argument for the favourite."""
    weight, teller = fact.supports.get(for_whom, 0), fact.said_by
    if weight > 0 and teller is not None and not mind.hurts(fact) and mind.seat not in fact.people:
        worth = (5.6 if near else 4.4) + 0.3 * weight
        yield Move("pass-on", worth, tells=(fact.id,), topic=fact.topic, about=teller)


def _siding(mind: Mind, for_whom: str) -> Iterator[Move]:
    """Yield agreement or disagreement with what was just said for or against the favourite."""
    last = mind.last
    if last is None or last.speaker == mind.seat:
        return
    said = mind.facts_in(last)
    weights = [(one, weight) for fact in said for one, weight in fact.supports.items()]
    pull = sum(weight if one == for_whom else -weight for one, weight in weights)
    if pull > 0:
        cited = max(said, key=lambda fact: fact.supports.get(for_whom, 0))
        yield Move(
            "side-with", 5.4, last.speaker, cites=(cited.id,), topic=cited.topic, about=for_whom
        )
    elif pull < 0:
        known = [one for one in arguments(mind, for_whom) if one.public or mind.volunteers(one)]
        known = [one for one in known if one.id not in last.facts]
        if known:
            yield Move(
                "side-against", 5.8, last.speaker, cites=(known[0].id,), topic=known[0].topic,
                about=for_whom,
            )  # fmt: skip


def _declaring(mind: Mind, for_whom: str) -> Iterator[Move]:
    """Yield saying whom or what one is for, once in a while and with two public reasons.

    Of whoever is bound to a side all know it.
    """
    if mind.bound_to is not None:
        return
    reasons = [one for one in arguments(mind, for_whom) if one.public]
    if len(reasons) >= 2 and not mind.used_lately("declare"):
        cites = (reasons[0].id, reasons[1].id)
        yield Move("declare", 5.6, cites=cites, topic=reasons[0].topic, about=for_whom)


def rebuking(mind: Mind) -> Iterator[Move]:
    """Yield a rebuke of whoever spoke last, or else of anybody here, whom one cannot bear."""
    last = mind.last
    here = [one.id for one in mind.others if mind.liking(one.id) <= ILL_WILL]
    if not here or last is None or mind.lot("rebuke").random() > _REBUKES:
        return
    whom = (
        last.speaker if last.speaker in here else min(here, key=lambda one: (mind.liking(one), one))
    )
    yield Move("rebuke", 7.6 if whom == last.speaker else 6.2, whom)
