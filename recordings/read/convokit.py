"""Corpora of ConvoKit: a folder with utterances.jsonl, speakers.json and conversations.json.

Chang et al. 2020, *ConvoKit: A Toolkit for the Analysis of Conversations*.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from mmagents.recordings.exact import MARK, NOTE
from mmagents.recordings.read.gathering import Gathering
from mmagents.recordings.read.ours import header_in, restored
from mmagents.recordings.read.rows import Numbered, gathered, json_lines
from mmagents.recordings.read.source import Source, opened
from mmagents.recordings.recording import Medium

UTTERANCES = "utterances.jsonl"
_KEPT = ("addressees", "start", "end", "kind", "question", "stretch")
"""What may stand in the meta of an utterance."""


def looks_like_convokit(source: Source) -> bool:
    """Tell whether this is the file of utterances of a corpus."""
    return source.path.name == UTTERANCES and (source.path.parent / "speakers.json").is_file()


def read_convokit(source: Source, medium: Medium | None) -> list[Gathering]:
    """Read a corpus, given its file of utterances.

    Raises:
        RecordingError: if one of its files is not as ConvoKit writes it.
    """
    speakers, conversations = _beside(source, "speakers"), _beside(source, "conversations")
    rows = list(_rows(source))
    notes = {line: str(row[NOTE] or "") for line, row in rows}
    found = gathered(source, rows, medium)
    for one in found:
        about = dict(_meta(conversations.get(one.name)))
        ours = about.pop(MARK, None)
        if isinstance(ours, str):
            own = [notes[unit.line] for unit in one.said]
            restored(one, header_in(ours, 0, source), own, str.strip, source)
            continue
        given = about.get("medium")
        if medium is None and given in ("speech", "chat"):
            one.medium = cast("Medium", given)
        one.language = about.get("language") or one.language
        one.about |= {key: value for key, value in about.items() if isinstance(value, str)}
        for id in dict.fromkeys(unit.speaker for unit in one.said):
            meta = _meta(speakers.get(id))
            one.names[id] = str(meta.get("name") or id)
            if meta.get("model") is True or meta.get("is_model") is True:
                one.models.add(id)
    return found


def _rows(source: Source) -> Iterator[Numbered]:
    for line, row in json_lines(source):
        given: Any = row
        meta, speaker = _meta(given), given.get("speaker", given.get("user"))
        if isinstance(speaker, Mapping):
            speaker = speaker.get("id")
        time = given.get("timestamp")
        ours = "ledger" in meta and "turn" in meta  # a game's row: its number stands for a time
        flat = {
            "speaker": speaker,
            "text": given.get("text"),
            "id": meta["turn"] if ours else given.get("id"),
            "conversation": given.get("conversation_id", given.get("root")),
            "replies_to": meta.get("answers") if ours else given.get("reply_to"),
            "start": None if ours else time,
            NOTE: meta.get(NOTE),
            **{key: meta[key] for key in _KEPT if meta.get(key) is not None},
        }
        yield Numbered(line, flat | {key: meta[key] for key in ("rule", "ledger") if ours})


def _meta(given: object) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        return {}
    meta = given.get("meta")
    return meta if isinstance(meta, Mapping) else {}


def _beside(source: Source, name: str) -> Mapping[str, Any]:
    file = source.path.with_name(f"{name}.json")
    if not file.is_file():
        return {}
    beside = opened(file)
    try:
        found = json.loads(beside.text)
    except (ValueError, RecursionError) as error:
        raise beside.wrong(getattr(error, "lineno", 0), "it is not JSON.") from None
    if not isinstance(found, dict):
        raise beside.wrong(0, "it is no JSON object.")
    return found
