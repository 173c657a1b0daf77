"""Try every model before a game: one clear error now instead of defaults all evening.

Each is asked for a word. Then the form of every task's answer is tried, from the strictest way on,
until the server keeps to one; that one is used from then on.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from mmagents.models.answers.json_text import find_json
from mmagents.models.client.faults import is_dropped, is_late, may_be_the_form, redact, status_of
from mmagents.models.client.ladder import NONE, Way
from mmagents.models.client.providers import ModelError
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import NoReplyError, Reply, Tally, send

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable

_WORD = "Answer with the one word: yes"
_FORM = (
    "This only tries the form of an answer. Answer with a JSON object that fits this JSON schema, "
    "short and with every field, and with nothing before or after it. What it says does not "
    "matter.\n{schema}"
)


_BUSY = frozenset({502, 503, 504})


async def check_models(
    slots: Iterable[Slot] | Mapping[Slot, Collection[str]], *, once: bool = False
) -> None:
    """Try each model, all at once; slots of the same name are tried once.

    Args:
        slots: the models; with what each will be asked, if the forms are to be tried.
        once: leave out models of which this process has tried all forms.

    Raises:
        MMAgentsError: for the first that refuses the key, is unknown, or cannot be reached.
    """
    tasks = slots if isinstance(slots, Mapping) else dict.fromkeys(slots, ())
    each = {slot.name: slot for slot in tasks}.values()
    left = [slot for slot in each if not once or await _untried(slot, tasks[slot])]
    await asyncio.gather(*(check_model(slot, tasks[slot]) for slot in left))


async def _untried(slot: Slot, tasks: Collection[str]) -> bool:
    """Tell whether any form of a model is still to be tried."""
    return any([await slot.ways(task) for task in tasks])


async def check_model(slot: Slot, tasks: Collection[str] = ()) -> None:
    """Ask a model for a word, and for answers in the forms of `tasks`.

    Raises:
        MMAgentsError: if there is no answer, with the reason and what to do.
    """
    try:
        await _ask(slot, await slot.runnable("", NONE), _WORD)
    except NoReplyError as error:
        raise ModelError(_explained(slot.name, error)) from None
    await asyncio.gather(*(_try_ways(slot, task) for task in tasks))


async def _try_ways(slot: Slot, task: str) -> None:
    """Find the first way by which the server keeps to the form of a task's answers.

    Raises:
        MMAgentsError: if no way worked, and one of them for another reason than the form.
    """
    trouble: NoReplyError | None = None
    for way in await slot.ways(task):
        try:
            works = way == NONE or await _works(slot, task, way)
        except NoReplyError as error:
            trouble = error
            continue
        if way == NONE and trouble is not None:
            raise ModelError(_explained(slot.name, trouble))
        if works:
            slot.found(task, way)
            return


async def _works(slot: Slot, task: str, way: Way) -> bool:
    """Tell whether the server takes a request with the form, and keeps to it.

    It has just answered without, so that HTTP 500 tells of the form, and a form that lets everybody
    wait is left for the next. Only what says that it is busy is waited out.
    """
    schema = slot.schema(task)
    said = _FORM.format(schema=json.dumps(schema, ensure_ascii=False))
    model = await slot.runnable(task, way)
    try:
        reply = await _ask(slot, model, said, attempts=1)
    except NoReplyError as error:
        if may_be_the_form(error.cause) and status_of(error.cause) not in _BUSY:
            return False
        if is_late(error.cause):
            raise
        reply = await _ask(slot, model, said)
    return not reply.cut and _fits(reply.text, schema)


def _fits(text: str, schema: Mapping[str, Any]) -> bool:
    try:
        found, _ = find_json(text)
    except ValueError:
        return False
    return isinstance(found, dict) and set(schema["required"]) <= set(found)


async def _ask(
    slot: Slot, model: Runnable[Any, Any], words: str, attempts: int | None = None
) -> Reply:
    from langchain_core.messages import HumanMessage

    return await send(
        model,
        [HumanMessage(words)],
        patience=replace(slot.patience, attempts=attempts or slot.patience.attempts),
        tally=Tally(),
        jitter=Random(slot.name),
        config={"run_name": "check", "metadata": {"task": "check"}},
    )


def _explained(name: str, error: NoReplyError) -> str:
    """Return what is wrong with a model and what to do about it."""
    status = status_of(error.cause)
    if status in (401, 403):
        return f"{name} refuses the key (HTTP {status}). Check the key in the environment."
    if status == 404:
        return f"{name}: the server knows no such model, or the address is not its own ({error})."
    if status in (405, 501):
        hint = "Is it a server of the OpenAI protocol? Its address mostly ends in /v1"
        return f"{name} takes no such request. {hint} ({error})."
    if status == 429:
        why = "the quota is used up or others are faster"
        return f"{name} takes no more requests: {why} ({error})."
    if is_late(error.cause):
        ask = "Is it still loading? Try again, or raise the timeout."
        return f"{name} did not answer in time. {ask}"
    if is_dropped(error.cause):
        return f"{name} cannot be reached. Is the server running, and the address right?"
    return f"{name} cannot be used: {redact(str(error))}"
