"""The host's first page: start a game, or open a saved one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from nicegui import ui

from mmagents.errors import MMAgentsError
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.record import RECORDED
from mmagents.scenarios.loader import SHIPPED
from mmagents.showing.html.markup import bdi, text, words
from mmagents.showing.wording import condition_label
from mmagents.web.pages.frame import frame
from mmagents.web.pages.parts import Pane, listening
from mmagents.web.pages.start import choice_of, estimate, start_form
from mmagents.web.server.door import Door
from mmagents.web.server.hall import Hall


class HallPage:
    """The page of one host's browser."""

    def __init__(self, hall: Hall, lang: str, door: Door) -> None:
        self._hall, self._lang, self._door = hall, lang, door
        with frame(say(lang, "games"), lang) as root:
            with ui.element("section").classes("card"):
                Pane("h2").show(text(lang, "start"))
                self._form = Pane()
                self._told = Pane("div", props="aria-live=polite")
            with ui.element("section").classes("card"):
                Pane("h2").show(text(lang, "saved-games"))
                self._games = Pane()
        listening(root, self._act, self._submit)
        self._form.show(start_form(SHIPPED[0], lang, door.stories))
        self._games.show(self._list())

    def _list(self) -> str:
        lang, lines = self._lang, []
        for name in self._hall.names()[:60]:
            try:
                about = self._hall.about(name)
            except MMAgentsError:
                unreadable = f'<span class="dim">{text(lang, "unreadable")}</span>'
                lines.append(f"<li>{bdi(name, 90)} {unreadable}</li>")
                continue
            fork = about.get("forked_from")
            more = (
                say(lang, "forked-from", game=fork.get("game", "?"), n=fork.get("turn", "?"))
                if fork
                else ""
            )
            played = say(lang, "played", n=about["played"])
            recorded = RECORDED in about and not fork
            condition = condition_label(about["context"]["condition"], lang)
            condition = say(lang, "recorded") if recorded else condition
            lines.append(
                f'<li><a href="/g/{words(name)}">{bdi(name, 90)}</a> <span class="dim">'
                f"{words(played)} · {words(condition)} {words(more)}"
                "</span></li>"
            )
        return (
            f'<ul class="games">{"".join(lines)}</ul>'
            if lines
            else f'<p class="dim">{text(lang, "no-games")}</p>'
        )

    async def _act(self, name: str, value: str) -> None:
        if name == "story":
            self._told.show("")
            try:
                self._form.show(start_form(value, self._lang, self._door.stories))
            except MMAgentsError as error:
                self._told.show_error(error)

    async def _submit(self, name: str, given: Mapping[str, str]) -> None:
        if name != "start":
            return
        try:
            story, seed, context = await asyncio.to_thread(
                choice_of, given, self._door.prices, self._door.stories
            )
            if given.get("go") == "cost":
                self._told.show(f"<p>{text(self._lang, 'cost-wait')}</p>")
                told = await asyncio.to_thread(estimate, story, context, self._lang)
                self._told.show(f"<p><b>{words(told)}</b></p>")
                return
            game = await self._hall.begin(story, seed, context)
        except MMAgentsError as error:
            self._told.show_error(error)
            return
        ui.navigate.to(f"/g/{game}")
