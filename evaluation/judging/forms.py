"""The forms of answers that a model is asked for when it judges, and the spellings accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mmagents.evaluation.breakdowns.categories import KINDS, Category
from mmagents.evaluation.judging.verdicts import CRITERIA, TRUTHS
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

CATEGORIES: Mapping[str, str] = {
    **{folded(name): str(code) for code, kind in KINDS.items() for name in kind.name.values()},
    **{folded(code): str(code) for code in Category},
    **dict.fromkeys(map(folded, ("none", "no breakdown", "sound", "nb", "なし", "問題なし")), NONE),
}  # fmt: skip
"""By accepted spelling, folded: the category's code, or none."""
ALIASES: Mapping[str, tuple[str, ...]] = {
    "breakdowns": ("breakdown", "list", "found", "破綻"),
    "category": ("type", "kind", "code", "name", "種類", "分類"),
    "breaks_down": ("broken", "breakdown_found", "is_breakdown", "破綻している"),
    "reason": ("reasoning", "why", "explanation", "justification", "comment", "理由"),
    "of": ("of_turn", "refers_to", "turn", "対象"),
    "strategic": ("is_strategic", "戦略的"),
    "score": ("rating", "value", "points", "点数", "点"),
    "coherence": ("coherence_score", "consistency", "一貫性"),
    "cooperativeness": ("cooperativeness_score", "cooperation", "協調性"),
    "diversity": ("diversity_score", "variety", "多様性"),
    "consistency": ("consistency_score", "coherence", "一貫性"),
    "factualness": ("factualness_score", "factuality", "factual", "事実性"),
    "items": ("points", "rubric", "results", "list", "項目"),
    "id": ("item", "point", "name", "項目"),
    "reached": ("said", "met", "achieved", "fulfilled", "達成"),
    "turn": ("in_turn", "at", "first_turn", "ターン"),
}
YES = frozenset(map(folded, ("true", "yes", "1", "reached", "said", "はい", "真", "達成")))
NO = frozenset(
    map(folded, ("false", "no", "0", "not reached", "not said", "いいえ", "偽", "未達成"))
)
