"""Asking those whether they come in who might, at a place within a turn (`Context.listen`: model).

To ask everybody at every place would cost more than the talk. Those are asked who are named,
asked, accused or spoken against in the turn so far, and those who stated something that it touches
upon. Each is asked where that has just come up. What one answered stands until the turn is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from mmagents.analysts.rules.reading import read
from mmagents.floor.adjacency import ACCUSING, EVERYONE, QUESTIONS
from mmagents.interfaces.player import Interrupter, Wish
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.texts.catalogue import game as sentence
from mmagents.nodes.step import Step
from mmagents.nodes.talk.recognition import listed_for
from mmagents.nodes.talk.think_ahead import as_heard
from mmagents.nodes.units.rows import Planned
from mmagents.nodes.units.stated import facts_in, named_there, people_in, stated_by, wish_on
from mmagents.nodes.values import heard_turn
from mmagents.nodes.views.view import utterance_of, view_of, views_of

WHYS: Mapping[str, str] = {
    "accused": "comes-in.accused",
    "against": "comes-in.against",
    "asked": "comes-in.asked",
    "stated": "comes-in.stated",
    "named": "comes-in.named",
}
"""Why a seat is asked, and how the ledger says so; what comes first is told of several."""


class Reason(NamedTuple):
    """Why a seat might come in: a key of :data:`WHYS`, and the entry that it stated, or ""."""

    why: str
    entry: str = ""


async def ask_those_who_might(
    step: Step, planned: Planned, players: Mapping[str, Interrupter]
) -> dict[str, Wish]:
    """Return by seat who would come in at a place: as answered here, or earlier in the turn.

    Args:
        step: in which the turn is said.
        planned: the turn; its last place is the one before this.
        players: by seat, those who can be asked.
    """
    heard, news = as_heard(step), _news(step, planned, tuple(players))
    now = heard_turn(heard.state["history"][-1])
    asked = tuple(seat for seat in players if news[seat])
    views = await step.aside(views_of, heard, asked, memory_lags=True) if asked else {}
    found = await step.together(
        *(
            players[one].come_in(views[one], stated_by(step, one), wish_on(step, now, one))
            for one in asked
        )
    )
    answers = dict(zip(asked, found, strict=True))
    stood = {one["seat"]: one for place in planned["places"][-1:] for one in place["offers"]}
    wishes: dict[str, Wish] = {}
    for seat in players:
        if wish := answers.get(seat):
            wishes[seat] = Wish(wish.height, wish.why or _in_words(news[seat], step))
        elif seat not in answers and seat in stood:
            wishes[seat] = Wish(stood[seat]["height"], stood[seat]["why"])
    return wishes


def _news(step: Step, planned: Planned, seats: tuple[str, ...]) -> dict[str, frozenset[Reason]]:
    """Return by seat why it might come in here that did not hold at the place before."""
    now = _reasons(step, seats)
    if planned["said"] == 1:
        return now
    until = planned["ends"][planned["said"] - 2]
    words = {**step.state["words"], "text": planned["text"][:until]}
    before = _reasons(replace(step, state={**step.state, "words": words}), seats)  # type: ignore[typeddict-item]  # they are words
    return {seat: now[seat] - before[seat] for seat in seats}


def _reasons(step: Step, seats: tuple[str, ...]) -> dict[str, frozenset[Reason]]:
    heard = as_heard(step)
    turn = heard_turn(heard.state["history"][-1])
    return {seat: frozenset(_each(step, heard, turn, seat)) for seat in seats}


def _each(step: Step, heard: Step, turn: HeardTurn, seat: str) -> Iterator[Reason]:
    """Yield why a seat might come in, by the words heard so far."""
    put = read(utterance_of(step))
    if put.first_pair_part in ACCUSING and seat in put.addressees:
        yield Reason("accused")
    if put.first_pair_part in QUESTIONS and {seat, EVERYONE} & set(put.addressees):
        yield Reason("asked")
    named = named_there(step, turn)
    if seat in named:
        yield Reason("named")
    known = {fact.id: fact for fact in view_of(heard, seat).known}
    if any(known[one].implies.get(seat, 0) > 0 for one in turn.facts if one in known):
        yield Reason("against")
    touched = {one.id for one in listed_for(step)} | set(turn.facts)
    for entry in stated_by(step, seat):
        if touched & facts_in(step, seat, entry) or named & people_in(step, entry):
            yield Reason("stated", entry)


def _in_words(reasons: frozenset[Reason], step: Step) -> str:
    first = min(reasons, key=lambda one: (list(WHYS).index(one.why), one.entry))
    return sentence(step.table.language, WHYS[first.why], entry=first.entry)
