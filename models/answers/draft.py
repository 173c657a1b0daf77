"""Read a draft out of an answer of a model: a thought, and the words that go with it."""

from __future__ import annotations

import json
from typing import NamedTuple

from mmagents.interfaces.player import Thought
from mmagents.models.answers.fields import UnusableError, field_of, spellings
from mmagents.models.answers.forms import DetectAnswer
from mmagents.models.answers.read import object_in, plain_words, read_detect, read_think

FIELDS = (
    "thought", "action", "importance", "words", "first_pair_part", "addressees", "answers",
    "second_pair_part",
)  # fmt: skip
NOTHING_DECLARED = DetectAnswer(
    first_pair_part=None,
    addressees=(),
    earlier=(),
    answers=0,
    second_pair_part=None,
    closes=False,
)


class Drafted(NamedTuple):
    """What a model drafted, names as written; `words` are "" where it wrote none."""

    thought: Thought
    words: str
    declared: DetectAnswer


def read_draft(text: str, *, stating: bool = False) -> tuple[Drafted, tuple[str, ...]]:
    """Read what a seat thinks, would say, and says that this does.

    A thought without words is a draft; what is declared of them may be missing. `stating` is as in
    :func:`mmagents.models.answers.read.read_think`.

    Raises:
        UnusableError: if there is no thought in it.
    """
    found, repairs = object_in(text, (*FIELDS, *(("come_in",) if stating else ())))
    thought, more = read_think(json.dumps(found), stating=stating)
    try:
        others = {name: value for name, value in found.items() if name not in FIELDS[:3]}
        words = plain_words(field_of(others, "words", spellings("fields")["speech"]))
    except UnusableError:
        words = ""
    amiss: tuple[str, ...] = () if words else ("no words",)
    try:
        declared, said = read_detect(json.dumps(found))
    except UnusableError:
        declared, said = NOTHING_DECLARED, ("nothing declared",)
    return Drafted(thought, words, declared), (*repairs, *more, *amiss, *said)
