"""What is asked of a model for each task: the answers, their JSON schemas, accepted spellings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, Field

from mmagents.floor.adjacency import FirstPairPart, SecondPairPart
from mmagents.floor.bids import Action
from mmagents.models.answers.fields import coded, folded
from mmagents.prompts.tasks import all_terms

NONE = "none"
LONGEST_THOUGHT = 600
LONGEST_FACT = 300
LONGEST_REASON = 300
MOST_FACTS = 8
MOST_EARLIER = 3
MOST_STATED = 3
LONGEST_STATED = 120
"""Caps in characters and items, so that no answer makes later prompts grow."""


class Answer(BaseModel):
    """What a model answers once it has been read."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ReflectAnswer(Answer):
    """What `reflect` asks for, but for the count: by belief and by seat where they would go."""

    reflection: str = Field(max_length=LONGEST_THOUGHT)
    beliefs: dict[str, int]
    regards: dict[str, tuple[int, str]]


class EarlierPart(Answer):
    """A first pair part before the last one of an utterance; names as the model wrote them."""

    first_pair_part: FirstPairPart
    addressees: tuple[str, ...]


class DetectAnswer(Answer):
    """What `detect` asks for; names are still as the model wrote them."""

    first_pair_part: FirstPairPart | None
    addressees: tuple[str, ...]
    earlier: tuple[EarlierPart, ...]
    answers: int
    second_pair_part: SecondPairPart | None
    closes: bool


def response_format(name: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return a response format of the OpenAI protocol, strict."""
    schema = _object(**properties)
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": schema}}


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list_of(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _one_of(*values: Any) -> dict[str, Any]:
    return {"type": "integer" if isinstance(values[0], int) else "string", "enum": list(values)}


_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_TRUTH = {"type": "boolean"}
_TEXTS = _list_of(_TEXT)
_SCORE = _one_of(*range(1, 11))
_CLASH = _object(premise=_WHOLE, claim=_WHOLE, score={"type": "number"})
_PROPERTIES: Mapping[str, dict[str, Any]] = {
    "think": {
        "thought": _TEXT,
        "action": _one_of(*get_args(Action)),
        "importance": _one_of(*range(10)),
    },
    "draft": {
        "thought": _TEXT,
        "action": _one_of(*get_args(Action)),
        "importance": _one_of(*range(10)),
        "words": _TEXT,
        "first_pair_part": _one_of(*get_args(FirstPairPart), NONE),
        "addressees": _TEXTS,
        "answers": _WHOLE,
        "second_pair_part": _one_of(*get_args(SecondPairPart), NONE),
    },
    "consider": {"thought": _TEXT},
    "choose": {"choice": _TEXT, "reason": _TEXT},
    "summarise": {"summary": _TEXT, "turns": _WHOLE},
    "reflect": {
        "reflection": _TEXT,
        "talks": _WHOLE,
        "beliefs": _list_of(_WHOLE),
        "relations": _list_of(_object(name=_TEXT, score=_WHOLE, words=_TEXT)),
    },
    "guess": {"guesses": _list_of(_object(who=_TEXT, whom=_TEXT, score=_WHOLE))},
    "perceive": {"plan": _TEXT, "people": _WHOLE, "resources": _WHOLE},
    "normalise": {"facts": _TEXTS, "told": _list_of(_WHOLE)},
    "normalise_turns": {
        "turns": _list_of(_object(turn=_WHOLE, facts=_TEXTS, told=_list_of(_WHOLE)))
    },
    "detect": {
        "first_pair_part": _one_of(*get_args(FirstPairPart), NONE),
        "addressees": _TEXTS,
        "earlier": _list_of(
            _object(first_pair_part=_one_of(*get_args(FirstPairPart)), addressees=_TEXTS)
        ),
        "answers": _WHOLE,
        "second_pair_part": _one_of(*get_args(SecondPairPart), NONE),
        "closes": _TRUTH,
    },
    "moderate": {"next": _TEXT},
    "triplets": {"triplets": _list_of(_TEXTS)},
    "entail": {"contradictions": _list_of(_CLASH)},
    "evidence": {"passages": _list_of(_WHOLE)},
    "pick": {"reason": _TEXT, "best": _WHOLE},
    "merge": {"suggestions": _TEXTS},
    "rate": {"score": _SCORE, "claim": _TEXT},
    "agree": {"agreed": _TRUTH},
    "diagnose": {
        "severity": _SCORE,
        "taken_for": _one_of("fault", "lie", "evasion", "owning-up", "harmless"),
        "comment": _TEXT,
        "suggestion": _TEXT,
    },
}
RESPONSE_FORMATS: Mapping[str, dict[str, Any]] = {
    task: response_format(task, properties) for task, properties in _PROPERTIES.items()
}
"""By task; `speak` and `repair` answer in plain words."""
STATING: Mapping[str, dict[str, Any]] = {
    task: response_format(task, {**_PROPERTIES[task], "come_in": _TEXTS})
    for task in ("think", "draft")
}
"""The same for seats that state what they would come into another's turn on."""


def _pair_parts(codes: Sequence[str], table: str) -> dict[str, str]:
    """Return every accepted spelling of a pair part, in any language, with its code."""
    terms = {folded(named[code]): code for named in all_terms() for code in codes}
    return terms | {folded(code): code for code in codes} | coded(table)


ACTIONS = coded("actions")
FIRST_PAIR_PARTS = _pair_parts(get_args(FirstPairPart), "first_pair_parts")
SECOND_PAIR_PARTS = _pair_parts(get_args(SecondPairPart), "second_pair_parts")
