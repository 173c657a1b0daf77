"""The pieces pages are made of, in NiceGUI: markup of our own, sent when it has changed.

All markup comes from pure functions that escape what they are given (`marks`), so the browser need
not sanitise it again. What people do reaches a page as an action: a short name and plain strings.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nicegui import Client, background_tasks, core, ui
from nicegui.element import Element

from mmagents.errors import MMAgentsError
from mmagents.showing.html.markup import bdi
from mmagents.showing.redact import redacted
from mmagents.web.game import Game

LONGEST_FIELD = 8_000
"""Characters of one field that a page reads at all."""
REST = 0.04
"""Seconds between two renderings of one page."""
FIELDS = 60
"""Fields of one form that a page reads."""
Act = Callable[[str, str], Awaitable[None]]
Submit = Callable[[str, Mapping[str, str]], Awaitable[None]]

CLICK = """(e) => { const b = e.target.closest('[data-act],[data-turn]');
  if (!b || b.disabled) return;
  if (b.dataset.act) emit(b.dataset.act, b.dataset.arg || '');
  else if (!String(getSelection())) emit('turn', b.dataset.turn); }"""
INPUT = """(e) => { const b = e.target.closest('[data-live]');
  if (b) emit(b.dataset.live, b.value); }"""
SUBMIT = """(e) => { e.preventDefault(); const f = e.target, d = {};
  for (const [k, v] of new FormData(f, e.submitter)) d[k] = k in d ? d[k] + ' ' + v : String(v);
  emit(f.dataset.form, d); }"""


class Bucket:
    """A limit of how often something may be done: `burst` at once, then `rate` a second."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._left, self._then = burst, time.monotonic()

    def take(self) -> bool:
        """Take one; return whether there was one."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Pane:
    """A block of markup that is sent when it has changed."""

    def __init__(self, tag: str = "div", classes: str = "", props: str = "") -> None:
        self.element = ui.html("", sanitize=False, tag=tag).classes(classes).props(props)
        self._sent = ""

    def show(self, content: str) -> None:
        """Show something."""
        if content != self._sent:
            self._sent = content
            self.element.set_content(content)

    def show_error(self, error: MMAgentsError) -> None:
        """Show what went wrong, without folders of this machine and without keys."""
        said = redacted(str(error), os.environ)
        self.show(f'<p class="error" role="alert">{bdi(said, 600)}</p>')


class Rows:
    """Blocks of markup one below the other, by number; only those that have changed are sent."""

    def __init__(self, classes: str, props: str) -> None:
        self.box = ui.element("div").classes(classes).props(props)
        self._panes: dict[int, Pane] = {}

    def show(self, pieces: Mapping[int, str]) -> None:
        """Show these and no others, in their order."""
        for number in [one for one in self._panes if one not in pieces]:
            self._panes.pop(number).element.delete()
        newest = max(self._panes, default=-1)
        if any(one not in self._panes and one < newest for one in pieces):
            self._panes.clear()
            self.box.clear()
        for number, content in pieces.items():
            if number not in self._panes:
                with self.box:
                    self._panes[number] = Pane()
            self._panes[number].show(content)


def close(client: Client) -> None:
    """Close a browser's connection for good; its page loads anew and is judged anew."""
    if client.is_deleted:
        return

    async def closing() -> None:
        for socket, _ in list(core.sio.manager.get_participants("/", client.id)):
            await core.sio.disconnect(socket)
        client.delete()

    background_tasks.create(closing(), name="close a connection")


def listening(root: Element, act: Act, submit: Submit | None = None) -> None:
    """Let a block's buttons, sliders and forms reach the page, at a bounded rate and size."""
    clicks, slides = Bucket(20, 6), Bucket(60, 25)

    async def clicked(event: Any) -> None:
        name, value = _pair(event.args)
        if clicks.take():
            await act(name, value)

    async def slid(event: Any) -> None:
        name, value = _pair(event.args)
        if slides.take():
            await act(name, value)

    async def submitted(event: Any) -> None:
        name, given = event.args if isinstance(event.args, list) else ("", {})
        if submit is not None and isinstance(given, dict) and clicks.take():
            fields = list(given.items())[:FIELDS]
            await submit(str(name)[:40], {str(k)[:80]: str(v)[:LONGEST_FIELD] for k, v in fields})

    root.on("click", clicked, js_handler=CLICK)
    root.on("input", slid, js_handler=INPUT, throttle=0.08)
    if submit is not None:
        root.on("submit", submitted, js_handler=SUBMIT)


def _pair(args: Any) -> tuple[str, str]:
    if not isinstance(args, list) or len(args) != 2:
        return "", ""
    return str(args[0])[:40], str(args[1])[:LONGEST_FIELD]


def follow(*games: Game, render: Callable[[], None]) -> None:
    """Render a page now, and again whenever a game has changed, until the page is closed.

    The games are watched from the first rendering on: what changes before the browser has opened
    its connection is shown when it has.
    """
    client = ui.context.client
    changed = asyncio.Event()

    def away() -> None:
        for game in games:
            game.unwatch(changed)

    async def following() -> None:
        await client.connected()
        while True:
            await changed.wait()
            changed.clear()
            with client:
                render()
            await asyncio.sleep(REST)

    for game in games:
        game.watch(changed)
    client.on_delete(away)
    render()
    task = background_tasks.create(following(), name="follow a game")
    client.on_delete(lambda: task.cancel() and None)
