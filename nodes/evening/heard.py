"""What a round of group chat comes to once it is over: read, remembered, put on the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from mmagents.floor.adjacency import Obligation
from mmagents.floor.pairs import Closed, lapsed, take_up
from mmagents.nodes.record import DesignationRow, TurnRow, row_of
from mmagents.nodes.state import Spoken, merge_seats
from mmagents.nodes.step import Step
from mmagents.nodes.turn.recognition import read as read_for_facts
from mmagents.nodes.values import designation_of, obligation, open_pair, reading_of
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
    by_model: bool
    found: DesignationRow
    calls: list[dict[str, Any]]


async def read(step: Step, spoken: Spoken) -> Reading:
    """Read the words of one seat as they stand: against what was said before the round."""
    seat = spoken["words"]["speaker"]
    floor = {"speaker": seat, "rule": spoken["rule"], "due": None}
    step = replace(step, state={**step.state, "words": spoken["words"], "floor": floor})  # type: ignore[typeddict-item]  # they are its keys
    words, analyst = words_of(step), step.analyst()
    with step.recording() as calls:
        noted = await read_for_facts(step, words)
        found = await analyst.detect(utterance_of(step))
    return Reading(spoken, *noted, reading_of(found), calls)


def on_record(step: Step, readings: Sequence[Reading], *, over: bool) -> dict[str, Any]:
    """Return what changes with a round: its turns, heard by all, and what they do. Blocks.

    What was put to somebody may be taken up in the round after; then it lapses, and at the end of
    the talk all that is open does.
    """
    state, hearers = step.state, step.here
    recollection = step.recollection if "long-term" in step.context.memory.layers else None
    if recollection is not None:
        recollection.agree_with(state["history"], state["memory_tip"])
    rows: list[TurnRow] = []
    waiting, opened = [obligation(pair) for pair in state["open_pairs"]], list[Obligation]()
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
        still, closed = take_up(
            waiting, designation_of(one.found), speaker=words["speaker"], text=words["text"],
            turn=turn, hearers=hearers, lapses_after=2 * len(readings),
        )  # fmt: skip
        waiting = [pair for pair in still if pair.turn < state["turn"]]
        opened += [pair for pair in still if pair.turn == turn]
        if one is readings[-1]:
            closed += lapsed([*waiting, *(opened if over else [])])
        rows.append(_row(step, turn, one, closed))
    return {
        "history": rows,
        "open_pairs": [] if over else [open_pair(pair) for pair in opened],
        "memory_tip": tip,
        "known": known,
        "aired": aired,
    }


def _row(step: Step, turn: int, one: Reading, closed: Sequence[Closed]) -> TurnRow:
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
        by_model=one.by_model,
    )
