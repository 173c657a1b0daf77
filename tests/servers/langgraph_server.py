"""A LangGraph server on loopback, as Studio opens it."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/ok", timeout=2) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@contextlib.contextmanager
def serving(folder: Path, log: Path, **opened: str) -> Iterator[str]:
    """Serve a copy of the configuration, so that nothing is written into the project.

    `opened` are variables of the environment, by which the operator opens what clients may name.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [Path(sys.executable).with_name("langgraph"), "dev", "--no-browser", "--no-reload"]
    with log.open("ab") as out:
        quiet = {"LANGGRAPH_CLI_NO_ANALYTICS": "1", "LANGSMITH_TRACING": "false"}
        server = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port)], cwd=folder,
            env={**os.environ, **quiet, **opened}, stdout=out, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            until = time.monotonic() + 90
            while not answers(url):
                assert server.poll() is None, log.read_text()[-3000:]
                assert time.monotonic() < until, log.read_text()[-3000:]
                time.sleep(0.2)
            yield url
        finally:
            server.terminate()
            server.wait(30)


def project_in(folder: Path) -> Path:
    """Return a folder from which the graphs are served."""
    folder.mkdir()
    (folder / "langgraph.json").write_text((ROOT / "langgraph.json").read_text())
    for name in ("examples", "graph", "saved", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    return folder
