"""How well the cues of `analysts.rules.recipient` do on talk that their weights were not set on.

python -m benchmarks addressee --file FILE.jsonl

Takes the file of `python -m benchmarks designation`, with the addressees' names taken out. The ids
of its messages begin with the log they are from, up to the last colon. For each log, the weights
are those of a plain grid that have most right on the other logs, and are scored on this one; then
the same with half of the logs against the other half. The shipped weights were set on this file
itself, as was the choice of the cues; their figure is there to compare.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

from benchmarks import given, refuse
from benchmarks.detection.messages import (
    EarlierMessage,
    Message,
    Share,
    called_in,
    heard,
    rows_of,
    share,
)
from mmagents.analysts.rules.recipient import WEIGHTS, Weights, most_likely_recipient
from mmagents.errors import MMAgentsError

GRID = [
    Weights(*values)
    for values in product(
        (0.8, 0.9, 0.95), (0, 1, 3), (-1, -0.5, 0), (0, 0.5, 1), (0, 1, 3), (0, 0.5, 1)
    )
]


def right_by_weights(message: Message, tried: Sequence[Weights]) -> list[bool]:
    """Return, for each of the weights, whether they find the addressee of the masked message."""
    words = EarlierMessage(speaker=message.speaker, text=message.masked_text)
    if called := called_in(message, words):
        return [called[0] == message.addressee] * len(tried)
    recent = heard(message)
    return [
        most_likely_recipient(words.text, words.speaker, recent, "en", weights) == message.addressee
        for weights in tried
    ]


def held_out(
    right: Sequence[Sequence[bool]], logs: Sequence[str], test: set[str]
) -> tuple[Weights, Share]:
    """Return the weights that do best outside the logs of `test`, and their score within."""
    train = [row for row, log in zip(right, logs, strict=True) if log not in test]
    scores = [sum(column) for column in zip(*train, strict=True)]
    best = scores.index(max(scores))
    within = [row[best] for row, log in zip(right, logs, strict=True) if log in test]
    return GRID[best], share(sum(within), len(within))


def _line(name: str, one: Share) -> str:
    low, high = one.interval or (0.0, 1.0)
    return f"{name:36}{one.right:4} of {one.of:4}  {one.value:.3f}  [{low:.3f}, {high:.3f}]"


def main(argv: Sequence[str] | None = None) -> None:
    """Print the accuracy on logs held out, log by log and together, and that of halves."""
    file = given(argv, __doc__, file="").file
    if not file:
        refuse(
            "addressee needs messages whose addressees are known, one JSON object a line: "
            "python -m benchmarks addressee --file FILE.jsonl"
        )
    try:
        messages = rows_of(Path(file), Message)
    except MMAgentsError as error:
        refuse(str(error))
    logs = [message.id.rpartition(":")[0] for message in messages]
    names = sorted(set(logs))
    if len(names) < 2:
        refuse("The ids of the file name one log only; there is nothing to hold out.")
    right = [right_by_weights(message, [*GRID, WEIGHTS]) for message in messages]
    shipped, grid = [row[-1] for row in right], [row[:-1] for row in right]
    total = 0
    for name in names:
        weights, one = held_out(grid, logs, {name})
        total += one.right
        print(_line(name, one), weights)
    print(_line("each log held out", share(total, len(messages))))
    for start in (0, 1):
        weights, one = held_out(grid, logs, set(names[start::2]))
        print(_line(f"half of the logs held out ({start + 1})", one), weights)
    print(_line("shipped weights, set on this file", share(sum(shipped), len(shipped))))
