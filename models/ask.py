"""Ask a model one question: send, read, ask once more if need be, or take a default; record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar, cast

from mmagents.interfaces.accounts import Call, occasion, record
from mmagents.models.answers.fields import UnusableError
from mmagents.models.client.faults import status_of
from mmagents.models.client.headers import about
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import NoReplyError, Reply, Tally, send
from mmagents.models.quoting import quote
from mmagents.prompts.render import Prompts
from mmagents.prompts.tasks import Asked, PromptName

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

T = TypeVar("T")
_SHOWN = 2_000
"""Characters of an unusable answer that are shown to the model again."""
_FORM_REFUSED = frozenset({400, 404, 415, 422, 501})


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, for whom, and from which point in the game its lots are drawn.

    `prompt` names the prompt where a task has several.
    """

    task: Asked
    seat: str
    language: str
    variables: Mapping[str, Any]
    lot: str
    prompt: PromptName | None = None


@dataclass(slots=True)
class _Course:
    """How a question has gone so far."""

    tally: Tally
    asked_again: str | None = None
    repairs: tuple[str, ...] = ()
    default: str | None = None


async def ask(
    slot: Slot,
    prompts: Prompts,
    question: Question,
    read: Callable[[Reply], tuple[T, tuple[str, ...]]],
    default: T,
) -> T:
    """Return what `read` makes of the model's answer, or `default`.

    As :func:`demand`, but nothing a server or a model does raises an error.

    Args:
        slot: the model.
        prompts: where the words come from.
        question: what to ask.
        read: reads a reply; raises UnusableError if it cannot be used.
        default: what stands if there is no usable answer.

    Raises:
        MMAgentsError: if the prompt cannot be rendered or the model cannot be opened.
    """
    try:
        return await demand(slot, prompts, question, read)
    except (NoReplyError, UnusableError):
        return default


async def demand(
    slot: Slot,
    prompts: Prompts,
    question: Question,
    read: Callable[[Reply], tuple[T, tuple[str, ...]]],
) -> T:
    """Return what `read` makes of the model's answer.

    An answer that cannot be used is shown to the model once with its fault. Whatever happens is
    recorded.

    Args:
        slot: the model.
        prompts: where the words come from.
        question: what to ask.
        read: reads a reply; raises UnusableError if it cannot be used.

    Raises:
        NoReplyError: if no answer could be had.
        UnusableError: if the second answer cannot be used either.
        MMAgentsError: if the prompt cannot be rendered or the model cannot be opened.
    """
    course = _Course(Tally())
    messages = _messages(prompts, question)
    started = perf_counter()
    try:
        return await _answer(slot, prompts, question, messages, read, course)
    except (NoReplyError, UnusableError) as error:
        course.default = str(error)
        raise
    finally:
        _record(slot, question, course, perf_counter() - started)


async def _answer(
    slot: Slot,
    prompts: Prompts,
    question: Question,
    messages: list[BaseMessage],
    read: Callable[[Reply], tuple[T, tuple[str, ...]]],
    course: _Course,
) -> T:
    reply = await _send(slot, question, messages, course)
    try:
        value, course.repairs = _read(reply, read)
    except UnusableError as fault:
        course.asked_again = str(fault)
        reply = await _send(
            slot, question, [*messages, *_again(prompts, question, reply, fault)], course
        )
        value, course.repairs = _read(reply, read)
    return value


def _read(
    reply: Reply, read: Callable[[Reply], tuple[T, tuple[str, ...]]]
) -> tuple[T, tuple[str, ...]]:
    if reply.withheld:
        raise UnusableError("empty", "withheld")
    try:
        return read(reply)
    except UnusableError as fault:
        if reply.cut and fault.problem in ("not_json", "missing", "invalid"):
            raise UnusableError("cut_off") from fault
        raise


async def _send(
    slot: Slot, question: Question, messages: list[BaseMessage], course: _Course
) -> Reply:
    """Send messages; without the form of the answer if the server refuses it."""

    async def once() -> Reply:
        told = {"task": question.task, "seat": question.seat, **occasion()}
        with about(**told, language=question.language):
            return await send(
                await slot.runnable(question.task),
                messages,
                patience=slot.patience,
                tally=course.tally,
                jitter=Random(f"{question.lot}:{question.task}:jitter"),
                config={"run_name": question.task, "metadata": told},
            )

    try:
        return await once()
    except NoReplyError as error:
        if status_of(error.cause) not in _FORM_REFUSED or not slot.has_form(question.task):
            raise
        slot.without_form(question.task)
        course.tally.retries.append("form refused")
        return await once()


def _messages(prompts: Prompts, question: Question) -> list[BaseMessage]:
    from langchain_core.messages import HumanMessage, SystemMessage

    name = question.prompt or cast("PromptName", question.task)
    system, user = prompts.render(name, question.language, question.variables)
    return [SystemMessage(system), HumanMessage(user)]


def _again(
    prompts: Prompts, question: Question, reply: Reply, fault: UnusableError
) -> list[BaseMessage]:
    """Return the unusable answer and what is wrong with it, as the talk with the model goes on."""
    from langchain_core.messages import AIMessage, HumanMessage

    said = prompts.render(
        "again",
        question.language,
        {
            "task": question.task,
            "problem": fault.problem,
            "field": fault.field,
            "given": quote(fault.given) if fault.given else "",
        },
    )
    shown = reply.text[:_SHOWN].encode("utf-8", "replace").decode()
    before: list[BaseMessage] = [AIMessage(shown)] if shown.strip() else []
    return [*before, HumanMessage(said.user)]


def _record(slot: Slot, question: Question, course: _Course, seconds: float) -> None:
    record(
        Call(
            task=question.task,
            seat=question.seat,
            model=slot.name,
            requests=course.tally.requests,
            cached=course.tally.cached,
            tokens_in=course.tally.tokens_in,
            tokens_out=course.tally.tokens_out,
            seconds=seconds,
            retries=tuple(course.tally.retries),
            asked_again=course.asked_again,
            repairs=course.repairs,
            default=course.default,
        )
    )
