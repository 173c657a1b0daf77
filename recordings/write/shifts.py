"""A table for the package parshift, which counts Gibson's participation shifts (Gibson 2003).

parshift (Ferreira-Saraiva et al. 2023, SoftwareX 24) reads `utterance_id`, `speaker_id`,
`utterance` and `target_id`, speakers as numbers. No target is the group as a whole: where an
utterance was put to several, to everyone, to nobody in particular, or where nothing is known of it.
Backchannels are no turns and are left out. Further columns give back the recording to
`mmagents import`.
"""

from __future__ import annotations

import csv
import io

from mmagents.floor.adjacency import EVERYONE
from mmagents.recordings.csv_cells import safe
from mmagents.recordings.exact import (
    MARK,
    NOTE,
    addressees_held,
    addressees_in,
    header_of,
    labels_of,
    note_of,
    table_text,
)
from mmagents.recordings.recording import Recording, Utterance
from mmagents.scenarios.errors import MMAgentsError

COLUMNS = (
    "utterance_id", "speaker_id", "utterance", "target_id",
    "speaker", "addressees", "start", "end", NOTE, MARK,
)  # fmt: skip


def as_shifts(recording: Recording) -> str:
    """Return a table of a row an utterance.

    Raises:
        MMAgentsError: if nothing is known of whom anything was put to.
    """
    turns = _turns(recording)
    if not any(one.addressees is not None for one in turns.utterances):
        raise MMAgentsError(
            f"{recording.name or 'The recording'} does not say whom anything was put to, so there "
            "are no participation shifts to count. Choose another --format."
        )
    labels = labels_of(turns)
    numbers = {id: number for number, id in enumerate(labels, 1)}
    header = header_of(turns, {label: id for id, label in labels.items()})
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, one in enumerate(turns.utterances, 1):
        text, to = table_text(one.text), addressees_held(one)
        held = Utterance(one.speaker, text, one.start, one.end, to)
        writer.writerow(
            [
                number,
                numbers[one.speaker],
                safe(held.text),
                _target(one, numbers),
                safe(labels[one.speaker]),
                safe(addressees_in(one, labels)),
                *("" if at is None else repr(at) for at in (one.start, one.end)),
                note_of(one, held),
                header.written() if number == 1 else "",
            ]
        )
    return file.getvalue()


def _target(one: Utterance, numbers: dict[str, int]) -> int | str:
    to = [whom for whom in one.addressees or () if whom != one.speaker]
    return numbers[to[0]] if len(to) == 1 and to[0] != EVERYONE else ""


def _turns(recording: Recording) -> Recording:
    """Return a recording without its backchannels."""
    kept = [at for at, one in enumerate(recording.utterances) if one.kind == "turn"]
    place: dict[int | None, int] = {old: new for new, old in enumerate(kept)}
    said = (recording.utterances[at] for at in kept)
    return Recording(
        recording.name,
        recording.names,
        tuple(one._replace(replies_to=place.get(one.replies_to)) for one in said),
        recording.medium,
        recording.language,
        recording.models,
        recording.about,
    )
