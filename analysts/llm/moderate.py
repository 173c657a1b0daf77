"""Read whom a model named as the next speaker. Pure."""

from __future__ import annotations

from typing import Any

from mmagents.interfaces.analyst import Gathering
from mmagents.models.answers.fields import UnusableError, field_of
from mmagents.models.answers.json_text import find_json, without_fences, without_reasoning
from mmagents.models.answers.names import whom


def read_moderate(text: str, gathering: Gathering) -> tuple[str, tuple[str, ...]]:
    """Return the id of the one candidate that an answer names, and what had to be mended in it.

    A name in plain words will do. Who may not speak next, or two names, is no answer.

    Raises:
        UnusableError: if it names nobody who may speak next.
    """
    if not without_reasoning(text):
        raise UnusableError("empty")
    repairs: tuple[str, ...] = ()
    try:
        value, searched = find_json(text)
        repairs = ("JSON mended",) if searched else ()
        written = _only(field_of(value, "next") if _is_object(value) else value)
    except ValueError:
        written, repairs = without_fences(without_reasoning(text)), ("words for JSON",)
    seat = whom(written, gathering.cast) if isinstance(written, str) else None
    if seat is None or seat not in gathering.candidates:
        raise UnusableError("invalid", "next", written)
    return seat, repairs


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _only(value: Any) -> Any:
    """Return the one item of a list, or the value itself."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value
