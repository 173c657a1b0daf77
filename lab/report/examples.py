"""Conversations to read: of each cell a middling one, the worst, and one that scores low.

A conversation that scores low by the rubric is shown as in supplementary figure S6 of MMAgents,
where 6 of 10 turns went to one matter.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from statistics import median
from typing import Any, NamedTuple

from mmagents.floor.adjacency import EVERYONE
from mmagents.lab.breakdowns.categories import KINDS, Category
from mmagents.lab.breakdowns.structural import structural
from mmagents.lab.conversation import Conversation
from mmagents.lab.judging.verdicts import Breakdowns, BrokenTurns
from mmagents.lab.report.results import Results
from mmagents.lab.report.sheets import number
from mmagents.nodes.record import TurnRow
from mmagents.scenarios.plain import readable

SHOWN = 40
"""Turns of an example; of a longer conversation only those round its breakdowns are shown."""
ROUND = 2
"""Turns shown before and after a breakdown of a long conversation."""


class Mark(NamedTuple):
    """A breakdown as it is shown beside its turn; `by` is empty where rules found it."""

    kind: str
    reason: str
    of: int | None
    strategic: bool
    by: str


class Line(NamedTuple):
    """One turn to be read, after `skipped` turns that are left out.

    `why` is the rule that gave it, `pair` what it put to whom, and what it answers.
    """

    turn: int
    speaker: str
    text: str
    why: str
    pair: str
    marks: Sequence[Mark]
    skipped: int


class Example(NamedTuple):
    """A conversation to be read, why this one, and how many of its last turns are left out."""

    id: str
    group: str
    language: str
    why: str
    lines: Sequence[Line]
    left_out: int


def examples(results: Results) -> list[Example]:
    """Return two or three conversations of each group, or the only one; ids decide between equals.

    A conversation that is shown for two reasons is shown once, with both.
    """
    found = results.tables["breakdowns"]
    counted = found[~found["strategic"].astype(bool)]
    broken = counted.groupby("id")["turn"].nunique().to_dict()
    held: dict[str, list[str]] = defaultdict(list)
    for id, group in zip(results.figures["id"], results.figures["group"], strict=True):
        held[group].append(id)
    shown = []
    for group, ids in held.items():
        reasons: dict[str, list[str]] = defaultdict(list)
        for id, why in (
            *chosen({id: int(broken.get(id, 0)) for id in ids}),
            *low_scoring(results, ids),
        ):
            reasons[id].append(why)
        for id, why_all in reasons.items():
            shown.append(_example(results.conversations[id], group, "; ".join(why_all)))
    return shown


SCORES: Mapping[str, str] = {
    "people:utterance-points": "rated by people, by utterance",
    "people:rubric-points": "rated by people",
    "rubric_shared": "information found in the record, a share",
}
"""By measure, who gave the points by which a low score is found: the first that there is."""


def low_scoring(results: Results, ids: Sequence[str]) -> list[tuple[str, str]]:
    """Return the conversation with the fewest points of the rubric, and why; none among one.

    Where no story has facts, there is nothing that points could be scored for.
    """
    figures = results.figures.set_index("id").loc[list(ids)]
    name = next(iter(results.there(tuple(SCORES))), None)
    if not results.with_facts or name is None:
        return []
    points = figures[name].dropna()
    if len(points) < 2:
        return []
    lowest = min(points.index, key=lambda id: (points[id], id))
    why = f"the lowest of {len(points)} by points of the rubric ({SCORES[name]}): "
    why += number(points[lowest])
    if "topic_largest_share" in figures and not math.isnan(
        share := figures["topic_largest_share"][lowest]
    ):
        why += f"; {100 * share:.0f} % of its turns on one topic"
    return [(lowest, why)]


def chosen(broken: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return the conversations to show, the median one first, and why, given what breaks down."""
    worst = min(broken, key=lambda id: (-broken[id], id))
    middle = median(broken.values())
    rest = {id: count for id, count in broken.items() if id != worst}
    turns = "turns that break down in the record"
    said = f"the worst of {len(broken)}: {turns}: {broken[worst]}"
    shown = [(worst, said if broken[worst] else "the first; the record shows no breakdown in any")]
    if rest:
        near = min(rest, key=lambda id: (abs(rest[id] - middle), id))
        said = f"nearest the median, {middle:g}: {turns}: {rest[near]}"
        shown.insert(0, (near, said))
    return shown


def _example(conversation: Conversation, group: str, why: str) -> Example:
    marks = _marks(conversation)
    kept = _kept(conversation.rows, marks)
    lines: list[Line] = []
    place = {row["turn"]: at for at, row in enumerate(conversation.rows, 1)}
    before = 0
    for row in kept:
        here = place[row["turn"]]
        lines.append(_line(row, conversation, marks.get(row["turn"], ()), here - before - 1))
        before = here
    left_out = len(conversation.rows) - before
    return Example(conversation.id, group, conversation.language, why, lines, left_out)


def _marks(conversation: Conversation) -> Mapping[int, list[Mark]]:
    """Return by turn the breakdowns that were found: by rules, models and people."""
    marks: dict[int, list[Mark]] = defaultdict(list)

    def add(turn: int, kind: str, reason: str, of: int | None, *how: Any) -> None:
        marks[turn].append(Mark(kind_name(kind), readable(reason), of, *how))

    for one in conversation.once(structural):
        add(one.turn, one.category, one.reason, one.of, one.strategic, "")
    for verdict in chain.from_iterable(conversation.readings.values()):
        by = readable(verdict.by)
        if isinstance(verdict.said, BrokenTurns):
            for at in verdict.said.broken:
                add(at.turn, at.category, at.reason, None, False, by)
        elif isinstance(verdict.said, Breakdowns):
            for found in verdict.said.breakdowns:
                add(verdict.turn, found.category, found.reason, found.of, found.strategic, by)
    return marks


def _kept(rows: Sequence[TurnRow], marks: Mapping[int, Sequence[Mark]]) -> list[TurnRow]:
    if len(rows) <= SHOWN:
        return list(rows)
    wanted: set[int] = set()
    for turn in sorted(marks):
        those = {turn, *(mark.of for mark in marks[turn] if mark.of is not None)}
        near = {other + step for other in those for step in range(-ROUND, ROUND + 1)}
        if wanted and len(wanted | near) > SHOWN:
            break
        wanted |= near
    return [row for row in rows if row["turn"] in wanted] or list(rows[:SHOWN])


def _line(row: TurnRow, conversation: Conversation, marks: Sequence[Mark], skipped: int) -> Line:
    names = {person.id: person.name for person in conversation.table.public.cast}
    reason = row["ledger"]["reason"]
    return Line(
        turn=row["turn"],
        speaker=readable(names.get(row["speaker"], row["speaker"])),
        text=readable(row["text"]),
        why=readable(f"rule {row['rule']}: {reason}" if reason else f"rule {row['rule']}"),
        pair=readable(_pair(row)),
        marks=marks,
        skipped=skipped,
    )


def kind_name(category: str) -> str:
    """Return the English name of a category of breakdowns, or of an observation."""
    if category in set(Category):
        return KINDS[Category(category)].name["en"]
    return category.replace("-", " ")


def _pair(row: TurnRow) -> str:
    said = []
    if row["answers"] is not None:
        said.append(f"{row['second_pair_part'] or 'goes'} to turn {row['answers']}")
    if row["first_pair_part"]:
        to = [one for one in row["addressees"] if one != EVERYONE]
        everyone = "everyone" if EVERYONE in row["addressees"] else "nobody"
        said.append(f"{row['first_pair_part']} to {', '.join(to) or everyone}")
    said += [f"turn {one['turn']} {one['how']}" for one in row["closed"] if one["how"] == "lapsed"]
    return "; ".join(said)
