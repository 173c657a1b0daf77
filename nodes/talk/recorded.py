"""What the record keeps of talk that took place elsewhere, beside what is read from its words."""

from __future__ import annotations

from typing_extensions import TypedDict

RECORDED = "recorded"
"""The rule of a turn that was recorded, and the key of what its game keeps of the recording."""
BACKCHANNEL = "backchannel"
"""The rule of a row that holds a backchannel: no turn at talk."""


class RecordedRow(TypedDict, total=False):
    """What a file said of a turn; a field is there only where it said so.

    `question`: whether it holds one. `stretch`: which stretch of talk it is of, from 0.
    `addressees`: whom it was put to. `answers`: the turn that it takes up. `pieces`: where it was
    said in several, of each the character of the text at which it ends, and from when to when it
    was said, in seconds.
    """

    question: bool
    stretch: int
    addressees: list[str]
    answers: int
    pieces: list[list[float]]
