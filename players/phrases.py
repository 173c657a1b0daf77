"""What players say without a model: a folder a language, a TOML file a subject."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mmagents.interfaces.texts.catalogue import ENGLISH, read_language

Phrases = Mapping[str, tuple[str, ...]]


@cache
def read_texts(folder: Path, language: str, subject: str) -> Mapping[str, Any]:
    """Return a file by key, empty where there is none.

    A language without a folder of its own reads the English one.
    """
    spoken = language if (folder / language).is_dir() else ENGLISH
    return read_language(folder, spoken, subject)


@cache
def read_phrases(folder: Path, language: str, *subjects: str) -> Phrases:
    """Return the phrases of several files by key; a later file replaces what an earlier one says.

    The phrases `any` of a table `greet` have the key "greet", those of a style "greet.formal".
    """
    phrases: dict[str, tuple[str, ...]] = {}
    for subject in subjects:
        for key, given in read_texts(folder, language, subject).items():
            by_style = given if isinstance(given, dict) else {"any": given}
            for style, spoken in by_style.items():
                phrases[key if style == "any" else f"{key}.{style}"] = tuple(spoken)
    return phrases
