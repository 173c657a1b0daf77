"""Talk in tiers, one a speaker, as ELAN and Praat have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mmagents.recordings.read.gathering import Gathering, addressees_of, in_order
from mmagents.recordings.read.source import Source
from mmagents.recordings.recording import Medium, Utterance

PROPERTY = "mmagents:times"
"""Name of what says what the times of a file are; with :data:`ORDER`, they tell the order alone."""
ORDER = "order"
ADDRESSEE, KIND = "addressee", "kind"
"""Tiers that say more of a speaker's are called addressee@NAME and kind@NAME."""


class Said(NamedTuple):
    """An annotation: words with times in seconds, its id, and that of the one it says more of."""

    text: str
    start: float | None
    end: float | None
    line: int
    id: str = ""
    of: str = ""


def of_tiers(
    source: Source,
    top: Mapping[str, Sequence[Said]],
    more: Mapping[tuple[str, str], Sequence[Said]],
    medium: Medium | None,
    *,
    ordered: bool,
) -> Gathering:
    """Return the conversation of tiers; what holds no words is silence.

    Args:
        source: the file.
        top: by speaker, the annotations.
        more: by kind of tier and speaker, what says more of these: by id, or by the same start.
        medium: what the user says it is.
        ordered: whether times tell the order alone, and are let go of.
    """
    found = Gathering(source.name, medium or "speech")
    for speaker, said in top.items():
        found.names[speaker] = speaker
        to, kinds = (_by_place(more.get((kind, speaker), ())) for kind in (ADDRESSEE, KIND))
        for one in said:
            if one.text:
                place = one.id if one.id in to or one.id in kinds else str(one.start)
                whom = addressees_of(to.get(place), top)
                unit = Utterance(speaker, one.text, one.start, one.end, whom, line=one.line)
                back = kinds.get(place) == "backchannel"
                found.add(unit._replace(kind="backchannel") if back else unit, source)
    found.said[:] = in_order(found.said)
    if ordered:
        found.said[:] = [one._replace(start=None, end=None) for one in found.said]
    return found


def _by_place(said: Sequence[Said]) -> dict[str, str]:
    return {one.of or str(one.start): one.text for one in said}
