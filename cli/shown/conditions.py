"""All conditions in words: who speaks next, by which rules, and what the table is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from mmagents.floor.conditions import CONDITIONS, Condition
from mmagents.interfaces.texts.catalogue import terminal as say

_SHOWN = {
    "reading": "conditions.reading",
    "open_pairs": "conditions.open-pairs",
    "due": "conditions.due",
}
_TRAITS = {
    "obliges": "conditions.obliges",
    "bids_count": "conditions.bids-count",
    "asks_moderator": "conditions.asks-moderator",
}


def records(language: str) -> list[dict[str, Any]]:
    """Return every condition as plain JSON, in the order in which they are offered."""
    return [
        {
            "name": one.name,
            **asdict(one.text(language)),
            "rules": [rule.code for rule in one.rules],
            "obliges": one.obliges,
            "shows": asdict(one.shows),
            "bids_count": one.bids_count,
            "asks_moderator": one.asks_moderator,
            "source": one.source,
        }
        for one in CONDITIONS.values()
    ]


def lines_on_conditions(language: str) -> Iterator[str]:
    """Yield every condition in a few lines, the default first."""
    for one in CONDITIONS.values():
        yield f"{one.name}: {one.text(language).about}"
        yield "  " + " · ".join(_traits(one, language))
        shown = [say(language, key) for what, key in _SHOWN.items() if getattr(one.shows, what)]
        what = say(language, "list").join(shown) or say(language, "conditions.nothing")
        yield "  " + say(language, "conditions.shown", what=what)
        if one.source:
            yield "  " + say(language, "conditions.source", source=one.source)
        yield ""


def _traits(one: Condition, language: str) -> Iterator[str]:
    rules = ", ".join(rule.number or rule.text(language).label for rule in one.rules)
    yield say(language, "conditions.rules", rules=rules)
    for trait, key in _TRAITS.items():
        if getattr(one, trait):
            yield say(language, key)
