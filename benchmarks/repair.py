"""What repair catches, what it lets pass, and what it costs.

python -m benchmarks repair

1. Improvising seats that are made to err, with repair and without, over the same seeds: how many
   spoilt candidates were spoken. Whoever spoils one says so; the screens are not asked.
2. The screening on utterances labelled by hand, by rule.
3. Calls, tokens and waiting that repair costs, with models on loopback.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any, ClassVar

from mmagents.evaluation.detection.screening import (
    FAULTS,
    Judged,
    judge,
    kept,
    read_examples,
    score,
)
from mmagents.graph.build import graph
from mmagents.interfaces.player import Player
from mmagents.nodes.context import Context
from mmagents.nodes.record import Repaired
from mmagents.nodes.talk.speak import one_line
from mmagents.players.improv.slips import SLIPS, ErringPlayer, Spoilt
from mmagents.scenarios.loader import load_scenario

RATES = {"repeat": 0.2, "contradict": 0.1, "invent": 0.1, "dodge": 0.2}
GAMES = (("halcyon-light", "en"), ("halcyon-light", "ja"))
LATENCY = 0.2
"""Seconds that a model takes to answer: L."""
DATA = Path(__file__).with_name("data")


class Watched(Context):
    """A context in which whoever errs says so."""

    model_config: ClassVar = {"arbitrary_types_allowed": True, "extra": "forbid", "frozen": True}

    spoilt: Any = None

    def player(self, seat: str) -> Player:
        """Return a seat that errs."""
        return ErringPlayer(self.err, self.spoilt.append)


@dataclass
class Tally:
    """What came of some games."""

    spoken: Counter[str] = field(default_factory=Counter)
    fates: Counter[tuple[str, str]] = field(default_factory=Counter)
    turns: int = 0
    lies: int = 0
    said_anew: int = 0
    said_anew_unspoilt: int = 0
    failed: int = 0

    def add(self, other: Tally) -> None:
        """Add the counts of another."""
        self.spoken += other.spoken
        self.fates += other.fates
        for name in ("turns", "lies", "said_anew", "said_anew_unspoilt", "failed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


FATES = ("dropped", "spoken, as repair failed", "spoken, taken for a lie or an evasion",
         "spoken, not found")  # fmt: skip


def fate(done: Repaired, at: int) -> str:
    """Return what became of a spoilt candidate."""
    if at != done["spoken"]:
        return FATES[0]
    if done["outcome"] == "failed":
        return FATES[1]
    taken = {one["taken_for"] for one in done["attempts"][at]["findings"]}
    return FATES[2] if taken & {"lie", "evasion"} else FATES[3]


def play(game: tuple[str, str, int, int, bool]) -> Tally:
    """Play one game and count what was spoken."""
    story, language, seed, turns, repair = game
    log: list[Spoilt] = []
    run = Watched(turns=turns, language=language, err=RATES, repair=repair, spoilt=log)
    limit = {"recursion_limit": 20 * turns}
    rows = graph.invoke({"scenario": story, "seed": seed}, limit, context=run)["history"]
    spoilt = {(one.turn, one_line(one.text)): one.slip for one in log}
    scenario = load_scenario(story)
    lies = {fact.id: fact.known_by for fact in scenario.facts if fact.cover_story}
    found = Tally(turns=len(rows))
    for row in rows:
        slip = spoilt.get((row["turn"], row["text"]))
        found.spoken[slip or "none"] += 1
        found.lies += not slip and any(
            row["speaker"] in lies.get(fact, ()) for fact in row["facts"]
        )
        done = row["ledger"].get("repair")
        if done:
            for at, one in enumerate(done["attempts"]):
                if slip := spoilt.get((row["turn"], one["text"])):
                    found.fates[slip, fate(done, at)] += 1
            found.said_anew += len(done["attempts"]) - 1
            found.said_anew_unspoilt += sum(
                (row["turn"], one["text"]) not in spoilt for one in done["attempts"][:-1]
            )
            found.failed += done["outcome"] == "failed"
    return found


def erring(languages: Sequence[str], seeds: int, turns: int, workers: int) -> None:
    """Print what was spoken with repair and without."""
    rates = ",".join(f"{name}={rate:g}" for name, rate in RATES.items())
    print(f"### Seats that err ({rates}), {seeds} seeds of {turns} turns\n")
    head = ["game", "repair", *SLIPS, "faults spoken", "lies told", "said anew", "needlessly",
            "failed"]  # fmt: skip
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    with ProcessPoolExecutor(workers, multiprocessing.get_context("fork")) as pool:
        for story, language in (one for one in GAMES if one[1] in languages):
            totals = {}
            for repair in (False, True):
                total = Tally()
                games = [(story, language, seed, turns, repair) for seed in range(seeds)]
                for one in pool.map(play, games):
                    total.add(one)
                totals[repair] = total
                faults = sum(total.spoken[slip] for slip in SLIPS)
                cells = [
                    f"{story} {language}", "on" if repair else "off",
                    *(str(total.spoken[slip]) for slip in SLIPS), f"{faults} of {total.turns}",
                    str(total.lies), str(total.said_anew), str(total.said_anew_unspoilt),
                    str(total.failed),
                ]  # fmt: skip
                print("| " + " | ".join(cells) + " |", flush=True)
            fates = totals[True].fates
            off, on = (sum(totals[one].spoken[s] for s in SLIPS) for one in (False, True))
            print(f"| {story} {language} | fewer | " + " | ".join(
                f"{1 - totals[True].spoken[slip] / max(1, totals[False].spoken[slip]):.0%}"
                for slip in SLIPS
            ) + f" | {1 - on / off:.0%} |||||", flush=True)  # fmt: skip
            print(f"\nWith repair, spoilt candidates, {story} {language}:\n")
            print("| | " + " | ".join(FATES) + " |\n|" + "---|" * (1 + len(FATES)))
            for slip in SLIPS:
                counts = [str(fates[slip, fate]) for fate in FATES]
                print(f"| {slip} | " + " | ".join(counts) + " |", flush=True)
            print(flush=True)


def percent(share: float | None) -> str:
    """Return a share as a table shows it."""
    return "–" if share is None or math.isnan(share) else f"{share:.2f}"


def screening() -> None:
    """Print precision, recall and F1 of the screening by rule."""
    print("\n### Screening and diagnosis by rule, on labelled utterances\n")
    print("| half | class | utterances | precision | recall | F1 |\n|---|---|---|---|---|---|")
    for half in ("dev", "heldout"):
        judged = [judge(one) for one in read_examples(DATA / f"screening_{half}.yaml")]
        for fault in (None, *FAULTS):
            of = score(judged, fault)
            number = len(judged) if fault is None else of.hits + of.misses
            cells = [half, fault or "any fault", str(number)]
            cells += [percent(one) for one in (of.precision, of.recall, of.f1)]
            print("| " + " | ".join(cells) + " |", flush=True)
        print(f"| {half} | spoken as they are | " + _kept(judged) + " |||", flush=True)


def _kept(judged: Sequence[Judged]) -> str:
    shares = (
        f"{kind} {percent(kept(judged, kind))}"
        for kind in ("lie", "evasion", "owning-up", "innocent")
    )
    return ", ".join(shares)


def costs(turns: int) -> None:
    """Print what repair costs with models, by task."""
    from benchmarks.openai_server import running
    from mmagents.nodes.spending import accounts

    print(f"\n### What repair costs with models on loopback, {turns} turns of halcyon-light\n")
    print("| repair | turns said anew | calls a turn | tokens a turn | wait a turn |")
    print("|---|---|---|---|---|")
    by_task: dict[str, float] = {}
    with running(LATENCY) as url:
        for repair, nli in ((False, "rules"), (True, "rules"), (True, "llm")):
            run = Context(model="openai:any", base_url=url, turns=turns, repair=repair, nli=nli)
            start = {"scenario": "halcyon-light", "seed": 1}
            rows = graph.invoke(start, {"recursion_limit": 20 * turns}, context=run)["history"]
            found, anew = accounts(rows), list(_anew(rows))
            spent = found["total"]
            name = "off" if not repair else f"on, --nli {nli}"
            print(
                f"| {name} | {mean(anew) if anew else 0:.0%} | {spent['calls'] / turns:.1f} | "
                f"{spent['tokens'] / turns:,.0f} | {spent['seconds'] / turns / LATENCY:.1f} L |"
            )
            by_task |= {f"{name}: {one['task']}": one["requests"] / turns
                        for one in found["by_task"]}  # fmt: skip
    extra = {name: calls for name, calls in by_task.items() if name.startswith("on, --nli llm")}
    print(
        "\ncalls a turn by task, --nli llm: "
        + ", ".join(f"{name.rpartition(' ')[2]} {calls:.1f}" for name, calls in extra.items())
    )


def _anew(rows: Sequence[Any]) -> Iterator[bool]:
    for row in rows:
        if "repair" in row["ledger"]:
            yield len(row["ledger"]["repair"]["attempts"]) > 1


def main(arguments: list[str]) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks repair", description=__doc__)
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--languages", nargs="+", default=["en", "ja"], choices=["en", "ja"])
    given = parser.parse_args(arguments)
    erring(given.languages, given.seeds, given.turns, given.workers)  # first: it forks
    screening()
    costs(turns=20)
