"""Ask a model one question: send, read, ask once more if need be, or take a default; record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar, cast

from mmagents.interfaces.accounts import Call, occasion, record
from mmagents.models.answers.fields import UnusableError
from mmagents.models.client.headers import about
from mmagents.models.client.ladder import NONE, Way
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import NoReplyError, Reply, Tally, send
from mmagents.models.quoting import quote
from mmagents.prompts.render import Prompts
from mmagents.prompts.tasks import Asked, PromptName

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

T = TypeVar("T")
D = TypeVar("D")
Read = Callable[[Reply], tuple[T, tuple[str, ...]]]
"""Reads a reply: what it says, and what had to be mended. Raises UnusableError if it says nothing
that can be used."""
_SHOWN = 2_000
"""Characters of an unusable answer that are shown to the model again."""
_QUOTED = 200
"""Characters of it that the ledger keeps."""


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
    """A question on its way: whom it is put to, and how it has gone so far."""

    slot: Slot
    prompts: Prompts
    question: Question
    tally: Tally = field(default_factory=Tally)
    asked_again: str | None = None
    repairs: tuple[str, ...] = ()
    default: str | None = None
    way: Way = NONE
    answered: str = ""


async def ask(slot: Slot, prompts: Prompts, question: Question, read: Read[T], default: D) -> T | D:
    """Return what `read` makes of the model's answer, or `default`.

    As :func:`demand`, but nothing a server or a model does raises an error.

    Raises:
        MMAgentsError: if the prompt cannot be rendered or the model cannot be opened.
    """
    try:
        return await demand(slot, prompts, question, read)
    except (NoReplyError, UnusableError):
        return default


async def demand(slot: Slot, prompts: Prompts, question: Question, read: Read[T]) -> T:
    """Return what `read` makes of the model's answer.

    An answer that cannot be used is shown to the model once with its fault. Whatever happens is
    recorded.

    Raises:
        NoReplyError: if no answer could be had.
        UnusableError: if the second answer cannot be used either.
        MMAgentsError: if the prompt cannot be rendered or the model cannot be opened.
    """
    course = _Course(slot, prompts, question)
    messages = _messages(course)
    started = perf_counter()
    try:
        return await _answer(course, messages, read)
    except (NoReplyError, UnusableError) as error:
        course.default = str(error)
        raise
    finally:
        _record(course, perf_counter() - started)


async def _answer(course: _Course, messages: list[BaseMessage], read: Read[T]) -> T:
    reply = await _send(course, messages)
    try:
        value, course.repairs = _read(reply, read)
    except UnusableError as fault:
        course.asked_again = str(fault)
        if fault.problem in ("empty", "not_json") and not reply.withheld:
            course.slot.failed(course.question.task, course.way)
        reply = await _send(course, [*messages, *_again(course, reply, fault)])
        value, course.repairs = _read(reply, read)
    course.slot.held(course.question.task, course.way)
    return value


def _read(reply: Reply, read: Read[T]) -> tuple[T, tuple[str, ...]]:
    if reply.withheld:
        raise UnusableError("empty", "withheld")
    try:
        return read(reply)
    except UnusableError as fault:
        if reply.cut and fault.problem in ("not_json", "missing", "invalid"):
            raise UnusableError("cut_off") from fault
        raise


async def _send(course: _Course, messages: list[BaseMessage]) -> Reply:
    """Send messages with the form of the answer, or without where the server fails over it."""
    slot, question = course.slot, course.question
    task, told = question.task, {"task": question.task, "seat": question.seat, **occasion()}
    course.way = await slot.way(task)
    with about(**told, language=question.language):
        reply = await send(
            await slot.runnable(task, course.way),
            messages,
            patience=slot.patience,
            tally=course.tally,
            jitter=Random(f"{question.lot}:{task}:jitter"),
            config={"run_name": task, "metadata": told},
            formless=None if course.way == NONE else await slot.runnable(task, NONE),
        )
    course.answered = " ".join(reply.text.split())[:_QUOTED]
    if reply.formless is not None:
        slot.failed(task, course.way, refused=reply.formless < HTTPStatus.INTERNAL_SERVER_ERROR)
        course.way = NONE
    return reply


def _messages(course: _Course) -> list[BaseMessage]:
    from langchain_core.messages import HumanMessage, SystemMessage

    question = course.question
    name = question.prompt or cast("PromptName", question.task)
    system, user = course.prompts.render(name, question.language, question.variables)
    return [SystemMessage(system), HumanMessage(user)]


def _again(course: _Course, reply: Reply, fault: UnusableError) -> list[BaseMessage]:
    """Return the unusable answer and what is wrong with it, as the talk with the model goes on."""
    from langchain_core.messages import AIMessage, HumanMessage

    wrong = {
        "task": course.question.task,
        "problem": fault.problem,
        "field": fault.field,
        "given": quote(fault.given) if fault.given else "",
    }
    said = course.prompts.render("again", course.question.language, wrong)
    shown = reply.text[:_SHOWN].encode("utf-8", "replace").decode()
    before: list[BaseMessage] = [AIMessage(shown)] if shown.strip() else []
    return [*before, HumanMessage(said.user)]


def _record(course: _Course, seconds: float) -> None:
    tally = course.tally
    record(
        Call(
            task=course.question.task,
            seat=course.question.seat,
            model=course.slot.name,
            requests=tally.requests,
            cached=tally.cached,
            tokens_in=tally.tokens_in,
            tokens_out=tally.tokens_out,
            tokens_cached=tally.tokens_cached,
            seconds=seconds,
            retries=tuple(tally.retries),
            asked_again=course.asked_again,
            repairs=course.repairs,
            default=course.default,
            answered=course.answered if course.default is not None else "",
            form=course.way if course.slot.has_form(course.question.task) else "",
        )
    )
