"""What went wrong with a request: whether to try again, when, and how to say it without a key."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from mmagents.scenarios.plain import in_print

_PASSING_STATUS = frozenset({408, 409, 425, 429})
_REFUSED = frozenset({400, 404, 415, 422})
_DROPPED = frozenset({
    "APIConnectionError", "ModelConnectionError", "TransportError", "ClientConnectionError",
    "ConnectError",
})  # fmt: skip
_LATE = frozenset({"APITimeoutError", "ModelTimeoutError", "TimeoutException"})
_BROKEN = (ValueError, TypeError, KeyError, IndexError, AttributeError)
"""What clients raise over a body that is not of the protocol."""
_EXHAUSTED = ("insufficient_quota", "billing_hard_limit", "credit balance")
_KEY_NAMES = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD)S?$")
_KEY_FORMS = re.compile(
    r"\b(?:sk|pk|gsk|hf|xai|key)[-_][\w*.-]{6,}|\bAIza[\w-]{10,}|(?<=bearer )\S+", re.IGNORECASE
)
_LONGEST = 200
"""Characters of a server's message that are kept."""


def status_of(error: BaseException) -> int | None:
    """Return the HTTP status an error carries, whichever client raised it."""
    for holder in (error, getattr(error, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def is_late(error: BaseException) -> bool:
    """Tell whether the answer did not come in time."""
    return isinstance(error, TimeoutError) or bool(_LATE & _names(error))


def is_dropped(error: BaseException) -> bool:
    """Tell whether there was no connection or it broke.

    A client of somebody else's package may keep connections for all event loops. One whose loop has
    ended is broken: the next request opens another.
    """
    ended = isinstance(error, RuntimeError) and "loop is closed" in str(error)
    return ended or isinstance(error, ConnectionError) or bool(_DROPPED & _names(error))


def is_passing(error: BaseException) -> bool:
    """Tell whether the same request may well succeed a little later."""
    status = status_of(error)
    if status is None or status == 200:
        return is_late(error) or is_dropped(error) or isinstance(error, _BROKEN)
    if status == 429 and any(mark in str(error) for mark in _EXHAUSTED):
        return False
    return status in _PASSING_STATUS or status >= 500


def may_be_the_form(error: BaseException) -> bool:
    """Tell whether a server may have failed over the form that a request asks its answer to have.

    Some refuse with HTTP 400 or 422, some do with 500, and gateways pass on what is behind them.
    """
    status = status_of(error)
    return status is not None and (status in _REFUSED or status >= 500)


def brief(error: BaseException) -> str:
    """Return what happened in two or three words, for counting."""
    status = status_of(error)
    if status is not None and status != 200:
        return f"HTTP {status}"
    if is_late(error):
        return "time-out"
    if isinstance(error, _BROKEN):
        return "broken answer"
    return "no connection" if is_dropped(error) else type(error).__name__


def describe_fault(error: BaseException) -> str:
    """Return what happened with the server's own words, shortened, without any key."""
    said = in_print(redact(str(error)))[:_LONGEST]
    return f"{brief(error)}: {said}" if said else brief(error)


def redact(text: str) -> str:
    """Return `text` without the values of keys in the environment and whatever looks like a key."""
    for name, value in os.environ.items():
        if _KEY_NAMES.search(name) and len(value) >= 6:
            text = text.replace(value, "[key]")
    return _KEY_FORMS.sub("[key]", text)


def retry_after(error: BaseException, now: datetime | None = None) -> float | None:
    """Return the seconds a server asked to wait, from Retry-After in any of its forms."""
    headers = getattr(getattr(error, "response", None), "headers", None)
    if not isinstance(headers, Mapping):
        return None
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    asked = headers.get("retry-after")
    seconds = _number(asked)
    if seconds is not None or not asked:
        return seconds
    try:
        until = parsedate_to_datetime(asked)
    except ValueError:
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (until - (now or datetime.now(UTC))).total_seconds())


def _number(text: str | None) -> float | None:
    return float(text) if text and re.fullmatch(r"\d+(?:\.\d+)?", text.strip()) else None


def _names(error: BaseException) -> set[str]:
    return {kind.__name__ for kind in type(error).__mro__}
