"""The server of the table: pages, downloads, and what they are guarded by."""

from __future__ import annotations

from importlib.util import find_spec

from mmagents.scenarios.errors import MMAgentsError
from mmagents.web.server.door import LONGEST_MESSAGE, Door


def check_installed() -> None:
    """See that the page can be served, before anything is said of it.

    Raises:
        MMAgentsError: if the extra is not installed.
    """
    if find_spec("nicegui") is None:
        raise MMAgentsError(
            "The table needs the extra `web`: pip install 'mmagents[web]', or in a clone: "
            "make table"
        )


def serve(door: Door, *, secret: str | None, browser: bool) -> None:
    """Serve until stopped.

    Args:
        door: where and how.
        secret: of the host; None for nobody to keep out.
        browser: whether to open one.
    """
    import uvicorn

    from mmagents.web.server.app import app_of

    app = app_of(door, secret=secret, browser=browser)
    uvicorn.run(
        app, host=door.host, port=door.port, log_level="warning", access_log=False,
        ws_max_size=LONGEST_MESSAGE, server_header=False, timeout_graceful_shutdown=3,
    )  # fmt: skip
