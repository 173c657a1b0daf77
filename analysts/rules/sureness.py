"""How sure the rules may be of a reading: how often they were right where the evidence was alike.

A reading rests on one kind of evidence for what it puts to whom, and on one for what it takes up.
The sureness of each is the share of labelled lines with that evidence which the rules read as they
were labelled, both in the type and in those addressed, or in the turn taken up and how. The lines
are those that were held out when the rules were written (tests/analysts/rules/data and
benchmarks/data/readings_ja_heldout3.yaml to 7), in English for its own first pair parts, in
Japanese for what is taken up. `python -m benchmarks sureness` counts them anew. What a Japanese
utterance puts to whom is as sure as the learned model holds it likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from mmagents.analysts.rules.designation import all_called, main_of, read_sentences
from mmagents.analysts.rules.reading import chance_of
from mmagents.floor.adjacency import QUESTIONS, Designation
from mmagents.interfaces.talk import Utterance

Put = Literal[
    "statement", "reply by name", "question by name", "act by name", "question unnamed",
    "act unnamed", "several", "unclear",
]  # fmt: skip
"""What shows what an utterance puts to whom. statement: it asks nothing and calls nobody. reply by
name: it asks nothing and calls whoever it owes an answer. question by name, act by name: one person
or all are called, and what is put to them has a question mark, or is put by the called sentence
itself. unnamed: nobody is called, so that the addressee is a guess. several: more than one is
called. unclear: a question mark, or a name, and nothing that is put to anybody."""
TakenUp = Literal["nothing open", "due, given", "open, taken up", "due, withheld", "left open"]
"""What shows what it takes up. due, given: the second pair part that is due. due, withheld: a
refusal or an evasion. left open: something is open, and it takes up nothing."""

PUT: Mapping[Put, float] = {
    "statement": 1.0, "reply by name": 0.85, "question by name": 1.0, "act by name": 0.96,
    "question unnamed": 0.71, "act unnamed": 0.83, "several": 0.78, "unclear": 0.8,
}  # fmt: skip
"""In English. Hardly any labelled line is a reply by name: it has what its evidence, the second
pair part that is due, was found to be worth. Few call several."""
TAKEN_UP: Mapping[TakenUp, float] = {
    "nothing open": 0.88, "due, given": 0.88, "open, taken up": 0.71, "due, withheld": 0.28,
    "left open": 0.39,
}  # fmt: skip
SURE = 0.85
"""From this sureness on, of both, no model is asked at the pace `lean`."""


class Sureness(NamedTuple):
    """How often the rules are right where the evidence is alike, 0-1, by half of a reading."""

    put: float
    taken_up: float

    @property
    def sure(self) -> bool:
        """Whether a model need not be asked."""
        return min(self) >= SURE


def sureness(utterance: Utterance, found: Designation) -> Sureness:
    """Return how sure a reading of the rules is; of a language they do not know, not at all.

    Args:
        utterance: what was read.
        found: the reading of the rules.
    """
    put = chance_of(utterance)
    if put is None and utterance.language != "en":
        return Sureness(0.0, 0.0)
    if put is None:
        put = PUT[evidence_put(utterance, found)]
    return Sureness(put, TAKEN_UP[evidence_taken_up(utterance, found)])


def evidence_put(utterance: Utterance, found: Designation) -> Put:
    """Return what shows what the utterance puts to whom."""
    parts = read_sentences(utterance)
    called, marked = all_called(parts), any(mark in utterance.text for mark in "?？")
    at = main_of(parts)
    if found.first_pair_part is None or at is None:
        if marked or len(called) > 1:
            return "unclear"
        if not called:
            return "statement"
        return "reply by name" if utterance.due and called == (utterance.due.by,) else "unclear"
    if len(called) > 1:
        return "several"
    asks = found.first_pair_part in QUESTIONS
    if called and (parts[at].called or (asks and marked)):
        return "question by name" if asks and marked else "act by name"
    return "question unnamed" if asks else "act unnamed"


def evidence_taken_up(utterance: Utterance, found: Designation) -> TakenUp:
    """Return what shows what the utterance takes up."""
    due = utterance.due
    if due is not None and found.answers == due.turn:
        withheld = found.second_pair_part in ("refusal", "evasion")
        return "due, withheld" if withheld else "due, given"
    if found.answers is not None and due is None:
        return "open, taken up"
    return "left open" if due or utterance.open_pairs else "nothing open"
