"""A conversation while it is read: utterances as they come, then a recording."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from mmagents.floor.adjacency import EVERYONE
from mmagents.lab.recordings.read.source import MAX_UTTERANCES, Source
from mmagents.lab.recordings.recording import Medium, Recording, Utterance
from mmagents.lab.recordings.text import NOBODY, TO_ALL


@dataclass
class Gathering:
    """What has been read of one conversation.

    Attributes:
        name: what it is called.
        medium: what its format mostly holds.
        language: as far as the file says it.
        names: by id, what people are called; ids alone are enough.
        said: the utterances in the order of the file.
        models: those who are no people.
        about: what else the file says of it.
    """

    name: str
    medium: Medium
    language: str | None = None
    names: dict[str, str] = field(default_factory=dict)
    said: list[Utterance] = field(default_factory=list)
    models: set[str] = field(default_factory=set)
    about: dict[str, str] = field(default_factory=dict)

    def add(self, one: Utterance, source: Source) -> None:
        """Take one utterance more.

        Raises:
            RecordingError: if it has no speaker, its times run backwards, or there are too many.
        """
        if not one.speaker.strip():
            raise source.wrong(one.line, "nobody is named as the speaker. Name one, or take it out")
        if one.start is not None and one.end is not None and one.end < one.start:
            raise source.wrong(
                one.line, f"it ends at {one.end:g} s, before it starts at {one.start:g} s."
            )
        if len(self.said) >= MAX_UTTERANCES:
            raise source.wrong(one.line, f"at most {MAX_UTTERANCES:,} utterances are read.")
        self.said.append(one)

    def recording(self, medium: Medium | None, language: str | None) -> Recording:
        """Return the conversation; of speech in order of its starts, where it has them."""
        medium = medium or self.medium
        said = in_order(self.said) if medium == "speech" else self.said
        addressed = (to for one in said for to in one.addressees or () if to != EVERYONE)
        who = dict.fromkeys([*(one.speaker for one in said), *self.names, *addressed])
        return Recording(
            name=self.name,
            names={id: self.names.get(id, id) for id in who},
            utterances=tuple(said),
            medium=medium,
            language=language or self.language or "en",
            models=frozenset(self.models),
            about=self.about,
        )


def in_order(said: list[Utterance]) -> list[Utterance]:
    """Return utterances by stretch, start and end, where all of them have a start."""
    if any(one.start is None for one in said):
        return said
    order = sorted(range(len(said)), key=lambda at: _when(said[at]))
    place: dict[int | None, int] = {old: new for new, old in enumerate(order)}
    return [said[at]._replace(replies_to=place.get(said[at].replies_to)) for at in order]


def _when(one: Utterance) -> tuple[int, float, float]:
    start = one.start or 0.0
    return one.stretch, start, start if one.end is None else one.end


def addressees_of(given: object, speakers: Iterable[str] = ()) -> tuple[str, ...] | None:
    """Return whom something was put to, as a file says it; None where it says nothing.

    Args:
        given: a name, a list of names, or names joined by , ; or |; "everyone"; "nobody".
        speakers: who is known: where all the words are, they are taken apart at blanks.
    """
    if given is None:
        return None
    known = set(speakers)
    if isinstance(given, str):
        names = [given]
        if given.strip() not in known:
            for mark in (";", "|", ","):
                names = [part for one in names for part in one.split(mark)]
            if len(names) == 1 and known.issuperset(given.split()):
                names = given.split()
    elif isinstance(given, list):
        names = [str(one) for one in given]
    else:
        raise ValueError("is neither a name nor a list of names")
    plain = [one.strip() for one in names if one.strip()]
    if not plain:
        return () if isinstance(given, list) else None
    if any(one.casefold() in TO_ALL and one not in known for one in plain):
        return (EVERYONE,)
    return tuple(dict.fromkeys(one for one in plain if one.casefold() != NOBODY or one in known))
