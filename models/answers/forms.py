"""What is asked of a model for each task: the answers, their JSON schemas, accepted spellings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, Field

from mmagents.floor.adjacency import FirstPairPart, SecondPairPart
from mmagents.floor.bids import Action
from mmagents.models.answers.fields import folded
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
            "answers": {"type": "integer"},
            "second_pair_part": {"type": "string", "enum": [*get_args(SecondPairPart), NONE]},
            "closes": {"type": "boolean"},
        },
    ),
    "moderate": response_format("moderate", {"next": _TEXT}),
}
"""By task; `speak` answers in plain words."""


def _spellings(codes: Sequence[str], more: Mapping[str, str]) -> dict[str, str]:
    """Return every accepted spelling, folded, with the code it means."""
    terms = {folded(table[code]): code for table in all_terms() for code in codes}
    return terms | {folded(code): code for code in codes} | {folded(k): v for k, v in more.items()}


_NOTHING = dict.fromkeys(("none", "null", "nothing", "n/a", "no", "なし", "無し", "ない", ""), NONE)
ACTIONS: Mapping[str, str] = _spellings(
    (),
    dict.fromkeys(
        ("speak", "speaking", "say", "talk", "speak now", "話す", "発言", "発言する", "話したい"),
        "speak",
    )
    | dict.fromkeys(
        ("listen", "listening", "wait", "wait and see", "silent", "silence", "stay silent", "pass",
         "observe", "hear", "聞く", "聴く", "待つ", "黙る", "沈黙", "様子を見る"),
        "listen",
    ),
)  # fmt: skip
FIRST_PAIR_PARTS = _spellings(
    get_args(FirstPairPart),
    _NOTHING
    | dict.fromkeys(("wh", "question", "open question", "質問", "疑問"), "wh-question")
    | dict.fromkeys(("yes/no", "polar question", "はい・いいえ"), "yes-no-question")
    | {"addressing": "summons", "呼び掛け": "summons", "あいさつ": "greeting", "告発": "accusation",
       "非難": "accusation", "proposal": "suggestion", "謝り": "apology", "報告": "announcement"},
)  # fmt: skip
SECOND_PAIR_PARTS = _spellings(
    get_args(SecondPairPart),
    _NOTHING
    | {"response": "answer", "reply": "answer", "回答": "answer", "返答": "answer",
       "回避": "evasion", "acceptance of request": "grant", "granting": "grant", "説明": "account"},
)  # fmt: skip
ALIASES: Mapping[str, tuple[str, ...]] = {
    "thought": ("thoughts", "plan", "reasoning", "thinking", "思考", "考え", "方針"),
    "action": ("decision", "choice", "act", "行動"),
    "importance": ("score", "priority", "urgency", "weight", "重要度", "大切さ"),
    "choice": ("choose", "chosen", "option", "vote", "place", "partner", "name", "選択", "票"),
    "reason": ("reasons", "why", "because", "理由"),
    "summary": ("summarise", "gist", "text", "要約", "まとめ"),
    "plan": ("plans", "strategy", "next", "計画", "方針"),
    "reflection": ("reflect", "thoughts", "thought", "省察", "振り返り"),
    "beliefs": ("belief", "belief_scores", "信念"),
    "relations": ("relationships", "regards", "relation", "関係"),
    "turns": ("turn_count", "ターン数"),
    "talks": ("talk_count", "summaries", "話の数"),
    "people": ("characters", "persons", "人数"),
    "resources": ("resource_count", "資源の数"),
    "facts": ("fact", "knowledge", "items", "bullets", "points", "list", "事実", "知識"),
    "first_pair_part": ("fpp", "type", "first_part", "第一部分", "種類"),
    "addressees": ("addressee", "to", "addressed", "recipients", "next_speaker", "宛先", "相手"),
    "answers": ("answers_turn", "turn", "答え"),
    "second_pair_part": ("spp", "second_part", "第二部分"),
    "closes": ("closing", "closed", "終了"),
    "next": ("next_speaker", "speaker", "name", "role", "selected", "次", "次の話し手", "名前"),
}
