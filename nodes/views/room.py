"""Who sits together now, and what those who sit there may be shown of the record. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from mmagents.interfaces.story import Public
from mmagents.nodes.record import BACKCHANNEL, TurnRow, is_talk, read_until
from mmagents.nodes.state import OpenPair, State


def present(state: State, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return those who hear what is said now: the room's members, in the order of the cast."""
    if not state["rooms"]:
        return seats
    members = state["rooms"][0]["members"]
    return seats if len(members) == len(seats) else tuple(s for s in seats if s in members)


def public_in(public: Public, seats: tuple[str, ...], members: tuple[str, ...]) -> Public:
    """Return what everybody knows, with only those who are here having a seat."""
    if members == seats:
        return public
    here = tuple(replace(one, seat=one.seat and one.id in members) for one in public.cast)
    return replace(public, cast=here)


def turn_before(history: Sequence[TurnRow], turn: int) -> int:
    """Return the number of the turn before `turn`, backchannels set aside."""
    before = turn - 1
    while 0 < before <= len(history) and history[before - 1]["rule"] == BACKCHANNEL:
        before -= 1
    return before


def turns_before(history: Sequence[TurnRow], turn: int) -> range:
    """Return the numbers of the turns that were said or written at once, before `turn`.

    It is one, but for messages of a chat that were begun at the same time.
    """
    before = turn_before(history, turn)
    return range(read_until(history[before - 1]) + 1 if before else 1, before + 1)


def pair_now(state: State) -> OpenPair | None:
    """Return the first pair part by which the turn before may select the next speaker, or None.

    Of messages that were begun at the same time it is the last that put something to somebody.
    Where none did, it is what is due again, as the turn before closed an insertion sequence.
    """
    before, pairs = turns_before(state["history"], state["turn"]), state["open_pairs"]
    put = (one for one in reversed(pairs) if one["turn"] in before and not one.get("nth"))
    again = (one for one in reversed(pairs) if one.get("again") in before)
    return next(put, None) or next(again, None)


def of_this_talk(state: State) -> TurnRow | None:
    """Return the last turn of the talk under way, or None at its first."""
    before = turn_before(state["history"], len(state["history"]) + 1)
    last = state["history"][before - 1] if before else None
    return last if last and last["turn"] > state["room_from"] and is_talk(last) else None


def heard_by_all(history: Sequence[TurnRow], members: tuple[str, ...], k: int) -> list[TurnRow]:
    """Return the last `k` turns at talk that all members heard, oldest first.

    Whoever reads a turn without a seat of its own is shown no more: else what was whispered
    elsewhere could find its way into what it writes for those who are here.
    """
    here = set(members)
    rows = (row for row in reversed(history) if is_talk(row) and here <= set(row["heard_by"]))
    return list(reversed(list(islice(rows, k))))
