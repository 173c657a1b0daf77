"""To whom an utterance without a name is most likely put.

Sacks, Schegloff & Jefferson (1974, section 4.12) note the bias that the one who spoke just before
is selected next. Where several talks run side by side, three further cues help: who last spoke to
this speaker, whose words this speaker takes up, and how long ago that was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mmagents.analysts.text.sentences import content_words
from mmagents.interfaces.talk import HeardTurn


@dataclass(frozen=True, slots=True)
class Weights:
    """What each cue is worth against a turn's own worth of 1.

    The defaults were set on the development part of a corpus of chat where several talks run at
    once (Kummerfeld et al. 2019). What weights set that way reach on talk they were not set on is
    what benchmarks/analyst/addressee_irc.py measures.

    Attributes:
        recency: of a turn against the turn after it, 0-1.
        addressed_me: it was put to the one who speaks now.
        addressed_another: it was put to somebody else.
        open_question: it asked something of nobody in particular.
        i_addressed: this speaker put an earlier turn to that person.
        shared_word: each content word that the turn and the utterance share, three at most.
    """

    recency: float = 0.93
    addressed_me: float = 3.0
    addressed_another: float = -0.8
    open_question: float = 0.5
    i_addressed: float = 2.5
    shared_word: float = 1.0


WEIGHTS = Weights()


def previous_speaker(recent: Sequence[HeardTurn], speaker: str) -> str | None:
    """Return who spoke last, the speaker excepted."""
    return next((turn.speaker for turn in reversed(recent) if turn.speaker != speaker), None)


def most_likely_recipient(
    text: str,
    speaker: str,
    recent: Sequence[HeardTurn],
    language: str,
    weights: Weights = WEIGHTS,
) -> str | None:
    """Return whom `speaker` most likely speaks to, or None if nobody spoke before.

    Args:
        text: the utterance.
        speaker: who says it.
        recent: the turns before, oldest first, with the addressees they had.
        language: "en" or "ja".
        weights: what the cues are worth.
    """
    words = content_words(text, language)
    scores: dict[str, float] = {}
    weight = 1.0
    for turn in reversed(recent):
        if turn.speaker == speaker:
            for one in turn.addressees:
                scores[one] = scores.get(one, 0.0) + weights.i_addressed * weight
        else:
            worth = 1.0
            if speaker in turn.addressees:
                worth += weights.addressed_me
            elif turn.addressees and "everyone" not in turn.addressees:
                worth += weights.addressed_another
            elif "?" in turn.text or "？" in turn.text:
                worth += weights.open_question
            shared = len(words & content_words(turn.text, language))
            worth += weights.shared_word * min(shared, 3)
            scores[turn.speaker] = max(scores.get(turn.speaker, 0.0), worth * weight)
        weight *= weights.recency
    spoke = {turn.speaker for turn in recent}
    fitting = {one: score for one, score in scores.items() if one != speaker and one in spoke}
    return max(fitting, key=lambda one: (fitting[one], one), default=None)


def talks_apart(speaker: str, recent: Sequence[HeardTurn]) -> bool:
    """Return whether others talk among themselves while `speaker` was spoken to before.

    Then the turn just before is no guide to whom `speaker` now turns.
    """
    if not recent or recent[-1].speaker == speaker:
        return False
    latest = recent[-1].addressees
    elsewhere = bool(latest) and speaker not in latest and "everyone" not in latest
    return elsewhere and any(speaker in turn.addressees for turn in recent[:-1])
