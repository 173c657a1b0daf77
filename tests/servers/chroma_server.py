"""A real Chroma server on loopback, as `chroma run` starts it."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.servers.langgraph_server import free_port


@contextmanager
def chroma_serving(folder: Path, port: int | None = None) -> Iterator[str]:
    """Yield the address of a Chroma server whose data lie in `folder`; it ends with the block."""
    port = port or free_port()
    address = f"http://127.0.0.1:{port}"
    command = [str(Path(sys.executable).with_name("chroma")), "run", "--path", str(folder)]
    command += ["--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            until = time.monotonic() + 60
            while not _answers(address):
                assert server.poll() is None, "chroma run ended"
                assert time.monotonic() < until, "chroma run does not answer"
                time.sleep(0.05)
            yield address
        finally:
            server.kill()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/api/v2/heartbeat", timeout=2).is_success
    except httpx.HTTPError:
        return False
