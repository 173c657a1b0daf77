"""A conversation as the evaluation reads it: the record of a saved game, its story and its cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

from mmagents.floor.adjacency import Designation, Obligation
from mmagents.nodes.record import TurnRow, is_talk
from mmagents.nodes.table import Table, table_for
from mmagents.nodes.values import designation_of
from mmagents.saved.kept import context_kept
from mmagents.saved.saved_game import read_record
from mmagents.stores.embeddings import Embedder

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation, whole or as far as it got.

    `rows` are the turns at talk, `deeds` what else a whole evening holds (looks for clues, plans,
    votes), both by their numbers in the record. `factors` is what the experiment varied; `readings`
    what models and people said, by source; `embedder` what distances between turns are measured
    with, by default spelling.
    """

    id: str
    factors: Mapping[str, str]
    table: Table
    rows: Sequence[TurnRow]
    context: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    deeds: Sequence[TurnRow] = ()
    readings: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    embedder: Embedder | None = field(default=None, compare=False)
    _found: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, work: Callable[[Conversation], T]) -> T:
        """Return what a function finds in this conversation; it is called once, then remembered."""
        if work not in self._found:
            self._found[work] = work(self)
        found: T = self._found[work]
        return found

    @property
    def record(self) -> list[TurnRow]:
        """All rows, talk and deeds, in the order of the record."""
        return sorted([*self.rows, *self.deeds], key=lambda row: row["turn"])

    @property
    def language(self) -> str:
        """The language of the talk: "en" or "ja"."""
        return self.table.language

    @property
    def seats(self) -> tuple[str, ...]:
        """Ids of all seats that are played, in order of the cast."""
        return self.table.seats


def read(folder: Path, factors: Mapping[str, str] | None = None, id: str = "") -> Conversation:
    """Return the conversation that a saved game holds; the game may be under way.

    By default its factors are the condition and the story, its id the folder's name.

    Raises:
        MMAgentsError: if there is no saved game, or it is damaged.
    """
    meta, record = read_record(folder)
    rows = cast("list[TurnRow]", record)
    context = context_kept(meta, folder)
    table = table_for(meta["scenario"], context)
    return Conversation(
        id=id or folder.name,
        factors=factors or {"scenario": table.scenario.id, "condition": context.condition},
        table=table,
        rows=[row for row in rows if is_talk(row)],
        context=meta["context"],
        seed=meta["seed"],
        deeds=[row for row in rows if not is_talk(row)],
    )


def designation_in(row: TurnRow) -> Designation:
    """Return what a turn did to the floor, as its analyst read it."""
    kept = ("first_pair_part", "addressees", "expects", "answers", "second_pair_part")
    reading: Any = {key: value for key, value in row.items() if key in kept}
    return designation_of(reading | {"closes": row["closes_sequence"]})


def pair_in(row: TurnRow) -> Obligation | None:
    """Return the first pair part of a turn, whether or not it was put to anybody, or None."""
    found = designation_in(row)
    if found.first_pair_part is None:
        return None
    return Obligation(
        turn=row["turn"],
        by=row["speaker"],
        to=found.addressees,
        first_pair_part=found.first_pair_part,
        expects=found.expects,
        text=row["text"],
    )
