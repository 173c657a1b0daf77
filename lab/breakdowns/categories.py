"""Breakdowns of dialogue: the eleven categories, and the value that every finder of them returns.

Categories: Higashinaka et al. 2022, *Classification of utterances that lead to dialogue
breakdowns*, the errors of response and of context, which Nonomura & Mori 2025 (MMAgents), section
4.2.1, Supplementary Table S1 and figure 6, ask a model to find. Names and definitions are ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mmagents.lab.texts import by_language


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
class CategoryText:
    """How a category is named and told from the others, by language ("en", "ja").

    `definition` is for one turn read by itself; `condition`, for a conversation read at once, says
    what MMAgents, figure 6, says.
    """

    name: Mapping[str, str]
    definition: Mapping[str, str]
    condition: Mapping[str, str]


IGNORED: tuple[Category, ...] = (
    Category.IGNORE_QUESTION,
    Category.IGNORE_REQUEST,
    Category.IGNORE_SUGGESTION,
    Category.IGNORE_GREETING,
)
"""The categories in which a first pair part was left without a second."""
ASKED: tuple[Category, ...] = (Category.IGNORE_QUESTION, Category.IGNORE_REQUEST)
"""Those of them in which something was asked: no suggestions, no greetings."""


def _kinds() -> dict[Category, CategoryText]:
    told = by_language(Path(__file__).parent, "categories")
    return {
        one: CategoryText(
            *(
                {language: str(of[one][text]) for language, of in told.items()}
                for text in ("name", "definition", "condition")
            ),
        )
        for one in Category
    }


KINDS: Mapping[Category, CategoryText] = _kinds()
"""Every category; iterate over it for the order of the paper's table."""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """One utterance that leads to a breakdown, and why.

    `turn` is from 1; for an ignored first pair part, what its addressee said instead. `of` is the
    turn that was ignored, repeated or contradicted. A `strategic` one is a move in the game, such
    as keeping a secret (MMAgents, section 6), and is not counted among breakdowns.
    """

    turn: int
    category: Category | Observation
    reason: str
    of: int | None = None
    strategic: bool = False
