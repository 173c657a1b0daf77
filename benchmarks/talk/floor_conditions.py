"""What each condition does to the talk: a simulation of the turn-taking rules by improv players.

Plays the story over many seeds under each condition and prints, by condition: valid designations
that got the floor next, the largest share of the turns that any seat held in any game, and the
questions that were left without an answer, a refusal or an evasion.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from benchmarks import given, head, over_seeds, played, processes, show
from mmagents.floor.adjacency import QUESTIONS
from mmagents.floor.conditions import CONDITIONS

AT_A_TABLE = [name for name in CONDITIONS if name != "interrogation"]
"""The conditions under which all seats talk with one another."""


class Game(NamedTuple):
    """The figures of one game."""

    designations: int
    honoured: int
    largest_share: float
    questions: int
    next_turn: int
    lapsed: int
    turns: int
    rules: Counter[str]


def measure(rows: Sequence[dict], seats: Sequence[str]) -> Game:
    """Return the figures of a played game.

    A question counts as left unanswered where its pair lapsed, or was still open at the end though
    all of its time had passed. `next_turn` counts the questions that the very next turn took up.
    """
    designations = honoured = questions = taken_up = 0
    ends = {closed["turn"]: closed["how"] for row in rows for closed in row["closed"]}
    for row, after in pairwise(rows):
        to = row["addressees"]
        if row["first_pair_part"] and len(to) == 1 and to[0] in seats and to[0] != row["speaker"]:
            designations += 1
            honoured += after["speaker"] == to[0]
        if row["first_pair_part"] in QUESTIONS and to:
            questions += 1
            taken_up += after["answers"] == row["turn"]
    lapsed = sum(
        row["first_pair_part"] in QUESTIONS and ends.get(row["turn"]) == "lapsed" for row in rows
    )
    share = max(Counter(row["speaker"] for row in rows).values()) / len(rows)
    rules = Counter(row["rule"] for row in rows)
    return Game(designations, honoured, share, questions, taken_up, lapsed, len(rows), rules)


def play_one(story: str, language: str, condition: str, turns: int, seed: int) -> Game:
    """Play one game and measure it."""
    from mmagents.scenarios.loader import load_scenario

    state = played(story, seed, condition=condition, turns=turns, language=language)
    return measure(state["history"], load_scenario(story).seats())


def row_of(games: Sequence[Game]) -> list[str]:
    """Return the cells of a condition's line of the table."""

    def total(name: str) -> int:
        return sum(getattr(game, name) for game in games)

    per_ten = [10 * game.lapsed / game.turns for game in games]
    rules = sorted(sum((game.rules for game in games), Counter()).items())
    got = 100 * total("honoured") / max(total("designations"), 1)
    return [
        f"{total('honoured')} of {total('designations')} ({got:.0f} %)",
        f"{100 * max(game.largest_share for game in games):.0f} %",
        f"{statistics.mean(per_ten):.2f}",
        f"{statistics.stdev(per_ten):.2f}" if len(per_ten) > 1 else "–",
        f"{100 * total('next_turn') / max(total('questions'), 1):.0f} %",
        " ".join(f"{rule} {100 * n / total('turns'):.0f} %" for rule, n in rules),
    ]


def main(argv: Sequence[str] | None = None) -> None:
    """Print the table."""
    args = given(
        argv, __doc__, story="halcyon-light", language="en", seeds=50, turns=30,
        conditions=AT_A_TABLE,
    )  # fmt: skip
    print(
        f"{args.story} ({args.language}), {args.seeds} seeds of {args.turns} turns, improv "
        "players: a simulation of the turn-taking rules\n"
    )
    head(
        "condition", "valid designations that got the floor next", "most turns of any seat",
        "questions left, per 10 turns: mean", "SD", "questions taken up by the next turn", "rules",
    )  # fmt: skip
    with processes() as pool:
        for condition in args.conditions:
            play = partial(play_one, args.story, args.language, condition, args.turns)
            show(condition, *row_of(over_seeds(pool, play, range(args.seeds))))
