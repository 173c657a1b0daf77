"""How a model in a seat says something else: two ways to ask, drawn by lot (SDR, section 2.4)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Literal, get_args

from mmagents.interfaces.repair import Dropped
from mmagents.interfaces.view import View
from mmagents.models.quoting import quote
from mmagents.models.variables import Variables

Way = Literal["repair_persona", "repair_task"]
WAYS: tuple[Way, ...] = get_args(Way)
"""Prompts that ask the same in unlike words, since a model asked twice alike answers alike."""


def way_of_asking(view: View, dropped: tuple[Dropped, ...]) -> Way:
    """Return which prompt is used, by lot from seed, turn, seat and round."""
    return Random(f"{view.seed}:{view.turn}:{view.seat}:repair:{len(dropped)}").choice(WAYS)


def dropped_variables(dropped: tuple[Dropped, ...]) -> Variables:
    """Return the candidates dropped, their comments and suggestions merged, each said once."""
    return {
        "dropped": [
            {
                "words": quote(one.text),
                "comments": _once(quote(finding.comment) for finding in one.findings),
                "suggestions": _once(
                    quote(finding.suggestion) for finding in one.findings if finding.suggestion
                ),
            }
            for one in dropped
        ]
    }


def _once(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))
