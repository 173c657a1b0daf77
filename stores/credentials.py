"""User names and passwords inside addresses: they are kept out of every file."""

from __future__ import annotations

import re

_CREDENTIALS = re.compile(r"(https?://)[^/@\s\"'\\]+@")


def without_credentials(text: str) -> str:
    """Return a text whose addresses hold no user name and no password."""
    return _CREDENTIALS.sub(r"\1", text)
