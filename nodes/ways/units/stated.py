"""What a seat stated that it would come into another's turn on, checked by rule.

A seat states names and facts while it thinks (`Thought.come_in`). A name has come up once the turn
so far names that person. A fact has once the turn so far tells it, by the rules that read facts
everywhere (:mod:`mmagents.nodes.turn.recognition`). No model is asked.
"""

from __future__ import annotations

from dataclasses import replace

from mmagents.analysts.text.names import named_in
from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.player import Wish
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.texts.catalogue import game as sentence
from mmagents.models.answers.names import whom
from mmagents.nodes.record import BidRow
from mmagents.nodes.step import Step
from mmagents.nodes.turn.recognition import facts_by_rule
from mmagents.nodes.turn.row import last_thought
from mmagents.nodes.views.room import public_in

FACT = 7.0
"""How much it matters, on the scale of importances, that a fact is told which a seat stated. It is
what knowing better matters to an improvising seat (players/improv/listening.py)."""
NAME = 5.0
"""The same of a name: what being spoken of matters there."""
EAGER = 1.0
"""What it adds that the seat wanted this turn itself; one that would listen stands back as much."""
_LONGEST_NAME = 40
"""Characters of an entry that may be a name misspelt; what is longer is a statement."""


def bid_made(step: Step, seat: str) -> BidRow | None:
    """Return the bid that a seat made for this turn, or its last one where that still stands."""
    now = (one for one in step.state["ledger"]["bids"] if one["seat"] == seat)
    found = next(now, None)
    if found is None and "thoughts" in step.context.memory.layers:
        _, found = last_thought(step, seat)
    return found


def stated_by(step: Step, seat: str) -> tuple[str, ...]:
    """Return what a seat stated that it would come in on."""
    bid = bid_made(step, seat)
    return tuple(bid.get("come_in", ())) if bid else ()


def wish_on(step: Step, heard: HeardTurn, seat: str) -> Wish | None:
    """Return the wish to come in on what a seat stated, or None while none of it has come up.

    Args:
        step: in which the turn is said.
        heard: the turn as far as it was heard.
        seat: who would come in.
    """
    bid = bid_made(step, seat)
    stated = bid.get("come_in", ()) if bid else ()
    met = [(height, one) for one in stated if (height := height_of(step, heard, seat, one))]
    if bid is None or not met:
        return None
    height, entry = max(met, key=lambda one: one[0])
    eager = EAGER if bid["action"] == "speak" else -EAGER
    why = sentence(step.table.language, "comes-in.stated", entry=entry)
    return Wish(height + eager, why)


def height_of(step: Step, heard: HeardTurn, seat: str, entry: str) -> float:
    """Return how much it matters that an entry has come up in a turn; 0 where it has not.

    An entry that tells a fact of the story waits for that fact; any other, for all whom it names.
    """
    facts = facts_in(step, seat, entry)
    if facts:
        return FACT if not facts.isdisjoint(heard.facts) else 0.0
    people = people_in(step, entry)
    return NAME if people and people <= named_there(step, heard) else 0.0


def facts_in(step: Step, seat: str, words: str) -> frozenset[str]:
    """Return the facts of the story that words by themselves tell, said by a seat."""
    state = step.state
    alone = {
        **state,
        "words": {"speaker": seat, "text": words},
        "history": [],
        "open_pairs": [],
        "floor": {**state["floor"], "due": None},
    }
    return frozenset(facts_by_rule(replace(step, state=alone)))  # type: ignore[arg-type]  # a state


def people_in(step: Step, words: str) -> frozenset[str]:
    """Return whom words name, a single name also where it is misspelt."""
    cast = public_in(step.table.public, step.table.seats, step.here).cast
    named = frozenset(named_in(words, cast, step.table.language, speaker=""))
    if named or len(words) > _LONGEST_NAME:
        return named
    meant = whom(words, cast)
    return frozenset() if meant in (None, EVERYONE) else frozenset({str(meant)})


def named_there(step: Step, heard: HeardTurn) -> frozenset[str]:
    """Return whom a turn has named so far."""
    cast = public_in(step.table.public, step.table.seats, step.here).cast
    return frozenset(named_in(heard.text, cast, step.table.language, speaker=heard.speaker))
