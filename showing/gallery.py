"""A saved game as it is looked at: its record, how it stands, and all who look on.

Whoever looks on is told *that* something has changed and asks how the game stands now, so that a
slow browser misses moments and never holds up the table, and nothing piles up for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

from mmagents.floor.conditions import CONDITIONS, NOTHING_SHOWN
from mmagents.nodes.record import TurnRow
from mmagents.nodes.state import Outcome
from mmagents.nodes.table import table_for
from mmagents.saved.kept import context_kept
from mmagents.saved.saved_game import is_own_game, read_json, read_record
from mmagents.showing.onlooker import HOST, Onlooker, Standing, seen, seen_row

T = TypeVar("T")


class Gallery:
    """One saved game before its onlookers.

    Attributes:
        path: its folder.
        own: whether this user made it.
        rows: its turns; the list grows with the game.
        standing: how it stands, the whole truth.
    """

    def __init__(self, path: Path, *, open_table: bool) -> None:
        self.path = path
        self._watchers: set[asyncio.Event] = set()
        self._made: dict[Hashable, Any] = {}
        self._views: dict[Onlooker, tuple[bool, int, list[TurnRow]]] = {}
        self.reload(open_table=open_table)

    def reload(self, *, open_table: bool) -> None:
        """Read the record anew: another process may have played on.

        Args:
            open_table: whether spectators see everything.

        Raises:
            SavedGameError: if there is none, or it is damaged.
        """
        self.meta, rows = read_record(self.path)
        self.own = is_own_game(self.path)
        self.context = context_kept(self.meta, self.path)
        self.table = table_for(self.meta["scenario"], self.context)
        self.rows = cast("list[TurnRow]", rows)
        self._views.clear()
        self._made.clear()
        outcome = cast("Outcome | None", read_json(self.path, "outcome"))
        self.standing = Standing(
            seats=self.table.seats,
            turns=len(rows),
            phase=self.rows[-1]["phase"] if rows else "",
            status="ended" if outcome or self._is_long_enough() else "paused",
            outcome=outcome,
            open_table=open_table,
        )

    def _is_long_enough(self) -> bool:
        return self.context.evening.kind == "discussion" and len(self.rows) >= self.context.turns

    def as_seen(self, onlooker: Onlooker) -> Standing:
        """Return how the game stands, as an onlooker may know it."""
        return seen(self.standing, onlooker, self.rows_for(onlooker))

    def rows_for(self, onlooker: Onlooker) -> list[TurnRow]:
        """Return the turns as an onlooker may know them; the list grows with the game."""
        open_table, over = self.standing.open_table, self.standing.status == "ended"
        if onlooker == HOST and over:
            return self.rows
        was_open, looked_at, found = self._views.get(onlooker, (open_table, 0, []))
        if was_open != open_table:
            looked_at, found = 0, []
        condition = CONDITIONS.get(self.context.condition)
        shows = condition.shows if condition else NOTHING_SHOWN
        for row in self.rows[looked_at:]:
            bare = seen_row(row, onlooker, self.table.seats, open_table=open_table, shows=shows)
            if bare is not None:
                found.append(bare)
        self._views[onlooker] = (open_table, len(self.rows), found)
        return found

    def watch(self, changed: asyncio.Event) -> None:
        """Look on: the event is set whenever something has changed."""
        self._watchers.add(changed)

    def unwatch(self, changed: asyncio.Event) -> None:
        """Look away."""
        self._watchers.discard(changed)

    @property
    def watchers(self) -> int:
        """How many look on."""
        return len(self._watchers)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` makes of the game as it stands; made once for all who want it.

        Args:
            key: what it is, and for whom; whatever else it depends on is part of it.
            make: makes it.
        """
        if key not in self._made:
            self._made[key] = make()
        return cast("T", self._made[key])

    def change(self, **changes: Any) -> None:
        """Change how the game stands, and tell all who look on."""
        self.standing = replace(self.standing, **changes)
        self._made.clear()
        for changed in self._watchers:
            changed.set()

    def put_down(self, row: TurnRow) -> None:
        """Put a turn on the record; one that a kill cut short is played again and replaces it."""
        if row["turn"] <= len(self.rows):
            del self.rows[row["turn"] - 1 :]
            self._views.clear()
        self.rows.append(row)
