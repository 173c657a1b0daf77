"""How whole evenings end, and whether what was said explains it.

Plays a story from introductions to its settlement over many seeds, all seats improv. Of a mystery
it prints how often the table was right, by how much of the proof had been said before all, with
Wilson intervals, and the rank correlation of the two; of a story with a verdict, on what the vote
fell, how often on what most had been said for, and what else happened. Needs
`mmagents[evaluation]`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks import given, over_seeds, processes
from mmagents.evaluation.statistics.agreement import proportion

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig


class Evening(NamedTuple):
    """How one evening ended.

    Attributes:
        found: the table accused whoever did it.
        accused: whom it accused, or "nobody".
        said: the share of the proof that was said before all, conclusions and all, 0-1.
        votes: the share of the votes of the innocent that were right, 0-1.
        rows: turns and deeds.
    """

    found: bool
    accused: str
    said: float
    votes: float
    rows: int


class Contest(NamedTuple):
    """How one evening of a story with a verdict ended.

    Attributes:
        decided: what the vote fell on, or "nothing".
        favoured: it is what most was said for before all, by the weights of the story.
        reasons: the share of the votes that came with a reason, 0-1.
        handed: how often something was handed over, the prize left out.
        sides: how often somebody changed sides.
        asides: talks that nobody else knew of.
        meetings: talks that all knew of and nobody else heard.
        told: what was read aloud at the end belongs to what was decided.
    """

    decided: str
    favoured: bool
    reasons: float
    handed: int
    sides: int
    asides: int
    meetings: int
    told: bool


def play(story: str, language: str, seed: int) -> dict[str, Any]:
    """Play one evening, and return the state it ended in."""
    from mmagents.graph.build import graph
    from mmagents.nodes.context import Context

    context = Context(evening="whole", language=language)
    limit: RunnableConfig = {"recursion_limit": 5_000}
    return dict(graph.invoke({"scenario": story, "seed": seed}, limit, context=context))


def play_contest(story: str, language: str, seed: int) -> Contest:
    """Play one evening of a story with a verdict."""
    from mmagents.nodes.evening.outcome import last_words, said_to_all
    from mmagents.scenarios.loader import load_scenario

    scenario, state = load_scenario(story), play(story, language, seed)
    rows, outcome = state["history"], state["outcome"]
    said = said_to_all(rows, scenario.seats())
    spoken = {
        option: sum(scenario.fact(one).supports.get(option, 0) for one in said)
        for option in scenario.options()
    }
    deeds = Counter((row["rule"], row["phase"]) for row in rows)
    words = last_words(scenario, outcome["decided"], found=False)
    return Contest(
        outcome["decided"] or "nothing",
        spoken.get(outcome["decided"]) == max(spoken.values()),
        sum(bool(one["reason"]) for one in outcome["votes"]) / max(1, len(outcome["votes"])),
        sum(row["rule"] == "transfer" and row["phase"] != "settlement" for row in rows),
        sum(row["rule"] == "side" for row in rows),
        deeds["meet", "private_chat"],
        deeds["meet", "confidential_meeting"],
        words is not None and outcome["epilogue"] == words.in_(language),
    )


def play_one(story: str, language: str, seed: int) -> Evening:
    """Play one evening of a mystery."""
    state = play(story, language, seed)
    outcome = state["outcome"]
    innocent = [one for one in outcome["votes"] if one["seat"] != outcome["culprit"]]
    right = sum(one["whom"] == outcome["culprit"] for one in innocent)
    return Evening(
        bool(outcome["found"]),
        outcome["accused"] or "nobody",
        outcome["proof_said"],
        right / max(1, len(innocent)),
        len(state["history"]),
    )


def share(hits: int, of: int) -> str:
    """Return a share in per cent with its 95 % Wilson interval."""
    low, high = proportion(hits, of) or (0.0, 1.0)
    return f"{100 * hits / of:.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def report(evenings: Sequence[Evening], bins: int) -> list[str]:
    """Return the lines of a story: the share of right verdicts, by bins of the proof said."""
    from scipy.stats import kendalltau, spearmanr

    total = len(evenings)
    lines = [
        f"Right: {share(sum(one.found for one in evenings), total)} of {total}; right votes of the "
        f"innocent: {100 * sum(one.votes for one in evenings) / total:.0f} %; accused: "
        + ", ".join(f"{who} {n}" for who, n in Counter(e.accused for e in evenings).most_common())
        + f"; turns and deeds: {sum(one.rows for one in evenings) / total:.0f}",
        "",
        "| of the proof said before all | evenings | the right verdict |",
        "|---|---|---|",
    ]
    for low, high, inside in binned(evenings, bins):
        if inside:
            span = f"{100 * low:.0f} %" if low == high else f"{100 * low:.0f}-{100 * high:.0f} %"
            right = share(sum(one.found for one in inside), len(inside))
            lines.append(f"| {span} | {len(inside)} | {right} |")
    said = [one.said for one in evenings]
    for name, outcome in (("verdict", [one.found for one in evenings]),
                          ("right votes", [one.votes for one in evenings])):  # fmt: skip
        if len(set(said)) > 1 and len(set(outcome)) > 1:
            rho, tau = spearmanr(said, outcome), kendalltau(said, outcome)
            lines.append(
                f"\nProof said and {name}: Spearman's rho {rho.statistic:.2f} "
                f"(p = {rho.pvalue:.2g}), Kendall's tau-b {tau.statistic:.2f} "
                f"(p = {tau.pvalue:.2g})"
            )
    return lines


def report_contest(evenings: Sequence[Contest]) -> list[str]:
    """Return the lines of a story with a verdict: on what it fell, and what happened before."""
    total = len(evenings)
    fell = Counter(one.decided for one in evenings).most_common()
    each = {
        "something handed over": sum(one.handed for one in evenings),
        "sides changed": sum(one.sides for one in evenings),
        "private talks": sum(one.asides for one in evenings),
        "meetings": sum(one.meetings for one in evenings),
    }
    return [
        "| the vote fell on | of the evenings |",
        "|---|---|",
        *(f"| {what} | {share(n, total)} |" for what, n in fell),
        "",
        f"On what most had been said for: {share(sum(e.favoured for e in evenings), total)}; "
        f"votes with a reason: {100 * sum(e.reasons for e in evenings) / total:.0f} %; "
        f"the ending of what was decided: {sum(e.told for e in evenings)} of {total}.",
        "An evening: " + ", ".join(f"{what} {n / total:.1f}" for what, n in each.items()) + ".",
    ]


def binned(evenings: Sequence[Evening], bins: int) -> list[tuple[float, float, list[Evening]]]:
    """Return the evenings by how much of the proof was said: by value, or in so many bins."""
    values = sorted({one.said for one in evenings})
    if len(values) <= bins:
        return [(v, v, [one for one in evenings if one.said == v]) for v in values]
    edges = [n / bins for n in range(bins + 1)]
    return [
        (low, high, [e for e in evenings if low <= e.said < high or e.said == high == 1])
        for low, high in pairwise(edges)
    ]


def main(argv: Sequence[str] | None = None) -> None:
    """Print the tables."""
    args = given(
        argv, __doc__, stories=["halcyon-light", "orchid-train", "mini"], language="en",
        seeds=100, bins=4, workers=2,
    )  # fmt: skip
    with processes(args.workers) as pool:
        for story in args.stories:
            print(f"### {story} ({args.language}), {args.seeds} evenings, improv players\n")
            print("\n".join(lines_of(story, args, pool)), flush=True)
            print()


def lines_of(story: str, args: argparse.Namespace, pool: Executor) -> list[str]:
    """Play a story as often as is asked for, and return its lines."""
    from mmagents.scenarios.loader import load_scenario

    where = (range(args.seeds), story, args.language)
    if load_scenario(story).verdict is None:
        return report(over_seeds(pool, play_one, *where), args.bins)
    return report_contest(over_seeds(pool, play_contest, *where))
