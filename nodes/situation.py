"""What the rules of the floor look at besides the bids: who was named, who was silent. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from mmagents.nodes.context import Context
from mmagents.nodes.pairs import of_turn
from mmagents.nodes.room import heard_by_all, of_this_talk, present, public_in
from mmagents.nodes.round import Round
from mmagents.nodes.state import Bid, State, TurnRow
from mmagents.nodes.table import Table
from mmagents.nodes.view import heard_turn
from mmagents.players.base import Gathering, Person
from mmagents.players.rules_names import Names, names_of

_POSSESSIVE = re.compile(r"['’]s\b")


@lru_cache(maxsize=64)
def _names(cast: tuple[Person, ...], language: str) -> tuple[Names, re.Pattern[str]]:
    """Return the words of everybody's name and call name, titles included, and no bynames."""
    bare = tuple(replace(person, role="", aliases=()) for person in cast)
    names = names_of(bare, language)
    return names, re.compile(names.pattern)


def named_in(
    text: str, cast: tuple[Person, ...], language: str, *, speaker: str
) -> tuple[str, ...]:
    """Return the ids of those whom `speaker` names, each once, in the order of their names.

    Whole words alone are names. Being talked about is being named: this is not who is addressed.
    """
    names, pattern = _names(cast, language)
    found = pattern.finditer(_POSSESSIVE.sub("", text))
    return tuple(
        dict.fromkeys(one for match in found for one in names.whom(match.group(), speaker))
    )


def silences(history: Sequence[TurnRow], seats: Sequence[str]) -> dict[str, int]:
    """Return by seat how many turns ago it last spoke, 0 for the last speaker.

    Who has not spoken yet counts as having spoken just before the first turn.
    """
    last: dict[str, int] = {}
    for ago, row in enumerate(reversed(history)):
        if row["speaker"] in seats:
            last.setdefault(row["speaker"], ago)
        if len(last) == len(seats):
            break
    return {seat: last.get(seat, len(history)) for seat in seats}


def round_of(
    state: State, context: Context, table: Table, bids: Sequence[Bid], nominated: str | None = None
) -> Round:
    """Return all that the rules may look at in this turn.

    Args:
        state: the game.
        context: the run.
        table: the table.
        bids: the bids as they count.
        nominated: whom a moderator named, if one was asked.
    """
    history, cast = state["history"], table.public.cast
    last, here = of_this_talk(state), present(state, table.seats)
    return Round(
        turn=state["turn"],
        seed=state["seed"],
        seats=here,
        bids=bids,
        previous=last and last["speaker"],
        pair=of_turn(state["open_pairs"], state["turn"] - 1),
        named=named_in(last["text"], cast, table.language, speaker=last["speaker"]) if last else (),
        silent_for=silences(history, here),
        talkativeness=context.talkativeness,
        nominated=nominated,
    )


def gathering_of(state: State, context: Context, table: Table) -> Gathering:
    """Return what a moderator may know: what was said of late, and who may speak next."""
    last_row, here = of_this_talk(state), present(state, table.seats)
    last = last_row["speaker"] if last_row else None
    return Gathering(
        turn=state["turn"],
        seed=state["seed"],
        language=table.language,
        cast=public_in(table.public, table.seats, here).cast,
        recent=tuple(heard_turn(row) for row in heard_by_all(state["history"], here, context.k)),
        candidates=tuple(seat for seat in here if seat != last) or here,
    )
