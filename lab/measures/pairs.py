"""Measures of adjacency pairs: what was put to somebody, how it ended, and who took it up.

Sources: Schegloff 2007, *Sequence Organization in Interaction*, chapter 2, on conditional
relevance; Nonomura & Mori 2025 (MMAgents), section 3.2.4, on the second pair part that a designee
owes, and section 6, on questions that CSSN-or-SS still leaves ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Literal, TypedDict

from mmagents.floor.situation import Situation
from mmagents.floor.strategies import designation
from mmagents.lab.conversation import Conversation, pair_in
from mmagents.lab.measures.measure import Measure, Measures, TalkMeasure, by_name
from mmagents.lab.statistics.sums import ratio
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


ENDINGS: Mapping[str, str] = {
    "answered": "got a second pair part that is neither a refusal nor an evasion",
    "refused": "were refused",
    "evaded": "were evaded",
    "lapsed": "were left without a second pair part for so long that they lapsed",
    "open": "were still open when the conversation ended",
}
SOURCE = "Schegloff 2007, chapter 2; MMAgents, section 6"


def opens(row: TurnRow) -> bool:
    """Tell whether a turn puts a first pair part to somebody."""
    return bool(row["first_pair_part"] and row["addressees"])


def designee(row: TurnRow, seats: Sequence[str]) -> str | None:
    """Return the seat that a turn selects as the next speaker, by rule 1a; None if it does not."""
    if not row["first_pair_part"]:
        return None
    selected, _ = designation(
        Situation(
            turn=row["turn"] + 1,
            seed=0,
            seats=seats,
            bids=(),
            previous=row["speaker"],
            pair=pair_in(row),
        )
    )
    return selected


def endings(talk: Conversation) -> Counter[str]:
    """Return how many first pair parts ended in each way of :data:`ENDINGS`."""
    ended: dict[int, str] = {one["turn"]: one["how"] for row in talk.rows for one in row["closed"]}
    return Counter(ended.get(row["turn"], "open") for row in talk.rows if opens(row))


def designated_next(talk: Conversation) -> float | None:
    """Return the share of the valid designations whose addressee held the next turn."""
    found = [
        seat == after["speaker"]
        for row, after in pairwise(talk.rows)
        if (seat := designee(row, talk.seats)) is not None
    ]
    return ratio(sum(found), len(found))


def taken_up_next(talk: Conversation) -> float | None:
    """Return the share of the first pair parts that the very next turn took up."""
    found = [
        any(one["turn"] == row["turn"] and one["how"] != "lapsed" for one in after["closed"])
        for row, after in pairwise(talk.rows)
        if opens(row)
    ]
    return ratio(sum(found), len(found))


def _ended(how: str, what: str) -> tuple[TalkMeasure, TalkMeasure]:
    """Return the measures of one way to end: per ten turns, and of all first pair parts."""
    worse: Literal["less"] | None = "less" if how in ("lapsed", "open") else None
    return (
        Measure(f"pairs_{how}", f"first pair parts {how}", "per 10 turns", worse,
                lambda talk: ratio(10 * talk.once(endings)[how], len(talk.rows)),
                f"First pair parts that {what} ({SOURCE})."),
        Measure(f"pairs_{how}_share", f"share of first pair parts {how}",
                "share", "more" if how == "answered" else worse,
                lambda talk: ratio(talk.once(endings)[how], talk.once(endings).total()),
                f"Share of the first pair parts that {what} ({SOURCE})."),
    )  # fmt: skip


_BY_ENDING = [_ended(how, what) for how, what in ENDINGS.items()]
MEASURES: Measures = by_name(
    Measure("pairs_opened", "first pair parts", "per 10 turns", None,
            lambda talk: ratio(10 * talk.once(endings).total(), len(talk.rows)),
            f"First pair parts put to somebody or everyone ({SOURCE})."),
    *(per_ten for per_ten, _ in _BY_ENDING),
    *(share for _, share in _BY_ENDING),
    Measure("designated_next_share", "designated seat speaks next", "share", None, designated_next,
            "Share of the valid designations, a first pair part put to one other seat, whose "
            "addressee held the next turn; by rule 1a it is 1 under CSSN-or-SS (MMAgents, "
            "section 3.2.2)."),
    Measure("taken_up_next_share", "taken up at once", "share", "more", taken_up_next,
            "Share of the first pair parts with a turn after them that the very next turn "
            f"answered, refused or evaded ({SOURCE})."),
)  # fmt: skip


def answers_matrix(conversation: Conversation) -> dict[tuple[str, str], int]:
    """Return by (asker, answerer) how often a pair was answered, refused or evaded; sorted."""
    by_turn = {row["turn"]: row["speaker"] for row in conversation.rows}
    counts = Counter(
        (by_turn[one["turn"]], row["speaker"])
        for row in conversation.rows
        for one in row["closed"]
        if one["how"] != "lapsed" and one["turn"] in by_turn
    )
    return dict(sorted(counts.items()))
