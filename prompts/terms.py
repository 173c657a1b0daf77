"""The terms of conversation analysis as the prompts spell them: `terms.toml`, a file a language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent


@cache
def terms_in(language: str) -> Mapping[str, str]:
    """Return the terms by code; in English for a language that has none of its own."""
    file = _HERE / language / "terms.toml"
    return tomllib.loads((file if file.is_file() else _HERE / "en/terms.toml").read_text("utf-8"))


@cache
def all_terms() -> tuple[Mapping[str, str], ...]:
    """Return the terms of every language that has its own."""
    return tuple(terms_in(file.parent.name) for file in sorted(_HERE.glob("*/terms.toml")))
