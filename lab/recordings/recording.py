"""One recorded conversation: who said what, and, where it is known, when and to whom.

Every reader of a format makes this value and every writer takes it. The yardstick and the score of
who speaks next read it too. A saved game becomes one, and one becomes a saved game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Medium = Literal["speech", "chat"]
"""Speech: one voice at a time but for overlaps. Chat: whole messages, typed side by side."""

Kind = Literal["turn", "backchannel", "repair"]
"""A backchannel ("mm", "right") neither is a turn nor ends one (Yngve 1970), and neither does a
listener's repair that has the speaker say something again ("what?")."""


class Unit(NamedTuple):
    """A unit of a turn: what could be a turn by itself (Sacks, Schegloff & Jefferson 1974).

    Attributes:
        upto: the character of the utterance's text at which it ends; it begins where the one before
            it ends, and the last ends with the text.
        start, end: in seconds from the beginning.
    """

    upto: int
    start: float
    end: float


class Utterance(NamedTuple):
    """What somebody said in one go: a unit of speech, or a message.

    Attributes:
        speaker: the id of who said it, a key of `Recording.names`.
        text: the words; empty where only times are known.
        start, end: in seconds from the beginning, or None where they are not known. A message of a
            chat has a start alone.
        addressees: ids of those it was put to; `("everyone",)` for all, `()` for nobody in
            particular; None where nothing is known of it.
        replies_to: the place, from 0, of the utterance that it takes up, or None.
        kind: whether it is a turn at talk, a backchannel, or a listener's repair within a turn.
        question: whether it holds a question, as those who annotated it say; None: read the words.
        stretch: number of the stretch of talk, from 0. Talk does not go on from one to the next.
        line: where it stands in the file it was read from, from 1; 0 where there is none.
        units: the units of its words, in order; none where they are not known.
        cut: whether it was cut off: somebody else had the floor before all was said.
    """

    speaker: str
    text: str
    start: float | None = None
    end: float | None = None
    addressees: tuple[str, ...] | None = None
    replies_to: int | None = None
    kind: Kind = "turn"
    question: bool | None = None
    stretch: int = 0
    line: int = 0
    units: tuple[Unit, ...] = ()
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Recording:
    """One conversation.

    Attributes:
        name: what it is called: the id in its file, or the file's name.
        names: by id what each participant is called, in the order in which they first spoke;
            whoever was there and said nothing comes last.
        utterances: in order: of speech by start where times are known.
        medium: speech or chat.
        language: "en", "ja", or another code of BCP 47.
        models: ids of those participants who are language models or rule-based, not people.
        about: what else the file said of the conversation: source, condition, date.
    """

    name: str
    names: Mapping[str, str]
    utterances: Sequence[Utterance]
    medium: Medium = "chat"
    language: str = "en"
    models: frozenset[str] = frozenset()
    about: Mapping[str, str] = field(default_factory=dict)

    @property
    def timed(self) -> bool:
        """Whether every utterance has a start and an end."""
        return bool(self.utterances) and all(
            one.start is not None and one.end is not None for one in self.utterances
        )

    def stretches(self) -> Iterator[list[Utterance]]:
        """Yield the stretches of talk, each in order; backchannels are among them."""
        found: list[Utterance] = []
        for one in self.utterances:
            if found and one.stretch != found[-1].stretch:
                yield found
                found = []
            found.append(one)
        if found:
            yield found
