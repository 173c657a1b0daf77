"""What repair catches, what it lets pass, and what it costs.

python -m benchmarks repair

1. Improvising seats that are made to err, with repair and without, over the same seeds: how many
   spoilt candidates were spoken. Whoever spoils one says so; the screens are not asked.
2. The screening on utterances labelled by hand, by rule.
3. Calls, tokens and waiting that repair costs, with models on loopback.
"""

from __future__ import annotations

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

from benchmarks import given, head, played, show
from benchmarks.detection.screening import (
    FAULTS,
    ExampleKind,
    kept,
    read_examples,
    score,
    screen_example,
)
from mmagents.graph.build import graph
from mmagents.interfaces.player import Player
from mmagents.nodes.context import Context
from mmagents.nodes.record import Repaired
from mmagents.nodes.turn.speak import one_line
from mmagents.players.improv.slips import SLIPS, ErringPlayer, Spoilt
from mmagents.scenarios.loader import load_scenario

RATES = {"repeat": 0.2, "contradict": 0.1, "invent": 0.1, "dodge": 0.2}
GAMES = (("halcyon-light", "en"), ("halcyon-light", "ja"))
LATENCY = 0.2
"""Seconds that a model takes to answer: L."""
DATA = Path(__file__).parents[1] / "data"


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
    run = Watched(turns=turns, language=language, evening={"err": RATES}, repair=repair, spoilt=log)
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
    columns = ("faults spoken", "lies told", "said anew", "needlessly", "failed")
    head("game", "repair", *SLIPS, *columns)
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
                show(
                    f"{story} {language}", "on" if repair else "off",
                    *(total.spoken[slip] for slip in SLIPS), f"{faults} of {total.turns}",
                    total.lies, total.said_anew, total.said_anew_unspoilt, total.failed,
                )  # fmt: skip
            fates = totals[True].fates
            off, on = (sum(totals[one].spoken[s] for s in SLIPS) for one in (False, True))
            spoken = {on: totals[on].spoken for on in (False, True)}
            fewer = [1 - spoken[True][slip] / max(1, spoken[False][slip]) for slip in SLIPS]
            percents = [f"{share:.0%}" for share in (*fewer, 1 - on / max(1, off))]
            show(f"{story} {language}", "fewer", *percents, "", "", "", "")
            print(f"\nWith repair, spoilt candidates, {story} {language}:\n")
            head("", *FATES)
            for slip in SLIPS:
                show(slip, *(fates[slip, fate] for fate in FATES))
            print(flush=True)


def percent(share: float | None) -> str:
    """Return a share as a table shows it."""
    return "–" if share is None or math.isnan(share) else f"{share:.2f}"


def screening() -> None:
    """Print precision, recall and F1 of the screening by rule."""
    print("\n### Screening and diagnosis by rule, on labelled utterances\n")
    head("half", "class", "utterances", "precision", "recall", "F1")
    for half in ("dev", "heldout"):
        judged = [screen_example(one) for one in read_examples(DATA / f"screening_{half}.yaml")]
        for fault in (None, *FAULTS):
            of = score(judged, fault)
            number = len(judged) if fault is None else of.hits + of.misses
            shares = (of.precision, of.recall, of.f1)
            show(half, fault or "any fault", number, *map(percent, shares))
        kinds: tuple[ExampleKind, ...] = ("lie", "evasion", "owning-up", "innocent")
        shown = ", ".join(f"{kind} {percent(kept(judged, kind))}" for kind in kinds)
        show(half, "spoken as they are", shown, "", "", "")


def costs(turns: int) -> None:
    """Print what repair costs with models, by task."""
    from benchmarks.openai_server import running
    from mmagents.nodes.spending import accounts

    print(f"\n### What repair costs with models on loopback, {turns} turns of halcyon-light\n")
    head("repair", "turns said again", "calls a turn", "tokens a turn", "wait a turn")
    by_task: dict[str, float] = {}
    with running(LATENCY) as url:
        for repair, nli in ((False, "rules"), (True, "rules"), (True, "auto")):
            fields = {"model": "openai:any", "base_url": url, "repair": repair, "repair.nli": nli}
            rows = played("halcyon-light", 1, turns=turns, **fields)["history"]
            found, anew = accounts(rows), list(_anew(rows))
            spent = found["total"]
            name = "off" if not repair else f"on, --nli {nli}"
            show(
                name, f"{mean(anew) if anew else 0:.0%}", f"{spent['calls'] / turns:.1f}",
                f"{spent['tokens'] / turns:,.0f}", f"{spent['seconds'] / turns / LATENCY:.1f} L",
            )  # fmt: skip
            by_task |= {f"{name}: {one['task']}": one["requests"] / turns
                        for one in found["by_task"]}  # fmt: skip
    extra = {name: calls for name, calls in by_task.items() if name.startswith("on, --nli auto")}
    print(
        "\ncalls a turn by task, --nli auto: "
        + ", ".join(f"{name.rpartition(' ')[2]} {calls:.1f}" for name, calls in extra.items())
    )


def _anew(rows: Sequence[Any]) -> Iterator[bool]:
    for row in rows:
        if "repair" in row["ledger"]:
            yield len(row["ledger"]["repair"]["attempts"]) > 1


def main(arguments: list[str]) -> None:
    """Print the tables."""
    workers = os.cpu_count() or 1
    args = given(arguments, __doc__, seeds=50, turns=30, workers=workers, languages=["en", "ja"])
    erring(args.languages, args.seeds, args.turns, args.workers)  # first: it forks
    screening()
    costs(turns=20)
