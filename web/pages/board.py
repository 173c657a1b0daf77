"""What every onlooker has before them: the table, the time, the talk, the ledger of a turn.

It shows what :meth:`Game.as_seen` leaves of the game for them, and follows it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from nicegui import ui

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.showing.faces import Faces
from mmagents.showing.html.ending import ending
from mmagents.showing.html.ledger import ledger
from mmagents.showing.html.markup import text
from mmagents.showing.html.table import ring
from mmagents.showing.html.talk import being_said, turns, window
from mmagents.showing.onlooker import Onlooker, Standing
from mmagents.showing.scene import Scene, scene_of
from mmagents.web.game import Game
from mmagents.web.pages.lanes import LanesPane
from mmagents.web.pages.parts import Pane, Rows

T = TypeVar("T")


class Board:
    """One onlooker's view of one game, whose page stands at an address.

    Attributes:
        at: place among the rows of the turn that is shown; None for this very moment.
        chosen: the turn whose ledger is open; None for none.
    """

    def __init__(self, game: Game, onlooker: Onlooker, lang: str, address: str) -> None:
        self.game, self.onlooker, self.lang, self._address = game, onlooker, lang, address
        self.faces = Faces.of(game.table, lang)
        self.at: int | None = None
        self.chosen: int | None = None

    @property
    def hidden(self) -> bool:
        """Whether rules and bids are hidden from the onlooker."""
        return not self.onlooker.sees_all(open_table=self.game.standing.open_table)

    def build_table(self) -> None:
        """Lay the ring, and the lanes where times are known."""
        self._ring = Pane(
            classes="card o-ring", props=f'role=group aria-label="{self._say("ring")}"'
        )
        self._lanes = LanesPane(self.game, self.faces, self._address)

    def build_time(self, controls: Callable[[], None] | None = None) -> None:
        """Lay the slider, below what else moves the game."""
        with ui.element("div").classes("card stack o-time"):
            if controls is not None:
                controls()
            self._build_slider()

    def _build_slider(self) -> None:
        with ui.element("div").classes("time"):
            self._slider = (
                ui.element("input")
                .props("type=range min=1 max=1 value=1 data-live=time")
                .props(f'aria-label="{self._say("time")}"')
                .classes("slider")
            )  # fmt: skip
            Pane().show(f'<button type="button" data-act="live">{text(self.lang, "live")}</button>')
            self._where = Pane("output")

    def build_ledger(self) -> None:
        """Lay the ledger and the verdict."""
        self._ending = Pane("section", "ending")
        with ui.element("section").classes("card ledger").props("aria-live=polite"):
            Pane("h2").show(text(self.lang, "ledger"))
            self._ledger = Pane()

    def build_talk(self) -> None:
        """Lay the talk."""
        with ui.element("section").classes("card o-talk").props("id=talk"):
            Pane("h2").show(text(self.lang, "talk"))
            self._talk = Rows(
                "talk", f'role=log tabindex=0 data-follow=1 aria-label="{self._say("talk")}"'
            )

    def _say(self, key: str, **given: object) -> str:
        return say(self.lang, key, **given)

    def render(self) -> Standing:
        """Show how the game stands; return that."""
        now = self.game.as_seen(self.onlooker)
        rows = now.rows
        if self.at is not None and self.at >= len(rows):
            self.at = None
        hidden, shown = self.hidden, window(len(rows), self.at)
        self._ring.show(
            self._once("ring", lambda: ring(self._scene(now, hidden=hidden), self.faces))
        )
        self._talk.show(self._once("talk", lambda: self._turns(now, shown, hidden=hidden)))
        self._lanes.show(now, self.at, self.chosen, hidden=hidden)
        self._talk.box.props(f"data-follow={1 if self.at is None else 0}")
        at = len(rows) - 1 if self.at is None else self.at
        self._slider.props(f"max={max(1, len(rows))} value={at + 1}")
        number = rows[at]["turn"] if rows else 0
        self._where.show(text(self.lang, "turn-of", n=number, all=now.turns))
        self._show_ledger(now)
        done = now.outcome if self.at is None else None
        self._ending.element.classes(add="card" if done else "", remove="" if done else "card")
        self._ending.show(ending(done, self.game.table, self.faces) if done else "")
        return now

    def _turns(self, now: Standing, shown: range, *, hidden: bool) -> dict[int, str]:
        """Return the turns that are shown, and below them the one that is being said."""
        found = turns(now.rows, shown, self.faces, hidden=hidden)
        if now.saying is not None and self.at is None:
            found[now.saying["turn"]] = being_said(now.saying, self.faces)
        return found

    def _scene(self, now: Standing, *, hidden: bool) -> Scene:
        return scene_of(now, self.faces, self.at, hidden=hidden)

    def _once(self, what: str, make: Callable[[], T]) -> T:
        """Return a drawing, made once for all who look with the same eyes at the same turn."""
        return self.game.once((what, self.onlooker, self.lang, self.at), make)

    def _show_ledger(self, now: Standing) -> None:
        number = self.chosen
        if number is None and self.at is not None and now.rows:
            number = now.rows[self.at]["turn"]
        row = next((one for one in now.rows if one["turn"] == number), None)
        if row is None:
            self._ledger.show(f'<p class="dim">{text(self.lang, "ledger-none")}</p>')
            return
        threshold = self.game.context.floor.threshold
        self._ledger.show(ledger(row, now.rows, self.faces, threshold, hidden=self.hidden))

    def shown_rows(self) -> int:
        """Return how many of the onlooker's turns lie in what is shown now."""
        count = len(self.game.rows_for(self.onlooker))
        return count if self.at is None else min(count, self.at + 1)

    def act(self, name: str, value: str) -> bool:
        """Do what was asked of the board; return whether it was the board's to do."""
        rows = self.game.rows_for(self.onlooker)
        if name == "live":
            self.at = self.chosen = None
        elif name == "time" and value.isascii() and value.isdigit():
            place = min(max(int(value[:7]), 1), len(rows)) - 1
            self.at = place if 0 <= place < len(rows) - 1 else None
            self.chosen = None
            if self.at is not None:
                ui.run_javascript(f"mm.choose({rows[self.at]['turn']})")
        elif name == "turn" and value.isascii() and value.isdigit():
            self.chosen = int(value[:7])
            ui.run_javascript(f"mm.choose({self.chosen})")
        else:
            return False
        return True
