"""What the questions put to models cost and how they ended, for the ledger and the counts.

A step of the cycle opens a recording; whatever is asked within it, in this task or in tasks started
from it, is written there:

    with recording(game="…", turn=7) as calls:
        thoughts = await asyncio.gather(*(player.think(view) for ...))
    ledger["calls"] = [call.as_json() for call in calls]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

ANALYST = "(analyst)"
"""Stands for a seat where no seat asked: nobody at the table can be called that."""


@dataclass(frozen=True, slots=True)
class Call:
    """One question put to a model, however many requests it took.

    Attributes:
        task: which task it was for: think, speak, choose, normalise, detect …
        seat: who asked; :data:`ANALYST` for the analyst.
        model: the model as the user named it.
        requests: HTTP requests or their like, failed ones included.
        tokens_in: tokens of all prompts, as the server counted them; 0 where it does not.
        tokens_out: tokens of all answers.
        tokens_cached: of `tokens_in`, those that the server says it had read before and kept
            (prefix caching); 0 where it says nothing.
        seconds: from the question to its answer or default, waiting included.
        retries: why requests were repeated, in order: "HTTP 429", "time-out", "no connection" …
        asked_again: what was wrong with the first answer, or None.
        repairs: what was mended in the answer taken.
        default: why there was no usable answer and the default stands, or None.
        cached: answers that came from the cache, for which nothing was sent.
        form: how the server was asked to keep the last answer to its form: json_schema, tool, none
            … (see :mod:`mmagents.models.client.ladder`); "" where the task asks for plain words.
        answered: the beginning of the last answer, if it could not be used and the default stands.
    """

    task: str
    seat: str
    model: str
    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    retries: tuple[str, ...] = ()
    asked_again: str | None = None
    repairs: tuple[str, ...] = ()
    default: str | None = None
    cached: int = 0
    form: str = ""
    answered: str = ""
    tokens_cached: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the call as plain JSON, for the ledger of a turn."""
        fields = asdict(self)
        return fields | {
            "seconds": round(self.seconds, 3),
            "retries": list(self.retries),
            "repairs": list(self.repairs),
        }


_open: ContextVar[tuple[list[Call], ...]] = ContextVar("mmagents_calls", default=())
_occasion: ContextVar[Mapping[str, Any]] = ContextVar("mmagents_occasion")


@contextmanager
def recording(**about: Any) -> Iterator[list[Call]]:
    """Collect the calls made within, tasks started from here included.

    Recordings nest; a call is written to every one that is open round it.

    Args:
        about: what traces of these calls are to carry beside seat and task: game, turn.
    """
    calls: list[Call] = []
    token, before = _open.set((*_open.get(), calls)), _occasion.set({**occasion(), **about})
    try:
        yield calls
    finally:
        _occasion.reset(before)
        _open.reset(token)


def occasion() -> Mapping[str, Any]:
    """Return what the recordings that are open were told about the calls within."""
    return _occasion.get({})


def record(call: Call) -> None:
    """Write a call to the recordings that are open, if any are."""
    for calls in _open.get():
        calls.append(call)


COUNTS = ("questions", "requests", "cached", "tokens_in", "tokens_out", "tokens_cached")
TROUBLES = ("retries", "asked_again", "repairs", "defaults")


def total(
    calls: Iterable[Mapping[str, Any]], by: Sequence[str] = ("task",)
) -> list[dict[str, Any]]:
    """Add up calls as the ledgers hold them, grouped by the fields `by`, sorted by them.

    Each row holds the fields of `by`, then :data:`COUNTS`; `seconds` (sum), `seconds_median` and
    `seconds_max` of a question, waiting included; and :data:`TROUBLES`, which are counts.
    """
    groups: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for call in calls:
        groups.setdefault(tuple(call[name] for name in by), []).append(call)
    return [dict(zip(by, key, strict=True)) | _added(groups[key]) for key in sorted(groups)]


def _added(calls: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    seconds = [call["seconds"] for call in calls]
    return {
        "questions": len(calls),
        **{name: sum(call.get(name, 0) for call in calls) for name in COUNTS[1:]},
        "seconds": round(sum(seconds), 3),
        "seconds_median": round(median(seconds), 3),
        "seconds_max": max(seconds),
        "retries": sum(len(call["retries"]) for call in calls),
        "asked_again": sum(call["asked_again"] is not None for call in calls),
        "repairs": sum(len(call["repairs"]) for call in calls),
        "defaults": sum(call["default"] is not None for call in calls),
    }
