"""The libraries of `mmagents[evaluation]`, imported where they are needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from mmagents.scenarios.errors import MMAgentsError


def library(module: str) -> Any:
    """Return an imported module of `mmagents[evaluation]`.

    Raises:
        MMAgentsError: if it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MMAgentsError(
            f"Tables, figures and statistics need {module}, which is not installed ({error}). "
            "Run: pip install 'mmagents[evaluation]'"
        ) from error
