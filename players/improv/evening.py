"""The rest of the evening for an improvising seat: who it is, where it looks, whom it accuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mmagents.interfaces.player import Asked, Chosen
from mmagents.interfaces.view import KnownFact
from mmagents.players.improv.policy.inquiries import inquiries
from mmagents.players.improv.realisation.grammar import Speech
from mmagents.players.improv.realisation.names import (
    call,
    dark,
    option_name,
    owned,
    speech_of,
    spoken_of,
)
from mmagents.players.improv.state.mind import Mind
from mmagents.players.improv.state.suspicion import (
    REASONS,
    arguments,
    camp_leanings,
    leanings,
    suspicion_of,
    weighed_reasons,
)

_NOBODY = ""
"""The option of talking to nobody."""
_HUNCH = 1.5
"""How far chance may outweigh what is known, in points of suspicion."""
_UPROOTED = 4.0
"""By how much another side must be preferred before one goes over to it."""
_WAVERING = 2.0
"""By how much one option must be ahead of the next for a seat not to waver."""
_ITSELF, _ITS_SIDE, _ACCUSED = 10.0, 4.0, 10.0
"""What it counts for having reached one's aims that the vote fell on oneself, or on one's side;
or against it, that one was accused."""
_DEVOTED = 8
"""The liking from which one gives away what one has."""


def _speech(mind: Mind, purpose: str) -> Speech:
    return speech_of(mind, purpose, "evening")


def _best(weights: Mapping[str, float]) -> str:
    return max(sorted(weights), key=lambda one: weights[one])


def _two(mind: Mind, facts: Sequence[KnownFact]) -> dict[str, str | None]:
    """Return the names of one fact or two as a phrase takes them."""
    named = (owned(mind, fact.ask) for fact in facts[:2])
    return dict(zip(("ask", "ask2"), named, strict=False))


def introduction(mind: Mind) -> str:
    """Return how the seat introduces itself: name and office, in its own manner."""
    return _speech(mind, "introduce").pick(
        "introduce",
        name=mind.me.name,
        role=mind.me.role,
        pron=mind.me.pronoun,
        dark=dark(mind),
        light=None if dark(mind) else " ",
    )


def pondering(mind: Mind) -> str:
    """Return where the seat stands on the verdict: for what, why, and what gives it pause."""
    weights, speech = leanings(mind), _speech(mind, "ponder")
    first, second = sorted(weights, key=lambda one: (-weights[one], one))[:2]
    reasons, doubts = arguments(mind, first), arguments(mind, first, -1)
    slots = {
        "option": option_name(mind, first),
        "other": option_name(mind, second),
        "ask": owned(mind, reasons[0].ask) if reasons else None,
        "ask2": owned(mind, doubts[0].ask) if doubts else None,
    }
    bank = "ponder-me" if first == mind.seat else "ponder"
    if bank == "ponder" and weights[first] < weights[second] + _WAVERING:
        bank = "ponder-torn"
    return speech.pick(bank, **slots)


def read_out(mind: Mind, fact: KnownFact) -> str | None:
    """Return the words in which the seat tells what it knows from a clue, or None.

    Where it found it is said the first time.
    """
    if fact.source != "sheet" or fact.turn == 0:
        return None
    card = next((one for one in mind.view.cards if fact.id in one.facts), None)
    if card is None:
        return None
    if mind.seat in mind.book.told(fact.id)[2:]:
        return card.text
    place = mind.view.public.places[card.place]
    return _speech(mind, f"card {card.id}").pick("card", place=place, text=card.text)


def brooding(mind: Mind) -> str:
    """Return what the seat makes of the evening so far: whom it suspects, and why."""
    weights = {one.id: suspicion_of(mind, one.id) for one in mind.others}
    whom = _best(weights)
    against = _against(mind, whom)[:2]
    accused = any(key.endswith(f":{mind.seat}") for key in mind.book.under("sus:"))
    bank = ("brood-none", "brood-one", "brood")[len(against)]
    slots = _two(mind, against) | {"name": spoken_of(mind, whom)}
    return _speech(mind, "brood").pick("brood-accused" if accused and against else bank, **slots)


def _against(mind: Mind, whom: str) -> list[KnownFact]:
    """Return what weighs most on somebody with this seat, the heaviest first."""
    return [one.fact for one in weighed_reasons(mind, whom) if one.weight > 0][:REASONS]


def choose(mind: Mind, asked: Asked) -> Chosen:
    """Return what the seat chooses, and why."""
    return _CHOICES[asked.kind](mind, asked)


def _look(mind: Mind, asked: Asked) -> Chosen:
    """Look where what is known of puts somebody else; where the own secret lies, be there first."""
    lot, worth = mind.lot("look"), dict[str, float]()
    mine = {moment.place for moment in mind.view.sheet.timeline}
    placed = [(fact.whereabouts, fact) for fact in mind.view.known if fact.whereabouts]
    for option in asked.options:
        here = [(spot, fact) for spot, fact in placed if spot.place == option.id]
        worth[option.id] = (
            0.8 * sum(spot.person != mind.seat for spot, _ in here)
            + 1.2 * any(fact.price >= 4 for _, fact in here)
            - 0.6 * (option.id in mine)
            - 0.9 * sum(card.place == option.id for card in mind.view.cards)
            + 3.0 * lot.random()
        )
    place = _best(worth)
    name = next(option.text for option in asked.options if option.id == place)
    return Chosen(place, _speech(mind, "whither").pick("whither", place=name))


def _partner(mind: Mind, asked: Asked) -> Chosen:
    """Talk to whoever there is most to ask of."""
    there = {option.id for option in asked.options}
    wanted = next((ask.to for ask in inquiries(mind) if ask.to in there), None)
    if wanted is None:
        wanted = mind.lot("partner").choice(sorted(there - {_NOBODY}) or [_NOBODY])
    return Chosen(wanted, _speech(mind, "aside").pick("aside", who=call(mind, wanted)))


def _vote(mind: Mind, asked: Asked) -> Chosen:
    """Accuse whoever is suspected most; what one would not say aloud is no reason to give."""
    if mind.view.public.verdict is not None:
        return _verdict(mind, asked)
    lot, again = mind.lot("vote"), len(asked.options) < len(mind.others)
    at_length = again or mind.sent_for
    hunch = 0.0 if at_length else _HUNCH
    weights = {
        option.id: suspicion_of(mind, option.id, at_length=at_length) + hunch * lot.random()
        for option in asked.options
    }
    whom = _best(weights)
    against = _against(mind, whom)
    said = [fact for fact in against if fact.public or mind.volunteers(fact)]
    bank = {0: "vote-silent" if against else "vote-none", 1: "vote-one"}.get(len(said), "vote")
    return Chosen(whom, _speech(mind, "why").pick(bank, **_two(mind, said)))


def _verdict(mind: Mind, asked: Asked) -> Chosen:
    """Vote for what there is most to say for; what one would not say aloud is no reason to give."""
    lot, leaning = mind.lot("vote"), leanings(mind)
    weights = {one.id: leaning.get(one.id, 0.0) + _HUNCH * lot.random() for one in asked.options}
    chosen = _best(weights)
    said = [fact for fact in arguments(mind, chosen) if fact.public or mind.volunteers(fact)]
    bank = ("vote-for-none", "vote-for-one", "vote-for")[min(len(said), 2)]
    return Chosen(chosen, _speech(mind, "why").pick(bank, **_two(mind, said)))


def _winner(mind: Mind, asked: Asked) -> Chosen:
    """Name whom the vote fell on, or one of that side, or one who stands with them.

    Where it bears on nobody's cause, it is whoever is suspected least. Liking decides the rest.
    """
    sides, fell_on = mind.view.sides, asked.fell_on
    mystery = mind.view.public.verdict is None
    suspected = {one.id: suspicion_of(mind, one.id) for one in mind.others if mystery}

    def reached(seat: str) -> float:
        if mystery:
            return -_ACCUSED * (seat == fell_on) - suspected.get(seat, 0.0)
        shared = sides.get(seat) is not None and sides.get(seat) == sides.get(fell_on, fell_on)
        return _ITSELF * (seat == fell_on) + _ITS_SIDE * shared

    worth = {one.id: reached(one.id) + mind.liking(one.id) / 10 for one in asked.options}
    return Chosen(_best(worth), _speech(mind, "winner").pick("winner"))


def _side(mind: Mind, asked: Asked) -> Chosen:
    """Go over to another side where one is clearly more for it than for one's own."""
    camps = [option.id for option in asked.options]
    weights = camp_leanings(mind, camps)
    best = _best(weights)
    if weights[best] < weights[camps[0]] + _UPROOTED:
        return Chosen(camps[0])
    return Chosen(best, _speech(mind, "side").pick("side"))


def _transfer(mind: Mind, asked: Asked) -> Chosen:
    """Keep it, but for somebody one likes very much who stands on one's own side."""
    sides = mind.view.sides
    friends = [
        option.id
        for option in asked.options[1:]
        if mind.liking(option.id) >= _DEVOTED and sides.get(option.id) == sides.get(mind.seat)
    ]
    if not friends:
        return Chosen(asked.options[0].id)
    return Chosen(max(sorted(friends), key=mind.liking), _speech(mind, "gift").pick("gift"))


_CHOICES: Mapping[str, Callable[[Mind, Asked], Chosen]] = {
    "look": _look,
    "partner": _partner,
    "side": _side,
    "transfer": _transfer,
    "vote": _vote,
    "winner": _winner,
}
