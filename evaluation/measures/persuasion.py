"""Who brought whom to vote as they did, as far as the record shows.

A voter is brought to an option by what it was first told in favour of it. Of those who told it,
the one whose facts weigh most in the story counts as its persuader. What a voter knew from the
start persuades nobody.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measures.persona import favoured_at_first, votes


class Persuaded(NamedTuple):
    """How a voter came to its vote, and what it favoured at first, if anything.

    `by` told it the most in favour, `weight` points of the story's arguments; None if nobody did.
    """

    voter: str
    voted: str
    at_first: str | None
    by: str | None
    weight: int


def persuasions(conversation: Conversation) -> list[Persuaded]:
    """Return how each voter came to its vote, in order of the votes."""
    scenario = conversation.table.scenario
    weighs = {fact.id: {**fact.implies, **fact.supports} for fact in scenario.facts}
    found = []
    for voter, voted in votes(conversation).items():
        told: Counter[str] = Counter()
        for fact, speaker in _first_told(conversation, voter).items():
            told[speaker] += max(0, weighs[fact].get(voted, 0))
        by, weight = min(told.items(), key=lambda one: (-one[1], one[0]), default=(None, 0))
        first = favoured_at_first(conversation, voter)
        found.append(Persuaded(voter, voted, first, by if weight else None, weight))
    return found


def _first_told(conversation: Conversation, seat: str) -> dict[str, str]:
    """Return by fact who told it to a seat that did not know it."""
    known = {fact.id for fact in conversation.table.scenario.facts if seat in fact.known_by}
    told: dict[str, str] = {}
    for row in conversation.record:
        if seat not in row["heard_by"]:
            continue
        for fact in row["facts"]:
            if row["speaker"] == seat:
                known.add(fact)
            elif fact not in known:
                told.setdefault(fact, row["speaker"])
    return told
