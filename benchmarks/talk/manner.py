"""How near do improvising seats come to people's talk, by how they are told to talk?

Plays the same seeds as panel and as conversation, and the conversation under `random` too, and
holds each against people's meetings (docs/howto/play/manner.md). `--show 3` prints a game in both.

python -m benchmarks manner --language ja --games 20 --turns 60
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from benchmarks import given, head, played, show
from benchmarks.talk.improv_quality import Reader, asked_again, betrayals, repeats
from mmagents.lab.realism.bands import shipped
from mmagents.lab.realism.measures import TEN
from mmagents.lab.realism.placing import Placed, place
from mmagents.lab.recordings.games import recording_of
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.scenarios.loader import load_scenario

COMPARED = (*TEN, "lift_wide")
PLAYED = (("panel", "cssn-or-ss"), ("conversation", "cssn-or-ss"), ("conversation", "random"))


def measure(
    manner: str, condition: str, args: Any, games: Sequence[int]
) -> tuple[Placed, dict[str, float]]:
    """Play the games; return them beside the band of meetings, and figures from the record."""
    fields: dict[str, Any] = {
        "manner": manner, "condition": condition, "language": args.language, "turns": args.turns
    }  # fmt: skip
    table = table_for(args.story, Context(**fields))
    reader = Reader(load_scenario(args.story), args.language)
    records = [played(args.story, seed, **fields)["history"] for seed in games]
    talks = [recording_of(rows, table, name=str(n)) for n, rows in zip(games, records, strict=True)]
    designated = [
        after["answers"] == before["turn"]
        for rows in records for before, after in pairwise(rows) if after["rule"] == "1a"
    ]  # fmt: skip
    out = [len({fact for row in rows for fact in row["facts"]}) for rows in records]
    return place(talks, shipped()["speech"], names=COMPARED), {
        "facts said aloud": statistics.mean(out) / len(reader.of_fact),
        "designated and answered": statistics.mean(designated) if designated else 0.0,
        "guarded facts out without pressure": sum(len(betrayals(one, reader)) for one in records),
        "sentences said twice within 30 turns": sum(len(repeats(one)) for one in records),
        "questions asked again once answered": sum(
            len(asked_again(one, reader)) for one in records
        ),
    }


def difference(one: Sequence[float], other: Sequence[float]) -> float:
    """Return by how much the mean of one is higher."""
    return statistics.mean(one) - statistics.mean(other)


def show_game(args: Any) -> None:
    """Print a game in both manners."""
    for manner in ("panel", "conversation"):
        print(f"\n{args.story}, seed {args.show}, {manner}\n")
        fields: dict[str, Any] = {"manner": manner, "language": args.language}
        table = table_for(args.story, Context(**fields))
        for row in played(args.story, args.show, turns=args.turns, **fields)["history"]:
            print(f"{row['turn']} {table.public.person(row['speaker']).call}: {row['text']}")


def main(argv: Sequence[str] | None = None) -> None:
    """Print the figures of a story in a language, or one game of it."""
    args = given(
        argv, __doc__, story="halcyon-light", language="en", games=20, turns=60, show=0
    )  # fmt: skip
    if args.show:
        return show_game(args)
    from scipy.stats import permutation_test

    print(f"{args.story} ({args.language}), {args.games} games of {args.turns} turns\n")
    found = [measure(*one, args, range(1, args.games + 1)) for one in PLAYED]
    head("", *(", ".join(one) for one in PLAYED))
    show("of the ten measures in the band", *(f"{one.sum.mean:.1f}" for one, _ in found))
    show("of the six of turn-taking", *(f"{one.sum.six:.1f}" for one, _ in found))
    for rows in zip(*(one.rows() for one, _ in found), strict=True):
        band = rows[0].band
        if rows[0].name not in COMPARED:
            continue
        name = f"{rows[0].name} ({band.low:.2f}-{band.high:.2f})" if band else rows[0].name
        show(name, *("" if one.median is None else f"{one.median:.2f}" for one in rows))
    lifts = [[piece.figures["lift"] or 0.0 for piece in one.pieces] for one, _ in found]
    apart = permutation_test((lifts[1], lifts[2]), difference, rng=1)
    show("lift apart from random, p", "", f"{apart.pvalue:.4f}", "")
    for name in found[0][1]:
        show(name, *(f"{figures[name]:.2f}" for _, figures in found))
    return None
