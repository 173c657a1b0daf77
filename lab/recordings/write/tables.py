"""Talk as rows: JSON lines of all that is known, and a table for the package parshift.

parshift (Ferreira-Saraiva et al. 2023, SoftwareX 24) counts Gibson's participation shifts (Gibson
2003). It reads `utterance_id`, `speaker_id`, `utterance` and `target_id`, speakers as numbers. No
target is the group as a whole: where an utterance was put to several, to everyone, to nobody in
particular, or where nothing is known of it. Backchannels are no turns and are left out.
"""

from __future__ import annotations

import csv
import io
import json

from mmagents.errors import MMAgentsError
from mmagents.floor.adjacency import EVERYONE
from mmagents.lab.recordings.recording import Recording, Utterance
from mmagents.lab.recordings.text import NOBODY, addressees_in, labels_of, safe, shown

SHIFTS = (
    "utterance_id", "speaker_id", "utterance", "target_id", "speaker", "addressees", "start", "end",
)  # fmt: skip


def as_json_lines(recording: Recording) -> str:
    """Return an object an utterance, with all that is known of it; `mmagents import` reads it."""
    labels = labels_of(recording)
    lines = []
    for place, one in enumerate(recording.utterances):
        to = one.addressees
        known = {
            **one._asdict(),
            "conversation": recording.name,
            "id": place,
            "speaker": labels[one.speaker],
            "addressees": None if to is None else [labels.get(id, id) for id in to] or NOBODY,
            "is_model": one.speaker in recording.models,
        }
        del known["line"]
        held = {key: value for key, value in known.items() if value not in (None, ())}
        line = json.dumps(held, ensure_ascii=False)
        lines.append(line.encode("utf-16", "surrogatepass").decode("utf-16", "replace") + "\n")
    return "".join(lines)


def as_shifts(recording: Recording) -> str:
    """Return a table of a row a turn.

    Raises:
        MMAgentsError: if nothing is known of whom anything was put to.
    """
    turns = [one for one in recording.utterances if one.kind == "turn"]
    if not any(one.addressees is not None for one in turns):
        raise MMAgentsError(
            f"{recording.name or 'The recording'} does not say whom anything was put to, so there "
            "are no participation shifts to count. Choose another --format."
        )
    labels = labels_of(recording)
    numbers = {id: number for number, id in enumerate(labels, 1)}
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(SHIFTS)
    for number, one in enumerate(turns, 1):
        words = (shown(one.text, "\n\t"), labels[one.speaker], addressees_in(one, labels))
        text, speaker, to = map(safe, words)
        times = ("" if at is None else repr(at) for at in (one.start, one.end))
        target = _target(one, numbers)
        writer.writerow([number, numbers[one.speaker], text, target, speaker, to, *times])
    return file.getvalue()


def _target(one: Utterance, numbers: dict[str, int]) -> int | str:
    to = [whom for whom in one.addressees or () if whom != one.speaker]
    return numbers[to[0]] if len(to) == 1 and to[0] != EVERYONE else ""
