"""The door of the server: who may come in, how often, with how much; what no answer may lack.

The host's pages need a secret, on this machine's own address too: other users and programs of the
machine can reach it. The secret is told once, in the address that is printed, and then kept in a
cookie. The line of a page, by whatever transport, is opened for a page that was served: its random
id is known to nobody else.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from http.cookies import SimpleCookie
from urllib.parse import parse_qs

from nicegui import Client
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mmagents.interfaces.texts.catalogue import ENGLISH, page_languages
from mmagents.showing.html.markup import text
from mmagents.stores.urls import URLError, read_url
from mmagents.web.pages.parts import Bucket
from mmagents.web.server.door import LOOPBACK
from mmagents.web.server.events import DROPPED, MALFORMED
from mmagents.web.server.links import digest, same

OPEN = re.compile(r"/(_nicegui|_nicegui_ws|favicon\.ico|g/[^/]+/(seat|watch)/)")
"""What needs no host's secret: the page's own files, and links with a secret of their own."""
PAGES_BURST, PAGES_RATE = 150, 5.0
"""Pages that one address may open at once, and then a second."""
ADDRESSES = 2_000
"""Addresses whose rate is kept."""
LONGEST_BODY = 100_000
"""Bytes of a request's body."""
LANG_COOKIE = "mmagents-lang"
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
"""Nothing is loaded from, or sent to, another address. Vue compiles in the page: 'unsafe-eval'."""
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
}


class Guard:
    """An ASGI application around another.

    Args:
        app: the one that is guarded.
        port: it is served on; cookies of two tables on one machine do not mix.
        secret: of the host; None where everybody who can reach the server is the host.
        local: whether it is served to this machine alone, under no name but its own.
    """

    def __init__(self, app: ASGIApp, *, port: int, secret: str | None, local: bool = True) -> None:
        self._app = app
        self._kept = digest(secret) if secret else None
        self._local = local
        self._cookie = f"mmagents-host-{port}"
        self._rates: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or turn it away."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        if refused is not None:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 4403})
            else:
                await refused(scope, receive, _with_headers(send))
            return
        answering = _with_headers(send, self._cookies(scope))
        if scope["type"] == "http":
            await self._app(scope, receive, answering)
            return
        try:
            await self._app(scope, receive, answering)
        except MALFORMED:  # what came is no message of the protocol
            DROPPED.one()
            await send({"type": "websocket.close", "code": 4400})

    def _refused(self, scope: Scope, headers: Headers) -> HTMLResponse | RedirectResponse | None:
        lang = page_language(headers, scope)
        if not self._same_site(headers):
            return plain_page(lang, "no-entry", 403)
        if _length(headers) > LONGEST_BODY:
            return plain_page(lang, "too-many", 413)
        path = scope["path"]
        if not path.startswith("/_nicegui") and not self._rate(scope).take():
            return plain_page(lang, "too-many", 429)
        query = parse_qs(scope["query_string"].decode("latin-1"))
        if path.startswith("/_nicegui_ws/") and not _served(query.get("client_id", [""])[0]):
            return plain_page(lang, "no-entry", 403)
        if self._kept is None or OPEN.match(path):
            return None
        key = query.get("key", [""])[0]
        if key and same(key, self._kept):
            answer = RedirectResponse(path, status_code=303)
            answer.set_cookie(self._cookie, key, httponly=True, samesite="strict", path="/")
            return answer
        cookie = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        if cookie is not None and same(cookie.value, self._kept):
            return None
        return plain_page(lang, "host-only", 403)

    def _same_site(self, headers: Headers) -> bool:
        """Tell whether a request comes from no other site, by name or by a name turned round."""
        host, origin = headers.get("host", ""), headers.get("origin")
        try:
            here, there = read_url(f"http://{host}"), read_url(origin or f"http://{host}")
            same = there.origin == read_url(f"{there.scheme}://{host}").origin
        except URLError:
            return False
        return same and not here.rest and (not self._local or here.host in LOOPBACK)

    def _rate(self, scope: Scope) -> Bucket:
        client = (scope.get("client") or ("?",))[0]
        if client not in self._rates:
            self._rates[client] = Bucket(PAGES_BURST, PAGES_RATE)
        self._rates.move_to_end(client)
        while len(self._rates) > ADDRESSES:
            self._rates.popitem(last=False)
        return self._rates[client]

    def _cookies(self, scope: Scope) -> str:
        asked = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [""])[0]
        return f"{LANG_COOKIE}={asked}; Path=/; SameSite=Lax" if asked in page_languages() else ""


def _served(client: str) -> bool:
    """Tell whether a page goes by this id. Pages that say what went wrong have no path."""
    page = Client.instances.get(client)
    return page is not None and bool(page.page.path)


def page_language(headers: Headers, scope: Scope) -> str:
    """Return the language of a page: asked for, kept, or the browser's own."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [""])[0]
    kept = SimpleCookie(headers.get("cookie", "")).get(LANG_COOKIE)
    for one in (asked, kept.value if kept else ""):
        if one in page_languages():
            return one
    wished = headers.get("accept-language", "").lower()[:2]
    return wished if wished in page_languages() else ENGLISH


def plain_page(lang: str, what: str, status: int) -> HTMLResponse:
    """Return a page that says why there is nothing to see."""
    told = text(lang, what)
    why = f"<p>{text(lang, f'{what}-why')}</p>" if status == 403 else ""
    return HTMLResponse(
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>{told}</title><body style="font:1.1rem/1.6 system-ui;'
        f'max-width:34rem;margin:15vh auto;padding:0 1rem"><h1>{told}</h1>{why}',
        status,
    )


def _length(headers: Headers) -> int:
    given = headers.get("content-length", "0")
    return int(given) if given.isascii() and given.isdigit() else LONGEST_BODY + 1


def _with_headers(send: Send, cookie: str = "") -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            if cookie:
                headers.append("set-cookie", cookie)
        await send(message)

    return sending
