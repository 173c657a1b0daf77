"""User names and passwords inside addresses: they are kept out of every file."""

from __future__ import annotations

import re

_CREDENTIALS = re.compile(r"((?:https?|postgres(?:ql)?)://)[^/@\s\"'\\]+@")
_PARAMETERS = re.compile(
    r"((?:https?|postgres(?:ql)?)://[^\s\"'\\]*?[?&])"
    r"(?:user|password|passfile|sslpassword)=[^&\s\"'\\]*&?"
)


def without_credentials(text: str) -> str:
    """Return a text whose addresses hold no user name and no password."""
    text, count = _CREDENTIALS.sub(r"\1", text), 1
    while count:
        text, count = _PARAMETERS.subn(r"\1", text)
    return text
