"""What a seat on a model is told of words it dropped, and how it chooses among several. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Literal

from mmagents.interfaces.repair import Dropped
from mmagents.interfaces.view import View
from mmagents.models.answers.fields import UnusableError, field_of, whole_number
from mmagents.models.answers.read import json_in, object_in, plain_words
from mmagents.models.plain import Variables
from mmagents.models.quoting import quote
from mmagents.models.speaking import Asking

Way = Literal["repair_persona", "repair_task"]
WAYS: dict[Asking, tuple[Way, ...]] = {
    "lot": ("repair_persona", "repair_task"),
    "persona": ("repair_persona",),
    "task": ("repair_task",),
}
"""Prompts that ask for other words (SDR, section 2.4).

A model asked twice alike answers alike, so they ask the same in unlike words.
"""
MOST_SUGGESTIONS = 3
LONGEST_SUGGESTION = 300
"""Caps in items and characters, so that no answer makes the next prompt grow."""


def way_of(asking: Asking, view: View, dropped: int) -> Way:
    """Return the prompt that asks for other words, for the lot of this turn and round."""
    lot = Random(f"{view.seed}:{view.turn}:{view.seat}:repair:{dropped}")
    return lot.choice(WAYS[asking])


def dropped_variables(
    dropped: tuple[Dropped, ...], merged: Sequence[str] | None = None
) -> Variables:
    """Return the candidates dropped, with their comments and suggestions, each said once.

    `merged` suggestions, where there are any, stand in place of those on the last candidate.
    """
    found = [
        {
            "words": quote(one.text),
            "comments": comments_on(one),
            "suggestions": suggestions_for(one),
        }
        for one in dropped
    ]
    if merged:
        found[-1]["suggestions"] = [quote(one) for one in merged]
    return {"dropped": found}


def comments_on(one: Dropped) -> list[str]:
    """Return what is wrong with a candidate, each comment once, as quotations."""
    return _once(quote(finding.comment) for finding in one.findings)


def suggestions_for(one: Dropped) -> list[str]:
    """Return what was suggested instead of a candidate, each once, as quotations."""
    return _once(quote(each.suggestion) for each in one.findings if each.suggestion)


def _once(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def read_merged(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read suggestions, at most three.

    Raises:
        UnusableError: if there is none.
    """
    value, repairs = json_in(text)
    if isinstance(value, dict):
        value = field_of(value, "suggestions")
    items: list[Any] = value if isinstance(value, list) else [value]
    found = [plain_words(one)[:LONGEST_SUGGESTION] for one in items if one]
    kept = tuple(dict.fromkeys(one for one in found if one))[:MOST_SUGGESTIONS]
    if not kept:
        raise UnusableError("missing", "suggestions")
    return kept, repairs if len(kept) == len(items) else (*repairs, f"{len(items)} suggestions")


def read_pick(text: str, lines: int) -> tuple[int, tuple[str, ...]]:
    """Read which of some lines is the best, as a place from 0.

    Raises:
        UnusableError: if it names none of them.
    """
    found, repairs = object_in(text, ("reason", "best"))
    best = whole_number(field_of(found, "best"), "best")
    if not 1 <= best <= lines:
        raise UnusableError("invalid", "best", best)
    return best - 1, repairs
