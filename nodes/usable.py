"""Whether models give a game anything it can use, seen while it is played. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from typing_extensions import TypedDict

from mmagents.interfaces.texts.catalogue import term, terms

LATELY = 40
"""Questions that are looked back on; if half of them fell to defaults, the game stops."""
UNUSABLE = "unusable"
"""What stops a game whose models give nothing usable, as the limits are called by their names."""


class Lately(TypedDict):
    """How the last questions to models ended.

    `asks`, at most :data:`LATELY`: whether each had a usable answer. `thought`: whether seats have
    been asked to think yet.
    """

    asks: list[bool]
    thought: bool


THINKING = frozenset({"think", "draft"})
"""The tasks in which a seat thinks."""
NOT_YET: Lately = {"asks": [], "thought": False}


def with_calls(lately: Lately, calls: Iterable[Mapping[str, Any]]) -> Lately:
    """Return how the last questions ended, those of one more turn among them."""
    calls = list(calls)
    asks = [*lately["asks"], *(call["default"] is None for call in calls)]
    thought = lately["thought"] or any(call["task"] in THINKING for call in calls)
    return {"asks": asks[-LATELY:], "thought": thought}


def after_calls(
    lately: Lately, calls: Sequence[Mapping[str, Any]], *, anew: bool
) -> dict[str, Lately]:
    """Return the update of the state after questions to models; none if there were none.

    With `anew`, the game stops here, and whoever goes on with it begins to count anew.
    """
    return {"lately": NOT_YET if anew else with_calls(lately, calls)} if calls else {}


def nothing_usable(
    lately: Lately, calls: Sequence[Mapping[str, Any]], *, last: bool = False
) -> str:
    """Return why a game should stop after a turn, or nothing.

    It should after the first turn with questions to think of which none had a usable answer, and
    when half of the last 40 questions of all kinds had none. After the last turn nothing can show
    whether it goes on like that, so it counts as the first does.

    Args:
        lately: how the questions before ended.
        calls: the questions of the turn, as its ledger holds them.
        last: whether it is the last of the game.

    Returns:
        "unusable: " and, as JSON, the `task`, `seat`, `model`, `fault` and `answered` of the last
        question that fell to its default.
    """
    failed = [call for call in calls if call["default"] is not None]
    thoughts = [call for call in calls if call["task"] in THINKING]
    alone = (last or not lately["thought"]) and bool(thoughts)
    asks = with_calls(lately, calls)["asks"]
    half = len(asks) == LATELY and 2 * asks.count(False) >= LATELY
    if not failed or not (half or (alone and all(one in failed for one in thoughts))):
        return ""
    named = ([call for call in failed if call["task"] in THINKING] or failed)[-1]
    told = {name: named[name] for name in ("task", "seat", "model")}
    told |= {"fault": named["default"], "answered": named.get("answered", "")}
    return f"{UNUSABLE}: {json.dumps(told, ensure_ascii=False)}"


def in_words(stopped: str, language: str) -> str:
    """Return what :func:`nothing_usable` said in a sentence; nothing for what else stops a game."""
    name, _, told = stopped.partition(": ")
    if name != UNUSABLE:
        return ""
    found: dict[str, str] = json.loads(told)
    found["what"] = term(language, "task", found["task"])
    return terms(language, "limit.unusable", **{**found, "answered": found["answered"] or "—"})


def task_of(stopped: str) -> str:
    """Return the task that :func:`nothing_usable` named."""
    task: str = json.loads(stopped.partition(": ")[2])["task"]
    return task
