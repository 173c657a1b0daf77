"""Spectators without a screen: they load the page and keep its line open, as a browser does.

    python -m benchmarks.engine.table_clients URL HOW_MANY LAST_TURN

Prints one JSON list a spectator: the time at which each turn came in, by turn.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
import urllib.request
import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from urllib.parse import urlencode

TURN = re.compile(r"data-turn=\\\\?[\"'](\d+)|data-turn=\\&quot;(\d+)")


async def loaded(url: str) -> str:
    """Load a page; return the name under which it may open its line."""
    page = await asyncio.to_thread(lambda: urllib.request.urlopen(url).read().decode())
    [client] = re.findall(r"[\"']client_id[\"']: [\"']([0-9a-f-]+)", page)[:1]
    return str(client)


async def line_of(url: str, client: str) -> AsyncGenerator[str, None]:
    """Open the line of a page that was loaded, and yield what comes in."""
    from websockets.asyncio.client import connect

    query = {
        "client_id": client, "tab_id": uuid.uuid4(), "document_id": uuid.uuid4(),
        "implicit_handshake": "true", "next_message_id": 0, "EIO": 4, "transport": "websocket",
    }  # fmt: skip
    base = "ws" + re.match(r"http(s?://[^/]+)", url)[1]  # type: ignore[index]  # it is an address
    address = f"{base}/_nicegui_ws/socket.io/?{urlencode(query)}"
    async with connect(address, max_size=None, ping_interval=None) as line:
        async for message in line:
            text = str(message)
            if text.startswith("0"):
                await line.send("40")
            elif text == "2":
                await line.send("3")
            yield text


async def spectate(url: str, last: int) -> dict[int, float]:
    """Watch until turn `last`; return when each turn was received."""
    seen: dict[int, float] = {}
    async with aclosing(line_of(url, await loaded(url))) as line:
        async for text in line:
            for found in TURN.finditer(text):
                seen.setdefault(int(found[1] or found[2]), time.time())
            if last in seen:
                break
    return seen


async def all_of_them(url: str, how_many: int, last: int) -> None:
    """Watch with `how_many` spectators; say when all are there, then what they saw."""
    tasks = [asyncio.create_task(spectate(url, last)) for _ in range(how_many)]
    print("there", flush=True)
    for seen in await asyncio.gather(*tasks):
        print(json.dumps(seen), flush=True)


def main(arguments: Sequence[str]) -> None:
    """Watch."""
    url, how_many, last = arguments
    asyncio.run(all_of_them(url, int(how_many), int(last)))


if __name__ == "__main__":
    main(sys.argv[1:])
