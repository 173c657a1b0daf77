"""How much of a prompt a server has read before: what two prompts begin with alike.

    python -m benchmarks prefix [--turns N] [--story NAME] [--seeds N] [--every 1]

Games are played against the server of the OpenAI protocol on loopback, by a model whose words are
as long as those of talk (benchmarks/engine/prefix_games.py).

Of two successive prompts of one seat and task, the table gives the share of characters of the
second that they begin with alike (a token stands for about as many characters everywhere in a
prompt). `any` takes the longest beginning that any earlier prompt of the game has in common with
it: so much a server can keep that forgets nothing. What servers report themselves stands in
`mmagents accounts`.

With --every 1 all tasks are asked: games of every pace and manner, in units, with repair and a
moderator, evenings of strategists, and judges; each game with as many --seeds, and those with
repair for twice as many turns, for what is said is suspected now and then. The two ways of asking
for other words are two prompts, so each is compared with its own kind (SDR, section 2.4).
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import get_args

from benchmarks import given, head, show
from benchmarks.engine.prefix_games import GAMES, TALKS, Prompt, prompts_of
from mmagents.prompts.tasks import TASKS, JudgeTask

LEAST = 0.8
"""The share that is aimed at."""


def common(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def longest(prompts: Sequence[Prompt]) -> list[int]:
    """Return of each prompt how many characters it begins with as some earlier one does."""
    kept: list[str] = []
    found: list[int] = []
    for _, _, text in prompts:
        # of texts in order, the one with the longest beginning in common stands beside it
        place = bisect(kept, text)
        near = kept[max(0, place - 1) : place + 1]
        found.append(max((common(text, one) for one in near), default=0))
        kept.insert(place, text)
    return found


def kept(prompts: Sequence[Prompt]) -> float:
    """Return the share of all prompts that a server can keep that forgets nothing."""
    return sum(longest(prompts)) / sum(len(one.text) for one in prompts)


def shares(games: Sequence[Sequence[Prompt]]) -> dict[str, dict[str, float]]:
    """Return by task: how many prompts and pairs, characters of a prompt, and the two shares.

    A prompt that is the first of its seat and task in its game makes no pair.
    """
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for prompts in games:
        last: dict[tuple[str, str], str] = {}
        for one, best in zip(prompts, longest(prompts), strict=True):
            counts, before = sums[one.task], last.get((one.task, one.seat))
            counts.update(prompts=1, size=len(one.text))
            if before is not None:
                counts.update(pairs=1, of=len(one.text), shared=common(before, one.text), any=best)
            last[one.task, one.seat] = one.text
    return {
        task: {
            "prompts": one["prompts"],
            "pairs": one["pairs"],
            "size": one["size"] / one["prompts"],
            "shared": one["shared"] / one["of"] if one["of"] else 0.0,
            "any": one["any"] / one["of"] if one["of"] else 0.0,
        }
        for task, one in sums.items()
    }


def tables(
    story: str, language: str, turns: int, games: Sequence[str], seeds: int
) -> dict[str, float | None]:
    """Print the shares by task, and what a turn of the plain game takes.

    Returns:
        By task and game the share where the window grows; None where nothing was asked twice.
    """
    takes: dict[str, list[Prompt]] = {}
    found: dict[str, float | None] = {}
    for name in games:
        sets = {
            "growing": {},
            "sliding": {"memory.window": "sliding"},
            "paper": {"models.prompt_set": "paper"},
        }
        for window, fields in sets.items() if name == "plain" else [("growing", {})]:
            often = 2 if name.startswith("repair") else 1  # what is said is suspected now and then
            played = [
                prompts_of(story, language, name, seed, turns=often * turns, **fields)
                for seed in range(1, 1 + (1 if name in TALKS else seeds))
            ]
            for task, one in shares(played).items():
                figures = (f"{one['shared']:.2f}", f"{one['any']:.2f}") if one["pairs"] else "––"
                show(
                    name, window, language, task, f"{one['prompts']:.0f}", f"{one['pairs']:.0f}",
                    f"{one['size']:.0f}", *figures,
                )  # fmt: skip
                if window == "growing":
                    found[f"{task} ({name})"] = one["shared"] if one["pairs"] else None
            if name == "plain":
                takes[window] = played[0]
    for window, prompts in takes.items():
        size = sum(len(one.text) for one in prompts) / turns
        anew = size * (1 - kept(prompts))
        print(f"{window}, {language}: {size:.0f} characters a turn, {anew:.0f} of them read anew")
    return found


def never(asked: Sequence[str]) -> list[str]:
    """Return the tasks of models that none of these names begins with."""
    there = {one.partition(" ")[0].strip(",") for one in asked}
    return [one for one in (*TASKS, *get_args(JudgeTask)) if one not in there]


def main(argv: Sequence[str] | None = None) -> None:
    """Play, measure and print."""
    asked = given(
        argv, __doc__, turns=30, story="halcyon-light", every=0, seeds=1, games=[""],
        languages=["en", "ja"],
    )  # fmt: skip
    games = [*filter(None, asked.games)] or ([*GAMES, *TALKS] if asked.every else ["plain"])
    for language in asked.languages:
        head(
            "game", "window", "language", "task", "prompts", "pairs", "characters", "shared", "any"
        )
        found = tables(asked.story, language, asked.turns, games, asked.seeds)
        known = [(name, share) for name, share in found.items() if share is not None]
        less = [f"{name} {share:.2f}" for name, share in known if round(share, 2) < LEAST]
        print(f"\nless than {LEAST}, {language}: {', '.join(less) or 'none'}")
        if asked.every:
            print(f"never asked, {language}: {', '.join(never([*found])) or 'none'}\n")
