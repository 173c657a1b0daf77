"""Parts of what a prompt is told, as plain values; all words of others quoted. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mmagents.floor.adjacency import EVERYONE, Obligation
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import CutOff, HeardTurn
from mmagents.models.quoting import quote

Variables = dict[str, Any]
Terms = Mapping[str, str]
"""The terms of conversation analysis by code, as the prompts of a language spell them."""


def fields_of(value: object, *names: str) -> Variables:
    """Return some fields of a value, by name."""
    return {name: getattr(value, name) for name in names}


def cast_of(cast: Sequence[Person], me: str, victim: str | None) -> list[Variables]:
    """Return everybody as all know them, the seat itself and the victim marked."""
    return [
        {
            **fields_of(one, "name", "call", "role", "looks", "manner", "known", "seat"),
            "aliases": list(one.aliases),
            "victim": one.id == victim,
            "me": one.id == me,
        }
        for one in cast
    ]


def seated_in(cast: Sequence[Person], seated: Collection[str]) -> tuple[Person, ...]:
    """Return everybody as they sit in a game, and not in a room of it; as given, if not known.

    What a server has read of them stays the same when somebody goes aside.
    """
    return tuple(
        one if not seated or one.seat == (one.id in seated) else replace(one, seat=not one.seat)
        for one in cast
    )


def history_of(turns: Iterable[HeardTurn], cast: Sequence[Person], terms: Terms) -> list[Variables]:
    """Return turns: who spoke to whom, what was put to them, who cut them off, and the words."""
    return [
        {
            "turn": one.turn,
            "speaker": call_of(cast, one.speaker),
            "to": calls_of(cast, one.addressees, terms),
            "kind": one.first_pair_part and terms[one.first_pair_part],
            "cut": one.cut and cut_of(one.cut, cast),
            "words": " ".join([quote(one.text), *asides_of(one, cast)]),
        }
        for one in turns
    ]


def asides_of(turn: HeardTurn, cast: Sequence[Person]) -> list[str]:
    """Return what listeners said within a turn, quoted, each with who said it."""
    return [f"({call_of(cast, one.speaker)}: {quote(one.text)})" for one in turn.asides]


def cut_of(cut: CutOff, cast: Sequence[Person]) -> Variables:
    """Return who had the floor where a turn was cut, and whether they had been asked."""
    return {"by": call_of(cast, cut.by), "asked": cut.asked}


def pair_of(
    pair: Obligation, cast: Sequence[Person], terms: Terms, shown: Collection[int]
) -> Variables:
    """Return a first pair part; `shown` are the turns whose words stand in the prompt already."""
    return {
        "turn": pair.turn,
        "by": call_of(cast, pair.by),
        "to": calls_of(cast, pair.to, terms),
        "kind": terms[pair.first_pair_part],
        "due": [terms[one] for one in pair.expects],
        "words": quote(pair.text),
        "shown": pair.turn in shown,
        "replied": [call_of(cast, one) for one in pair.had_say],
    }


def calls_of(cast: Sequence[Person], ids: Iterable[str], terms: Terms) -> list[str]:
    """Return what people are called, and the word for the whole table."""
    return [terms[EVERYONE] if one == EVERYONE else call_of(cast, one) for one in ids]


def call_of(cast: Sequence[Person], person_id: str) -> str:
    """Return what somebody is called; the id itself for nobody of the cast."""
    return next((one.call for one in cast if one.id == person_id), person_id)
