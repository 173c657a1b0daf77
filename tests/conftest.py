"""For all tests: the same examples in every run, and Ctrl-C that reaches what they start."""

import atexit
import os
import shutil
import signal
import tempfile

import pytest
from hypothesis import settings

pytest_plugins = ["tests.memory"]

os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="mmagents-state-")
atexit.register(shutil.rmtree, os.environ["XDG_STATE_HOME"], ignore_errors=True)

settings.register_profile("thorough", derandomize=True, deadline=None)
settings.register_profile("fast", derandomize=True, deadline=None, max_examples=20)
settings.load_profile("thorough")


def pytest_configure() -> None:
    """Take Ctrl-C again where a shell started this in the background and with it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run what takes long first, so that no worker is left alone with it at the end."""
    items.sort(key=lambda item: item.path.suffix == ".py" and not item.get_closest_marker("slow"))
