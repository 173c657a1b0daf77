"""Lint: every text is there in each of the story's languages, and none is empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import BaseModel

from mmagents.scenarios.problem import Path, Problem, error, warning
from mmagents.scenarios.schema import Scenario
from mmagents.scenarios.texts import Text, Texts

_MAY_BE_EMPTY = frozenset({"aliases", "synonyms"})


def check(scenario: Scenario) -> list[Problem]:
    """Return the texts of `scenario` that lack words in one of its languages."""
    languages = list(dict.fromkeys(scenario.languages))
    found: list[Problem] = []
    for path, value in _texts((), scenario):
        found += _missing(path, value, languages)
    return [*found, *_unlisted(scenario, languages)]


def _texts(path: Path, value: object) -> Iterator[tuple[Path, Text | Texts]]:
    if isinstance(value, (Text, Texts)):
        yield path, value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _texts((*path, name), getattr(value, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts((*path, index), item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts((*path, key), item)


def _missing(path: Path, value: Text | Texts, languages: Sequence[str]) -> Iterator[Problem]:
    may_be_empty = path[-1] in _MAY_BE_EMPTY
    if not isinstance(value.root, dict):
        if not value.root and may_be_empty:
            return
        if len(languages) > 1:
            keys = ", ".join(f"{language}: …" for language in languages)
            yield error(path, f"given in one language only; write it as {{{keys}}}")
            return
    for language in languages:
        if isinstance(value.root, dict) and language not in value.root:
            yield error(path, f"no words in “{language}”; add them, the story is written in it")
        elif not may_be_empty and _is_empty(value, language):
            where = (*path, language) if isinstance(value.root, dict) else path
            yield error(where, "is empty; write something")


def _unlisted(scenario: Scenario, languages: Sequence[str]) -> Iterator[Problem]:
    given = {language for _, value in _texts((), scenario) for language in value.languages()}
    for language in sorted(given - set(languages)):
        yield warning(
            ("languages",), f"some texts have words in “{language}”; add it here to have them read"
        )


def _is_empty(value: Text | Texts, language: str) -> bool:
    words = value.in_(language)
    if isinstance(words, str):
        return not words.strip()
    return not words or not all(word.strip() for word in words)
