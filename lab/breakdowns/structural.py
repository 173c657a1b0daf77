"""Breakdowns that the record itself shows, found without a model.

They are those of :data:`COVERED` and no others: what can be seen from who spoke, what was put to
whom, what was taken up and which words came again. The figures are not those of MMAgents, section
4.2.1, where a model looks for all eleven categories; see
:mod:`mmagents.lab.breakdowns.categories`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import groupby

from mmagents.lab.breakdowns.categories import (
    ASKED,
    IGNORED,
    Breakdown,
    Category,
    Observation,
)
from mmagents.lab.breakdowns.ignored import Obligations
from mmagents.lab.breakdowns.repetition import parted, repetitions
from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import Measure, Measures, by_name
from mmagents.lab.statistics.sums import ratio
from mmagents.nodes.record import TurnRow

COVERED: frozenset[Category | Observation] = frozenset(
    (*IGNORED, Category.REPETITION, Observation.TURN_MONOPOLY)
)
"""What is looked for; a conversation without any may still break down in the other ways."""

LONGEST_RUN = 2
"""Turns in a row that one seat may hold while others want the floor. The third is a monopoly: a
seat may add a second thought. The example in MMAgents, figure 9, is a run of five, turns 3 to 7.
Under EQUAL nobody can hold more than two."""

PER_TEN = "per 10 turns"
SOURCE = "after MMAgents, section 4.2.1; found in the record, without a model"


def structural(conversation: Conversation) -> list[Breakdown]:
    """Return the breakdowns of :data:`COVERED`, strategic evasions among them, by turn."""
    cast, language = conversation.table.public.cast, conversation.language
    turns = [parted(row, cast, language) for row in conversation.rows]
    found = [
        *Obligations(conversation, turns).passed_over(),
        *repetitions(turns),
        *monopolies(conversation.rows),
    ]
    return sorted(found, key=lambda one: (one.turn, str(one.category), one.of or 0))


def monopolies(rows: Sequence[TurnRow]) -> list[Breakdown]:
    """Return the runs of one seat in which others wanted the floor, each at its third turn.

    A run counts from the turn before the first at which another seat bid to speak, so that nobody
    is blamed for going on where all others listened (rule 1c).
    """
    found = []
    for speaker, run in groupby(rows, key=lambda row: row["speaker"]):
        first, *rest = run
        contested = [row for row in rest if _others_want(row)]
        if len(contested) >= LONGEST_RUN:
            reason = (
                f"{speaker} has held the floor since turn {first['turn']} though "
                f"{', '.join(_others_want(contested[LONGEST_RUN - 1]))} wanted it."
            )
            turn = contested[LONGEST_RUN - 1]["turn"]
            found.append(Breakdown(turn, Observation.TURN_MONOPOLY, reason))
    return found


def _others_want(row: TurnRow) -> list[str]:
    return sorted(
        bid["seat"]
        for bid in row["ledger"]["bids"]
        if bid["action"] == "speak" and bid["seat"] != row["speaker"]
    )


def _real(talk: Conversation) -> list[Breakdown]:
    """Return the breakdowns that are no strategic evasions."""
    return [one for one in talk.once(structural) if not one.strategic]


def _per_ten(count: Callable[[Conversation], int]) -> Callable[[Conversation], float | None]:
    """Return what takes a count by ten turns; None without a turn."""
    return lambda talk: ratio(10 * count(talk), len(talk.rows))


def _of_kinds(kinds: Collection[Category | Observation]) -> Callable[[Conversation], float | None]:
    return _per_ten(lambda talk: sum(one.category in kinds for one in _real(talk)))


MEASURES: Measures = by_name(
    *(
        Measure(f"breakdown:{one}", one.replace("-", " "), PER_TEN, "less", _of_kinds([one]),
                f"Breakdowns of this kind ({SOURCE}).")
        for one in sorted(COVERED)
    ),
    Measure("breakdown:ignored-asked", "ignored questions and requests", PER_TEN, "less",
            _of_kinds(ASKED),
            "Questions and requests put to one seat that were ignored; suggestions and greetings "
            f"are left out ({SOURCE})."),
    Measure("breakdown:ignored", "ignored, of all four kinds", PER_TEN, "less", _of_kinds(IGNORED),
            "Questions, requests, suggestions and greetings put to one seat that were ignored "
            f"({SOURCE})."),
    Measure("breakdown:turns", "turns that break down", PER_TEN, "less",
            _per_ten(lambda talk: len({one.turn for one in _real(talk)})),
            f"Turns with at least one breakdown of the covered kinds ({SOURCE})."),
    Measure("breakdown:strategic", "strategic evasions", PER_TEN, None,
            _per_ten(lambda talk: sum(one.strategic for one in talk.once(structural))),
            "First pair parts refused or evaded openly, or passed over to keep a secret; no "
            "breakdowns (MMAgents, section 6)."),
)  # fmt: skip
