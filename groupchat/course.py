"""The course of a group chat so far, in counts: who spoke, how much, how lately, who was named.

A run is all that one speaker says before another does. Counts of what is past fade by `FADES` with
each run, so that they tell of the last ten or so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

FADES = 0.9
_WORD = re.compile(r"[\w'’-]*\w[\w'’-]*")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


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
        lately: by name, how many runs, each fading.
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
    lately: Mapping[str, float] = field(default_factory=dict)
    named_since: frozenset[str] = frozenset()
    alternates: int = 0

    def on(self, speaker: str, text: str, named: Iterable[str]) -> Course:
        """Return the course after one message more.

        Args:
            speaker: who wrote it.
            text: of the message.
            named: who is named in it.
        """
        same = self.order[:1] == (speaker,)
        words = count_words(text)
        runs = self.runs + (not same)
        back = self.order[1:2] == (speaker,)
        faded = self.lately if same else {one: FADES * n for one, n in self.lately.items()}
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
            lately={**faded, speaker: faded.get(speaker, 0.0) + (not same)},
            named_since=(self.named_since | set(named)) - {speaker},
            alternates=self.alternates if same else self.alternates + 1 if back else min(runs, 2),
        )


def _more(counts: Mapping[str, int], name: str, by: int) -> Mapping[str, int]:
    return {**counts, name: counts.get(name, 0) + by}


def count_words(text: str) -> int:
    """Return how many words a text has; of Japanese, two characters count as one word."""
    unspaced = len(_UNSPACED.findall(text))
    return unspaced // 2 + len(_WORD.findall(_UNSPACED.sub(" ", text)))
