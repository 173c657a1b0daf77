"""A server of the OpenAI protocol on loopback, with settable latency, in a process of its own.

    python -m benchmarks.openai_server --latency 0.5

prints its address and serves until it is stopped. Its model is a mind of rules that answers every
task of the game as a well-behaved model would; it is no language model.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import given

ROOT = Path(__file__).parent.parent


@contextmanager
def running(latency: float) -> Iterator[str]:
    """Start a server in a process of its own and yield its address."""
    command = [sys.executable, "-m", "benchmarks.openai_server", "--latency", str(latency)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def main() -> None:
    """Serve until stopped."""
    from tests.servers.openai_minds import faithful
    from tests.servers.openai_server import serving

    latency = given(None, __doc__, latency=0.0).latency
    with serving(faithful, latency=latency, keep=False) as server:
        print(server.url, flush=True)
        while True:
            time.sleep(3600)


if __name__ == "__main__":
    main()
