"""When an improvising seat comes into another's turn: by what it has heard of it so far.

Each reason has a height on the scale of importances (0-9). An answer for oneself comes first, as in
the seat's own plans (policy/reply.py); to be named alone is the least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.text.names import named_in
from mmagents.floor.adjacency import ACCUSING, EVERYONE, QUESTIONS
from mmagents.interfaces.player import Wish
from mmagents.interfaces.talk import HeardTurn, Utterance
from mmagents.interfaces.view import KnownFact
from mmagents.players.improv.policy.defence import given_up, own_words
from mmagents.players.improv.realisation.grammar import phrases_in
from mmagents.players.improv.state.contradictions import denies
from mmagents.players.improv.state.mind import Mind

_TEMPER: Mapping[int, float] = {1: -1.0, 2: -0.6, 3: 0.0, 4: 0.5, 5: 1.0}
"""What talkativeness adds, as it does to the importance of a turn."""
_EAGER = 1.0
"""What it adds that the seat wanted this turn itself; one that would listen stands back as much."""
Reason = Callable[[Mind, HeardTurn], bool]


def wish_of(mind: Mind) -> Wish | None:
    """Return the wish to come in where the last turn heard could end, or None."""
    turn = mind.last
    if turn is None or turn.speaker == mind.seat:
        return None
    found = next((one for one in REASONS if one[2](mind, turn)), None)
    if found is None:
        return None
    why, height, _ = found
    bids = [one for one in mind.view.bids if one.turn == turn.turn]
    eager = _EAGER * (1 if bids[-1].action == "speak" else -1) if bids else 0.0
    [words] = phrases_in(mind.view.language, "listening")[why]
    return Wish(round(height + _TEMPER[mind.me.talkativeness] + eager, 2), words)


def _told_now(mind: Mind, turn: HeardTurn) -> Iterator[KnownFact]:
    """Yield the facts told in this turn that nobody had told before it."""
    return (fact for fact in mind.facts_in(turn) if mind.heard_of(fact.id) >= turn.turn)


def _accused(mind: Mind, turn: HeardTurn) -> bool:
    return turn.first_pair_part in ACCUSING and mind.seat in turn.addressees


def _contradicted(mind: Mind, turn: HeardTurn) -> bool:
    """Tell whether the words deny what this seat said itself, and has not taken back."""
    mine = [mind.facts[one] for one in own_words(mind) if one in mind.facts]
    return any(denies(fact, claim) for fact in _told_now(mind, turn) for claim in mine)


def _cover_story(mind: Mind, turn: HeardTurn) -> bool:
    """Tell whether what is told cannot be true beside a story that this seat hides behind."""
    stories = [one for one in mind.view.known if one.cover_story and not given_up(mind, one)]
    return any(denies(fact, story) for fact in _told_now(mind, turn) for story in stories)


def _held_out(mind: Mind, turn: HeardTurn) -> bool:
    """Tell whether something that speaks against this seat comes out."""
    return any(fact.implies.get(mind.seat, 0) > 0 for fact in _told_now(mind, turn))


def _knows_better(mind: Mind, turn: HeardTurn) -> bool:
    """Tell whether this seat could tell, and would, what cannot be true beside what is told."""
    told = {fact.id for fact in _told_now(mind, turn)}
    return any(
        claim.id in told and (mind.could_tell(counter) or counter.public)
        for claim, counter in mind.clashes
    )


def _asked_for(mind: Mind, turn: HeardTurn) -> bool:
    """Tell whether a question was put to this seat, or to all and it has something to tell."""
    if turn.first_pair_part not in QUESTIONS:
        return False
    if mind.seat in turn.addressees:
        return True
    return EVERYONE in turn.addressees and any(map(mind.could_tell, mind.view.known))


def _spoken_of(mind: Mind, turn: HeardTurn) -> bool:
    """Tell whether this seat is named without being spoken to."""
    view = mind.view
    cast, language = view.public.cast, view.language
    if mind.seat not in named_in(turn.text, cast, language, speaker=turn.speaker):
        return False
    parts = read_sentences(Utterance(turn.speaker, turn.text, language, cast))
    return all(mind.seat not in part.called for part in parts)


REASONS: tuple[tuple[str, float, Reason], ...] = (
    ("accused", 9, _accused),
    ("contradicted", 8, _contradicted),
    ("story", 8, _cover_story),
    ("against", 7, _held_out),
    ("better", 7, _knows_better),
    ("asked", 6, _asked_for),
    ("spoken-of", 5, _spoken_of),
)
"""Why a seat comes in (its words are in phrases/*/listening.toml), and how much that matters to it;
the first that holds counts."""
