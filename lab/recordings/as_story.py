"""A recording as a talk without a story: its people become seats."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError

from mmagents.errors import MMAgentsError, first_fault
from mmagents.interfaces.texts.catalogue import terminal
from mmagents.lab.recordings.recording import Recording
from mmagents.scenarios.plain import plain_name
from mmagents.scenarios.talk import (
    FEWEST,
    MOST_RECORDED,
    Member,
    Talk,
    TalkFile,
    in_one_line,
    spelt,
)

_LONGEST = 40


def names_of(recording: Recording) -> dict[str, str]:
    """Return by id what people are called, each name once, plain, with a letter or a digit.

    A name that is not so gets a number, its place among those who take part.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for nth, (id, name) in enumerate(recording.names.items(), 1):
        plain = in_one_line(plain_name(name, _LONGEST))
        while not _fits(plain) or spelt(plain) in taken:
            plain = f"{plain[: _LONGEST - 6]} {nth}".strip()
        taken.add(spelt(plain))
        found[id] = plain
    return found


def _fits(name: str) -> bool:
    try:
        Member(name=name, who=".")
    except ValidationError:
        return False
    return True


def file_of(recording: Recording, about: str) -> TalkFile:
    """Return the file of the talk that a recording is.

    Raises:
        MMAgentsError: if fewer than two or too many people take part, or something is no text.
    """
    count = len(recording.names)
    if not FEWEST <= count <= MOST_RECORDED:
        raise MMAgentsError(
            f"{recording.name}: {count} take part; a talk has {FEWEST} to {MOST_RECORDED}. Choose "
            "another conversation of the file, or a part of it."
        )
    lang = recording.language
    roles = {False: terminal(lang, "recorded.who"), True: terminal(lang, "recorded.model")}
    try:
        return TalkFile.model_validate(
            {
                "kind": "talk",
                "language": lang,
                "recorded": True,
                "question": terminal(lang, "recorded.question", name=plain_name(recording.name)),
                "about": about,
                "who": [
                    {"name": called, "who": roles[id in recording.models]}
                    for id, called in names_of(recording).items()
                ],
            }
        )
    except ValidationError as error:
        field, why = first_fault(error)
        raise MMAgentsError(f"{recording.name}, {field}: {why}.") from None


def seats_of(recording: Recording, talk: Talk) -> Mapping[str, str]:
    """Return by id of a recording the id of the seat, as the talk of its file has it."""
    return dict(zip(recording.names, talk.seats(), strict=True))
