"""The rows of an experiment's long tables: one row an observation, for a figure or a program."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from mmagents.lab.breakdowns.structural import structural
from mmagents.lab.measures.importance import importance_counts
from mmagents.lab.measures.pairs import answers_matrix
from mmagents.lab.measures.persona import personas, persuasions, regards
from mmagents.lab.measures.provenance import trace
from mmagents.lab.report.frames import Grouped, frame
from mmagents.lab.statistics.sums import mean
from mmagents.scenarios.plain import readable

if TYPE_CHECKING:
    from pandas import DataFrame

    from mmagents.lab.statistics.compare import Comparison


def breakdown_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return a row a breakdown, strategic evasions among them."""
    return frame(
        "id group turn category of strategic reason",
        (
            (
                one.talk.id, one.group, found.turn, str(found.category), found.of, found.strategic,
                readable(found.reason),
            )
            for one in talks
            for found in one.talk.once(structural)
        ),
    ).astype({"of": "Int64"})  # fmt: skip


def importance_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return how often each seat of a group bid each importance; groups without bids are absent."""
    counts: Counter[tuple[str, str, str, int]] = Counter()
    for one in talks:
        for (seat, importance), count in importance_counts(one.talk).items():
            counts[one.group, one.story, seat, importance] += count
    bid = {key[:2] for key, count in counts.items() if count}
    return frame(
        "group scenario seat importance count",
        ((*key, count) for key, count in counts.items() if key[:2] in bid),
    )


def answer_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return who took up whose first pair parts, and how often, by group; zeros too."""
    counts: dict[tuple[str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    seats: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for one in talks:
        found = answers_matrix(one.talk)
        counts[one.group, one.story].update(found)
        named = (seat for pair in found for seat in pair)
        seats[one.group, one.story] |= dict.fromkeys((*one.talk.seats, *named))
    return frame(
        "group scenario asker answerer count",
        (
            (*key, asker, answerer, counter[asker, answerer])
            for key, counter in counts.items()
            for asker in seats[key]
            for answerer in seats[key]
        ),
    )


def disclosure_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return by group and turn the share of the story's facts, conclusions left out, that are out.

    `low` and `high` are quartiles. Conversations that ended before a turn do not count at it.
    """
    import numpy as np

    shares: dict[str, list[list[float]]] = defaultdict(list)
    for one in talks:
        story = one.talk.table.scenario
        given = len({one.id for one in story.facts} - {one.id for one in story.conclusions()})
        if given:
            shares[one.group].append([out / given for out in one.talk.once(trace).disclosure])
    rows = []
    for group, curves in shares.items():
        for turn in range(1, max(map(len, curves), default=0) + 1):
            values = [curve[turn - 1] for curve in curves if len(curve) >= turn]
            low, high = np.quantile(values, (0.25, 0.75)).tolist()
            rows.append((group, turn, len(values), mean(values), low, high))
    return frame("group turn conversations mean low high", rows)


def rubric_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return by group and item of the rubric in how many conversations it was said, or followed."""
    held: dict[tuple[str, str, str], list[Grouped]] = defaultdict(list)
    items: dict[tuple[str, str, str], tuple[str, int, str]] = {}
    for one in talks:
        for item in one.talk.table.scenario.rubric:
            key, text = (one.group, one.story, item.id), item.text.in_(one.talk.language)
            held[key].append(one)
            items.setdefault(key, (item.kind, item.points, readable(text)))
    return frame(
        "group scenario item kind points text conversations said reachable",
        (
            (
                *key, *items[key], len(of),
                sum(one.talk.once(trace).rubric[key[2]] for one in of),
                sum(one.talk.once(trace).reachable[key[2]] for one in of),
            )
            for key, of in held.items()
        ),
    )  # fmt: skip


def vote_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return a row a vote: who, for what, what was favoured at first, who persuaded."""
    return frame(
        "id group scenario voter voted at_first turned by weight",
        (
            (
                one.talk.id, one.group, one.story, found.voter, found.voted, found.at_first or "",
                bool(found.at_first) and found.at_first != found.voted, found.by or "",
                found.weight,
            )
            for one in talks
            for found in persuasions(one.talk)
        ),
    )  # fmt: skip


def persona_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return a row a belief or regard of a seat after each of its reflections."""
    return frame(
        "id group scenario seat round of about score",
        (
            (one.talk.id, one.group, one.story, seat, at, kind, about, score)
            for one in talks
            for seat, rounds in one.talk.once(personas).items()
            for at, kept in enumerate(rounds)
            for kind, scores in (("belief", kept["beliefs"]), ("regard", regards(kept)))
            for about, score in scores.items()
        ),
    )


TABLES: Mapping[str, Callable[[Sequence[Grouped]], DataFrame]] = {
    "breakdowns": breakdown_rows,
    "importance": importance_rows,
    "answers": answer_rows,
    "disclosure": disclosure_rows,
    "rubric": rubric_rows,
    "votes": vote_rows,
    "personas": persona_rows,
}
"""By name, what makes a table of the conversations."""


def comparison_rows(comparisons: Mapping[str, Comparison]) -> DataFrame:
    """Return a row a measure and group: how its figures lie, and the test over all groups."""
    return frame(
        "measure group n missing mean sd median low high h df p epsilon_squared not_tested",
        (
            (
                name, one.name, one.n, one.missing, one.mean, one.sd, one.median,
                *(one.interval or (None, None)),
                found.h, found.df, found.p, found.epsilon_squared, found.not_enough,
            )
            for name, found in comparisons.items()
            for one in found.groups
        ),
    )  # fmt: skip


def pair_rows(comparisons: Mapping[str, Comparison]) -> DataFrame:
    """Return a row a measure and pair of groups: Dunn's p, Cliff's delta and its interval."""
    return frame(
        "measure first second p delta low high magnitude",
        (
            (name, one.first, one.second, one.p, one.delta, *one.interval, one.magnitude)
            for name, found in comparisons.items()
            for one in found.pairs
        ),
    )
