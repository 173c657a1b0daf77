"""The application: NiceGUI's pages inside ours, with what is taken away beside them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from nicegui import app as pages
from nicegui import core, ui
from starlette.types import ASGIApp

from mmagents.errors import MMAgentsError
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.showing.html.replay import ENDINGS, SHOWN, taken
from mmagents.showing.onlooker import HOST, SPECTATOR, Onlooker
from mmagents.web.pages.beside import BesidePage
from mmagents.web.pages.guest import GuestPage
from mmagents.web.pages.hall import HallPage
from mmagents.web.pages.table import TablePage
from mmagents.web.server.door import AWAY, LONGEST_MESSAGE, Door
from mmagents.web.server.events import guard_events
from mmagents.web.server.guard import Guard, page_language, plain_page
from mmagents.web.server.hall import Hall, Laid

KEPT_MESSAGES = 200
"""Messages to one browser that are kept until it has them."""


def app_of(
    door: Door, *, secret: str | None, browser: bool = False, hall: Hall | None = None
) -> ASGIApp:
    """Return the application, guarded; of a hall that is open already, or of the door's own."""
    door.games.mkdir(parents=True, exist_ok=True)
    hall = hall or Hall(door.games, door.markdown)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        hall.go_on_with_all()
        if browser:
            asyncio.get_running_loop().call_later(0.5, _open_browser, door, secret)
        yield
        await hall.close()

    app = FastAPI(lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    _take_routes(app, hall, door)
    _pages(hall, door)
    pages.add_exception_handler(404, lambda request, _: plain_page(_lang(request), "no-entry", 404))
    core.sio.eio.max_http_buffer_size = LONGEST_MESSAGE
    guard_events(core.sio)
    pages.storage.max_tab_storage_age = AWAY  # nothing is kept there; left alone, 30 days a page
    ui.run_with(
        app, title=say("en", "games"), tailwind=False, dark=None, reconnect_timeout=AWAY,
        message_history_length=KEPT_MESSAGES, show_welcome_message=False, language=None,
    )  # fmt: skip
    return Guard(app, port=door.port, secret=secret, local=door.local)


def serve(door: Door, *, secret: str | None, browser: bool) -> None:
    """Serve until stopped.

    Args:
        door: where and how.
        secret: of the host; None for nobody to keep out.
        browser: whether to open one.
    """
    import uvicorn

    app = app_of(door, secret=secret, browser=browser)
    uvicorn.run(
        app, host=door.host, port=door.port, log_level="warning", access_log=False,
        ws_max_size=LONGEST_MESSAGE, server_header=False, timeout_graceful_shutdown=3,
    )  # fmt: skip


def _open_browser(door: Door, secret: str | None) -> None:
    import webbrowser

    webbrowser.open(f"{door.address}/{f'?key={secret}' if secret else ''}")


def _lang(request: Request) -> str:
    return page_language(request.headers, request.scope)


def guest_of(hall: Hall, name: str, secret: str, *, seat: bool) -> tuple[Laid, Onlooker] | None:
    """Return the table and the eyes that a link opens, or None."""
    try:
        laid = hall.table(name)
    except MMAgentsError:
        return None
    opened = laid.links.opens(secret[:200])
    if opened is None or bool(opened) != seat:
        return None
    return laid, Onlooker("seat", opened) if opened else SPECTATOR


def _take_routes(app: FastAPI, hall: Hall, door: Door) -> None:
    def answer(laid: Laid, onlooker: Onlooker, kind: str, request: Request) -> Response:
        if kind not in ENDINGS:
            return plain_page(_lang(request), "no-entry", 404)
        game, now = laid.game, laid.game.as_seen(onlooker)
        hidden = not onlooker.sees_all(open_table=now.open_table or game.standing.open_table)
        content = taken(kind, now, game.table, _lang(request), door.markdown, hidden=hidden)
        ending, media = ENDINGS[kind]
        name = f"{game.path.name}.{ending}"
        kept = "inline" if kind == "replay" and SHOWN in request.query_params else "attachment"
        return Response(
            content, media_type=f"{media}; charset=utf-8",
            headers={"content-disposition": f'{kept}; filename="{name}"'},
        )  # fmt: skip

    @app.get("/g/{name}/take/{kind}")
    def by_host(name: str, kind: str, request: Request) -> Response:
        try:
            laid = hall.table(name)
        except MMAgentsError:
            return plain_page(_lang(request), "no-entry", 404)
        return answer(laid, HOST, kind, request)

    @app.get("/g/{name}/{way}/{secret}/take/{kind}")
    def by_guest(name: str, way: str, secret: str, kind: str, request: Request) -> Response:
        found = guest_of(hall, name, secret, seat=way == "seat")
        if found is None or way not in ("seat", "watch"):
            return plain_page(_lang(request), "no-entry", 403)
        return answer(*found, kind, request)


def _pages(hall: Hall, door: Door) -> None:
    def or_error(request: Request, make: Any) -> Response | None:
        try:
            make()
        except MMAgentsError:
            return plain_page(_lang(request), "no-entry", 404)
        return None

    @ui.page("/")
    def hall_page(request: Request) -> None:
        HallPage(hall, _lang(request), door)

    @ui.page("/g/{name}")
    def table_page(name: str, request: Request) -> Response | None:
        address = str(request.base_url).rstrip("/")
        return or_error(request, lambda: TablePage(hall, name, _lang(request), address))

    @ui.page("/g/{name}/beside/{other}")
    def beside_page(name: str, other: str, request: Request) -> Response | None:
        return or_error(request, lambda: BesidePage(hall, name, other, _lang(request)))

    def guest_page(name: str, secret: str, request: Request, *, seat: bool) -> Response | None:
        found = guest_of(hall, name, secret, seat=seat)
        if found is None:
            return plain_page(_lang(request), "no-entry", 403)
        GuestPage(*found, secret, _lang(request), request.url.path)
        return None

    @ui.page("/g/{name}/seat/{secret}")
    def seat_page(name: str, secret: str, request: Request) -> Response | None:
        return guest_page(name, secret, request, seat=True)

    @ui.page("/g/{name}/watch/{secret}")
    def watch_page(name: str, secret: str, request: Request) -> Response | None:
        return guest_page(name, secret, request, seat=False)
