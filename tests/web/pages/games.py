"""Games laid for the page, and what a browser receives of them."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from html import unescape

from mmagents.saved import games
from mmagents.saved.begin import begin


def beside(what):
    """Run a coroutine beside the browser's own loop, which runs in this thread."""
    with ThreadPoolExecutor(1) as another:
        return another.submit(asyncio.run, what).result()


def laid(folder, name, context, *, story="mini", seed=3, play=False):
    """Begin a game in the hall's folder, and perhaps play it."""
    game = begin(folder / name, story, seed, context)

    async def played():
        async for _ in games.go_on(game):
            pass
        games.put_away(game)

    if play:
        beside(played())
    game.close()


def traffic(page):
    """Keep all that a browser receives from now on."""
    received = []

    def frames(socket):
        socket.on("framereceived", lambda frame: received.append(str(frame)))

    def body(response):
        if "text/html" in response.headers.get("content-type", ""):
            received.append(response.text())

    page.on("websocket", frames)
    page.on("response", body)
    return received


def plain(received):
    text = "\n".join(received).replace('\\"', '"')
    return unescape(unescape(text))


def sheet_texts(table, seat):
    sheet = table.sheets[seat]
    return {
        sheet.background, sheet.objective,
        *(one.text for one in sheet.missions), *(one.text for one in sheet.secrets),
        *(one.what for one in sheet.timeline),
    } - {""}  # fmt: skip
