"""The pages of those who come by a link: spectators, and people in a seat."""

from __future__ import annotations

from collections.abc import Mapping

from nicegui import ui

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.showing.html.markup import text
from mmagents.showing.html.replay import downloads
from mmagents.showing.onlooker import Onlooker
from mmagents.web.pages.board import Board
from mmagents.web.pages.frame import frame
from mmagents.web.pages.parts import Pane, close, follow, listening
from mmagents.web.pages.seat import SeatForm
from mmagents.web.server.hall import Laid
from mmagents.web.server.links import Links


class GuestPage:
    """One guest's browser. All it renders has passed :mod:`mmagents.showing.onlooker`."""

    def __init__(self, laid: Laid, onlooker: Onlooker, secret: str, lang: str, path: str) -> None:
        self._laid, self._secret, self._seat = laid, secret, onlooker.seat
        self._lang = lang
        game = laid.game
        self.board = Board(game, onlooker, lang, path)
        call = self.board.faces.call(onlooker.seat)
        subtitle = say(lang, "your-seat", who=call) if onlooker.seat else say(lang, "watching")
        self._seat_form: SeatForm | None = None
        with frame(game.table.public.title, lang, subtitle=subtitle) as self._root:
            with ui.element("div").classes("board"):
                with ui.element("div").classes("column"):
                    self.board.build_table()
                    if onlooker.seat:
                        self._seat_form = SeatForm(game, onlooker.seat, self.board.faces, lang)
                    self.board.build_time()
                    self._trouble = Pane("div", props="role=status")
                    self.board.build_ledger()
                with ui.element("div").classes("column"):
                    self.board.build_talk()
            with ui.element("details").classes("card"):
                Pane("summary").show(text(lang, "download"))
                Pane("div", "row").show(downloads(path, lang))
        self._client = ui.context.client
        listening(self._root, self._act, self._submit if self._seat_form else None)
        follow(game, render=self.render)

    def _may_stay(self) -> bool:
        """Tell whether the link still opens this seat; close the connection if it does not."""
        if Links(self._laid.game.path).opens(self._secret) == self._seat:
            return True
        close(self._client)
        return False

    def render(self) -> None:
        """Show how the table stands, or nothing any more once the link has been taken back."""
        if not self._may_stay():
            return
        now = self.board.render()
        self._trouble.show(
            f"<p class=dim>{text(self._lang, 'fault-hidden')}</p>" if now.trouble else ""
        )
        if self._seat_form is not None:
            self._seat_form.render(now)

    async def _act(self, name: str, value: str) -> None:
        if not self._may_stay():
            return
        if name == "come-in":
            self._laid.game.come_in(self._seat)
        if name == "come-in" or self.board.act(name, value):
            self.render()

    async def _submit(self, name: str, given: Mapping[str, str]) -> None:
        if self._seat_form is not None and self._may_stay():
            await self._seat_form.submit(name, given)
