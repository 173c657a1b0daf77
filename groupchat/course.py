"""The course of a group chat so far, in counts: who spoke, how much, how lately, who was named.

A run is all that one speaker says before another does. Counts of what is past fade with each run:
by `FADES`, so that they tell of the last ten or so, or by `FADES_SLOWLY`, of the last thirty or so.
What is kept grows with those who take part and not with the talk.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

FADES = 0.9
FADES_SLOWLY = 0.97
_WORD = re.compile(r"(?<![\w'’-])(?=['’-]*+\w)[\w'’-]++")
_ENDS = re.compile(r"(?<![.?!…。？！])[.?!…。？！]++[\"'”’)）」』\s]*+$")
_ASKS = re.compile(r"[?？][\"'”’)）」』\s]*$")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


End = Literal["asks", "ends", "breaks off"]
"""How words end: on a question mark, on another mark that ends a sentence, or on neither."""


@dataclass(frozen=True, slots=True)
class Course:
    """What happened in a chat up to one of its messages.

    Attributes:
        order: who spoke, the last speaker first, each once.
        runs: how many runs there were.
        runs_of: by name, how many.
        messages_of: by name, how many messages.
        words_of: by name, how many words.
        last_run: by name, the number of the last run, from 1.
        last_words: by name, how many words it had.
        ended: by name, how the last run ended.
        spoken: how many words there were in all.
        spoken_at: by name, how many of them up to the end of the last run.
        lately: by name, how many runs, each fading.
        words_lately: by name, how many words, fading slowly.
        spoken_lately: the same of all.
        sent: how many messages there were.
        marked: how many of them ended on a mark that ends a sentence.
        named_since: who was named since they last spoke.
        alternates: for how many runs the last two speakers have taken turns; 1 for the first run.
    """

    order: tuple[str, ...] = ()
    runs: int = 0
    runs_of: Mapping[str, int] = field(default_factory=dict)
    messages_of: Mapping[str, int] = field(default_factory=dict)
    words_of: Mapping[str, int] = field(default_factory=dict)
    last_run: Mapping[str, int] = field(default_factory=dict)
    last_words: Mapping[str, int] = field(default_factory=dict)
    ended: Mapping[str, End] = field(default_factory=dict)
    spoken: int = 0
    spoken_at: Mapping[str, int] = field(default_factory=dict)
    lately: Mapping[str, float] = field(default_factory=dict)
    words_lately: Mapping[str, float] = field(default_factory=dict)
    spoken_lately: float = 0.0
    sent: int = 0
    marked: int = 0
    named_since: frozenset[str] = frozenset()
    alternates: int = 0

    @property
    def marks_ends(self) -> bool:
        """Whether most messages end on a mark, so that one without it may have been broken off."""
        return 2 * self.marked >= self.sent

    def on(self, speaker: str, text: str, named: Iterable[str]) -> Course:
        """Return the course after one message more.

        Args:
            speaker: who wrote it.
            text: of the message.
            named: who is named in it.
        """
        same = self.order[:1] == (speaker,)
        words, end = count_words(text), end_of(text)
        runs = self.runs + (not same)
        back = self.order[1:2] == (speaker,)
        faded = self.lately if same else _faded(self.lately, FADES)
        said = self.words_lately if same else _faded(self.words_lately, FADES_SLOWLY)
        return Course(
            order=(speaker, *(one for one in self.order if one != speaker)),
            runs=runs,
            runs_of=_more(self.runs_of, speaker, not same),
            messages_of=_more(self.messages_of, speaker, 1),
            words_of=_more(self.words_of, speaker, words),
            last_run={**self.last_run, speaker: runs},
            last_words={
                **self.last_words,
                speaker: words + (self.last_words.get(speaker, 0) if same else 0),
            },
            ended={**self.ended, speaker: end},
            spoken=self.spoken + words,
            spoken_at={**self.spoken_at, speaker: self.spoken + words},
            lately={**faded, speaker: faded.get(speaker, 0.0) + (not same)},
            words_lately={**said, speaker: said.get(speaker, 0.0) + words},
            spoken_lately=self.spoken_lately * (1 if same else FADES_SLOWLY) + words,
            sent=self.sent + 1,
            marked=self.marked + (end != "breaks off"),
            named_since=(self.named_since | set(named)) - {speaker},
            alternates=self.alternates if same else self.alternates + 1 if back else min(runs, 2),
        )


def _more(counts: Mapping[str, int], name: str, by: int) -> Mapping[str, int]:
    return {**counts, name: counts.get(name, 0) + by}


def _faded(counts: Mapping[str, float], by: float) -> Mapping[str, float]:
    return {name: by * n for name, n in counts.items()}


def end_of(text: str) -> End:
    """Return how words end; quotation marks and brackets at the end are passed over."""
    tail = text[-20:]
    if _ASKS.search(tail):
        return "asks"
    return "ends" if _ENDS.search(tail) else "breaks off"


def count_words(text: str) -> int:
    """Return how many words a text has; of Japanese, two characters count as one word."""
    unspaced = len(_UNSPACED.findall(text))
    return unspaced // 2 + len(_WORD.findall(_UNSPACED.sub(" ", text)))
