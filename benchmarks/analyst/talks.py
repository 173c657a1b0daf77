"""Labelled talk as it goes on, as lines that each stand with the turns before them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mmagents.floor.adjacency import EVERYONE

BEFORE = 4
"""The turns before a line that go with it; more where it takes up an earlier one."""
Said = Mapping[str, Any]


def lines_in(talk: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the lines of a talk as rows of a file of labelled lines.

    Args:
        talk: `id`, `cast` and `lines`, each with `by`, `says`, and where there are any `puts`,
            `to`, `answers` (the number of a line of the talk, from 1) and `as`.
    """
    lines: Sequence[Said] = talk["lines"]
    for at, line in enumerate(lines):
        start = max(0, min(at - BEFORE, line.get("answers", at + 1) - 1))
        before = [_said(lines, one, at) for one in range(start, at)]
        row = {**line, "id": f"{talk['id']}-{at + 1}", "cast": talk["cast"], "before": before}
        if "answers" in line:
            row["answers"] = line["answers"] - start
        yield row


def _said(lines: Sequence[Said], one: int, at: int) -> list[Any]:
    """Return an earlier line with what it puts to whom, if that is open when line `at` is said."""
    line = lines[one]
    told = [line["by"], line["says"]]
    if "puts" not in line or any(
        _closes(lines[later], line, one + 1, lines[at]["by"]) for later in range(one + 1, at)
    ):
        return told
    return [*told, line["puts"], line.get("to", [])]


def _closes(later: Said, line: Said, number: int, speaker: str) -> bool:
    """Return whether a later line takes up an earlier one, so that `speaker` finds it closed.

    What is put to everyone is open to each until they have taken it up; a question in place of what
    is due leaves it open.
    """
    if later.get("answers") != number or (later["as"] == "evasion" and "puts" in later):
        return False
    return EVERYONE not in line.get("to", []) or later["by"] == speaker
