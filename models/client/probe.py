"""Try every model once before a game: one clear error now instead of defaults all evening."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from random import Random

from mmagents.models.client.faults import is_dropped, is_late, redact, status_of
from mmagents.models.client.providers import ModelError
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import NoReplyError, Tally, send


async def check_models(slots: Iterable[Slot]) -> None:
    """Ask each model for a word, all at once; slots of the same name are tried once.

    Raises:
        MMAgentsError: for the first that refuses the key, is unknown, or cannot be reached.
    """
    await asyncio.gather(
        *(check_model(slot) for slot in {slot.name: slot for slot in slots}.values())
    )


async def check_model(slot: Slot) -> None:
    """Ask a model for a word.

    Raises:
        MMAgentsError: if there is no answer, with the reason and what to do.
    """
    from langchain_core.messages import HumanMessage

    model = await slot.runnable("speak")
    try:
        await send(
            model,
            [HumanMessage("Answer with the one word: yes")],
            patience=slot.patience,
            tally=Tally(),
            jitter=Random(slot.name),
            config={"run_name": "check", "metadata": {"task": "check"}},
        )
    except NoReplyError as error:
        raise ModelError(_explained(slot.name, error)) from None


def _explained(name: str, error: NoReplyError) -> str:
    """Return what is wrong with a model and what to do about it."""
    status = status_of(error.cause)
    if status in (401, 403):
        return f"{name} refuses the key (HTTP {status}). Check the key in the environment."
    if status == 404:
        return f"{name}: the server knows no such model, or the address is not its own ({error})."
    if status == 429:
        why = "the quota is used up or others are faster"
        return f"{name} takes no more requests: {why} ({error})."
    if is_late(error.cause):
        ask = "Is it still loading? Try again, or raise the timeout."
        return f"{name} did not answer in time. {ask}"
    if is_dropped(error.cause):
        return f"{name} cannot be reached. Is the server running, and the address right?"
    return f"{name} cannot be used: {redact(str(error))}"
