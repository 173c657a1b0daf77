"""How large the processes of a run of the tests become: said at the end, and held to a limit.

A worker that grows from test to test says that something was left open: a memory, a page, a server.
"""

import os
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

LIMIT = 1500
"""Megabytes that a process of the tests may come to."""

SIZES: dict[str, list[tuple[float, str]]] = {}
"""By worker: its size in megabytes after each test, in their order."""


def size() -> float:
    """Return the megabytes that this process holds in memory, or its most, where Linux is not."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sizes", type=int, default=0, help="List so many tests that left most.")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    """Note the size of this process with the report that may come from another process."""
    report: Any = yield
    if report.when == "teardown":
        report.user_properties.append(("megabytes", size()))
    return report


def pytest_runtest_logreport(report: Any) -> None:
    """Gather what the workers noted."""
    noted = dict(report.user_properties).get("megabytes")
    if noted is not None:
        worker = getattr(report, "worker_id", "this process")
        SIZES.setdefault(worker, []).append((noted, report.nodeid))


def largest() -> tuple[float, str]:
    """Return the most megabytes of any process after a test, and the test."""
    return max((one for sizes in SIZES.values() for one in sizes), default=(0.0, ""))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run in which a process became too large."""
    if largest()[0] > LIMIT and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say how large the largest process became, and on request what each test left."""
    most, after = largest()
    if most > LIMIT:
        terminalreporter.write_line(f"Too large: {most:.0f} of {LIMIT} MB after {after}")
    listed = int(config.getoption("--sizes"))
    if not listed or not SIZES:
        return
    terminalreporter.write_line(f"The largest process held {most:.0f} MB, after {after}")
    left: list[tuple[float, str]] = []
    for sizes in SIZES.values():
        before = [sizes[0][0], *(one for one, _ in sizes)]
        left += [(now - was, test) for (now, test), was in zip(sizes, before, strict=False)]
    for grown, test in sorted(left, reverse=True)[:listed]:
        terminalreporter.write_line(f"{grown:+8.1f} MB  {test}")
