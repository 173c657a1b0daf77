"""Whom an improvising seat takes for the one who did it, and why: what it goes by when it accuses.

Nobody adds up all there is. A seat goes by the few reasons that weigh most with it; it trusts what
it has seen above the word of those it suspects itself; it half believes a connection that nobody
has made aloud; and it looks twice at whoever has been accused. So it may be wrong, and its reasons
show why. All of it follows from what the seat's view holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mmagents.interfaces.view import KnownFact
from mmagents.players.improv.state.contradictions import denies, said_by, taken_back
from mmagents.players.improv.state.mind import Mind

_OWN_CAUSE = 6.0
"""What it counts that an option is oneself."""
_OWN_SIDE = 2.5
"""What it counts that an option stands on one's own side, or is that side."""
_PARTY = 60.0
"""What it counts that an option is the side one can never leave."""
_LIKING = 0.3
"""What a point of liking, -10 to 10, counts for the person it is felt for."""
_BELIEF = 0.1
"""What a point of belief beyond 50, of 100, counts for the option it favours."""
_ARGUMENT = 1.0
"""What a point of an argument, -3 to 3, counts."""


def leanings(mind: Mind) -> dict[str, float]:
    """Return by option of the verdict how much this seat is for it; empty in a mystery.

    Arguments count that it knows of, its beliefs, who is on its side, and whom it likes.
    """
    view = mind.view
    if view.public.verdict is None:
        return {}
    weights = {option: 0.0 for option in view.public.verdict.options}
    for fact in view.known:
        if not fact.cover_story:
            for option, weight in fact.supports.items():
                weights[option] += _ARGUMENT * weight
    for belief in view.sheet.beliefs:
        if belief.favours in weights:
            weights[belief.favours] += _BELIEF * (belief.score - 50)
    own_side = view.sides.get(mind.seat)
    for option in weights:
        weights[option] += _OWN_CAUSE * (option == mind.seat) + _PARTY * (option == mind.bound_to)
        weights[option] += _OWN_SIDE * (own_side in (option, view.sides.get(option, "")))
        weights[option] += _LIKING * mind.liking(option)
    return weights


def favourite(mind: Mind) -> str | None:
    """Return the option this seat is most for, or None in a mystery."""
    weights = leanings(mind)
    return max(sorted(weights), key=lambda one: weights[one], default=None)


def camp_leanings(mind: Mind, camps: Sequence[str]) -> dict[str, float]:
    """Return by camp how much this seat is for the best option that stands in it, or 0."""
    weights, sides = leanings(mind), mind.view.sides
    own = sides.get(mind.seat)
    found: dict[str, list[float]] = {camp: [] for camp in camps}
    for option, weight in weights.items():
        for camp in (one for one in camps if one in (option, sides.get(option))):
            found[camp].append(weight - _OWN_SIDE * (own in (option, sides.get(option))))
    return {camp: max(one, default=0.0) for camp, one in found.items()}


def arguments(mind: Mind, option: str, sign: int = 1) -> list[KnownFact]:
    """Return the known arguments for an option, the strongest first; with `sign` -1, against it.

    Chance decides between equals, so that not everybody gives the same reasons.
    """
    found = [
        fact
        for fact in mind.view.known
        if sign * fact.supports.get(option, 0) > 0 and not fact.cover_story
    ]
    chance = {fact.id: mind.lot(f"argument {fact.id}").random() for fact in found}
    return sorted(found, key=lambda fact: (-sign * fact.supports[option], chance[fact.id]))


REASONS = 3
"""How many reasons against somebody are weighed, the heaviest; of those for them, one."""
_WARY = 0.15
"""How fast trust in somebody's word falls with each point of what one has oneself against them."""
_DOUBTED = 0.5
"""What is left of the word of somebody who was caught out, or has dodged two questions."""
_UNSPOKEN = 0.3
"""What a connection counts that nobody has made aloud."""
_CAUGHT = 1.5
"""What it weighs to have given an account of oneself that is not true."""
_ALIBI = -1.0
"""What an account of oneself weighs that nothing speaks against."""
_DODGED = 0.4
"""What each question weighs that somebody has dodged; three are noted at most."""
_ACCUSED = 0.5
"""What it weighs that somebody else has accused them aloud."""


class Reason(NamedTuple):
    """What speaks against somebody, or with a negative weight for them."""

    fact: KnownFact
    weight: float


def suspicion_of(mind: Mind, whom: str, *, at_length: bool = False) -> float:
    """Return how much this seat suspects somebody; evidence weighs as `implies`, 3 heavily.

    `at_length` weighs everything, as one does who has to think again.
    """
    found = weighed_reasons(mind, whom)
    most = len(found) if at_length else REASONS
    against = [one.weight for one in found if one.weight > 0][:most]
    for_them = [one.weight for one in reversed(found) if one.weight < 0][: most - REASONS + 1]
    aloud = (key.split(":") for key in mind.book.under("sus:"))
    accusers = {speaker for speaker, accused in aloud if accused == whom}
    conduct = _DODGED * mind.book.get(f"s:{whom}", 0) + _ACCUSED * len(accusers - {mind.seat})
    return float(sum(against) + sum(for_them) + conduct)


def weighed_reasons(mind: Mind, whom: str) -> list[Reason]:
    """Return all that weighs for or against somebody, the heaviest against them first.

    Of those that weigh the same, what the seat knows itself comes first, then chance decides.
    """
    found = [
        Reason(fact, fact.implies[whom] * _credit(mind, fact))
        for fact in mind.view.known
        if fact.implies.get(whom) and not fact.cover_story
    ]
    own_account = [fact for fact in mind.view.known if _is_account_of(mind, fact, whom)]
    untrue = [fact for fact in own_account if _caught_out(mind, fact, whom)]
    if untrue:
        found.append(Reason(untrue[0], _CAUGHT))
    elif own_account and not any(set(one.contradicts) & set(mind.facts) for one in own_account):
        found.append(Reason(own_account[0], _ALIBI))
    lot = mind.lot(f"reasons {whom}")
    chance = {id(one): lot.random() for one in found}
    return sorted(found, key=lambda one: (-one.weight, one.fact.source != "sheet", chance[id(one)]))


def _credit(mind: Mind, fact: KnownFact) -> float:
    """Return how far a fact is believed, 0-1."""
    if fact.source == "sheet":
        return 1.0
    if fact.source == "reasoned":
        return 1.0 if mind.sent_for else _UNSPOKEN  # sent for, one puts two and two together
    teller = said_by(mind.book, fact)
    if teller is None or teller == mind.seat:
        return 1.0
    return (_DOUBTED if _unreliable(mind, teller) else 1.0) / (1 + _WARY * _seen(mind, teller))


def _seen(mind: Mind, whom: str) -> float:
    """Return what the seat's own facts have against somebody."""
    own = (fact for fact in mind.view.known if fact.source == "sheet" and not fact.cover_story)
    return max(0.0, float(sum(fact.implies.get(whom, 0) for fact in own)))


def _unreliable(mind: Mind, whom: str) -> bool:
    """Tell whether somebody has dodged two questions, or given a false account of themselves."""
    return mind.book.get(f"s:{whom}", 0) >= 2 or any(
        _is_account_of(mind, fact, whom) and _caught_out(mind, fact, whom)
        for fact in mind.view.known
    )


def _is_account_of(mind: Mind, fact: KnownFact, whom: str) -> bool:
    """Tell whether a fact is what somebody has said of where they were themselves."""
    spot = fact.whereabouts
    own = fact.source == "heard" and spot is not None and spot.person == whom
    return own and said_by(mind.book, fact) == whom


def _caught_out(mind: Mind, claim: KnownFact, whom: str) -> bool:
    """Tell whether the seat knows better, and they have not corrected themselves."""
    if taken_back(mind.view, mind.book, claim):
        return False
    believed = (one for one in mind.view.known if one.source != "reasoned" and not one.cover_story)
    return any(denies(one, claim) and said_by(mind.book, one) != whom for one in believed)
