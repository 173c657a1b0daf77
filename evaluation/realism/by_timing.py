"""Backchannels told by their length, where nothing but times is known.

Annotators of meetings end a segment at a pause of about a second, so that a speaker's silences
under a second are bridged first; a segment under a second is then a backchannel. On MRDA, whose
backchannels are tagged by hand, the rule finds 75 % of them, and 47 % of what it finds are tagged
so: it takes short answers too.
"""

from __future__ import annotations

from dataclasses import replace

from mmagents.recordings.recording import Recording, Utterance

SILENCE = 1.0
"""Seconds that a speaker may be silent within one segment; less is bridged."""
SHORT = 1.0
"""Seconds; a segment that lasts less is taken for a backchannel."""


def without_short_segments(recording: Recording) -> Recording:
    """Return a timed recording with bridged silences and its short segments marked."""
    found: list[Utterance] = []
    last: dict[tuple[str, int], int] = {}
    for one in sorted(recording.utterances, key=lambda one: (one.stretch, one.start or 0.0)):
        before = last.get((one.speaker, one.stretch))
        if before is not None and _start(one) - _end(found[before]) < SILENCE:
            found[before] = found[before]._replace(end=max(_end(found[before]), _end(one)))
        else:
            last[one.speaker, one.stretch] = len(found)
            found.append(one)
    marked = tuple(
        one._replace(kind="backchannel") if _end(one) - _start(one) < SHORT else one
        for one in found
    )
    return replace(recording, utterances=marked)


def _start(one: Utterance) -> float:
    return one.start or 0.0


def _end(one: Utterance) -> float:
    return one.end or 0.0
