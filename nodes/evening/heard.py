"""What a round of group chat comes to once it is over: read, remembered, put on the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from mmagents.floor.pairs import HOW
from mmagents.nodes.record import ClosedPair, DesignationRow, TurnRow, row_of
from mmagents.nodes.state import OpenPair, Spoken, merge_seats
from mmagents.nodes.step import Step
from mmagents.nodes.talk.normalize_knowledge import clues_shown, facts_said
from mmagents.nodes.values import reading_of
from mmagents.nodes.views.knowledge import newly_aired, newly_heard
from mmagents.nodes.views.long_term import next_tip
from mmagents.nodes.views.view import utterance_of, words_of
from mmagents.stores.memory import MemoryRow


@dataclass(frozen=True, slots=True)
class Reading:
    """Words of a round, and what the analyst made of them."""

    spoken: Spoken
    items: tuple[str, ...]
    facts: tuple[str, ...]
    found: DesignationRow
    calls: list[dict[str, Any]]


async def read(step: Step, spoken: Spoken) -> Reading:
    """Read the words of one seat as they stand: against what was said before the round."""
    seat = spoken["words"]["speaker"]
    floor = {"speaker": seat, "rule": spoken["rule"], "due": None}
    step = replace(step, state={**step.state, "words": spoken["words"], "floor": floor})  # type: ignore[typeddict-item]  # they are its keys
    words, analyst = words_of(step), step.context.analyst()
    with step.recording() as calls:
        items = await analyst.normalize(words)
        found = await analyst.detect(utterance_of(step))
    seen = (clue.text.in_(words.language) for clue in clues_shown(step))
    return Reading(spoken, (*items, *seen), facts_said(step), reading_of(found), calls)


def on_record(step: Step, readings: Sequence[Reading], *, over: bool) -> dict[str, Any]:
    """Return what changes with a round: its turns, heard by all, and what they do. Blocks.

    What was put to somebody may be taken up in the round after; then it lapses, and at the end of
    the talk all that is open does.
    """
    state, hearers = step.state, step.here
    recollection = step.recollection if "long-term" in step.context.memories else None
    if recollection is not None:
        recollection.agree_with(state["history"], state["memory_tip"])
    rows: list[TurnRow] = []
    waiting, opened = list(state["open_pairs"]), list[OpenPair]()
    tip = state["memory_tip"]
    known: dict[str, dict[str, int]] = {}
    aired: dict[str, dict[str, Any]] = {}
    for turn, one in enumerate(readings, state["turn"]):
        words = one.spoken["words"]
        kept = MemoryRow(turn, words["speaker"], one.items, hearers)
        tip = recollection.write(kept, tip) if recollection is not None else next_tip(tip, kept)
        so_far = merge_seats(state["known"], [known])
        known = merge_seats(known, [newly_heard(one.facts, hearers, so_far, turn)])
        aired = merge_seats(aired, [newly_aired(one.facts, hearers, state["aired"])])
        opened += _opened(one, turn)
        waiting, closed = _taken_up(waiting, one)
        if one is readings[-1]:
            lapsing = [*waiting, *(opened if over else [])]
            closed += [{"turn": pair["turn"], "how": "lapsed"} for pair in lapsing]
        rows.append(_row(step, turn, one, closed))
    return {
        "history": rows,
        "open_pairs": [] if over else opened,
        "memory_tip": tip,
        "known": known,
        "aired": aired,
    }


def _row(step: Step, turn: int, one: Reading, closed: Sequence[ClosedPair]) -> TurnRow:
    words = one.spoken["words"]
    return row_of(
        turn,
        words["speaker"],
        words["text"],
        one.spoken["rule"],
        heard_by=step.here,
        phase=step.state["phase"],
        ledger={
            "bids": [one.spoken["bid"]],
            "designated": [],
            "tie": [],
            "reason": one.spoken["reason"],
            "calls": [*one.spoken["calls"], *one.calls],
        },
        facts=one.facts,
        knowledge=one.items,
        reading=one.found,
        closed=closed,
        shown=words.get("shown", ()),
    )


def _opened(one: Reading, turn: int) -> list[OpenPair]:
    found, words = one.found, one.spoken["words"]
    if not found["first_pair_part"] or not found["addressees"]:
        return []
    return [
        {
            "turn": turn,
            "by": words["speaker"],
            "to": found["addressees"],
            "first_pair_part": found["first_pair_part"],
            "expects": found["expects"],
            "text": words["text"],
        }
    ]


def _taken_up(waiting: Sequence[OpenPair], one: Reading) -> tuple[list[OpenPair], list[ClosedPair]]:
    """Return which pairs of the round before still wait, and which these words close."""
    how, speaker = one.found["second_pair_part"], one.spoken["words"]["speaker"]
    taken = [
        pair
        for pair in waiting
        if how and pair["turn"] == one.found["answers"] and pair["by"] != speaker
    ]
    closed: list[ClosedPair] = [
        {"turn": pair["turn"], "how": HOW.get(how or "", "answered")} for pair in taken
    ]
    return [pair for pair in waiting if pair not in taken], closed
