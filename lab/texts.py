"""Texts of the evaluation, as TOML files: NAME.LANGUAGE.toml beside the module that tells them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def toml_of(file: Path) -> dict[str, Any]:
    """Return what a TOML file holds."""
    return tomllib.loads(file.read_text("utf-8"))


def by_language(folder: Path, name: str) -> dict[str, dict[str, Any]]:
    """Return by language what the files NAME.LANGUAGE.toml of a folder hold."""
    files = sorted(folder.glob(f"{name}.*.toml"))
    return {file.name.split(".")[1]: toml_of(file) for file in files}
