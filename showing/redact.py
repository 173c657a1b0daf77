"""What an error may say on a page: no folder of this machine, no key. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

SECRET_NAME = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)S?$", re.IGNORECASE)
"""Environment variables of such names hold what nobody may see."""
PATH = re.compile(r"(?<![\w.:/])(?:~|[A-Za-z]:)?(?:[\\/][^\s\\/'\"<>:;,]+)+[\\/]?")
KEY = re.compile(r"\b(?:sk|pk|gsk|hf|ls|xai|AIza)[-_][A-Za-z0-9_-]{8,}")
HIDDEN = "…"


def redacted(text: str, environment: Mapping[str, str]) -> str:
    """Return a message without the folders of this machine and without keys.

    Args:
        text: the message; of a path, the last name stays.
        environment: the process's; values of variables named like secrets are cut out.
    """
    for name, value in environment.items():
        if SECRET_NAME.search(name) and len(value) >= 6:
            text = text.replace(value, HIDDEN)
    text = KEY.sub(HIDDEN, text)
    return PATH.sub(lambda found: re.split(r"[\\/]", found[0].rstrip("\\/"))[-1], text)
