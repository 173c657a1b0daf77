"""Tables of examples: the rows of a test stand in the YAML file beside it, under its name."""

import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml


def frozen(value: Any) -> Any:
    """Return a value as it was read, with tuples for lists."""
    if isinstance(value, dict):
        return {key: frozen(one) for key, one in value.items()}
    return tuple(map(frozen, value)) if isinstance(value, list) else value


@cache
def tables(file: Path) -> Any:
    return frozen(yaml.load(file.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


def table(test: Callable[..., Any]) -> Any:
    """Run a test for each row of its table; a row gives the first parameters their values.

    A sequence is a tuple, or a list where the parameter says so.
    """
    rows = beside(test.__code__.co_filename)[test.__name__]
    rows = [row if isinstance(row, tuple) else (row,) for row in rows]
    given = list(inspect.signature(test).parameters.values())[: len(rows[0])]
    listed = [str(one.annotation).startswith("list") for one in given]
    rows = [
        [list(x) if as_list else x for x, as_list in zip(row, listed, strict=True)] for row in rows
    ]
    return pytest.mark.parametrize([one.name for one in given], rows)(test)


def beside(file: str) -> Any:
    """Return the tables and texts that stand in the YAML file beside a module."""
    return tables(Path(file).with_suffix(".yaml"))
