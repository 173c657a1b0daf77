"""Whom people would let speak next: a small model of who spoke next in recorded talk.

A conditional logit (McFadden 1974): each of those there has a score, a weighted sum of what the
course of the chat says of them, and the chance of each is its share of the exponentials. The
weights stand in `people.toml`, which tells how they were made. `python -m benchmarks people` makes
them, and says how often the likeliest is right.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any, Literal

from mmagents.groupchat.course import Course

Medium = Literal["chat", "speech"]
MEDIA: tuple[Medium, ...] = ("chat", "speech")
RECENT = 6
"""Runs for which it counts how somebody's last one went: some two rounds of a small group."""


@cache
def made(medium: Medium) -> Mapping[str, Any]:
    """Return the model of a medium as its file has it, its weights and its making."""
    file = Path(__file__).parent / "people.toml"
    found: Mapping[str, Any] = tomllib.loads(file.read_text("utf-8"))[medium]
    return found


def known_of(name: str, course: Course, there: int) -> dict[str, float]:
    """Return what the model looks at of one who did not just speak.

    It takes as long early in a chat as late, and looks at nobody else but the last speaker.

    Args:
        name: whose chance is asked.
        course: the chat so far, one message at least.
        there: how many may speak at all, the last speaker among them.

    Returns:
        By name of the feature: whether they spoke last but one (0 or 1), the same times logarithms
        of how long the last two have taken turns and of the words in the last run and in their own;
        whether they have not spoken; the logarithms of the runs and of the words since they did (of
        all, if never); their share of runs, of words and of words of late and their messages, as
        logarithms; their runs of late; whether they have been named since they spoke. Of those who
        spoke within `RECENT` runs, else 0: the logarithm of the words of their last run over those
        since, and whether it broke off, or ended on a question.
    """
    last_but_one = float(course.order[1:2] == (name,))
    last = course.order[0]
    since = course.runs - course.last_run.get(name, 0)
    words_since = course.spoken - course.spoken_at.get(name, 0)
    last_words = course.last_words.get(name, 0)
    recent = float(since <= RECENT)
    ended = course.ended.get(name, "ends")
    return {
        "last_but_one": last_but_one,
        "last_but_one_by_alternation": last_but_one * log(max(course.alternates, 1)),
        "last_but_one_by_words_now": last_but_one * log(1 + course.last_words[last]),
        "last_but_one_by_words_then": last_but_one * log(1 + last_words),
        "new": float(name not in course.last_run),
        "silence": log(max(since, 1)),
        "words_since": log(1 + words_since),
        "runs": log((course.runs_of.get(name, 0) + 1) / (course.runs + there)),
        "words": log((course.words_of.get(name, 0) + 5) / (course.spoken + 5 * there)),
        "words_lately": log(
            (course.words_lately.get(name, 0) + 5) / (course.spoken_lately + 5 * there)
        ),
        "messages": log(1 + course.messages_of.get(name, 0)),
        "lately": course.lately.get(name, 0.0),
        "named_since": float(name in course.named_since),
        "words_then": recent * log((1 + last_words) / (1 + words_since)),
        "broke_off": recent * (ended == "breaks off" and course.marks_ends),
        "asked": recent * (ended == "asks"),
    }


def chances(names: Sequence[str], course: Course, medium: Medium) -> dict[str, float]:
    """Return for each of those who may speak how likely people would let them, together 1.

    Args:
        names: of those who are there and did not just speak, one at least.
        course: the chat so far, one message at least.
        medium: "chat" or "speech".
    """
    weights: Mapping[str, float] = made(medium)["weights"]
    scores = {}
    for name in names:
        known = known_of(name, course, len(names) + 1)
        scores[name] = sum(weight * known[what] for what, weight in weights.items())
    top = max(scores.values())
    parts = {name: exp(score - top) for name, score in scores.items()}
    whole = sum(parts.values())
    return {name: part / whole for name, part in parts.items()}


def drawn(chance_of: Mapping[str, float], seed: int, turn: int) -> str:
    """Return one of those who may speak, drawn by their chances from the seed and the turn."""
    names = sorted(chance_of)
    return Random(f"{seed}:{turn}:people").choices(names, [chance_of[name] for name in names])[0]
