"""Whether models give a game anything it can use, seen while it is played. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NotRequired

from typing_extensions import TypedDict

from mmagents.interfaces.texts.catalogue import term, terms
from mmagents.nodes.context import Context
from mmagents.nodes.spending import limit_reached, plus

LATELY = 40
"""Questions that are looked back on; if half of them fell to defaults, the game stops."""
ENOUGH = 3
"""Questions without a usable answer that tell of more than an accident: of one task that never had
any, or of all that was asked in a turn."""
THOUGHTLESS = 2 * ENOUGH
"""Thoughts in a row without a usable answer after which a game stops, whatever else was answered:
at a table of three, those of two turns."""
UNUSABLE = "unusable"
"""What stops a game whose models give nothing usable, as the limits are called by their names."""
THINKING = frozenset({"think", "draft"})
"""The tasks in which a seat thinks."""
DECIDING = THINKING | {"choose", "consider", "summarise", "reflect", "guess", "perceive"}
"""Those by which seats think, choose or note for themselves, mostly all of them at once."""


class Lately(TypedDict):
    """How the last questions to models ended.

    `asks`, at most :data:`LATELY`: whether each had a usable answer. `tasks`: by task that has been
    put, how many questions went by without any usable answer; 0 once there was one. `thoughtless`:
    how many of the last thoughts in a row had none; left out where the last one had. `useless`: why
    the game is to stop when the pause under way is over. `thought`, of games of before: whether
    seats have been asked to think.
    """

    asks: list[bool]
    tasks: NotRequired[dict[str, int]]
    thoughtless: NotRequired[int]
    useless: NotRequired[str]
    thought: NotRequired[bool]


NOT_YET: Lately = {"asks": [], "tasks": {}}


def with_calls(lately: Lately, calls: Iterable[Mapping[str, Any]]) -> Lately:
    """Return how the last questions ended, those of one more turn among them."""
    asks, tasks = [*lately["asks"]], _tasks(lately)
    thoughtless = lately.get("thoughtless", 0)
    for call in calls:
        task, usable = call["task"], call["default"] is None
        asks.append(usable)
        given_before = tasks.get(task) == 0
        tasks[task] = 0 if usable or given_before else tasks.get(task, 0) + 1
        if task in THINKING:
            thoughtless = 0 if usable else thoughtless + 1
    found: Lately = {"asks": asks[-LATELY:], "tasks": tasks}
    return {**found, "thoughtless": thoughtless} if thoughtless else found


def _tasks(lately: Lately) -> dict[str, int]:
    before = dict.fromkeys(THINKING, 0) if lately.get("thought") else {}
    return {**before, **lately.get("tasks", {})}


def after_calls(
    lately: Lately, calls: Sequence[Mapping[str, Any]], *, anew: bool
) -> dict[str, Lately]:
    """Return the update of the state after questions to models; none if there were none.

    With `anew`, the game stops here, and whoever goes on with it begins to count anew.
    """
    if not calls and not lately.get("useless"):
        return {}
    return {"lately": NOT_YET if anew else with_calls(lately, calls)}


def paused(lately: Lately, calls: Sequence[Mapping[str, Any]]) -> dict[str, Lately]:
    """Return the update after questions in a step that others follow before a game can stop."""
    if not calls:
        return {}
    useless = nothing_usable(lately, calls)
    counted = with_calls(lately, calls)
    return {"lately": {**counted, "useless": useless} if useless else counted}


def nothing_usable(
    lately: Lately, calls: Sequence[Mapping[str, Any]], *, last: bool = False
) -> str:
    """Return why a game should stop after a turn or a deed, or nothing.

    It should where seats were asked to think or to choose for the first time, and none of them had
    a usable answer; where a task had none in its first three questions, or more; where nothing that
    was asked in a turn had one, three questions or more; where the last six thoughts had none; and
    where half of the last 40 questions had none. After the last turn or deed nothing can show
    whether it goes on like that, so what seats were asked counts as the first does.

    Args:
        lately: how the questions before ended.
        calls: the questions of the turn or deed, as its ledger holds them.
        last: whether it is the last of the game.

    Returns:
        "unusable: " and, as JSON, the `task`, `seat`, `model`, `fault` and `answered` of the last
        question that fell to its default.
    """
    failed = [call for call in calls if call["default"] is not None]
    if lately.get("useless") or not failed:
        return lately.get("useless", "")
    found = _never_usable(lately, calls, last=last)
    after = with_calls(lately, calls)
    half = len(after["asks"]) == LATELY and 2 * after["asks"].count(False) >= LATELY
    thoughtless = after.get("thoughtless", 0) >= THOUGHTLESS
    if not (found or half or thoughtless or (len(failed) == len(calls) >= ENOUGH)):
        return ""
    of_these = [call for call in failed if call["task"] in (found or THINKING)]
    named = (of_these or failed)[-1]
    told = {name: named[name] for name in ("task", "seat", "model")}
    told |= {"fault": named["default"], "answered": named.get("answered", "")}
    return f"{UNUSABLE}: {json.dumps(told, ensure_ascii=False)}"


def _never_usable(
    lately: Lately, calls: Sequence[Mapping[str, Any]], *, last: bool
) -> frozenset[str]:
    """Return the tasks of a turn or deed that give reason to stop each for itself."""
    before, after = _tasks(lately), with_calls(lately, calls)["tasks"]
    usable = {call["task"] for call in calls if call["default"] is None}
    without = {call["task"] for call in calls} - usable
    return frozenset(
        task
        for task in without
        if after[task] >= ENOUGH or (task in DECIDING and (last or task not in before))
    )


NO_REPLY = {
    "no connection": "gone",
    "HTTP 401": "key",
    "HTTP 403": "key",
    "HTTP 429": "busy",
    "time-out": "late",
    "HTTP": "ill",
    "broken answer": "ill",
}
"""How faults begin with which no answer came, and what to try then; after all others, a model."""


def in_words(stopped: str, language: str) -> str:
    """Return what :func:`nothing_usable` said in a sentence; nothing for what else stops a game."""
    name, _, told = stopped.partition(": ")
    if name != UNUSABLE:
        return ""
    found: dict[str, str] = json.loads(told)
    fault = found["fault"].rstrip(". ")
    how = fault if fault in ("empty", "not_json", "cut_off") else "other"
    how = "no-reply" if _try(fault) != "model" else how
    said = terms(language, f"unusable.{how}", fault=fault, answered=found["answered"] or "—")
    what = term(language, "task", found["task"])
    return terms(language, "limit.unusable", **{**found, "what": what, "fault": said})


def what_to_try(stopped: str, language: str) -> str:
    """Return in a sentence what to try after :func:`nothing_usable` stopped a game."""
    found: dict[str, str] = json.loads(stopped.partition(": ")[2])
    return terms(language, f"try.{_try(found['fault'])}", task=found["task"])


def _try(fault: str) -> str:
    return next((way for begun, way in NO_REPLY.items() if fault.startswith(begun)), "model")


def counted(
    state: Mapping[str, Any],
    context: Context,
    calls: Sequence[dict[str, Any]],
    *,
    last: bool,
    ahead: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """Return the update of the state with what questions to models cost and whether they stop it.

    Args:
        state: before the turn or the deed.
        context: the run.
        calls: the questions of a turn or a deed.
        last: whether nothing is left to play; then there is no limit to raise.
        ahead: questions for the next turn, which count for the limits.
    """
    spent = plus(state["spent"], [*calls], context.limits.prices)
    lately = state.get("lately", NOT_YET)
    useless = "" if context.limits.tolerate else nothing_usable(lately, calls, last=last)
    so_far = plus(spent, [*ahead], context.limits.prices)
    limit = "" if last else limit_reached(so_far, context.limits.spendable())
    stopped = limit or useless
    return {"spent": spent, "stopped": stopped, **after_calls(lately, calls, anew=bool(stopped))}
