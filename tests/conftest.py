"""For all tests: the same examples in every run, and Ctrl-C that reaches what they start."""

import signal

from hypothesis import settings

pytest_plugins = ["tests.memory"]

settings.register_profile("project", derandomize=True, deadline=None)
settings.load_profile("project")


def pytest_configure() -> None:
    """Take Ctrl-C again where a shell started this in the background and with it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
