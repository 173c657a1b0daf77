"""Conversations as two tables, of utterances and of conversations, and what their columns mean."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from mmagents.recordings.exact import whole
from mmagents.recordings.recording import Recording

UTTERANCES, CONVERSATIONS = "utterances", "conversations"
ABOUT = "about_"
"""How columns begin that hold what a recording says of itself, like its condition."""
Kind = Literal["string", "int64", "float64", "bool"]


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        name: what it is called.
        kind: of its values.
        means: what it holds, as a sentence's part.
        many: whether a cell holds a list.
    """

    name: str
    kind: Kind
    means: str
    many: bool = False


_UTTERANCES = (
    Column("conversation", "string", "id of the conversation"),
    Column("place", "int64", "place in the conversation, from 0"),
    Column("speaker", "string", "id of who said it"),
    Column("text", "string", "the words; empty where only times are known"),
    Column("start", "float64", "seconds from the beginning; null where not known"),
    Column("end", "float64", "seconds from the beginning; null where not known"),
    Column("addressees", "string", 'ids of those it was put to; "everyone" for all; empty for '
           "nobody in particular; null where not known", many=True),
    Column("replies_to", "int64", "place of the utterance that it takes up; null for none"),
    Column("kind", "string", "turn, backchannel or repair"),
    Column("question", "bool", "whether annotators found a question; null where none looked"),
    Column("stretch", "int64", "number of the stretch of talk, from 0; talk does not go on from "
           "one to the next"),
    Column("unit_ends", "int64", "the character of the text at which each of its units ends; empty "
           "where units are not known", many=True),
    Column("unit_starts", "float64", "when each unit began, in seconds", many=True),
    Column("unit_stops", "float64", "when each unit ended, in seconds", many=True),
    Column("cut", "bool", "whether somebody else had the floor before all was said"),
)  # fmt: skip
_CONVERSATIONS = (
    Column("conversation", "string", "id of the conversation"),
    Column("name", "string", "what it is called"),
    Column("medium", "string", "speech or chat"),
    Column("language", "string", "code of BCP 47"),
    Column("utterances", "int64", "how many it has"),
    Column("speakers", "string", "ids of those who took part, in the order in which they first "
           "spoke; who said nothing comes last", many=True),
    Column("names", "string", "what they are called, in the same order", many=True),
    Column("models", "bool", "whether each is a language model or rule-based, in the same order",
           many=True),
)  # fmt: skip


class Tables(NamedTuple):
    """The two tables.

    Attributes:
        columns: of each table, by its name.
        rows: of each table, by its name.
    """

    columns: dict[str, Sequence[Column]]
    rows: dict[str, list[dict[str, Any]]]

    def json_lines(self, table: str) -> str:
        """Return a table with one object a line."""
        lines = (json.dumps(row, ensure_ascii=False) for row in self.rows[table])
        return whole("".join(f"{line}\n" for line in lines))


def tables_of(recordings: Sequence[Recording]) -> Tables:
    """Return conversations as tables; those called alike get ids that differ."""
    keys = list(dict.fromkeys(key for one in recordings for key in one.about))
    about = [Column(ABOUT + key, "string", f"{key}, as the recording says it") for key in keys]
    utterances: list[dict[str, Any]] = []
    conversations: list[dict[str, Any]] = []
    for id, one in zip(ids_of(recordings), recordings, strict=True):
        utterances += _utterances(id, one)
        conversations.append(_conversation(id, one, keys))
    return Tables(
        {UTTERANCES: _UTTERANCES, CONVERSATIONS: (*_CONVERSATIONS, *about)},
        {UTTERANCES: utterances, CONVERSATIONS: conversations},
    )


def ids_of(recordings: Sequence[Recording]) -> list[str]:
    """Return an id for each conversation: its name, with a number where several are called so."""
    found: dict[str, None] = {}
    for one in recordings:
        id, number = one.name, 1
        while id in found:
            number += 1
            id = f"{one.name} {number}"
        found[id] = None
    return list(found)


def _utterances(id: str, recording: Recording) -> list[dict[str, Any]]:
    return [
        {
            "conversation": id,
            "place": place,
            "speaker": one.speaker,
            "text": one.text,
            "start": one.start,
            "end": one.end,
            "addressees": None if one.addressees is None else list(one.addressees),
            "replies_to": one.replies_to,
            "kind": one.kind,
            "question": one.question,
            "stretch": one.stretch,
            "unit_ends": [unit.upto for unit in one.units],
            "unit_starts": [unit.start for unit in one.units],
            "unit_stops": [unit.end for unit in one.units],
            "cut": one.cut,
        }
        for place, one in enumerate(recording.utterances)
    ]


def _conversation(id: str, one: Recording, keys: Sequence[str]) -> dict[str, Any]:
    about: Mapping[str, str | None] = {ABOUT + key: one.about.get(key) for key in keys}
    return {
        "conversation": id,
        "name": one.name,
        "medium": one.medium,
        "language": one.language,
        "utterances": len(one.utterances),
        "speakers": list(one.names),
        "names": list(one.names.values()),
        "models": [id in one.models for id in one.names],
        **about,
    }
