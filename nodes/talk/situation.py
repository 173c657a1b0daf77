"""What the rules of the floor look at besides the bids: who was named, who was silent. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from mmagents.analysts.text.names import Names, names_of
from mmagents.floor.bids import REMEMBERED, Bid
from mmagents.floor.pairs import of_turn
from mmagents.floor.situation import Situation
from mmagents.interfaces.analyst import Gathering
from mmagents.interfaces.story import Person
from mmagents.nodes.evening.influence import order_of_influence
from mmagents.nodes.evening.stages import IN_ROUNDS, those_with_aims
from mmagents.nodes.record import TurnRow, is_talk, shown_row
from mmagents.nodes.step import Step
from mmagents.nodes.values import heard_turn, obligation
from mmagents.nodes.views.room import heard_by_all, of_this_talk, public_in
from mmagents.nodes.views.view import shown_by
from mmagents.scenarios.game import IN_PAIRS

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


def own_past(history: Sequence[TurnRow]) -> dict[str, list[int]]:
    """Return by seat the importances of its bids in the last `REMEMBERED` turns, oldest first.

    One that was kept counts once, as it was made.
    """
    past: dict[str, list[int]] = {}
    for row in history[-REMEMBERED:]:
        for bid in row["ledger"]["bids"]:
            if "kept_from" in bid:
                continue
            past.setdefault(bid["seat"], []).append(bid["importance"])
    return past


def _own_order(step: Step) -> tuple[tuple[str, ...], int]:
    """Return who speaks in an order of this talk's own, and how many turns it has given so far."""
    state, table = step.state, step.table
    if state["phase"] == "introduction":
        return table.seats, state["turn"] - state["room_from"] - 1
    order, lot = state["now"].get("order"), f"{state['room_from']}:standing"
    if order not in ("influence", IN_ROUNDS):
        return (), 0
    rows = takewhile(lambda row: row["turn"] > state["room_from"], reversed(state["history"]))
    first = those_with_aims(table.scenario)
    ranked = order_of_influence(state, table, first, lot)
    if order == "influence":
        return tuple(ranked), sum(row["rule"] == "influence" for row in rows)
    others = order_of_influence(state, table, [s for s in table.seats if s not in first], lot)
    return (*ranked, *others), sum(map(is_talk, rows))


def situation_of(step: Step, bids: Sequence[Bid], nominated: str | None = None) -> Situation:
    """Return all that the rules may look at in this turn.

    Args:
        step: what it works with.
        bids: the bids as they count.
        nominated: whom a moderator named, if one was asked.
    """
    state, table = step.state, step.table
    history, cast, last = state["history"], table.public.cast, of_this_talk(state)
    order, given = _own_order(step)
    pair = of_turn([obligation(one) for one in state["open_pairs"]], state["turn"] - 1)
    return Situation(
        turn=state["turn"],
        seed=state["seed"],
        seats=step.here,
        bids=bids,
        previous=last and last["speaker"],
        pair=pair,
        named=named_in(last["text"], cast, table.language, speaker=last["speaker"]) if last else (),
        silent_for=silences(history, step.here),
        talkativeness=step.context.talkativeness,
        nominated=nominated,
        opener=state["rooms"][0]["members"][0] if state["phase"] in IN_PAIRS else None,
        order=order,
        given=given,
    )


def gathering_of(step: Step) -> Gathering:
    """Return what a moderator may know: what was said of late, and who may speak next."""
    state, table, here = step.state, step.table, step.here
    last_row = of_this_talk(state)
    last = last_row["speaker"] if last_row else None
    recent = heard_by_all(state["history"], here, step.context.k)
    return Gathering(
        turn=state["turn"],
        seed=state["seed"],
        language=table.language,
        cast=public_in(table.public, table.seats, here).cast,
        recent=tuple(heard_turn(shown_row(row, shown_by(step))) for row in recent),
        candidates=tuple(seat for seat in here if seat != last) or here,
    )
