"""Measures of adjacency pairs: what was put to somebody, how it ended, and who took it up.

Sources: Schegloff 2007, *Sequence Organization in Interaction*, chapter 2, on conditional
relevance; Nonomura & Mori 2025 (MMAgents), sections 3.2.4 and 6, on ignored questions:
about 40 in 500 turns, 0.8 in 10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from mmagents.evaluation.conversation import Conversation, pair_in
from mmagents.evaluation.measures.measure import Figures, Measure, ratio
from mmagents.floor.situation import Situation
from mmagents.floor.strategies import designation
from mmagents.nodes.state import TurnRow

ENDINGS: Mapping[str, str] = {
    "answered": "got a second pair part that is neither a refusal nor an evasion",
    "refused": "were refused",
    "evaded": "were evaded",
    "lapsed": "were left without a second pair part for so long that they lapsed",
    "open": "were still open when the conversation ended",
}
SOURCE = "Schegloff 2007, chapter 2; MMAgents, section 6"

MEASURES: Mapping[str, Measure] = {
    "pairs_opened": Measure(
        "first pair parts",
        f"First pair parts put to somebody or everyone ({SOURCE}).",
        "per 10 turns",
    ),
    **{
        f"pairs_{how}": Measure(
            f"first pair parts {how}",
            f"First pair parts that {what} ({SOURCE}).",
            "per 10 turns",
            "less" if how in ("lapsed", "open") else None,
        )
        for how, what in ENDINGS.items()
    },
    **{
        f"pairs_{how}_share": Measure(
            f"share of first pair parts {how}",
            f"Share of the first pair parts that {what} ({SOURCE}).",
            "share",
            "more" if how == "answered" else "less" if how in ("lapsed", "open") else None,
        )
        for how, what in ENDINGS.items()
    },
    "designated_next_share": Measure(
        "designated seat speaks next",
        "Share of the valid designations, a first pair part put to one other seat, whose addressee "
        "held the next turn; by rule 1a it is 1 under CSSN-or-SS (MMAgents, section 3.2.2).",
        "share",
    ),
    "taken_up_next_share": Measure(
        "taken up at once",
        "Share of the first pair parts with a turn after them that the very next turn answered, "
        f"refused or evaded ({SOURCE}).",
        "share",
        "more",
    ),
}


def pair_measures(conversation: Conversation) -> Figures:
    """Return the measures of :data:`MEASURES`; shares are None where nothing was put to anybody."""
    rows = conversation.rows
    opened = [row["turn"] for row in rows if opens(row)]
    ended: dict[int, str] = {one["turn"]: one["how"] for row in rows for one in row["closed"]}
    how = Counter(ended.get(turn, "open") for turn in opened)
    steps = list(pairwise(rows))
    designated = [
        seat == after["speaker"]
        for row, after in steps
        if (seat := designee(row, conversation.seats)) is not None
    ]
    taken_up = [_takes_up(after, row["turn"]) for row, after in steps if opens(row)]
    return {
        "pairs_opened": ratio(10 * len(opened), len(rows)),
        **{f"pairs_{one}": ratio(10 * how[one], len(rows)) for one in ENDINGS},
        **{f"pairs_{one}_share": ratio(how[one], len(opened)) for one in ENDINGS},
        "designated_next_share": ratio(sum(designated), len(designated)),
        "taken_up_next_share": ratio(sum(taken_up), len(taken_up)),
    }


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


def _takes_up(row: TurnRow, turn: int) -> bool:
    return any(one["turn"] == turn and one["how"] != "lapsed" for one in row["closed"])


def answers_matrix(conversation: Conversation) -> dict[tuple[str, str], int]:
    """Return who took up whose first pair parts, and how often.

    Returns:
        By (asker, answerer) the pairs that were answered, refused or evaded; pairs of seats
        without any are left out. Sorted.
    """
    by_turn = {row["turn"]: row["speaker"] for row in conversation.rows}
    counts = Counter(
        (by_turn[one["turn"]], row["speaker"])
        for row in conversation.rows
        for one in row["closed"]
        if one["how"] != "lapsed" and one["turn"] in by_turn
    )
    return dict(sorted(counts.items()))
