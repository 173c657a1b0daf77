"""How whole evenings end: how often the culprit is found, and whether what was said explains it.

Plays a story from introductions to the verdict over many seeds, all seats improv, and prints how
often the table was right, by how much of the proof had been said before all, with Wilson intervals,
and the rank correlation of the two. Needs `mmagents[evaluation]`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from typing import NamedTuple


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


def play_one(story: str, language: str, seed: int) -> Evening:
    """Play one evening."""
    from mmagents.graph.build import graph
    from mmagents.nodes.context import Context

    context = Context(evening="whole", language=language)
    state = graph.invoke(
        {"scenario": story, "seed": seed}, {"recursion_limit": 5_000}, context=context
    )
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
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(hits, of, method="wilson")
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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stories", nargs="*", default=["halcyon-light", "orchid-train", "mini"])
    parser.add_argument("--language", default="en")
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--bins", type=int, default=4)
    args = parser.parse_args(argv)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for story in args.stories:
            waiting = [
                pool.submit(play_one, story, args.language, seed) for seed in range(args.seeds)
            ]
            evenings = [one.result() for one in waiting]
            print(f"### {story} ({args.language}), {args.seeds} evenings, improv players\n")
            print("\n".join(report(evenings, args.bins)), flush=True)
            print()


if __name__ == "__main__":
    main()
