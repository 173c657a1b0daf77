"""Recorded talk through the cycle of a game: what people said, read and kept as if played.

The graph is that of a game, node by node, but for three steps: nobody thinks, the floor goes to
whoever had it, and they say what they said. So a game that was imported is gone back in, shown and
measured like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, takewhile
from typing import Any, NamedTuple

from langgraph.graph import StateGraph

from mmagents.floor.adjacency import EVERYONE
from mmagents.graph.build import CLOSE, game
from mmagents.graph.node import Function
from mmagents.nodes.evening import phases
from mmagents.nodes.record import BACKCHANNEL, RECORDED, RecordedRow, TurnRow, nothing_yet, row_of
from mmagents.nodes.state import OpenPair, Room
from mmagents.nodes.step import Step
from mmagents.nodes.turn import detect
from mmagents.nodes.turn.normalize import normalize_knowledge
from mmagents.nodes.turn.rules import (
    by_lot,
    by_scheme,
    current_continues,
    current_selects_next,
    self_selection,
)
from mmagents.nodes.views.room import pair_now, turn_before


class Line(NamedTuple):
    """One row to be: who said what and when, and what else the file says of it."""

    seat: str
    text: str
    talk: bool
    start: float | None
    end: float | None
    said: RecordedRow


@dataclass(frozen=True)
class Script:
    """What is replayed.

    Attributes:
        lines: row by row.
        ends: the number of the last turn at talk of each stretch.
    """

    lines: Sequence[Line]
    ends: Sequence[int]

    @property
    def turns(self) -> int:
        """The number of the last turn at talk: with it the game is over."""
        return self.ends[-1] if self.ends else 0

    def builder(self) -> StateGraph[Any, Any, Any, Any]:
        """Return the graph that replays it."""
        return game(steps=self._steps(), opening=self._opening())

    def _opening(self) -> Function:
        async def open_phase(step: Step) -> dict[str, Any]:
            """Begin the talk: a room a stretch."""
            change = await phases.open_phase(step)
            bounds = pairwise((0, *self.ends))
            rooms: list[Room] = [
                {"members": list(step.table.seats), "turns": end - start} for start, end in bounds
            ]
            rooms[-1]["turns"] = None
            return {**change, "rooms": rooms}

        return open_phase

    def _steps(self) -> Sequence[Function]:
        async def think_all(step: Step) -> dict[str, Any]:
            """Put the backchannels before the next turn on the record."""
            turn = step.state["turn"]
            rows = self._backchannels(turn, step.table.seats)
            return {"history": rows, "turn": turn + len(rows), "ledger": nothing_yet()}

        async def select_speaker(step: Step) -> dict[str, Any]:
            """Give the floor to whoever had it, and note what the rules would have said."""
            seat = self.lines[step.state["turn"] - 1].seat
            pair = pair_now(step.state)
            return {
                "floor": {"speaker": seat, "rule": RECORDED, "due": None},
                "ledger": {
                    **nothing_yet(),
                    "designated": list(pair["to"]) if pair else [],
                    "reason": reason(step, seat, pair),
                },
            }

        async def speak(step: Step) -> dict[str, Any]:
            """Say what was said."""
            line = self.lines[step.state["turn"] - 1]
            return {"words": {"speaker": line.seat, "text": line.text}}

        async def detect_designation(step: Step) -> dict[str, Any]:
            """Read the words; whom they were put to, the file knows better where it says so."""
            change = await detect.detect_designation(step)
            to, reading = self._said(step).get("addressees"), change["reading"]
            if to is None or not reading["first_pair_part"]:
                return change
            return {**change, "reading": {**reading, "addressees": list(to)}}

        async def close_turn(step: Step) -> dict[str, Any]:
            """Close the turn, with its times and what the file says of it on the record."""
            change = await CLOSE(step)
            *before, last = change["history"]
            row = with_times(last, self.lines[last["turn"] - 1])
            after = self._backchannels(row["turn"] + 1, step.table.seats) if change["ended"] else []
            return {**change, "history": [*before, row, *after]}

        rules = (current_selects_next, self_selection, current_continues, by_lot, by_scheme)
        readers = (normalize_knowledge, detect_designation)
        return (think_all, select_speaker, *rules, speak, *readers, close_turn)

    def _backchannels(self, turn: int, seats: Sequence[str]) -> list[TurnRow]:
        """Return the rows of the backchannels that stand from `turn` on before the next turn."""
        coming = takewhile(lambda line: not line.talk, islice(self.lines, turn - 1, None))
        return [backchannel(number, line, seats) for number, line in enumerate(coming, turn)]

    def _said(self, step: Step) -> RecordedRow:
        return self.lines[step.state["turn"] - 1].said


def backchannel(turn: int, line: Line, seats: Sequence[str]) -> TurnRow:
    """Return the row of a backchannel: no turn at talk, read by nobody."""
    row = row_of(
        turn,
        line.seat,
        line.text,
        BACKCHANNEL,
        heard_by=seats,
        phase="discussion",
        ledger=nothing_yet(),
    )
    return with_times(row, line)


def with_times(row: TurnRow, line: Line) -> TurnRow:
    """Return a row with the times of a line, and what else its file says of it."""
    row = {**row}
    if line.start is not None:
        row["start"] = line.start
    if line.end is not None:
        row["end"] = line.end
    if line.said:
        row["recorded"] = line.said
    return row


def reason(step: Step, seat: str, pair: OpenPair | None) -> str:
    """Return what the rules of the floor say of a change of speaker, in words."""
    state = step.state
    before = turn_before(state["history"], state["turn"])
    last = state["history"][before - 1] if before > state["room_from"] else None
    if last is None:
        return "a stretch of talk begins"
    if pair is None:
        if last["speaker"] == seat:
            return f"nobody was selected; {seat} went on, as rule 1c allows"
        return f"nobody was selected; {seat} selected itself, as rule 1b allows"
    what = f"{pair['by']} put a {pair['first_pair_part']} to "
    if pair["to"] == [EVERYONE]:
        return f"{what}everyone"
    if pair["to"] == [seat]:
        return f"{what}{seat}, whose turn it is by rule 1a"
    took = "who went on" if seat == pair["by"] else f"and {seat} spoke"
    return f"{what}{', '.join(pair['to'])}; by rule 1a the turn was theirs, {took}"
