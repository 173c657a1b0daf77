"""What servers can keep: two prompts of one seat and task begin alike, in games with models."""

import asyncio
from collections import defaultdict
from itertools import pairwise
from typing import Any

import pytest

from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.nodes.views.grown import READING, speaking
from tests.languages import LANGUAGES
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving
from tests.servers.prompt_data import Told

pytestmark = pytest.mark.slow  # games of models on loopback

K = 3
TURNS = 14


def played(
    language: str, turns: int = TURNS, **given: Any
) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Return by task and seat the messages of all prompts, system and user."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    with serving(faithful) as server:
        context = Context(
            **{
                "model": "openai:any",
                "base_url": server.url,
                "turns": turns,
                "memory.k": K,
                "language": language,
                **given,
            }
        )
        asyncio.run(graph.ainvoke({"scenario": "mini", "seed": 2}, context=context))
        for request in server.requests:
            if "x-mmagents-task" in request.headers:
                told = Told(request)
                system, user = (one["content"] for one in request["messages"][:2])
                found[told.task, told.seat].append((system, user))
    return found


def entries(user: str) -> list[str]:
    """Return the first list of a message."""
    lines = user.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("- "))
    last = next((at for at in range(first, len(lines)) if not lines[at].startswith("- ")), None)
    return lines[first:last]


@pytest.mark.parametrize(
    ("language", "window", "given"),
    [
        *((language, window, {}) for language in LANGUAGES for window in ("sliding", "growing")),
        ("en", "growing", {"models.prompt_set": "paper"}),
        ("ja", "sliding", {"condition": "ss"}),
    ],
)
def test_the_system_message_of_a_seat_and_task_is_the_same_to_the_byte(
    language: str, window: str, given: dict[str, Any]
) -> None:
    prompts = played(language, 2 * K, memory={"window": window}, **given)
    assert {task for task, _ in prompts} == {"think", "speak", "normalise", "detect"}
    for (task, seat), messages in prompts.items():
        assert len({system for system, _ in messages}) == 1, (task, seat)


def test_the_system_message_is_the_same_in_every_room_where_the_window_grows() -> None:
    given = {
        "evening.persona": "strategist",
        "evening.kind": "whole",
        "evening.protocol": "agentgroupchat",
    }
    aside = 0
    for window in ("growing", "sliding"):
        prompts = played("en", memory={"window": window}, evening={"rounds": 1}, **given)
        told = {key: {system for system, _ in messages} for key, messages in prompts.items()}
        several = [key for key, systems in told.items() if len(systems) > 1]
        assert bool(several) == (window == "sliding")
        aside += sum(
            "have gone aside with" in user for some in prompts.values() for _, user in some
        )
    assert aside


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_the_window_grows_the_list_begins_with_the_one_before(language: str) -> None:
    prompts = played(language, memory={"window": "growing"})
    read, speak = READING.every, speaking(3, "conversation").every
    every = {"think": 3, "detect": read, "normalise": read, "speak": speak}
    for (task, _), messages in prompts.items():
        lists = [entries(user) for _, user in messages if '"' in entries(user)[0]]
        anew = [before for before, after in pairwise(lists) if after[: len(before)] != before]
        assert len(anew) <= TURNS // every[task] + 1
        assert len(anew) < len(lists) - 1
    sliding = played(language, memory={"window": "sliding"})["think", "petra"][K + 1 :]
    for (_, before), (_, after) in pairwise(sliding):
        assert entries(after)[: len(entries(before))] != entries(before)
