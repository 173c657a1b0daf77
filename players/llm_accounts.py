"""What the questions put to models cost and how they ended, for the ledger and the counts.

A step of the cycle opens a recording; whatever is asked within it, in this task or in tasks started
from it, is written there:

    with recording() as calls:
        thoughts = await asyncio.gather(*(player.think(view) for ...))
    ledger["calls"] = [call.as_json() for call in calls]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from typing import Any

ANALYST = "(analyst)"
"""Stands for a seat where no seat asked: nobody at the table can be called that."""


@dataclass(frozen=True, slots=True)
class Call:
    """One question put to a model, however many requests it took.

    Attributes:
        task: think, speak, normalise or detect.
        seat: who asked; :data:`ANALYST` for the analyst.
        model: the model as the user named it.
        requests: HTTP requests or their like, failed ones included.
        tokens_in: tokens of all prompts, as the server counted them; 0 where it does not.
        tokens_out: tokens of all answers.
        seconds: from the question to its answer or default, waiting included.
        retries: why requests were repeated, in order: "HTTP 429", "time-out", "no connection" …
        asked_again: what was wrong with the first answer, or None.
        repairs: what was mended in the answer taken.
        default: why there was no usable answer and the default stands, or None.
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

    def as_json(self) -> dict[str, Any]:
        """Return the call as plain JSON, for the ledger of a turn."""
        fields = asdict(self)
        return fields | {
            "seconds": round(self.seconds, 3),
            "retries": list(self.retries),
            "repairs": list(self.repairs),
        }


_open: ContextVar[tuple[list[Call], ...]] = ContextVar("mmagents_calls", default=())


@contextmanager
def recording() -> Iterator[list[Call]]:
    """Collect the calls made within, tasks started from here included.

    Recordings nest; a call is written to every one that is open round it.
    """
    calls: list[Call] = []
    token = _open.set((*_open.get(), calls))
    try:
        yield calls
    finally:
        _open.reset(token)


def record(call: Call) -> None:
    """Write a call to the recordings that are open, if any are."""
    for calls in _open.get():
        calls.append(call)


def total(calls: Iterable[dict[str, Any]], by: Sequence[str] = ("task",)) -> list[dict[str, Any]]:
    """Add up calls as the ledgers hold them, grouped by the fields `by`, sorted by them.

    Each row holds the fields of `by`, then questions, requests, tokens_in, tokens_out, seconds,
    retries, asked_again, repairs and defaults, all but seconds being counts.
    """
    rows: dict[tuple[Any, ...], dict[str, Any]] = {}
    for call in calls:
        key = tuple(call[name] for name in by)
        row = rows.setdefault(
            key,
            dict(zip(by, key, strict=True))
            | dict.fromkeys(("questions", "requests", "tokens_in", "tokens_out", "seconds"), 0)
            | dict.fromkeys(("retries", "asked_again", "repairs", "defaults"), 0),
        )
        row["questions"] += 1
        for name in ("requests", "tokens_in", "tokens_out", "seconds"):
            row[name] = round(row[name] + call[name], 3)
        row["retries"] += len(call["retries"])
        row["repairs"] += len(call["repairs"])
        row["asked_again"] += call["asked_again"] is not None
        row["defaults"] += call["default"] is not None
    return [rows[key] for key in sorted(rows)]
