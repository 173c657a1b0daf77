"""A browser before the table, as raw messages: what it sends and all that it is sent."""

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, suppress

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.web.conftest import PATIENCE, Server


def get(address: str, **headers: str) -> tuple[int, str]:
    """Return the status and the body of a page."""
    asked = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


class Browser:
    """A page that is open, as raw messages."""

    def __init__(self, table: Server, address: str, **headers: str) -> None:
        status, page = get(address, **headers)
        assert status == 200, page
        self.client = re.search(r"client_id\W+([0-9a-f-]{36})", page)[1]
        submits = re.findall(r'"listener_id":"([0-9a-f-]+)","type":"submit"', page)
        before = page.partition('"type":"submit"')[0]
        self.element = int(re.findall(r'"(\d+)":\{"tag"', before)[-1])
        self.listener = (submits or [""])[0]
        self._open = ExitStack()
        self.line = self._open.enter_context(
            connect(
                f"ws://127.0.0.1:{table.port}/_nicegui_ws/socket.io/?client_id={self.client}"
                "&next_message_id=0&implicit_handshake=true&tab_id=a&document_id=b"
                "&EIO=4&transport=websocket",
                additional_headers=headers,
            )
        )
        self.line.recv(PATIENCE)
        self.line.send("40")
        self.heard = [page, str(self.line.recv(PATIENCE))]

    def close(self) -> None:
        """Leave."""
        self._open.close()

    def submit(self, form: str, **fields: str) -> None:
        """Send a form."""
        message = {
            "id": self.element, "client_id": self.client, "listener_id": self.listener,
            "args": [json.dumps(form), json.dumps(fields)],
        }  # fmt: skip
        self.line.send("42" + json.dumps(["event", message]))

    def attend(self) -> None:
        """Read what comes, as a page does, until nothing more has come; answer what is asked."""
        with suppress(TimeoutError):
            while True:
                said = str(self.line.recv(0.1))
                self.heard.append(said)
                if said == "2":
                    self.line.send("3")

    def is_closed(self) -> bool:
        """Read what comes until the server has closed the line, for as long as a test waits."""
        end = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < end:
                said = self.line.recv(PATIENCE)
                if said == "2":
                    self.line.send("3")
                if said in ("1", "41"):
                    return True
        except ConnectionClosed:
            return True
        return False
