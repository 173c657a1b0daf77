"""What every field of a scenario is made of: ids, times, words in the story's languages."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, RootModel, StringConstraints, model_validator

LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
"""How a language is written: its code, en, ja, de, pt-BR …"""
Language = Annotated[str, StringConstraints(pattern=LANGUAGE)]
OFFLINE = ("en", "ja")
"""The languages that improv players and rules know."""

NEVER = 9
"""The price at which a guarded fact is never given up."""

Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,40}$")]
Clock = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-9]):[0-5]\d$")]


def minutes(clock: str) -> int:
    """Return the minute of the story's clock that HH:MM stands for."""
    hours, _, past = clock.partition(":")
    return int(hours) * 60 + int(past)


class Strict(BaseModel):
    """A part of a scenario; a misspelt key is an error and not a silence."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


_FOLD = re.compile(r"(?<=[^\x00-\u2E7F]) +(?=[^\x00-\u2E7F])")
"""A blank between two wide characters: where YAML folded a line of Japanese."""


def unfolded(given: Any) -> Any:
    """Return words as they were before YAML folded a line of Japanese; all else as it is."""
    return _FOLD.sub("", given) if isinstance(given, str) else given


class Text(RootModel[dict[Language, str] | str]):
    """Words in each of the story's languages, or a plain string where the story has only one."""

    model_config = ConfigDict(frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _unfolded(cls, given: Any) -> Any:
        if isinstance(given, dict):
            return {key: unfolded(one) for key, one in given.items()}
        return unfolded(given)

    def in_(self, language: str) -> str:
        """Return the words in `language`.

        Raises:
            KeyError: if the words are not given in that language.
        """
        if isinstance(self.root, str):
            return self.root
        return self.root[language]

    def languages(self) -> set[str]:
        """Return the languages given; empty for a plain string, which fits any one language."""
        return set() if isinstance(self.root, str) else set(self.root)


class Texts(RootModel[dict[Language, list[str]] | list[str]]):
    """A list of words in each of the story's languages, or one list where it has only one."""

    model_config = ConfigDict(frozen=True)

    def in_(self, language: str) -> list[str]:
        """Return the list in `language`; empty if there is none."""
        if isinstance(self.root, list):
            return self.root
        return self.root.get(language, [])

    def languages(self) -> set[str]:
        """Return the languages given; empty for a plain list, which fits any one language."""
        return set() if isinstance(self.root, list) else set(self.root)


NO_TEXTS = Texts(root=[])
