"""Breakdowns of dialogue: the eleven categories, and the value that every finder of them returns.

Categories: Higashinaka et al. 2022, *Classification of utterances that lead to dialogue
breakdowns*, the errors of response and of context, which Nonomura & Mori 2025 (MMAgents), section
4.2.1, Supplementary Table S1 and figure 6, ask a model to find. Names and definitions are ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal


class Category(StrEnum):
    """The eleven categories of MMAgents, section 4.2.1, in the order of its table."""

    IGNORE_QUESTION = "ignore-question"
    IGNORE_REQUEST = "ignore-request"
    IGNORE_SUGGESTION = "ignore-suggestion"
    IGNORE_GREETING = "ignore-greeting"
    IGNORE_EXPECTATION = "ignore-expectation"
    UNCLEAR_INTENTION = "unclear-intention"
    TOPIC_CHANGE_ERROR = "topic-change-error"
    LACK_OF_INFORMATION = "lack-of-information"
    SELF_CONTRADICTION = "self-contradiction"
    INTERLOCUTOR_CONTRADICTION = "interlocutor-contradiction"
    REPETITION = "repetition"


class Observation(StrEnum):
    """What is no category of the taxonomy but is reported beside it."""

    TURN_MONOPOLY = "turn-monopoly"
    """One seat keeps the floor while others want it (MMAgents, section 5, figure 9)."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How a category is named and told from the others, by language ("en", "ja").

    Attributes:
        form: what the utterance fails: "response", what was put to its speaker, or "context",
            what has been said so far.
    """

    form: Literal["response", "context"]
    name: Mapping[str, str]
    definition: Mapping[str, str]


def _kind(form: Literal["response", "context"], en: tuple[str, str], ja: tuple[str, str]) -> Kind:
    return Kind(form, {"en": en[0], "ja": ja[0]}, {"en": en[1], "ja": ja[1]})


KINDS: Mapping[Category, Kind] = {
    Category.IGNORE_QUESTION: _kind(
        "response",
        ("ignored question", "Whoever was asked a question speaks without taking it up at all."),
        ("質問無視", "質問された人が、その質問にまったく触れずに話している。"),
    ),
    Category.IGNORE_REQUEST: _kind(
        "response",
        ("ignored request", "Whoever was asked to do something neither does it nor declines."),
        ("依頼無視", "何かを頼まれた人が、応じも断りもしていない。"),
    ),
    Category.IGNORE_SUGGESTION: _kind(
        "response",
        (
            "ignored suggestion",
            "Whoever was invited to do something together neither agrees nor objects.",
        ),
        ("提案無視", "一緒に何かをしようと言われた人が、賛成も反対もしていない。"),
    ),
    Category.IGNORE_GREETING: _kind(
        "response",
        ("ignored greeting", "Whoever was greeted does not greet back in their next turn."),
        ("挨拶無視", "挨拶された人が、次の発話で挨拶を返していない。"),
    ),
    Category.IGNORE_EXPECTATION: _kind(
        "response",
        (
            "ignored expectation",
            "The reply takes up what was said but leaves out the very thing it was meant to give.",
        ),
        ("期待無視", "応答はしているが、求められた肝心の内容が含まれていない。"),
    ),
    Category.UNCLEAR_INTENTION: _kind(
        "context",
        (
            "unclear intention",
            "The utterance is on the topic, but what its speaker is driving at cannot be told.",
        ),
        ("発話意図不明", "話題には合っているが、何のための発話なのか文脈から読み取れない。"),
    ),
    Category.TOPIC_CHANGE_ERROR: _kind(
        "context",
        (
            "topic-change error",
            "The utterance leaves a topic that is still being talked about, without a word of why.",
        ),
        ("話題遷移エラー", "まだ続いている話題から、断りもなく別の話題に移っている。"),
    ),
    Category.LACK_OF_INFORMATION: _kind(
        "context",
        (
            "lack of information",
            "The utterance leaves out who, what or which, so that it cannot be followed.",
        ),
        ("情報不足", "誰が・何を・どれをといった要素が欠けていて、内容がつかめない。"),
    ),
    Category.SELF_CONTRADICTION: _kind(
        "context",
        ("self-contradiction", "The utterance cannot be true beside what its speaker said before."),
        ("自己矛盾", "話し手自身が前に述べたことと両立しない。"),
    ),
    Category.INTERLOCUTOR_CONTRADICTION: _kind(
        "context",
        (
            "contradiction of another",
            "The utterance runs against what another said, or asks as if it had not been said.",
        ),
        (
            "対話相手との矛盾",
            "相手が述べたことに反しているか、それがなかったかのように尋ねている。",
        ),
    ),
    Category.REPETITION: _kind(
        "context",
        (
            "repetition",
            "The utterance says once more what was said, or puts a question that was put before.",
        ),
        ("繰り返し", "すでに述べられたことを繰り返すだけか、同じ質問を重ねている。"),
    ),
}
"""Every category; iterate over it for the order of the paper's table."""

IGNORED: tuple[Category, ...] = (
    Category.IGNORE_QUESTION,
    Category.IGNORE_REQUEST,
    Category.IGNORE_SUGGESTION,
    Category.IGNORE_GREETING,
)
"""The categories in which a first pair part was left without a second."""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """One utterance that leads to a breakdown, and why.

    Attributes:
        turn: the utterance that breaks down, from 1; of an ignored first pair part this is what
            its addressee said instead.
        category: what is wrong with it.
        reason: why, in a sentence to a reader.
        of: the turn that was ignored, repeated or contradicted; None if there is no such turn.
        strategic: whether it is a move in the game, such as keeping a secret, rather than a
            failure to converse (MMAgents, section 6); not to be counted among breakdowns.
    """

    turn: int
    category: Category | Observation
    reason: str
    of: int | None = None
    strategic: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the breakdown as plain JSON."""
        return {
            "turn": self.turn,
            "category": str(self.category),
            "reason": self.reason,
            "of": self.of,
            "strategic": self.strategic,
        }
