"""Talk in tiers, one a speaker, as ELAN and Praat have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, get_args

from mmagents.lab.recordings.read.gathering import Gathering, addressees_of, in_order
from mmagents.lab.recordings.read.source import Source
from mmagents.lab.recordings.recording import Kind, Medium, Utterance
from mmagents.lab.recordings.text import NO_WORDS
from mmagents.lab.recordings.write.tiers import ADDRESSEE, KIND

_ASIDE: Mapping[str, Kind] = {one: one for one in get_args(Kind) if one != "turn"}
"""What a tier of kinds says of an utterance that is no turn."""


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
) -> Gathering:
    """Return the conversation of tiers; what holds no words is silence.

    Args:
        source: the file.
        top: by speaker, the annotations.
        more: by kind of tier and speaker, what says more of these: by id, or by the same start.
        medium: what the user says it is.
    """
    found = Gathering(source.name, medium or "speech")
    for speaker, said in top.items():
        found.names[speaker] = speaker
        to, kinds = (_by_place(more.get((kind, speaker), ())) for kind in (ADDRESSEE, KIND))
        for one in said:
            if one.text:
                words = "" if one.text == NO_WORDS else one.text
                whom = addressees_of(_at(to, one), top)
                kind = _ASIDE.get(_at(kinds, one) or "", "turn")
                unit = Utterance(speaker, words, one.start, one.end, whom, kind=kind, line=one.line)
                found.add(unit, source)
    found.said[:] = in_order(found.said)
    return found


def _at(beside: Mapping[str, str], one: Said) -> str | None:
    return beside.get(one.id) if one.id in beside else beside.get(str(one.start))


def _by_place(said: Sequence[Said]) -> dict[str, str]:
    return {one.of or str(one.start): one.text for one in said}
