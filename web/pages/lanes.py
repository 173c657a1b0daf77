"""Who speaks when, on the page of a table: the last turns in lanes, and what there is to a cut."""

from __future__ import annotations

from nicegui import ui

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.showing.faces import Faces
from mmagents.showing.html.lanes import cut_told, lanes
from mmagents.showing.html.markup import text
from mmagents.showing.html.replay import play_link
from mmagents.showing.onlooker import Standing
from mmagents.showing.timeline import timeline_of
from mmagents.web.game import Game
from mmagents.web.pages.frame import asset
from mmagents.web.pages.parts import Pane

TURNS = 12
"""So many turns are drawn: about a minute of talk, which a phone has room for."""


class LanesPane:
    """The lanes of one onlooker's page; nothing to be seen where no times are known."""

    def __init__(self, game: Game, faces: Faces, address: str) -> None:
        self._faces, self._drawn = faces, ""
        timed = game.context.medium is not None
        if not timed and not any("start" in row for row in game.rows):
            self._section = None
            return
        ui.add_head_html(f"<style>{asset('lanes.css')}</style>")
        label = say(faces.lang, "lanes")
        with (
            ui.element("section")
            .classes("card lanes live o-lanes")
            .props(f'role=group aria-label="{label}"') as self._section
        ):
            Pane("h2").show(text(faces.lang, "lanes"))
            Pane("p", "plays").show(play_link(address, faces.lang))
            self._lanes = Pane()
            self._cut = Pane("div", props="aria-live=polite")

    def show(self, now: Standing, at: int | None, chosen: int | None, *, hidden: bool) -> None:
        """Show the turns up to one of them.

        Args:
            now: how the game stands for the onlooker.
            at: place among its rows of the last turn that is shown; None for all.
            chosen: number of the turn that the onlooker asks about, or None.
            hidden: whether rules are hidden from the onlooker.
        """
        if self._section is None:
            return
        stop = len(now.rows) if at is None else at + 1
        rows = now.rows[max(0, stop - TURNS) : stop]
        line = timeline_of(rows)
        self._section.set_visibility(line is not None)
        if line is None:
            return
        self._lanes.show(lanes(line, rows, self._faces))
        cut = next((bar for bar in line.bars if bar.turn == chosen and bar.cut), None)
        row = next((one for one in rows if one["turn"] == chosen), None)
        if cut is None or row is None:
            self._cut.show("")
            return
        told = cut_told(cut, line, row, self._faces, over=hidden or now.status == "ended")
        self._cut.show(f'<article class="cut-told">{told}</article>')
