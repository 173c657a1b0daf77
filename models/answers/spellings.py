"""What a model may write for a field and its values: `spellings.toml` beside this."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

Table = Mapping[str, Sequence[str]]


@cache
def spellings(name: str) -> Table:
    """Return a table of the file: by field or value, what else may be written for it."""
    return _tables()[name]


@cache
def _tables() -> Mapping[str, Table]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
