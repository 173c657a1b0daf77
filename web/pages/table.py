"""The host's page of one game: the board, the controls, links, forks, who knows what, downloads."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from nicegui import ui

from mmagents.errors import MMAgentsError
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.models.client.trust import agree_to
from mmagents.nodes.record import TurnRow, is_talk
from mmagents.players.open import IMPROV
from mmagents.players.person.player import HUMAN
from mmagents.saved.prompted import PROMPTED, prompt_in
from mmagents.showing.html.knowledge import heat_map, road_of
from mmagents.showing.html.markup import bdi, button, field, select, text, tick, words
from mmagents.showing.html.replay import downloads
from mmagents.showing.onlooker import HOST, Standing
from mmagents.showing.wording import limit_words
from mmagents.stores.urls import URLError
from mmagents.web.pages.board import Board
from mmagents.web.pages.fork import differences, fork_fields, from_turn
from mmagents.web.pages.frame import frame
from mmagents.web.pages.parts import Pane, follow, listening
from mmagents.web.server.hall import Hall
from mmagents.web.server.links import SPECTATORS

PACES = (0.0, 0.5, 1.0, 1.6, 3.0, 6.0)
"""Seconds a turn takes, as the host may choose."""

TOLD = {"think": "told-think", "speak": "told-speak"}
"""By task of a seat, the text of the button that shows what a model is told."""
LONGEST = 86_400
"""Seconds for which a table may wait for a person: a day."""


class TablePage:
    """One host's browser at one table."""

    def __init__(self, hall: Hall, name: str, lang: str, address: str) -> None:
        self._hall, self._name, self._lang, self._address = hall, name, lang, address
        self._laid = hall.table(name)
        self.game = self._laid.game
        if not self.game.running:
            self.game.reload(open_table=self.game.standing.open_table)
        self.board = Board(self.game, HOST, lang, f"/g/{name}")
        self._fact = ""
        self._new_link: tuple[str, str] | None = None
        self._knowing = False
        self._not_yet_allowed: list[str] = []
        self._asked_for = "play"
        with frame(self.game.table.public.title, lang, back=True, subtitle=name) as root:
            with ui.element("div").classes("board"):
                with ui.element("div").classes("column"):
                    self.board.build_table()
                    self.board.build_time(self._controls)
                    self._trouble = Pane("div", props="role=status")
                    self.board.build_ledger()
                with ui.element("div").classes("column"):
                    self.board.build_talk()
            self._below()
        listening(root, self._act, self._submit)
        follow(self.game, render=self.render)

    def _say(self, key: str, **given: object) -> str:
        return say(self._lang, key, **given)

    def _controls(self) -> None:
        with ui.element("div").classes("controls"):
            self._moves = [
                ui.element("button").props("type=button data-act=play").classes("main"),
                ui.element("button").props("type=button data-act=step"),
            ]
            with self._moves[0]:
                self._play = Pane("span")
            with self._moves[1]:
                Pane("span").show(text(self._lang, "step"))
            given = [(f"{one:g}", f"{one:g}" if one else self._say("as-fast")) for one in PACES]
            chosen = f"{min(PACES, key=lambda one: abs(one - self.game.pace)):g}"
            Pane().show(select("pace", self._say("speed"), given, chosen, live=True))

    def _below(self) -> None:
        lang, facts = self._lang, self.game.table.scenario.facts
        for key, build in (
            ("links", self._build_links),
            ("fork", self._build_fork),
            *((("knows", self._build_knows),) if facts else ()),
            ("told", self._build_told),
            ("download", self._build_downloads),
        ):
            with ui.element("details").classes("card").props(f"data-panel={key}"):
                Pane("summary", props=f"data-act=open data-arg={key}").show(text(lang, key))
                build()

    def _build_links(self) -> None:
        self._links = Pane()
        self._links_told = Pane("div", props="aria-live=polite")

    def _build_fork(self) -> None:
        with ui.element("form").props("data-form=fork"):
            self._fork = Pane()
            Pane().show(fork_fields(self.game, self.board.faces))
        self._fork_told = Pane("div", props="aria-live=polite")

    def _build_knows(self) -> None:
        self._road, self._heat = Pane("div", props="aria-live=polite"), Pane()

    def _build_told(self) -> None:
        self._asks_of, self._told = Pane(), Pane("div", props="aria-live=polite")

    def _build_downloads(self) -> None:
        Pane("div", "row").show(downloads(f"/g/{self._name}", self._lang))

    def render(self) -> None:
        """Show how the table stands."""
        now = self.board.render()
        running = now.status in ("playing", "waiting")
        self._play.show(text(self._lang, "pause" if running else "play"))
        for move in self._moves:
            move.props(remove="disabled") if now.status != "ended" else move.props("disabled")
        self._trouble.show(self._troubles(now))
        self._links.show(self._link_list())
        rows = self.game.rows[: self.board.shown_rows()]
        self._fork.show(from_turn(rows[-1]["turn"] if rows else 1, self._lang))
        self._asks_of.show("" if self.board.hidden else self._prompts_of(rows))
        if self._knowing and self.game.table.scenario.facts:
            self._heat.show(heat_map(self.game.table, rows, self.board.faces))
            fact = self._fact and road_of(self.game.table, rows, self._fact, self.board.faces)
            self._road.show(fact or "")

    def _prompts_of(self, rows: Sequence[TurnRow]) -> str:
        """Return a button for each prompt of the turn that is chosen, or of the last at talk."""
        chosen = [one for one in rows if one["turn"] == self.board.chosen]
        talk = [one for one in chosen or rows if is_talk(one)]
        if not talk:
            return ""
        row = talk[-1]
        asked = [(seat, "think") for seat in row["heard_by"]] + [(row["speaker"], "speak")]
        turn, faces = row["turn"], self.board.faces
        buttons = (
            button(
                self._say(TOLD[task], name=faces.call(seat)),
                act="prompt", arg=f"{turn}:{seat}:{task}",
            )
            for seat, task in asked
            if seat in self.game.table.seats
        )  # fmt: skip
        return f'<p>{text(self._lang, "turn", n=turn)}</p><p class="row">{"".join(buttons)}</p>'

    async def _show_prompt(self, asked: str) -> None:
        """Show what a model was or would be told in a turn, from the saved game."""
        turn, _, of = asked.partition(":")
        seat, _, task = of.partition(":")
        if task not in PROMPTED or not turn.isdecimal() or self.board.hidden:
            return
        try:
            told = await asyncio.to_thread(prompt_in, self.game.path, int(turn[:7]), seat, task)
        except MMAgentsError as error:
            self._told.show_error(error)
        else:
            parts = "".join(f"<pre>{words(part)}</pre>" for part in told)
            who = self._say(TOLD[task], name=self.board.faces.call(seat))
            self._told.show(f"<h3>{words(who)}</h3>{parts}")

    def _troubles(self, now: Standing) -> str:
        lines = []
        if self._not_yet_allowed:
            ask = self._say("server-ask", url=self._say("comma").join(self._not_yet_allowed))
            lines.append(
                f'<div class="ask-server" role="alert"><p>{bdi(ask, 600)}</p>'
                f"{button(self._say('server-allow'), act='allow', main=True)}</div>"
            )
        if now.trouble:
            lines.append(f'<p class="error" role="alert">{bdi(now.trouble, 800)}</p>')
        if now.stopped:
            limit = limit_words(now.stopped, self._lang)
            lines.append(f"<p>{bdi(self._say('stopped-at', limit=limit), 300)}</p>")
        fork = self.game.meta.get("forked_from") or {}
        if fork.get("game"):
            said = self._say("forked-from", game=fork["game"], n=fork["turn"])
            beside = f"/g/{words(self._name)}/beside/{words(fork['game'])}"
            lines.append(
                f"<p class=dim>{bdi(said)} · <a href='{beside}'>"
                f"{text(self._lang, 'fork-beside')}</a></p>"
            )
        return "".join(lines)

    def _link_list(self) -> str:
        lines = [self._link_line(face.id) for face in self.board.faces.seats]
        lines.append(self._link_line(SPECTATORS))
        chosen = self._laid.links.chosen
        patience = self.game.patience
        away = [("pass", self._say("away-pass"))]
        if not self.game.table.public.question:  # improv has nothing to say without a story
            away.append(("improv", self._say("away-improv")))
        table = tick("open_table", self._say("open-table"), on=self.game.standing.open_table)
        return (
            f'<ul class="links">{"".join(lines)}</ul><form data-form="table">'
            f'<div class="fields">'
            f"{field('patience', self._say('patience'), f'{patience:g}' if patience else '')}"
            f"{select('away', self._say('away'), away, str(chosen.get('away', 'pass')))}</div>"
            f"{table}<div class='row'>{button(self._say('keep'))}</div></form>"
        )

    def _link_line(self, seat: str) -> str:
        given = self._laid.links.given(seat)
        face = self.board.faces.find(seat)
        name = face.call if face else self._say("spectators")
        colour = f"--c:{self.board.faces.colour(seat)}" if face else "--c:var(--ink)"
        by = ""
        if face:
            player = self.game.context.seats.get(seat) or self.game.context.model or IMPROV
            by = self._say(
                "played-by", who=player if player != HUMAN else self._say("player-human")
            )
        fresh = ""
        if self._new_link and self._new_link[0] == seat:
            fresh = (
                f'<span class="row" style="flex:1 1 100%"><input readonly data-link '
                f'data-of="{words(seat)}" value="{words(self._new_link[1])}" '
                f'aria-label="{words(name)}">'
                f'<button type="button" data-do="copy">{text(self._lang, "copy")}</button></span>'
                f'<small class="dim">{text(self._lang, "link-once")}</small>'
            )
        revoke = button(self._say("link-revoke"), act="revoke", arg=seat) if given else ""
        return (
            f'<li style="{colour}"><b>{bdi(name, 60)}</b><span class="dim">{bdi(by, 80)} · '
            f"{text(self._lang, 'link-is' if given else 'link-none')}</span>"
            f"{button(self._say('link-new'), act='link', arg=seat)}{revoke}{fresh}</li>"
        )

    async def _act(self, name: str, value: str) -> None:
        game = self.game
        if self.board.act(name, value):
            pass
        elif name == "play" and game.running:
            self._laid.links.choose(playing=False)
            await game.pause()
        elif name in ("play", "step"):
            self._begin_playing(name)
        elif name == "allow" and self._not_yet_allowed:
            agree_to(self._not_yet_allowed)
            self._begin_playing(self._asked_for)
        elif name == "pace" and value in [f"{one:g}" for one in PACES]:
            game.pace = float(value)
            self._laid.links.choose(pace=game.pace)
        elif name == "open":
            self._knowing = self._knowing or value == "knows"
        elif name == "prompt":
            await self._show_prompt(value)
        elif name == "fact":
            self._fact = value
        elif name in ("link", "revoke") and value in (*game.table.seats, SPECTATORS):
            self._hand_out(name, value)
        self.render()

    def _begin_playing(self, how: str) -> None:
        """Play on, or one turn; ask first where that would use what nobody allowed."""
        with suppress(URLError):  # playing on says what is wrong with it
            self._not_yet_allowed = self.game.to_ask_about()
        if self._not_yet_allowed:
            self._asked_for = how
            return
        self.board.at = self.board.chosen = None
        self._laid.links.choose(playing=how == "play")
        self.game.play(one_turn=how == "step")

    def _hand_out(self, name: str, seat: str) -> None:
        if name == "revoke":
            self._laid.links.revoke(seat)
            self._new_link = None
        else:
            secret = self._laid.links.new(seat)
            way = "seat" if seat else "watch"
            self._new_link = (seat, f"{self._address}/g/{self._name}/{way}/{secret}")
        self.game.change()

    async def _submit(self, name: str, given: Mapping[str, str]) -> None:
        told = self._fork_told if name == "fork" else self._links_told
        told.show("")
        try:
            if name == "fork":
                await self._branch(given)
            elif name == "table":
                self._choose(given)
        except MMAgentsError as error:
            told.show_error(error)
        self.render()

    def _choose(self, given: Mapping[str, str]) -> None:
        patience = self._patience_of(given.get("patience", "").strip())
        away: Any = "improv" if given.get("away") == "improv" else "pass"
        self.game.away = away
        self.game.choose_patience(patience)
        self._laid.links.choose(
            away=away, patience=patience, open_table=given.get("open_table") == "yes"
        )
        self.game.change(open_table=given.get("open_table") == "yes")

    def _patience_of(self, text: str) -> float | None:
        try:
            patience = float(text) if text else None
        except ValueError:
            patience = 0.0
        if patience is not None and not 0 < patience <= LONGEST:
            raise MMAgentsError(self._say("patience-wrong", longest=LONGEST))
        return patience

    async def _branch(self, given: Mapping[str, str]) -> None:
        new = await self._hall.branch(self._name, **differences(given, self.game))
        self._hall.table(new).game.play()
        ui.navigate.to(f"/g/{new}/beside/{self._name}")
