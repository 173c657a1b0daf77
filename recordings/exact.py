"""What makes a file of ours exact: as JSON beside the words, what its format has no place for.

CHAT, ELAN and Praat hold words, speakers and times, and none of them holds all of a recording. A
file of ours has one header, and a note beside each utterance of which the format says too little.
A note counts only while the utterance stands as it was written: what somebody corrects wins.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from mmagents.floor.adjacency import EVERYONE
from mmagents.recordings.recording import Medium, Recording, Unit, Utterance

MARK = "mmagents"
"""What the header is called in a file, and how it begins in a comment."""
NOTE = "exact"
"""What a tier or a column of notes is called."""
NOBODY = "nobody"
"""How files say that something was put to nobody in particular."""
NO_WORDS = "∅"
"""Stands for an utterance of which only the times are known, where an empty text is silence."""
_RESERVED = frozenset({EVERYONE, NOBODY, "all", "everybody", "group", "全員", "みんな", MARK})
_MISSING = frozenset({
    "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>",
    "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null",
})  # fmt: skip
"""Words that pandas takes for a cell without a value."""
_SEPARATORS = frozenset(',;|@"')


class Damaged(ValueError):
    """A header or a note that is not as it was written."""


class Speaker(BaseModel):
    """Who stands behind a label."""

    model_config = ConfigDict(extra="forbid", strict=True)
    id: str
    name: str
    model: bool = False


class Header(BaseModel):
    """What a file of ours says of the whole conversation.

    Attributes:
        name, medium, language, about: as in a recording.
        speakers: by label, in the recording's order; several may be one speaker.
        count: of its utterances.
        times: "none" where the file's times tell the order alone, a second an utterance.
        order: for each utterance, in the order of the file, its place in the recording; left out
            where the starts tell.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    name: str
    medium: Medium
    language: str
    count: int
    speakers: dict[str, Speaker]
    about: dict[str, str] = {}
    times: Literal["known", "none"] = "known"
    order: list[int] | None = None

    def written(self) -> str:
        """Return it as one line of JSON."""
        return one_line(self.model_dump(exclude_defaults=True))

    @classmethod
    def of(cls, text: str) -> Header:
        """Return the header that a line holds.

        Raises:
            Damaged: if it holds none.
        """
        try:
            return cls.model_validate_json(text)
        except ValidationError as error:
            raise Damaged(error.errors()[0]["msg"]) from None


class Note(BaseModel):
    """What a file of ours says of one utterance beside its words; what is left out is as it stands.

    Attributes:
        slot: start and end as they stand in the file, where they are not the utterance's own.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    text: str | None = None
    start: float | None = None
    end: float | None = None
    slot: tuple[float | None, float | None] | None = None
    addressees: tuple[str, ...] | None = None
    replies_to: int | None = None
    question: bool | None = None
    stretch: int = 0
    units: tuple[Unit, ...] = ()
    cut: bool = False


def header_of(recording: Recording, labels: Mapping[str, str]) -> Header:
    """Return the header of a recording's file.

    Args:
        recording: what is written.
        labels: by label, whose it is.
    """
    return Header(
        name=recording.name,
        medium=recording.medium,
        language=recording.language,
        about=dict(recording.about),
        speakers={
            label: Speaker(id=id, name=recording.names.get(id, id), model=id in recording.models)
            for label, id in labels.items()
        },
        count=len(recording.utterances),
        times="known" if any(_is_timed(one) for one in recording.utterances) else "none",
    )


def _is_timed(one: Utterance) -> bool:
    return one.start is not None or one.end is not None


def note_of(one: Utterance, held: Utterance) -> str:
    """Return the note beside an utterance, or "" where the file says it all.

    Args:
        one: the utterance.
        held: what a reader of the file's own format finds of it.
    """
    found: dict[str, Any] = {
        name: getattr(one, name)
        for name in ("text", "addressees", "replies_to", "question", "stretch", "units", "cut")
        if getattr(one, name) != getattr(held, name)
    }
    if (one.start, one.end) != (held.start, held.end):
        found |= {"start": one.start, "end": one.end, "slot": (held.start, held.end)}
    return one_line(found) if found else ""


def noted(held: Utterance, note: str, show: Callable[[str], str]) -> Utterance:
    """Return an utterance as it was, from what stands in the file and the note beside it.

    Args:
        held: what stands in the file.
        note: the note; "" for none.
        show: gives what the file holds of words: the note's count while it holds them.

    Raises:
        Damaged: if the note is not one of ours.
    """
    if not note:
        return held
    found = read_note(note)
    given = found.model_dump(exclude_unset=True)
    if given.pop("slot", None) != (held.start, held.end):
        given.pop("start", None), given.pop("end", None)
    if found.text is None or show(found.text) != held.text:
        given.pop("text", None)
    if "units" in given:
        given["units"] = found.units
    return _whole_units(held._replace(**given))


def _whole_units(one: Utterance) -> Utterance:
    """Return an utterance without its units if they are not those of its words."""
    return one if not one.units or one.units[-1].upto == len(one.text) else one._replace(units=())


def read_note(note: str) -> Note:
    """Return what a note says.

    Raises:
        Damaged: if it is not one of ours.
    """
    try:
        return Note.model_validate_json(note)
    except ValidationError as error:
        raise Damaged(error.errors()[0]["msg"]) from None


def one_line(value: object) -> str:
    """Return JSON in one line; where it has characters that are not printed, in ASCII.

    A lone surrogate, which is no character, becomes � (U+FFFD).
    """
    text = whole(json.dumps(value, ensure_ascii=False))
    return text if text.isprintable() else json.dumps(json.loads(text))


def whole(text: str) -> str:
    """Return text that can be encoded: with � for each lone surrogate."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def shown(text: str, keep: str = "") -> str:
    """Return text with control characters as their pictures (␊ for a line feed).

    What is no character (a lone surrogate, U+FFFE, U+FFFF) becomes �.

    Args:
        text: any text.
        keep: control characters that stay as they are.
    """
    return "".join(one if one in keep else _picture(one) for one in text)


def tier_text(text: str, keep: str = "") -> str:
    """Return words as a tier holds them: never empty, for an empty interval is silence."""
    return shown(text, keep).strip() or NO_WORDS


def table_text(text: str) -> str:
    """Return words as a cell of a table holds them: never what pandas takes for no value."""
    found = shown(text, "\n\t")
    return f"{found} " if found in _MISSING else found or NO_WORDS


def _picture(one: str) -> str:
    code = ord(one)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if one in "\x85\u2028\u2029":
        return "␤"
    if 0x80 <= code < 0xA0 or 0xD800 <= code < 0xE000 or code & 0xFFFE == 0xFFFE:
        return "\N{REPLACEMENT CHARACTER}"
    return one


def label_of(name: str, taken: Iterable[str]) -> str:
    """Return a name for a tier or a column: printable, one of its kind, with nothing that parts.

    Args:
        name: what somebody is called, any text.
        taken: labels that are in use.
    """
    clean = "".join(" " if one in _SEPARATORS or not _is_plain(one) else one for one in name)
    label = " ".join(clean.split())[:60].strip()
    if not label or label.casefold() in _RESERVED:
        label = f"{label} 1".strip() if label else "P1"
    used = {one.casefold() for one in taken}
    found, number = label, 1
    while found.casefold() in used:
        number += 1
        found = f"{label} {number}"
    return found


def _is_plain(one: str) -> bool:
    return unicodedata.category(one)[0] in "LMNPS" or one == " "


def labels_of(recording: Recording) -> dict[str, str]:
    """Return by id the label of each speaker and addressee, in the recording's order."""
    found: dict[str, str] = {}
    for id in people_in(recording):
        found[id] = label_of(recording.names.get(id, id), found.values())
    return found


def people_in(recording: Recording) -> list[str]:
    """Return the ids of all who are named, speak or are spoken to."""
    said = recording.utterances
    named = (to for one in said for to in one.addressees or () if to != EVERYONE)
    return list(dict.fromkeys([*recording.names, *(one.speaker for one in said), *named]))


def addressees_in(one: Utterance, labels: Mapping[str, str]) -> str:
    """Return whom an utterance was put to, in labels joined by ", "; "" where it is not known."""
    if one.addressees is None:
        return ""
    if EVERYONE in one.addressees:
        return EVERYONE
    return ", ".join(labels[to] for to in dict.fromkeys(one.addressees)) or NOBODY


def addressees_held(one: Utterance) -> tuple[str, ...] | None:
    """Return what a reader finds of :func:`addressees_in`."""
    if one.addressees is None:
        return None
    return (EVERYONE,) if EVERYONE in one.addressees else tuple(dict.fromkeys(one.addressees))
