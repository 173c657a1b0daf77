"""How much of a prompt a server has read before: what two prompts begin with alike.

    python -m benchmarks prefix [--turns N] [--story NAME] [--every 1]

A game is played against the server of the OpenAI protocol on loopback. Its model says lines that
improv players said in the same story and language, 24 words on average in English; its thoughts are
two thoughts of theirs, 25 words, where the prompts ask for one to three sentences; it notes a fact
for each sentence. So turns are as long as those of talk, and not the few words of a test's model.

Of two successive prompts of one seat and task, the table gives the share of characters of the
second that they begin with alike (a token stands for about as many characters everywhere in a
prompt). `any` takes the longest beginning that any earlier prompt of the game has in common with
it: so much a server can keep that forgets nothing. What servers report themselves stands in
`mmagents accounts`.

With --every 1, a game with repair and an evening of strategists are played as well.
"""

from __future__ import annotations

import asyncio
import json
import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import count, pairwise, product
from random import Random
from typing import Any

from benchmarks import given, head, show
from mmagents import Context
from mmagents.graph import graph
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Request, serving
from tests.servers.prompt_data import Told

_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


@cache
def talk_of(story: str, language: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return by seat the lines and the thoughts of improv players in some games."""
    lines, thoughts = defaultdict(list), defaultdict(list)
    for seed in range(3):
        context = Context(turns=30, language=language)
        for row in graph.invoke({"scenario": story, "seed": seed}, context=context)["history"]:
            lines[row["speaker"]].append(row["text"])
            for bid in row["ledger"]["bids"]:
                thoughts[bid["seat"]].append(bid["thought"])
    return lines, thoughts


def talking(story: str, language: str) -> Callable[[Request, int], Answer]:
    """Return a mind that answers as the faithful one, in words as long as those of talk."""
    lines, thoughts = talk_of(story, language)
    asked: dict[tuple[str, str], Iterator[int]] = defaultdict(count)

    def mind(request: Request, number: int) -> Answer:
        answer, told = faithful(request, number), Told(request)
        lot = Random(f"{told.task} {told.seat} {next(asked[told.task, told.seat])}")
        if told.task == "speak":
            return Answer(lot.choice(lines[told.seat]))
        if told.task in ("think", "consider"):
            space = " " if told.language == "en" else ""
            words = space.join(lot.sample(thoughts[told.seat], 2))
            return _with(answer, thought=words)
        if told.task == "normalise":
            speaker = told.cast.names.get(told.speaker, "")
            said = [one for one in _SENTENCE.split(told.quotations[-1].words) if one]
            says = "{} says: {}" if told.language == "en" else "{}は「{}」と言った。"
            return _with(answer, facts=[says.format(speaker, one) for one in said])
        if told.task == "detect" and told.quotations[-1].asks:
            last = [one for one in _SENTENCE.split(told.quotations[-1].words) if one][-1]
            called = [one for one in told.cast.calls.values() if one in last]
            return _with(answer, addressees=called[:1])
        return answer

    return mind


def _with(answer: Answer, **said: Any) -> Answer:
    return Answer(json.dumps(json.loads(answer.text or "{}") | said, ensure_ascii=False))


def prompts_of(story: str, language: str, **given: Any) -> list[tuple[str, str, str]]:
    """Play a game; return task, seat and text of all prompts in their order."""
    with serving(talking(story, language)) as server:
        context = Context(model="openai:any", base_url=server.url, language=language, **given)

        async def play() -> None:
            told = {"recursion_limit": 9 * context.turns + 200}
            async for _ in graph.astream({"scenario": story, "seed": 1}, told, context=context):
                pass

        asyncio.run(play())
        return [
            (one.headers["x-mmagents-task"], one.headers["x-mmagents-seat"], told)
            for one in server.requests
            if "x-mmagents-task" in one.headers
            and (told := "\n".join(str(part["content"]) for part in one["messages"]))
        ]


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


def longest(prompts: Sequence[tuple[str, str, str]]) -> list[int]:
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


def kept(prompts: Sequence[tuple[str, str, str]]) -> float:
    """Return the share of all prompts that a server can keep that forgets nothing."""
    return sum(longest(prompts)) / sum(len(text) for _, _, text in prompts)


def shares(prompts: Sequence[tuple[str, str, str]]) -> dict[str, dict[str, float]]:
    """Return by task: how many pairs, characters of a prompt, and the two shares."""
    by: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, (task, seat, _) in enumerate(prompts):
        by[task, seat].append(at)
    best = longest(prompts)
    found: dict[str, dict[str, float]] = {}
    for task in dict.fromkeys(one for one, _, _ in prompts):
        pairs = [
            pair for (one, _), places in by.items() if one == task for pair in pairwise(places)
        ]
        if pairs:
            size = sum(len(prompts[later][2]) for _, later in pairs)
            found[task] = {
                "pairs": len(pairs),
                "size": size / len(pairs),
                "shared": sum(common(prompts[a][2], prompts[b][2]) for a, b in pairs) / size,
                "any": sum(best[later] for _, later in pairs) / size,
            }
    return found


GAMES: dict[str, dict[str, Any]] = {
    "plain": {},
    "repair, a moderator": {
        "repair": True, "nli": "llm", "merge": True, "best_of": 2, "condition": "moderator"
    },
    "an evening of strategists": {"persona": "strategist", "evening": "whole"},
}  # fmt: skip
"""What is played, by name: options of the run."""


def tables(story: str, language: str, turns: int, games: Sequence[str]) -> None:
    """Print the shares by task and window, and what a turn of the plain game takes."""
    takes = []
    for name, window in product(games, ("sliding", "growing")):
        prompts = prompts_of(story, language, turns=turns, window=window, **GAMES[name])
        for task, one in shares(prompts).items():
            figures = f"{one['shared']:.2f}", f"{one['any']:.2f}"
            show(
                name, window, language, task, f"{one['pairs']:.0f}", f"{one['size']:.0f}", *figures
            )
        takes.append((window, sum(len(text) for _, _, text in prompts) / turns, prompts))
    for window, size, prompts in takes[:2]:
        anew = size * (1 - kept(prompts))
        print(f"{window}, {language}: {size:.0f} characters a turn, {anew:.0f} of them read anew")


def main(argv: Sequence[str] | None = None) -> None:
    """Play, measure and print."""
    asked = given(argv, __doc__, turns=30, story="halcyon-light", every=0)
    head("game", "window", "language", "task", "pairs", "characters", "shared", "any")
    for language in ("en", "ja"):
        tables(asked.story, language, asked.turns, [*GAMES] if asked.every else ["plain"])
