"""What the record keeps of messages: which were written beside others, and which never sent."""

from __future__ import annotations

from typing_extensions import TypedDict


class Written(TypedDict):
    """Of a message that was begun before others were sent: the last turn that its writer had read.

    Nothing after that turn was known to it.
    """

    since: int


class Unsent(TypedDict):
    """A message that was still being written when the talk ended."""

    seat: str
    text: str
