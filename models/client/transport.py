"""One request to a model: sent, timed, repeated while the fault is a passing one."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from mmagents.models.client.cache import counting_hits
from mmagents.models.client.faults import brief, describe_fault, is_passing, retry_after

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable, RunnableConfig
    from tenacity import RetryCallState

LONGEST_ANSWER = 100_000
"""Characters of an answer that are read; a turn has at most 1,000. What follows is dropped, and the
ledger says so."""
_CUT = frozenset({"length", "max_tokens", "MAX_TOKENS"})
_WITHHELD = frozenset({"content_filter", "SAFETY", "refusal"})


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait and how often to try.

    Attributes:
        timeout: seconds for one request, from sending to the last byte.
        attempts: requests for one answer, the first included.
        first: seconds of the first pause; it doubles each time, with jitter.
        longest: the longest pause in seconds, whatever a server asks for.
    """

    timeout: float = 60.0
    attempts: int = 4
    first: float = 0.5
    longest: float = 30.0


@dataclass(slots=True)
class Tally:
    """What the requests for one question have cost so far."""

    requests: int = 0
    cached: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    retries: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the words, whether they were cut off, whether they were withheld."""

    text: str
    cut: bool = False
    withheld: bool = False


class NoReplyError(Exception):
    """No answer could be had. The message holds no key; `cause` is what the client raised."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(describe_fault(cause))
        self.cause = cause


async def send(
    model: Runnable[Any, Any],
    messages: Sequence[BaseMessage],
    *,
    patience: Patience,
    tally: Tally,
    jitter: Random,
    config: RunnableConfig,
) -> Reply:
    """Send one request, again while the fault is a passing one.

    Raises:
        NoReplyError: if the last attempt failed too, or the fault is not a passing one.
    """
    from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt

    def pause(state: RetryCallState) -> float:
        backoff: float = patience.first * 2 ** (state.attempt_number - 1) * (0.5 + jitter.random())
        error = state.outcome.exception() if state.outcome else None
        asked = (retry_after(error) if error else None) or 0.0
        return min(patience.longest, max(backoff, asked * (1 + 0.1 * jitter.random())))

    def note(state: RetryCallState) -> None:
        error = state.outcome.exception() if state.outcome else None
        tally.retries.append(brief(error) if error else "")

    async def once() -> Reply:
        tally.requests += 1
        with counting_hits() as hits:
            async with asyncio.timeout(patience.timeout):
                answer = await model.ainvoke(list(messages), config)
        if hits:
            tally.requests -= 1
            tally.cached += 1
        else:
            _count_tokens(answer, tally)
        reply = _read(answer)
        if len(str(answer.text)) > LONGEST_ANSWER:
            tally.retries.append(f"answer cut at {LONGEST_ANSWER:,} characters")
        return reply

    retrying = AsyncRetrying(
        retry=retry_if_exception(is_passing),
        stop=stop_after_attempt(patience.attempts),
        wait=pause,
        before_sleep=note,
        reraise=True,
    )
    try:
        return await retrying(once)
    except Exception as error:
        # Clients and servers fail in more ways than can be listed; each is recorded by the caller.
        raise NoReplyError(error) from error


def _count_tokens(answer: BaseMessage, tally: Tally) -> None:
    usage = getattr(answer, "usage_metadata", None) or {}
    tally.tokens_in += usage.get("input_tokens", 0)
    tally.tokens_out += usage.get("output_tokens", 0)


def _read(answer: BaseMessage) -> Reply:
    about = answer.response_metadata or {}
    ended = {str(about.get(name)) for name in ("finish_reason", "stop_reason", "done_reason")}
    withheld = bool(_WITHHELD & ended) or bool(answer.additional_kwargs.get("refusal"))
    text = str(answer.text)
    too_long = len(text) > LONGEST_ANSWER
    kept = _clean(text[:LONGEST_ANSWER])
    return Reply(kept, cut=bool(_CUT & ended) or too_long, withheld=withheld)


def _clean(text: str) -> str:
    """Return text that every database and protocol takes: no half characters, no control codes."""
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char)[0] != "C")
