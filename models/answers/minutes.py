"""Read the minutes of several turns out of one answer of a model."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from mmagents.models.answers.fields import UnusableError, field_of, field_or, whole_number
from mmagents.models.answers.read import json_in, read_noted

Minutes = tuple[tuple[str, ...], tuple[int, ...] | None]
"""What a turn says, and the numbers of the listed facts it tells; None where they are not given."""


def read_minutes(
    text: str, turns: Sequence[int], listed: int
) -> tuple[dict[int, Minutes], tuple[str, ...]]:
    """Read facts by turn, and the numbers of those of 1..`listed` that each turn told.

    Entries without a usable number are taken in order if there is one for every turn. A turn of
    which nothing can be read is left out, and said so among the repairs.

    Raises:
        UnusableError: if nothing can be read of any turn.
    """
    value, repairs = json_in(text)
    if isinstance(value, dict):
        value = field_or(value, "turns", None) or _by_key(value)
    if not isinstance(value, list):
        raise UnusableError("missing", "turns")
    entries = [one for one in value if isinstance(one, dict)]
    numbers: list[int | None] = [_number(one) for one in entries]
    if len(entries) == len(turns) and set(numbers) != set(turns):
        numbers, repairs = list(turns), (*repairs, "numbers of turns")
    found: dict[int, Minutes] = {}
    for number, entry in zip(numbers, entries, strict=True):
        if number is None or number not in turns or number in found:
            continue
        try:
            items, told, amiss = read_noted(json.dumps(entry), listed)
        except UnusableError:
            continue
        found[number], repairs = (items, told), (*repairs, *amiss)
    if not found:
        raise UnusableError("missing", "turns")
    if len(found) < len(turns):
        repairs = (*repairs, f"{len(turns) - len(found)} turns left out")
    return found, tuple(dict.fromkeys(repairs))


def _by_key(value: Mapping[str, Any]) -> list[Any] | None:
    """Return entries that are written as one object, by number."""
    if not all(isinstance(one, dict) for one in value.values()):
        return None
    return [{"turn": number, **entry} for number, entry in value.items()]


def _number(entry: Mapping[str, Any]) -> int | None:
    try:
        return whole_number(field_of(entry, "turn", ("number", "n", "ターン")), "turn")
    except UnusableError:
        return None
