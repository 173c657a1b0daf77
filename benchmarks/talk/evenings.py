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
from typing import Any

from benchmarks import given, over_seeds, played, processes
from mmagents.lab.statistics.agreement import proportion


def whole(story: str, language: str, manner: str, seed: int) -> dict[str, Any]:
    """Play one evening, and return the state it ended in."""
    return played(story, seed, evening="whole", language=language, manner=manner)


def play_contest(story: str, language: str, manner: str, seed: int) -> dict[str, Any]:
    """Play one evening of a story with a verdict.

    `favoured`: the vote fell on what most was said for before all, by the weights of the story.
    `reasons`: the share of the votes that came with a reason, 0-1. `told`: what was read aloud at
    the end belongs to what was decided. The others count what happened before.
    """
    from mmagents.nodes.evening.outcome import last_words, said_to_all
    from mmagents.scenarios.loader import load_scenario

    scenario, state = load_scenario(story), whole(story, language, manner, seed)
    rows, outcome = state["history"], state["outcome"]
    said = said_to_all(rows, scenario.seats())
    spoken = {
        option: sum(scenario.fact(one).supports.get(option, 0) for one in said)
        for option in scenario.options()
    }
    deeds = Counter((row["rule"], row["phase"]) for row in rows)
    words = last_words(scenario, outcome["decided"], found=False)
    votes = outcome["votes"]
    return {
        "decided": outcome["decided"] or "nothing",
        "favoured": spoken.get(outcome["decided"]) == max(spoken.values()),
        "reasons": sum(bool(one["reason"]) for one in votes) / max(1, len(votes)),
        "told": words is not None and outcome["epilogue"] == words.in_(language),
        "something handed over": sum(
            row["rule"] == "transfer" and row["phase"] != "settlement" for row in rows
        ),
        "sides changed": sum(row["rule"] == "side" for row in rows),
        "private talks": deeds["meet", "private_chat"],
        "meetings": deeds["meet", "confidential_meeting"],
    }


def play_one(story: str, language: str, manner: str, seed: int) -> dict[str, Any]:
    """Play one evening of a mystery.

    `said` is the share of the proof that was said before all, conclusions and all; `votes` the
    share of the votes of the innocent that were right; `rows` counts turns and deeds.
    """
    state = whole(story, language, manner, seed)
    outcome = state["outcome"]
    innocent = [one for one in outcome["votes"] if one["seat"] != outcome["culprit"]]
    right = sum(one["whom"] == outcome["culprit"] for one in innocent)
    return {
        "found": bool(outcome["found"]),
        "accused": outcome["accused"] or "nobody",
        "said": outcome["proof_said"],
        "votes": right / max(1, len(innocent)),
        "rows": len(state["history"]),
    }


def share(hits: int, of: int) -> str:
    """Return a share in per cent with its 95 % Wilson interval."""
    low, high = proportion(hits, of) or (0.0, 1.0)
    return f"{100 * hits / of:.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def report(games: Sequence[dict[str, Any]], bins: int) -> list[str]:
    """Return the lines of a mystery: the share of right verdicts, by bins of the proof said."""
    import pandas as pd
    from scipy.stats import kendalltau, spearmanr

    evenings = pd.DataFrame(games)
    accused = evenings["accused"].value_counts().items()
    lines = [
        f"Right: {share(evenings['found'].sum(), len(evenings))} of {len(evenings)}; right votes "
        f"of the innocent: {100 * evenings['votes'].mean():.0f} %; accused: "
        + ", ".join(f"{who} {n}" for who, n in accused)
        + f"; turns and deeds: {evenings['rows'].mean():.0f}",
        "",
        "| of the proof said before all | evenings | the right verdict |",
        "|---|---|---|",
    ]
    if evenings["said"].nunique() > bins:
        at = (evenings["said"] * bins).astype(int).clip(upper=bins - 1)
        names = at.map(lambda n: f"{100 * n / bins:.0f}-{100 * (n + 1) / bins:.0f} %")
    else:
        at, names = evenings["said"], evenings["said"].map(lambda said: f"{100 * said:.0f} %")
    for (_, span), found in evenings["found"].groupby([at, names]):
        lines.append(f"| {span} | {len(found)} | {share(found.sum(), len(found))} |")
    said = evenings["said"]
    for name, outcome in (("verdict", evenings["found"]), ("right votes", evenings["votes"])):
        if said.nunique() > 1 and outcome.nunique() > 1:
            rho, tau = spearmanr(said, outcome), kendalltau(said, outcome)
            lines.append(
                f"\nProof said and {name}: Spearman's rho {rho.statistic:.2f} "
                f"(p = {rho.pvalue:.2g}), Kendall's tau-b {tau.statistic:.2f} "
                f"(p = {tau.pvalue:.2g})"
            )
    return lines


def report_contest(games: Sequence[dict[str, Any]]) -> list[str]:
    """Return the lines of a story with a verdict: on what it fell, and what happened before."""
    import pandas as pd

    evenings, total = pd.DataFrame(games), len(games)
    happened = evenings.drop(columns=["decided", "favoured", "reasons", "told"]).mean()
    return [
        "| the vote fell on | of the evenings |",
        "|---|---|",
        *(f"| {on} | {share(n, total)} |" for on, n in evenings["decided"].value_counts().items()),
        "",
        f"On what most had been said for: {share(evenings['favoured'].sum(), total)}; "
        f"votes with a reason: {100 * evenings['reasons'].mean():.0f} %; "
        f"the ending of what was decided: {evenings['told'].sum()} of {total}.",
        "An evening: " + ", ".join(f"{what} {n:.1f}" for what, n in happened.items()) + ".",
    ]


def main(argv: Sequence[str] | None = None) -> None:
    """Print the tables."""
    args = given(
        argv, __doc__, stories=["halcyon-light", "orchid-train", "mini"], language="en",
        manner="conversation", seeds=100, bins=4, workers=2,
    )  # fmt: skip
    with processes(args.workers) as pool:
        for story in args.stories:
            print(
                f"### {story} ({args.language}, {args.manner}), {args.seeds} evenings of improv\n"
            )
            print("\n".join(lines_of(story, args, pool)), flush=True)
            print()


def lines_of(story: str, args: argparse.Namespace, pool: Executor) -> list[str]:
    """Play a story as often as is asked for, and return its lines."""
    from mmagents.scenarios.loader import load_scenario

    where = (range(args.seeds), story, args.language, args.manner)
    if load_scenario(story).verdict is None:
        return report(over_seeds(pool, play_one, *where), args.bins)
    return report_contest(over_seeds(pool, play_contest, *where))
