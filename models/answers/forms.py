"""What is asked of a model for each task: the answers, their JSON schemas, accepted spellings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, Field

from mmagents.floor.adjacency import FirstPairPart, SecondPairPart
from mmagents.floor.bids import Action
from mmagents.models.answers.fields import coded, folded
from mmagents.prompts.terms import all_terms

NONE = "none"
LONGEST_THOUGHT = 600
LONGEST_FACT = 300
LONGEST_REASON = 300
MOST_FACTS = 8
"""Caps in characters and items, so that no answer makes later prompts grow."""


class Answer(BaseModel):
    """What a model answers once it has been read."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ThinkAnswer(Answer):
    """What `think` asks for."""

    thought: str = Field(max_length=LONGEST_THOUGHT)
    action: Action
    importance: int = Field(ge=0, le=9)


class ChooseAnswer(Answer):
    """What `choose` asks for; `choice` is the id of an option."""

    choice: str
    reason: str = Field(max_length=LONGEST_REASON)


class SummaryAnswer(Answer):
    """What `summarise` asks for, but for the count."""

    summary: str = Field(max_length=LONGEST_THOUGHT)


class PlanAnswer(Answer):
    """What `perceive` asks for, but for the counts."""

    plan: str = Field(max_length=LONGEST_THOUGHT)


class ReflectAnswer(Answer):
    """What `reflect` asks for, but for the count: by belief and by seat where they would go."""

    reflection: str = Field(max_length=LONGEST_THOUGHT)
    beliefs: dict[str, int]
    regards: dict[str, tuple[int, str]]


class NormaliseAnswer(Answer):
    """What `normalise` asks for."""

    facts: tuple[str, ...] = Field(max_length=MOST_FACTS)


class DetectAnswer(Answer):
    """What `detect` asks for; names are still as the model wrote them."""

    first_pair_part: FirstPairPart | None
    addressees: tuple[str, ...]
    answers: int
    second_pair_part: SecondPairPart | None
    closes: bool


def response_format(name: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return a response format of the OpenAI protocol, strict."""
    schema = {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": schema}}


_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_TEXTS = {"type": "array", "items": _TEXT}
_PAIR = {
    "type": "object",
    "properties": {
        "premise": _WHOLE,
        "claim": _WHOLE,
        "score": {"type": "number"},
    },
    "required": ["premise", "claim", "score"],
    "additionalProperties": False,
}
_SCORE = {"type": "integer", "enum": list(range(1, 11))}
RESPONSE_FORMATS: Mapping[str, dict[str, Any]] = {
    "think": response_format(
        "think",
        {
            "thought": _TEXT,
            "action": {"type": "string", "enum": list(get_args(Action))},
            "importance": {"type": "integer", "enum": list(range(10))},
        },
    ),
    "choose": response_format("choose", {"choice": _TEXT, "reason": _TEXT}),
    "summarise": response_format("summarise", {"summary": _TEXT, "turns": _WHOLE}),
    "reflect": response_format(
        "reflect",
        {
            "reflection": _TEXT,
            "talks": _WHOLE,
            "beliefs": {"type": "array", "items": _WHOLE},
            "relations": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"name": _TEXT, "score": _WHOLE, "words": _TEXT},
                    "required": ["name", "score", "words"],
                    "additionalProperties": False,
                },
            },
        },
    ),
    "perceive": response_format("perceive", {"plan": _TEXT, "people": _WHOLE, "resources": _WHOLE}),
    "normalise": response_format("normalise", {"facts": _TEXTS}),
    "detect": response_format(
        "detect",
        {
            "first_pair_part": {"type": "string", "enum": [*get_args(FirstPairPart), NONE]},
            "addressees": _TEXTS,
            "answers": _WHOLE,
            "second_pair_part": {"type": "string", "enum": [*get_args(SecondPairPart), NONE]},
            "closes": {"type": "boolean"},
        },
    ),
    "moderate": response_format("moderate", {"next": _TEXT}),
    "triplets": response_format(
        "triplets",
        {"triplets": {"type": "array", "items": _TEXTS}},
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
"""By task; `speak` and `repair` answer in plain words."""


def _pair_parts(codes: Sequence[str], table: str) -> dict[str, str]:
    """Return every accepted spelling of a pair part, in any language, with its code."""
    terms = {folded(named[code]): code for named in all_terms() for code in codes}
    return terms | {folded(code): code for code in codes} | coded(table)


ACTIONS = coded("actions")
FIRST_PAIR_PARTS = _pair_parts(get_args(FirstPairPart), "first_pair_parts")
SECOND_PAIR_PARTS = _pair_parts(get_args(SecondPairPart), "second_pair_parts")
