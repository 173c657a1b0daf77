"""When a message of a chat was begun and sent, on a virtual clock that is drawn from the seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mmagents.floor.clock import pause_of
from mmagents.nodes.chat.messages import Unsent
from mmagents.nodes.record import TurnRow, is_talk

if TYPE_CHECKING:
    from mmagents.nodes.state import State


def as_message(row: TurnRow, state: State, *, over: bool) -> TurnRow:
    """Return the row of a message with its times, and with what its writer had read.

    Between two messages passes what passes among people (`chat` in floor/texts/timing.toml). A
    message is begun in time to type it, but not before the last turn that its writer had read.

    Args:
        row: of the turn, without times.
        state: before the turn is put on the record.
        over: the talk is over after it, so that what others were writing is never sent.
    """
    turn, words = row["turn"], state["words"]
    seconds = words.get("seconds", 0.0)
    since, before = words.get("since", turn - 1), _sent(state, turn - 1)
    end = seconds if before is None else before + pause_of(state["seed"], turn)
    start = max(_sent(state, since) or 0.0, end - seconds)
    made: TurnRow = {**row, "start": round(start, 2), "end": round(end, 2)}
    if since < turn - 1:
        made["written"] = {"since": since}
    if over and (writing := state.get("writing")):
        lost: list[Unsent] = [
            {"seat": one["words"]["speaker"], "text": one["words"]["text"]} for one in writing
        ]
        made["ledger"] = {**row["ledger"], "unsent": lost}
    return made


def _sent(state: State, turn: int) -> float | None:
    """Return when the last message up to `turn` was sent, in seconds, or None if none was."""
    rows = reversed(state["history"][:turn])
    return next((row["end"] for row in rows if is_talk(row) and "end" in row), None)
