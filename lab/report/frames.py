"""Rows become tables; words that a page or a spreadsheet may not hold are made harmless."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mmagents.lab.conversation import Conversation
from mmagents.lab.recordings.text import safe

if TYPE_CHECKING:
    from pandas import DataFrame


class Grouped(NamedTuple):
    """A conversation, and the label of its group."""

    group: str
    talk: Conversation

    @property
    def story(self) -> str:
        """The id of its story."""
        return self.talk.table.scenario.id


def frame(columns: str, rows: Iterable[Sequence[Any]]) -> DataFrame:
    """Return rows as a table that has its columns, named in one string, even without a row."""
    import pandas as pd

    return pd.DataFrame(list(rows), columns=columns.split())


def anchor(name: str) -> str:
    """Return a name as it may stand in an id of the page and in the name of a file."""
    return "".join(
        one
        if one.isascii() and (one.isalnum() or one in "._-")
        else "-"
        if one == ":"
        else f"-{ord(one):x}-"
        for one in name
    )


def as_csv(table: DataFrame) -> bytes:
    """Return a table as CSV: figures with ten digits, formulas in words marked as text."""
    words = table.select_dtypes(exclude="number").columns
    table = table.assign(**{name: table[name].map(_cell) for name in words})
    text: str = table.to_csv(index=False, lineterminator="\n", float_format="%.10g")
    return text.encode("utf-8", "replace")


def _cell(value: Any) -> Any:
    return safe(value) if isinstance(value, str) else value
