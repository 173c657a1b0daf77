"""A table served in a process of its own, and a real browser before it, where there is one."""

from __future__ import annotations

import shutil
import socket
import time
import urllib.error
import urllib.request
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from tests.processes import Where, started

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 120.0
"""Seconds for anything that a slow machine has to do."""


class Server:
    """An `mmagents table`; it can be killed and started again."""

    def __init__(self, games: Path, *, secret: bool = False) -> None:
        self.games, self.options = games, () if secret else ("--no-secret",)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: BaseProcess | None = None
        self.printed = ""
        self._starts = 0

    @property
    def _log(self) -> Path:
        return self.games.parent / f"printed-{self._starts}.txt"

    def start(self) -> None:
        """Serve, and wait until it does."""
        self._starts += 1
        given = ["table", "--no-browser", "--port", self.port, "--games", self.games]
        where = Where(self.games.parent, self._log, self._log)
        self.process = started(where, *given, *self.options)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.is_alive():
            try:
                with urllib.request.urlopen(f"{self.address}/favicon.ico", timeout=5):
                    self.printed = self._log.read_text("utf-8").partition("\n")[0]
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.1)
        raise AssertionError(f"The table was not served: {self.stop()}")

    def stop(self, *, kill: bool = False) -> str:
        """End it, or kill it; return what it printed."""
        if self.process is None:
            return ""
        if self.process.is_alive():
            self.process.kill() if kill else self.process.terminate()
        self.process.join(PATIENCE)
        self.process = None
        return self._log.read_text("utf-8")


@pytest.fixture(scope="module")
def server(browser, tmp_path_factory):
    """A server; asked for after the browser, so that none is started where there is none."""
    pytest.importorskip("nicegui", reason="the extra `web` is not installed")
    one = Server(tmp_path_factory.mktemp("table") / "games")
    one.games.mkdir()
    one.start()
    yield one
    one.stop()


@pytest.fixture(scope="module")
def browser():
    """A headless Chromium."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("there is no Chromium on this machine (Debian: apt-get install chromium)")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def visit(browser):
    """Open pages, each in a browser of its own: no cookie or draft is shared."""
    opened = []

    def open_page(address: str, **more):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **more})
        context.set_default_timeout(PATIENCE * 1000)
        opened.append(context)
        page = context.new_page()
        page.goto(address)
        return page

    yield open_page
    for context in opened:
        context.close()
