"""The forms of the answers that a model gives when it screens or diagnoses a candidate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mmagents.models.answers.forms import response_format

_TEXT = {"type": "string"}
_PAIR = {
    "type": "object",
    "properties": {
        "premise": {"type": "integer"},
        "claim": {"type": "integer"},
        "score": {"type": "number"},
    },
    "required": ["premise", "claim", "score"],
    "additionalProperties": False,
}
_SCORE = {"type": "integer", "enum": list(range(1, 11))}
CHECK_FORMATS: Mapping[str, dict[str, Any]] = {
    "triplets": response_format(
        "triplets",
        {"triplets": {"type": "array", "items": {"type": "array", "items": _TEXT}}},
    ),
    "entail": response_format("entail", {"contradictions": {"type": "array", "items": _PAIR}}),
    "rate": response_format("rate", {"score": _SCORE, "claim": _TEXT}),
    "agree": response_format("agree", {"agreed": {"type": "boolean"}}),
    "diagnose": response_format(
        "diagnose",
        {
            "severity": _SCORE,
            "taken_for": {
                "type": "string",
                "enum": ["fault", "lie", "evasion", "owning-up", "harmless"],
            },
            "comment": _TEXT,
            "suggestion": _TEXT,
        },
    ),
}
"""By task: the form of the answer."""
