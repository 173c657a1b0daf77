"""Two sides of a fork beside each other, with where they part."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.record import TurnRow
from mmagents.showing.faces import Faces
from mmagents.showing.html.markup import bdi, text, words
from mmagents.showing.html.talk import WINDOW, turns
from mmagents.web.pages.frame import frame
from mmagents.web.pages.parts import Pane, Rows, follow, listening
from mmagents.web.server.hall import Hall

BEFORE = 3
"""Turns shown that both sides have in common."""


def parting(one: Sequence[TurnRow], other: Sequence[TurnRow]) -> int:
    """Return how many turns two games have in common from the start."""
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        if (left["speaker"], left["text"]) != (right["speaker"], right["text"]):
            return at
    return min(len(one), len(other))


class BesidePage:
    """One host's browser before two games."""

    def __init__(self, hall: Hall, name: str, other: str, lang: str) -> None:
        self._lang = lang
        self._games = hall.table(other).game, hall.table(name).game
        self._faces = Faces.of(self._games[0].table, lang)
        title = self._games[0].table.public.title
        with frame(title, lang, back=True, subtitle=say(lang, "fork-beside")) as root:
            self._told = Pane("p", "dim", "role=status")
            with ui.element("div").classes("both").props("id=talk"):
                self._talks = [
                    self._side(label, folder)
                    for label, folder in (("original", other), ("branch", name))
                ]
        listening(root, self._act)
        follow(*self._games, render=self._render)

    def _side(self, label: str, folder: str) -> Rows:
        with ui.element("section").classes("card"):
            Pane("h2").show(
                f'{text(self._lang, label)}: <a href="/g/{words(folder)}">{bdi(folder, 90)}</a>'
            )
            return Rows("talk", f'role=log tabindex=0 aria-label="{text(self._lang, label)}"')

    def _render(self) -> None:
        sides = [game.rows for game in self._games]
        at = parting(sides[0], sides[1])
        parted = at < min(map(len, sides))
        said = (
            say(self._lang, "fork-parts", n=at + 1)
            if parted
            else say(self._lang, "fork-same-so-far")
        )
        self._told.show(words(said))
        start = max(0, at - BEFORE)
        for rows, talk in zip(sides, self._talks, strict=True):
            shown = range(start, min(len(rows), start + WINDOW))
            talk.show(turns(rows, shown, self._faces, hidden=False))

    async def _act(self, name: str, value: str) -> None:
        if name == "turn" and value.isascii() and value.isdigit():
            ui.run_javascript(f"mm.choose({int(value[:7])})")
