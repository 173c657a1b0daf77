"""Long tables of an experiment: one row an observation, ready for a figure or another program."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mmagents.evaluation.measures.measure import mean
from mmagents.evaluation.measures.turns import answers_matrix, importance_table
from mmagents.floor.rules import codes_at_talk
from mmagents.scenarios.schema import Scenario

if TYPE_CHECKING:
    from pandas import DataFrame

    from mmagents.evaluation.report.tables import Seen
    from mmagents.evaluation.statistics.compare import Comparison

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Embeddings, overrides and isolates of the direction of writing."""


def frame(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> DataFrame:
    """Return rows as a table that has its columns even without a row."""
    import pandas as pd

    return pd.DataFrame(rows, columns=list(columns))


def readable(text: str) -> str:
    """Return text without what no page may hold.

    That is control characters, half surrogate pairs, and what turns the direction of writing, so
    that no word can rearrange those beside it.
    """
    whole = text.encode("utf-8", "replace").decode()
    return "".join(
        c if c.isprintable() or (ord(c) >= 0xA0 and c not in TURNING) or c in " \n\t" else "\ufffd"
        for c in whole
    )


def breakdown_rows(seen: Sequence[Seen]) -> DataFrame:
    """Return a row a breakdown, strategic evasions among them."""
    columns = ("id", "group", "turn", "category", "of", "strategic", "reason")
    rows = [
        {"id": one.conversation.id, "group": one.group}
        | {**found.as_json(), "reason": readable(found.reason)}
        for one in seen
        for found in one.breakdowns
    ]
    return frame(rows, columns).astype({"of": "Int64"})


def importance_rows(seen: Sequence[Seen]) -> DataFrame:
    """Return how often each seat of a group bid each importance; groups without bids are absent."""
    counts: Counter[tuple[str, str, str, int]] = Counter()
    for one in seen:
        story = one.conversation.table.scenario.id
        for row in importance_table(one.conversation):
            counts[one.group, story, row["seat"], row["importance"]] += row["count"]
    bid = {(group, story) for (group, story, _, _), count in counts.items() if count}
    rows = [
        dict(zip(("group", "scenario", "seat", "importance", "count"), (*key, count), strict=True))
        for key, count in counts.items()
        if key[:2] in bid
    ]
    return frame(rows, ("group", "scenario", "seat", "importance", "count"))


def answer_rows(seen: Sequence[Seen]) -> DataFrame:
    """Return who took up whose first pair parts, and how often, by group."""
    counts: dict[tuple[str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    seats: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for one in seen:
        key = one.group, one.conversation.table.scenario.id
        found = answers_matrix(one.conversation)
        counts[key].update(found)
        named = (seat for pair in found for seat in pair)
        seats[key] |= dict.fromkeys((*one.conversation.seats, *named))
    rows = [
        {"group": group, "scenario": story, "asker": a, "answerer": b, "count": counter[a, b]}
        for (group, story), counter in counts.items()
        for a in seats[group, story]
        for b in seats[group, story]
    ]
    return frame(rows, ("group", "scenario", "asker", "answerer", "count"))


def disclosure_rows(seen: Sequence[Seen]) -> DataFrame:
    """Return by group and turn the share of the story's facts, conclusions left out, that are out.

    Conversations that ended before a turn do not count at it: look at `conversations`.
    """
    import numpy as np

    shares: dict[str, list[list[float]]] = defaultdict(list)
    for one in seen:
        given = _given(one.conversation.table.scenario)
        if given:
            shares[one.group].append([out / given for out in one.provenance.disclosure])
    rows = []
    for group, curves in shares.items():
        for turn in range(1, max(map(len, curves), default=0) + 1):
            values = [curve[turn - 1] for curve in curves if len(curve) >= turn]
            low, high = np.quantile(values, (0.25, 0.75)).tolist()
            rows.append(
                {
                    "group": group,
                    "turn": turn,
                    "conversations": len(values),
                    "mean": mean(values),
                    "low": low,
                    "high": high,
                }
            )
    return frame(rows, ("group", "turn", "conversations", "mean", "low", "high"))


def rule_rows(seen: Sequence[Seen]) -> DataFrame:
    """Return by group how many turns each rule gave, and their share; rules that gave none too."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in seen:
        counts[one.group].update(str(row["rule"]) for row in one.conversation.rows)
    order = tuple(codes_at_talk())
    met = {rule for counter in counts.values() for rule in counter}
    rules = [*(rule for rule in order if rule in met), *sorted(met - set(order))]
    rows = [
        {
            "group": group,
            "rule": rule,
            "turns": counter[rule],
            "share": counter[rule] / counter.total() if counter else None,
        }
        for group, counter in counts.items()
        for rule in rules
    ]
    return frame(rows, ("group", "rule", "turns", "share"))


def rubric_rows(seen: Sequence[Seen]) -> DataFrame:
    """Return by group and item of the rubric in how many conversations it was said, or followed."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for one in seen:
        scenario = one.conversation.table.scenario
        for item in scenario.rubric:
            row = found.setdefault(
                (one.group, scenario.id, item.id),
                {
                    "group": one.group,
                    "scenario": scenario.id,
                    "item": item.id,
                    "kind": item.kind,
                    "points": item.points,
                    "text": readable(item.text.in_(one.conversation.language)),
                    "conversations": 0,
                    "said": 0,
                    "reachable": 0,
                },
            )
            row["conversations"] += 1
            row["said"] += one.provenance.rubric[item.id]
            row["reachable"] += one.provenance.reachable[item.id]
    counts = ("conversations", "said", "reachable")
    columns = ("group", "scenario", "item", "kind", "points", "text", *counts)
    return frame(list(found.values()), columns)


def point_rows(seen: Sequence[Seen]) -> DataFrame:
    """Return by group and story the mean points of the rubric, and how many there are at most."""
    kinds = ("shared", "reasoned", "reachable")
    found: dict[tuple[str, str], list[Seen]] = defaultdict(list)
    for one in seen:
        found[one.group, one.conversation.table.scenario.id].append(one)
    rows = []
    for (group, story), held in found.items():
        points = [one.provenance.points for one in held]
        rows.append(
            {
                "group": group,
                "scenario": story,
                "conversations": len(held),
                **{kind: mean([getattr(one, kind) for one in points]) for kind in kinds},
                "shared_of": points[0].shared_of,
                "reasoned_of": points[0].reasoned_of,
                "solvable": sum(one.provenance.solvable_at is not None for one in held),
            }
        )
    columns = ("group", "scenario", "conversations", *kinds, "shared_of", "reasoned_of", "solvable")
    return frame(rows, columns)


def comparison_rows(comparisons: Mapping[str, Comparison]) -> DataFrame:
    """Return a row a measure and group: how its figures lie, and the test over all groups."""
    columns = ("measure", "group", "n", "missing", "mean", "sd", "median", "low", "high")
    rows = []
    for name, found in comparisons.items():
        for group in found.groups:
            low, high = group.interval or (None, None)
            of_group = (group.n, group.missing, group.mean, group.sd, group.median, low, high)
            rows.append(
                dict(zip(columns, (name, group.name, *of_group), strict=True))
                | {"h": found.h, "df": found.df, "p": found.p}
                | {"epsilon_squared": found.epsilon_squared, "not_tested": found.not_enough}
            )
    return frame(rows, (*columns, "h", "df", "p", "epsilon_squared", "not_tested"))


def pair_rows(comparisons: Mapping[str, Comparison]) -> DataFrame:
    """Return a row a measure and pair of groups: Dunn's p, Cliff's delta and its interval."""
    columns = ("measure", "first", "second", "p", "delta", "low", "high", "magnitude")
    rows = [
        dict(
            zip(
                columns,
                (name, one.first, one.second, one.p, one.delta, *one.interval, one.magnitude),
                strict=True,
            )
        )
        for name, found in comparisons.items()
        for one in found.pairs
    ]
    return frame(rows, columns)


def _given(scenario: Scenario) -> int:
    return len({one.id for one in scenario.facts} - {one.id for one in scenario.conclusions()})
