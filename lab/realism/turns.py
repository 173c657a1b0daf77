"""A recording as turns at talk, which the yardstick's measures are taken over.

Speech: a turn is all that one speaker says until another does, backchannels set aside first; they
neither are turns nor end one (Yngve 1970). In a saved game, so is a listener's "what?" within a
turn. Chat, and a saved game: a turn is one message. A stretch of fewer than three turns holds no
way back to the last but one and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal, NamedTuple

from mmagents.lab.realism.reading import acknowledges, asks, count_words, naming
from mmagents.lab.recordings.recording import Medium, Recording, Utterance

SHORTEST = 3
"""Turns of a stretch, at least."""
Whom = Literal["people", "all"]
"""Whose turns are measured: people's, where any took part; or everybody's."""
Known = Literal["recorded", "rules", ""]


class Turn(NamedTuple):
    """One turn.

    Attributes:
        speaker: the id of who held it.
        words: how many, or None where only times are known.
        question: whether it holds a question; None where only times are known.
        named: ids of the others whom its words name, or None where only times are known.
        acknowledges: whether it does nothing but acknowledge ("mhm, right").
        addressees: ids of those it was put to, `("everyone",)`, `()`; None where nothing is known.
        start, end: in seconds, or None.
        seconds: of speech, pauses between its units left out; None where times are unknown.
        units: places in the recording of what it is made of.
        pieces: how many units of speech these are; of a saved game, one may be said unit by unit.
        backchannels: how many others uttered from its start to the next turn's.
        asked: how many of its units hold a question, where it was looked at who answered them.
        lags: of each question answered, how many turns later by somebody else.
        measured: whether it is one of those that are measured; the others keep their place.
    """

    speaker: str
    words: float | None = None
    question: bool | None = None
    named: frozenset[str] | None = None
    acknowledges: bool = False
    addressees: tuple[str, ...] | None = None
    start: float | None = None
    end: float | None = None
    seconds: float | None = None
    units: tuple[int, ...] = ()
    pieces: int = 0
    backchannels: int = 0
    asked: int = 0
    lags: tuple[int, ...] = ()
    measured: bool = True


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation, or a piece of one, as turns.

    Attributes:
        name: of the conversation.
        recording: what it was read from, whole.
        stretches: of turns, in order; talk does not go on from one to the next.
        named: whether anybody is ever called by name; else names are taken for mere codes.
        paired: how it is known what takes up what: "recorded", "rules" (the rules analyst's reading
            of the words), or "" where nobody looked.
        addressed: how it is known whom turns were put to, in the same words.
    """

    name: str
    recording: Recording
    stretches: Sequence[Sequence[Turn]]
    named: bool = True
    paired: Known = ""
    addressed: Known = ""

    @property
    def medium(self) -> Medium:
        """Speech or chat."""
        return self.recording.medium

    @property
    def timed(self) -> bool:
        """Whether it is speech whose times are known."""
        return self.medium == "speech" and self.recording.timed

    @property
    def turns(self) -> list[Turn]:
        """All turns."""
        return [turn for stretch in self.stretches for turn in stretch]

    @property
    def own(self) -> list[Turn]:
        """The turns that are measured."""
        return [turn for turn in self.turns if turn.measured]


def talk_of(recording: Recording, whom: Whom = "people") -> Talk:
    """Return a recording as turns.

    Args:
        recording: a conversation.
        whom: "people" sets apart the turns of models where people took part too: they keep their
            place in the sequence, and nothing is measured of them.
    """
    speakers = {one.speaker for one in recording.utterances}
    apart = recording.models if whom == "people" and speakers - recording.models else frozenset()
    read = _Reader(recording, apart)
    stretches = [
        turns
        for _, units in groupby(enumerate(recording.utterances), key=lambda at: at[1].stretch)
        if len(turns := list(read.turns(units))) >= SHORTEST
    ]
    named = any(turn.named for stretch in stretches for turn in stretch)
    return Talk(recording.name, recording, stretches, named)


def pieces(talk: Talk, turns: int) -> list[Talk]:
    """Return a talk cut into pieces of so many turns, from its start; what is left over is dropped.

    A piece may reach over the end of a stretch; the stretches stay apart within it.
    """
    placed = [(at, turn) for at, stretch in enumerate(talk.stretches) for turn in stretch]
    found = []
    for start in range(0, len(placed) - turns + 1, turns):
        of = groupby(placed[start : start + turns], key=lambda one: one[0])
        stretches = [[turn for _, turn in some] for _, some in of]
        found.append(replace(talk, stretches=stretches))
    return found


class _Reader:
    """Reads the units of one recording as turns."""

    def __init__(self, recording: Recording, apart: frozenset[str]) -> None:
        self._recording, self._apart = recording, apart
        self._named = naming(recording)
        self._worded = any(one.text for one in recording.utterances)

    def turns(self, units: Iterator[tuple[int, Utterance]]) -> Iterator[Turn]:
        """Yield the turns of one stretch."""
        held: list[tuple[int, Utterance]] = []
        aside = 0
        for at, unit in units:
            if unit.kind != "turn":
                aside += unit.kind == "backchannel"
                continue
            same = held and held[-1][1].speaker == unit.speaker
            if held and not (same and self._recording.medium == "speech"):
                yield self._turn(held, aside)
                held, aside = [], 0
            held.append((at, unit))
        if held:
            yield self._turn(held, aside)

    def _turn(self, held: Sequence[tuple[int, Utterance]], backchannels: int) -> Turn:
        units = [unit for _, unit in held]
        speaker, language = units[0].speaker, self._recording.language
        to = [unit.addressees for unit in units if unit.addressees is not None]
        starts = [unit.start for unit in units if unit.start is not None]
        ends = [unit.end for unit in units if unit.end is not None]
        timed = len(starts) == len(ends) == len(units)
        text = " ".join(unit.text for unit in units)
        return Turn(
            speaker=speaker,
            words=count_words(text, language) if self._worded else None,
            question=any(map(self._asks, units)) if self._worded else None,
            named=self._named(speaker, text) if self._worded else None,
            acknowledges=acknowledges(text, language),
            addressees=to[-1] if to else None,
            start=min(starts) if starts else None,
            end=max(ends) if ends else None,
            seconds=sum(ends) - sum(starts) if timed else None,
            units=tuple(at for at, _ in held),
            pieces=sum(max(1, len(unit.units)) for unit in units),
            backchannels=backchannels,
            measured=speaker not in self._apart,
        )

    def _asks(self, unit: Utterance) -> bool:
        if unit.question is not None:
            return unit.question
        return asks(unit.text, self._recording.language)
