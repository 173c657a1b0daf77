"""The forms of answers that a model is asked for when it judges, and the spellings accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mmagents.evaluation.breakdowns.categories import KINDS, Category
from mmagents.evaluation.judging.verdicts import CRITERIA, TRUTHS
from mmagents.evaluation.texts import toml_of
from mmagents.models.answers.fields import folded
from mmagents.models.answers.forms import NONE, response_format

_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_TRUTH = {"type": "boolean"}


def _list_of(**fields: Mapping[str, Any]) -> dict[str, Any]:
    one = {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }
    return {"type": "array", "items": one}


def _scored(names: Sequence[str], most: int) -> dict[str, Any]:
    return {
        name: form
        for one in names
        for name, form in (
            (f"{one}_reason", _TEXT),
            (one, {"type": "integer", "enum": list(range(1, most + 1))}),
        )
    }


FORMS: Mapping[str, Mapping[str, Any]] = {
    "breakdown": response_format(
        "breakdown",
        {
            "breakdowns": _list_of(
                category={"type": "string", "enum": [str(one) for one in Category]},
                of=_WHOLE,
                reason=_TEXT,
                strategic=_TRUTH,
            ),
            "breaks_down": _TRUTH,
        },
    ),
    "judge": response_format("judge", _scored(CRITERIA, 5)),
    "truth": response_format("truth", _scored(TRUTHS, 10)),
    "rubric": response_format(
        "rubric", {"items": _list_of(id=_TEXT, reason=_TEXT, reached=_TRUTH, turn=_WHOLE)}
    ),
}
"""By task: the response format, in which reasons stand before what they are reasons for."""

_SPELT = toml_of(Path(__file__).with_name("spellings.toml"))
CATEGORIES: Mapping[str, str] = {
    **{folded(name): str(code) for code, kind in KINDS.items() for name in kind.name.values()},
    **{folded(code): str(code) for code in Category},
    **dict.fromkeys(map(folded, _SPELT["none"]), NONE),
}
"""By accepted spelling, folded: the category's code, or none."""
ALIASES: Mapping[str, tuple[str, ...]] = {k: tuple(of) for k, of in _SPELT["aliases"].items()}
"""By field, other names that it may have."""
YES = frozenset(map(folded, _SPELT["yes"]))
NO = frozenset(map(folded, _SPELT["no"]))
