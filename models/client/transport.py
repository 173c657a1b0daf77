"""One request to a model: sent, timed, repeated while the fault is a passing one."""

from __future__ import annotations

import asyncio
import json
import logging
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from random import Random
from typing import TYPE_CHECKING, Any

from mmagents.models.client.cache import counting_hits
from mmagents.models.client.faults import (
    brief,
    describe_fault,
    is_late,
    is_passing,
    may_be_the_form,
    retry_after,
    status_of,
)
from mmagents.models.client.gate import Gate, gate_of

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable, RunnableConfig
    from tenacity import RetryCallState

log = logging.getLogger("mmagents")
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
        server: whose gate requests pass (see :mod:`mmagents.models.client.gate`); none if empty.
    """

    timeout: float = 60.0
    attempts: int = 4
    first: float = 0.5
    longest: float = 30.0
    server: str = ""


@dataclass(slots=True)
class Tally:
    """What the requests for one question have cost so far."""

    requests: int = 0
    cached: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    retries: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        text: the words; of a tool that was called without any, its arguments.
        cut: whether they were cut off.
        withheld: whether they were withheld.
        formless: the HTTP status with which the server failed over the same request with the form
            of the answer, where it then answered without; 504 if it had let everybody wait. None
            where that was not needed.
    """

    text: str
    cut: bool = False
    withheld: bool = False
    formless: int | None = None


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
    formless: Runnable[Any, Any] | None = None,
) -> Reply:
    """Send one request, again while the fault is a passing one.

    Waiting for the server's gate is no part of the time that a request may take.

    Args:
        model: what it is sent to.
        messages: what is sent.
        patience: how long to wait and how often to try.
        tally: where requests and tokens are counted.
        jitter: draws the pauses.
        config: of the call.
        formless: the model without the form of the answer. Where the server may have failed over
            the form, or not answered in time, it is asked once without, at once; if that fails too,
            the trouble is its own.

    Raises:
        NoReplyError: if the last attempt failed too, or the fault is not a passing one.
    """
    from tenacity import AsyncRetrying

    gate = gate_of(patience.server) if patience.server else Gate()
    course = _Course(model, formless, patience, tally, jitter, gate)

    async def once() -> Reply:
        tally.requests += 1
        with counting_hits() as hits:
            async with course.gate.passed():
                answer = await course.answer(list(messages), config)
        if hits:
            tally.requests -= 1
            tally.cached += 1
        else:
            _count_tokens(answer, tally)
        reply = _read(answer)
        if len(str(answer.text)) > LONGEST_ANSWER:
            tally.retries.append(f"answer cut at {LONGEST_ANSWER:,} characters")
        return replace(reply, formless=course.failed_with if course.without else None)

    retrying = AsyncRetrying(
        retry=course.again, stop=course.stop, wait=course.pause, before_sleep=course.note,
        reraise=True,
    )  # fmt: skip
    try:
        return await retrying(once)
    except Exception as error:
        # Clients and servers fail in more ways than can be listed; each is recorded by the caller.
        raise NoReplyError(error) from error


@dataclass(slots=True)
class _Course:
    """How the requests for one answer have gone so far, and what comes next.

    `failed_with` is the status with which the server may have refused the form; `without` tells
    whether the request under way goes without it.
    """

    with_form: Runnable[Any, Any]
    formless: Runnable[Any, Any] | None
    patience: Patience
    tally: Tally
    jitter: Random
    gate: Gate
    failed_with: int | None = None
    without: bool = False

    @property
    def model(self) -> Runnable[Any, Any]:
        return self.formless if self.without and self.formless else self.with_form

    def again(self, state: RetryCallState) -> bool:
        error = state.outcome.exception() if state.outcome else None
        if error is None or not isinstance(error, Exception):
            return False
        first = self.formless is not None and self.failed_with is None
        late = is_late(error) and not self.gone()
        self.without = first and (may_be_the_form(error) or late)
        if self.without:
            self.failed_with = status_of(error) or HTTPStatus.GATEWAY_TIMEOUT
        return self.without or is_passing(error)

    def stop(self, state: RetryCallState) -> bool:
        """Tell whether to give up: a server that let somebody wait for so long is asked once."""
        least = 1 if self.failed_with is None else 2
        most = 1 if self.gone() else self.patience.attempts
        return state.attempt_number >= max(most, least)

    def gone(self) -> bool:
        """Tell whether nobody had an answer for as long as one who asks as often as may be."""
        return self.gate.silent_for() >= self.patience.attempts * self.patience.timeout

    def pause(self, state: RetryCallState) -> float:
        if self.without:
            return 0.0
        error = state.outcome.exception() if state.outcome else None
        longer: float = 2 ** (state.attempt_number - 1) * (0.5 + self.jitter.random())
        asked = (retry_after(error) if error else None) or 0.0
        least = asked * (1 + 0.1 * self.jitter.random())
        return min(self.patience.longest, max(self.patience.first * longer, least))

    async def answer(self, messages: list[BaseMessage], config: RunnableConfig) -> BaseMessage:
        """Return what comes back in time; close the gate of a server that wants a rest."""
        try:
            async with asyncio.timeout(self.patience.timeout):
                asked, bound = _unbound(self.model)
                found: BaseMessage = await asked.ainvoke(messages, config, **bound)
                self.gate.heard(late=False, after=0.0)
                return found
        except Exception as error:
            self.gate.heard(late=is_late(error), after=self.patience.timeout)
            self.rest(error)
            raise

    def rest(self, error: Exception) -> None:
        """Close the gate for as long as the server wants: the others would be refused as well."""
        asked = retry_after(error)
        if asked or status_of(error) == HTTPStatus.TOO_MANY_REQUESTS:
            self.gate.close_for(min(self.patience.longest, asked or self.patience.first))

    def note(self, state: RetryCallState) -> None:
        error = state.outcome.exception() if state.outcome else None
        what = brief(error) if error else ""
        refused = self.without and self.failed_with in range(400, 500)
        self.tally.retries.append("form refused" if refused else what)
        if error and is_late(error):
            self.complain(state.attempt_number)

    def complain(self, attempts: int) -> None:
        """Say that a server lets everybody wait; of many requests, once in the time of one."""
        patience = self.patience
        if self.gate.may_complain(patience.timeout):
            log.warning(
                "%s has not answered for %g s. It is asked again: attempt %d of %d.",
                patience.server or "A model", patience.timeout, attempts + 1, patience.attempts,
            )  # fmt: skip


def _unbound(model: Runnable[Any, Any]) -> tuple[Runnable[Any, Any], Mapping[str, Any]]:
    """Return a model and what is bound to it, which it then is given.

    To call the binding is the same, but it merges the configuration of each call with its own,
    empty one, which takes a twentieth of the time of a call.
    """
    from langchain_core.runnables import RunnableBinding

    if type(model) is RunnableBinding and not model.config and not model.config_factories:
        return model.bound, model.kwargs
    return model, {}


def _count_tokens(answer: BaseMessage, tally: Tally) -> None:
    usage = getattr(answer, "usage_metadata", None) or {}
    tally.tokens_in += usage.get("input_tokens", 0)
    tally.tokens_out += usage.get("output_tokens", 0)
    # "cache_read"; of OpenAI's other tiers of service "flex_cache_read" and "priority_cache_read"
    details = (usage.get("input_token_details") or {}).items()
    tally.tokens_cached += sum(many or 0 for name, many in details if name.endswith("cache_read"))


def _read(answer: BaseMessage) -> Reply:
    about = answer.response_metadata or {}
    ended = {str(about.get(name)) for name in ("finish_reason", "stop_reason", "done_reason")}
    withheld = bool(_WITHHELD & ended) or bool(answer.additional_kwargs.get("refusal"))
    text = str(answer.text)
    if not text.strip():
        text = _called(answer)
    too_long = len(text) > LONGEST_ANSWER
    kept = _clean(text[:LONGEST_ANSWER])
    return Reply(kept, cut=bool(_CUT & ended) or too_long, withheld=withheld)


def _called(answer: BaseMessage) -> str:
    """Return the arguments of the tool that an answer calls, as JSON; nothing if it calls none."""
    for call in getattr(answer, "tool_calls", ()):
        return json.dumps(call["args"], ensure_ascii=False)
    return next((str(one["args"] or "") for one in getattr(answer, "invalid_tool_calls", ())), "")


def _clean(text: str) -> str:
    """Return text that every database and protocol takes: no half characters, no control codes."""
    if text.isprintable():
        return text
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char)[0] != "C")
