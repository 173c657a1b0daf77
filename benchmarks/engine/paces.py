"""Whether `lean` gives the floor as the paper does, turn by turn, from the same state.

    python -m benchmarks paces [--stories halcyon-light orchid-train] [--seeds 20] [--turns 30]

Games of rule-based players are played as the paper does: all think before every turn. Before each
turn it is worked out who would have thought at `lean`, and whose last thought would have stood and
at what weight. The bids of those who would have thought are those of the game. So both paces decide
about the very same state, and the rules of the floor are asked twice. Every turn that would have
gone to somebody else is listed. Turns whose floor bids do not decide are the same by necessity, so
the share among turns given by bids stands beside the share of all.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from benchmarks import given, head, over_seeds, processes, show
from benchmarks.openai_server import running

STORY = "halcyon-light"
PACES: tuple[Mapping[str, Any], ...] = (
    {},
    {"pace.overlap": True},
    {"pace": "lean"},
    {"pace.kind": "lean", "pace.overlap": True},
    {"pace": "draft"},
)


async def play(url: str, turns: int, seed: int, **given: Any) -> tuple[list[float], list[Any]]:
    """Play a game; return the moments its turns were closed, its start first, and its turns."""
    from mmagents.graph.build import graph
    from mmagents.nodes.context import Context

    context = Context(
        **{"model": "openai:any", "base_url": url, "turns": turns, "models.timeout": 600, **given}
    )
    stamps, rows = [time.perf_counter()], []
    async for update in graph.astream(
        {"scenario": STORY, "seed": seed},
        {"recursion_limit": 7 * turns + 20},
        context=context,
        stream_mode="updates",
    ):
        if "close_turn" in update:
            stamps.append(time.perf_counter())
            rows += update["close_turn"]["history"][-1:]
    return stamps, rows


def side_by_side(latency: float, turns: int) -> None:
    """Print what a turn takes at each pace."""
    head(
        "pace", "calls a turn", "asked one after another", "waits: median (L)", "mean (L)",
        "longest (L)", "tokens a turn", "CPU a turn (ms)", "rules",
    )  # fmt: skip
    with running(latency) as url:
        asyncio.run(play(url, 2, 0))  # what is opened and compiled once is no cost of a turn
        for fields in PACES:
            cpu = time.process_time()
            stamps, rows = asyncio.run(play(url, turns, 1, **fields))
            used = time.process_time() - cpu
            calls = [call for row in rows for call in row["ledger"]["calls"]]
            times = [(later - sooner) / latency for sooner, later in pairwise(stamps[1:])]
            spent = sum(call["tokens_in"] + call["tokens_out"] for call in calls)
            rules = [row["rule"] for row in rows]
            show(
                name_of(fields), f"{len(calls) / turns:.2f}",
                "–" if fields.get("overlap") else f"{one_after_another(rows):.2f}",
                f"{statistics.median(times):.2f}",
                f"{statistics.mean(times):.2f}", f"{max(times):.2f}", f"{spent / turns:.0f}",
                f"{used * 1000 / turns:.0f}",
                " ".join(f"{one} {rules.count(one)}" for one in sorted(set(rules))),
            )  # fmt: skip
    print()


def one_after_another(rows: Sequence[Any]) -> float:
    """Return the mean number of questions a turn that wait for one another, however long each."""
    from mmagents.nodes.spending import STAGES

    asked = [{call["task"] for call in row["ledger"]["calls"]} for row in rows]
    return statistics.mean(sum(bool(tasks & set(one)) for one in STAGES) for tasks in asked)


def name_of(fields: Mapping[str, Any]) -> str:
    """Return what a run is called in the table."""
    return fields.get("pace", "paper") + (", overlap" if fields.get("overlap") else "")


class Compared(NamedTuple):
    """A game at both paces: turns, those given by bids, thoughts at lean, and where they differ."""

    seats: int
    turns: int
    by_bids: int
    thoughts: int
    differs: list[str]


def compare(story: str, language: str, condition: str, turns: int, seed: int) -> Compared:
    """Play a game as the paper does, and decide each of its turns at `lean` as well."""
    from mmagents.graph.build import graph
    from mmagents.nodes.context import Context
    from mmagents.nodes.table import table_for

    fields = {"condition": condition, "language": language, "turns": turns}
    paper, lean = Context(**fields), Context(**{**fields, "pace": "lean"})
    start: Any = {"scenario": story, "seed": seed}
    limit: Any = {"recursion_limit": 5_000}
    by_bids, thoughts, differs = 0, 0, []
    rows: list[Any] = []
    for state in graph.stream(start, limit, context=paper, stream_mode="values"):
        bids = state.get("ledger", {}).get("bids")
        if not bids or state["ledger"]["reason"] or len(rows) == state["turn"]:
            continue  # not just between thinking and the floor
        speaker, counted, anew = _at_lean(state, rows, lean)
        chosen, _, _ = _at_lean(state, rows, paper)
        thoughts, by_bids = thoughts + len(anew), by_bids + counted
        if speaker != chosen:
            why = "; ".join(f"{one['seat']} {one['action']} {one['importance']}" for one in bids)
            differs.append(
                f"{story}, {condition}, seed {seed}, turn {state['turn']}: {speaker} for {chosen}"
                f" (bids: {why}; thought anew: {', '.join(anew)})"
            )
        own = [one for one in bids if one["seat"] in anew]
        rows.append({"turn": state["turn"], "ledger": {"bids": own}})
    return Compared(len(table_for(story, paper).seats), len(rows), by_bids, thoughts, differs)


def _at_lean(state: Any, rows: Sequence[Any], context: Any) -> tuple[str, bool, tuple[str, ...]]:
    """Return who has the floor in a context, whether bids decide, and who thinks anew.

    Args:
        state: of the game, with the bids of all.
        rows: by turn so far, the bids of those who thought.
        context: at the pace of the paper, or at lean.
    """
    from mmagents.floor.bids import Bid
    from mmagents.nodes.step import Step
    from mmagents.nodes.table import table_for
    from mmagents.nodes.turn.floor import bids_count, decide
    from mmagents.nodes.ways.pace.thinking import who_thinks

    thought = [
        {**row, "ledger": {**row["ledger"], **own["ledger"]}}
        for row, own in zip(state["history"], rows, strict=True)
    ]
    past = state["history"] if context.pace.kind == "paper" else thought
    step = Step({**state, "history": past}, context, table_for(state["scenario"], context))
    thinking = who_thinks(step)
    now = [Bid.of(one) for one in state["ledger"]["bids"] if one["seat"] in thinking.seats]
    decision = decide(step, [*now, *thinking.kept])
    return decision.speaker, bids_count(step), thinking.seats


def main(argv: Sequence[str] | None = None) -> None:
    """Print the shares, then every turn that differs."""
    args = given(
        argv, __doc__, stories=["halcyon-light", "orchid-train"], language="en", seeds=20, turns=30,
        conditions=["cssn-or-ss", "ss"],
    )  # fmt: skip
    head(
        "story", "condition", "games", "same speaker", "same, of turns given by bids",
        "thoughts a turn", "seats",
    )  # fmt: skip
    found: list[str] = []
    with processes() as pool:
        for story in args.stories:
            for condition in args.conditions:
                work = partial(compare, story, args.language, condition, args.turns)
                games = over_seeds(pool, work, range(args.seeds))
                turns, counted = sum(one.turns for one in games), sum(one.by_bids for one in games)
                differ = sum(len(one.differs) for one in games)
                show(
                    story, condition, len(games), f"{turns - differ} of {turns} "
                    f"({1 - differ / turns:.1%})", f"{1 - differ / max(counted, 1):.1%}",
                    f"{sum(one.thoughts for one in games) / turns:.2f}", games[0].seats,
                )  # fmt: skip
                found += [line for one in games for line in one.differs]
    print(f"\nTurns that lean gives to somebody else, {len(found)}:\n")
    for line in found:
        print(f"- {line}")
