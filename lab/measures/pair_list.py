"""All adjacency pairs of a conversation, one by one: who asked whom, and what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TypedDict

from mmagents.nodes.record import TurnRow, is_talk


class Pair(TypedDict):
    """A first pair part and how it ended.

    `nth` counts the first pair parts of a turn before its last, from 1; 0 is the last. `how` is
    answered, refused, evaded, lapsed or open. `ended` is the turn that ended it, `who` who spoke
    then, unless it lapsed, and `after` how many turns at talk later that was; None while it is
    open.
    """

    turn: int
    nth: int
    by: str
    to: list[str]
    first_pair_part: str
    text: str
    how: str
    who: str | None
    ended: int | None
    after: int | None


def pairs_of(rows: Sequence[TurnRow]) -> Iterator[Pair]:
    """Yield the first pair parts that were put to somebody, in order.

    Args:
        rows: the whole record, whatever is no talk with it.
    """
    talk = list(accumulate(is_talk(row) for row in rows))
    ends: dict[tuple[int, int], tuple[TurnRow, str]] = {}
    for row in rows:
        ends |= {(one["turn"], 0): (row, one["how"]) for one in row["closed"]}
        ends |= {
            (one["turn"], one["nth"]): (row, one["how"]) for one in row.get("closed_earlier", ())
        }
    for row in rows:
        parts = [*enumerate(row.get("earlier", ()), 1), (0, row)]
        for nth, part in parts:
            if not part["first_pair_part"] or not part["addressees"]:
                continue
            last, how = ends.get((row["turn"], nth), (None, "open"))
            turn = row["turn"]
            yield Pair(
                turn=turn,
                nth=nth,
                by=row["speaker"],
                to=list(part["addressees"]),
                first_pair_part=part["first_pair_part"],
                text=row["text"],
                how=how,
                who=last["speaker"] if last and how != "lapsed" else None,
                ended=last["turn"] if last else None,
                after=talk[last["turn"] - 1] - talk[turn - 1] if last else None,
            )
