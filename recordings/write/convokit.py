"""A corpus of ConvoKit (Chang et al. 2020): a folder of JSON files, which convokit loads.

Own code: convokit brings PyTorch and spaCy, and its files are plain JSON. A test loads
them with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mmagents.recordings.exact import (
    MARK,
    NOTE,
    header_of,
    label_of,
    note_of,
    one_line,
    people_in,
    whole,
)
from mmagents.recordings.recording import Recording, Utterance

Rows = Mapping[int, Mapping[str, Any]]
"""By the line of an utterance, what else is known of it."""
_OWN = frozenset({"text", "speaker", "start", "end", "addressees", "question", "stretch"})
"""Fields of a game's row that an utterance has itself."""


def as_convokit(recordings: Sequence[Recording], rows: Rows | None = None) -> dict[str, str]:
    """Return the files of a corpus, by name.

    An utterance replies to the one that it takes up, or else to the one before it, for ConvoKit
    wants one thread a conversation; a note in its meta says where nothing was taken up. Speakers
    are those of the whole corpus, so those of several conversations have its id before their own.

    Args:
        recordings: the conversations.
        rows: of a saved game alone, its record.
    """
    utterances: list[dict[str, Any]] = []
    speakers: dict[str, dict[str, Any]] = {}
    conversations: dict[str, dict[str, Any]] = {}
    alone = len(recordings) == 1
    ids: list[str] = []
    for one in recordings:
        ids.append(label_of(one.name, ids))
        if one.utterances:
            labels = _labels(one, "" if alone else f"{ids[-1]}: ")
            units = list(_units(ids[-1], one, labels, rows or {}))
            utterances += units
            conversations[units[0]["id"]] = {"meta": _about(one, labels), "vectors": []}
            for speaker, label in labels.items():
                meta = {"name": one.names.get(speaker, speaker), "model": speaker in one.models}
                speakers[label] = {"meta": meta, "vectors": []}
    lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in utterances)
    index = {
        "utterances-index": _index(one["meta"] for one in utterances),
        "speakers-index": _index(one["meta"] for one in speakers.values()),
        "conversations-index": _index(one["meta"] for one in conversations.values()),
        "overall-index": {},
        "version": 1,
        "vectors": [],
    }
    return {
        "utterances.jsonl": whole(lines),
        "speakers.json": one_line(speakers),
        "conversations.json": one_line(conversations),
        "corpus.json": one_line({}),
        "index.json": one_line(index),
    }


def _labels(recording: Recording, before: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for id in people_in(recording):
        found[id] = label_of(before + id, found.values())
    return found


def _about(recording: Recording, labels: Mapping[str, str]) -> dict[str, str]:
    header = header_of(recording, {label: id for id, label in labels.items()})
    own = {"medium": recording.medium, "language": recording.language, MARK: header.written()}
    return {**recording.about, **own}


def _units(
    conversation: str, recording: Recording, labels: Mapping[str, str], rows: Rows
) -> Iterator[dict[str, Any]]:
    first = f"{conversation}-1"
    zero = min(one.stretch for one in recording.utterances)
    timed = any(one.start is not None or one.end is not None for one in recording.utterances)
    for place, one in enumerate(recording.utterances):
        row = rows.get(one.line, {})
        before = place - 1 if place else None
        earlier = one.replies_to is not None and one.replies_to < place
        thread = one.replies_to if earlier else before
        yield {
            "id": f"{conversation}-{place + 1}",
            "conversation_id": first,
            "text": one.text,
            "speaker": labels[one.speaker],
            "meta": {
                **{key: value for key, value in row.items() if key not in _OWN},
                **_meta(one, _held(one, thread, row, zero), labels),
            },
            "reply-to": None if thread is None else f"{conversation}-{thread + 1}",
            "timestamp": one.start if timed else place,
            "vectors": [],
        }


def _held(one: Utterance, thread: int | None, row: Mapping[str, Any], zero: int) -> Utterance:
    """Return what a reader of the corpus finds of an utterance."""
    return one._replace(
        text=one.text.strip(),
        start=None if one.start is None else round(one.start, 3),
        end=None if one.end is None else round(one.end, 3),
        addressees=None if one.addressees is None else tuple(dict.fromkeys(one.addressees)),
        replies_to=one.replies_to if row else thread,
        stretch=one.stretch - zero,
        units=(),
        cut=False,
    )


def _meta(one: Utterance, held: Utterance, labels: Mapping[str, str]) -> dict[str, Any]:
    to = one.addressees
    return {
        "addressees": None if to is None else [labels.get(whom, whom) for whom in to],
        "start": one.start,
        "end": one.end,
        "kind": one.kind,
        "question": one.question,
        "stretch": one.stretch,
        NOTE: note_of(one, held),
    }


def _index(metas: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return by key the types of its values, as ConvoKit's index has them."""
    found: dict[str, dict[str, None]] = {}
    for meta in metas:
        for key, value in meta.items():
            kinds = found.setdefault(key, {})
            if value is not None:
                kinds[str(type(value))] = None
    return {key: list(kinds) for key, kinds in found.items()}
