"""How probable a model finds given words: the log-probabilities that a server returns for a text.

The completions of the OpenAI protocol have them: with `echo`, the tokens of the prompt come back,
each with the logarithm of its probability after those before it. vLLM and llama.cpp's Python server
serve models so; hosted models of conversation mostly do not.
"""

from __future__ import annotations

import asyncio
from typing import Any

from mmagents.interfaces.accounts import ANALYST, Call, record
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import NoReplyError

TASK = "fluency"


class NoLogprobsError(Exception):
    """A server that gives no log-probabilities of a text."""


async def logprob_of(slot: Slot, text: str) -> tuple[int, float]:
    """Return how many tokens of a text have a probability, and the sum of its natural logarithms.

    The first token has none: nothing stands before it. What the server adds to the text is left
    out.

    Raises:
        NoReplyError: if no answer could be had, or it has no log-probabilities.
        MMAgentsError: if the model cannot be opened.
    """
    model = await slot.runnable(TASK)
    client, read, kept = getattr(model, "root_async_client", None), 0, 0
    try:
        if client is None:
            raise NoLogprobsError(f"{slot.name} is not asked by the OpenAI protocol")
        async with asyncio.timeout(slot.patience.timeout):
            done = await client.completions.create(
                model=getattr(model, "model_name", slot.name), prompt=text, echo=True, logprobs=1,
                max_tokens=1, temperature=0,
            )  # fmt: skip
        read, kept = _read_of(done.usage)
        return _read(done, text)
    except Exception as error:
        # Clients and servers fail in more ways than can be listed; the caller records each.
        raise NoReplyError(error) from error
    finally:
        record(
            Call(
                task=TASK, seat=ANALYST, model=slot.name, requests=1, tokens_in=read,
                tokens_cached=kept,
            )
        )  # fmt: skip


def _read_of(usage: Any) -> tuple[int, int]:
    """Return how many tokens the server has read, and of them those that it had read before."""
    kept = getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", None)
    read = usage.prompt_tokens if usage else 0
    return read, min(kept or 0, read)


def _read(done: Any, text: str) -> tuple[int, float]:
    choices = done.choices or [None]
    found = getattr(choices[0], "logprobs", None)
    values, offsets = (getattr(found, name, None) for name in ("token_logprobs", "text_offset"))
    if not values or not offsets or len(values) != len(offsets):
        raise NoLogprobsError("the server returned no log-probabilities of the text")
    kept = [one for one, at in zip(values, offsets, strict=True) if at - offsets[0] < len(text)]
    given = [float(one) for one in kept if one is not None]
    return len(given), min(0.0, sum(given))
