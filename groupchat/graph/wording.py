"""What members of a chat are told, by language; in English where a language has no file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def _texts(language: str) -> Mapping[str, str]:
    folder = Path(__file__).parent / "texts"
    file = folder / f"{language}.toml"
    if not language.isalnum() or not file.is_file():
        file = folder / "en.toml"
    return tomllib.loads(file.read_text("utf-8"))


def text(language: str, key: str, **given: object) -> str:
    """Return a text with what is given put in as it stands."""
    return _texts(language)[key].strip("\n").format(**given)
