"""Regular expressions of a language, written down as TOML.

A file holds `pieces`, which are text, and `patterns`, which are compiled. Either is a string, a
list of alternatives, or a table: the alternatives `any` in a group, with what stands `before` and
`after` it. `{name}` stands for what is written under that name. Where a string is broken into
lines or indented, neither the breaks nor the blanks that begin a line are part of it.
`ignore_case` holds for a file; `cased` names the exceptions.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Self

from mmagents.scenarios.recognise.linear import linear

_PIECE = re.compile(r"\{([a-z_]+)\}")
Written = str | Sequence[str] | Mapping[str, Any]


class Expressions:
    """The expressions of one file: patterns as attributes, the text of either by its name."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._content = content
        self._texts: dict[str, str] = {}
        self._written = {**content.get("pieces", {}), **content.get("patterns", {})}
        self._cased = content.get("cased", ())

    @classmethod
    def read(cls, module: str, name: str) -> Self:
        """Return the expressions of the file `name`.toml beside a module."""
        return cls(tomllib.loads(Path(module).with_name(f"{name}.toml").read_text("utf-8")))

    def given(self, **pieces: str) -> Self:
        """Return the same expressions with further pieces."""
        return type(self)({**self._content, "pieces": {**self._content["pieces"], **pieces}})

    def __getitem__(self, name: str) -> str:
        """Return the text of a piece or a pattern."""
        if name not in self._texts:
            self._texts[name] = self._text(self._written[name])
        return self._texts[name]

    def __getattr__(self, name: str) -> re.Pattern[str]:
        """Return a pattern, compiled once."""
        if name not in self._content.get("patterns", {}):
            raise AttributeError(name)
        found = self.compiled(self._written[name], cased=name in self._cased)
        self.__dict__[name] = found
        return found

    def names(self) -> tuple[str, ...]:
        """Return the names of the patterns, in the order they are written."""
        return tuple(self._content.get("patterns", {}))

    def extra(self, name: str) -> Any:
        """Return what else a file holds under a name."""
        return self._content[name]

    def _text(self, written: Written) -> str:
        """Return what is written as one text, with its pieces in it."""
        if isinstance(written, str):
            broken = "\n" in written or written.startswith("  ")
            text = "".join(map(str.lstrip, written.splitlines())) if broken else written
            return _PIECE.sub(lambda piece: self[piece.group(1)], text)
        if isinstance(written, Mapping):
            before, after = (self._text(written.get(one, "")) for one in ("before", "after"))
            return f"{before}(?:{self._text(written['any'])}){after}"
        return "|".join(map(self._text, written))

    def compiled(self, written: Written, *, cased: bool = False) -> re.Pattern[str]:
        """Return what is written as a pattern."""
        ignores = self._content.get("ignore_case", False) and not cased
        return linear(self._text(written), re.IGNORECASE if ignores else 0)


@cache
def expressions(module: str, name: str) -> Expressions:
    """Return the expressions of the file `name`.toml beside a module, read once."""
    return Expressions.read(module, name)
