"""The formats that talk is read from: one record each, in the order in which they are tried."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mmagents.recordings.read import corpora, rows
from mmagents.recordings.read.chat_files import read_chat
from mmagents.recordings.read.convokit import looks_like_convokit, read_convokit
from mmagents.recordings.read.elan import read_elan
from mmagents.recordings.read.gathering import Gathering
from mmagents.recordings.read.hugging_face import looks_like_hugging_face, read_hugging_face
from mmagents.recordings.read.messengers import (
    looks_like_discord,
    looks_like_whatsapp,
    read_discord,
    read_whatsapp,
)
from mmagents.recordings.read.named_lines import looks_like_named_lines, read_named_lines
from mmagents.recordings.read.praat import read_praat
from mmagents.recordings.read.source import Source
from mmagents.recordings.recording import Medium

Reader = Callable[[Source, Medium | None], Sequence[Gathering]]


@dataclass(frozen=True, slots=True)
class Format:
    """A format.

    Attributes:
        name: as `--format` takes it.
        what: what it is, in a few words.
        suffixes: what its files' names end in; () for any.
        looks: whether a file looks like one; nobody is asked whose name ends otherwise.
        read: reads it.
    """

    name: str
    what: str
    suffixes: tuple[str, ...]
    looks: Callable[[Source], bool]
    read: Reader

    def may_be(self, source: Source) -> bool:
        """Tell whether a file's name and its content are those of one."""
        return (not self.suffixes or source.suffix in self.suffixes) and self.looks(source)


def _head(source: Source) -> Any:
    """Return the first object of a list, or the first line with anything in it, as JSON."""
    if source.suffix in _JSONL and source.text.lstrip().startswith("["):
        return next((one.row for one in rows.json_lines(source)), None)
    line = next((one for one in source.lines if one.strip()), "")
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _has(*keys: str) -> Callable[[Source], bool]:
    """Return whether the first line is an object with all these keys."""

    def looks(source: Source) -> bool:
        head = _head(source)
        return isinstance(head, dict) and set(keys) <= {rows.plain(key) for key in head}

    return looks


def _table(source: Source) -> bool:
    names = {rows.plain(one.strip('"')) for one in re.split(r"[,;\t]", source.lines[0])}
    return len(names) > 1 and bool(names & set(rows.columns()["speaker"]))


def _json_lines(source: Source, medium: Medium | None) -> Sequence[Gathering]:
    return rows.gathered(source, [*rows.json_lines(source)], medium)


def _csv(source: Source, medium: Medium | None) -> Sequence[Gathering]:
    return rows.gathered(source, [*rows.table(source)], medium)


def _tagged(source: Source) -> bool:
    fits = [line.count("|") == 4 for line in source.lines[:20] if line.strip()]
    return sum(fits) * 2 > len(fits)


def _database(source: Source) -> bool:
    return bool(re.match(r"[\d.]+,[\d.]+,[^,]*,[^,]*,[^,]*,", source.text))


_JSONL = (".jsonl", ".ndjson", ".json")
FORMATS: tuple[Format, ...] = (
    Format("hf", "a data set for Hugging Face, as export writes it", (".jsonl",),
           looks_like_hugging_face, read_hugging_face),
    Format("convokit", "a folder of ConvoKit", (".jsonl",),
           looks_like_convokit, read_convokit),
    Format("cha", "CHAT", (".cha",), lambda source: source.text.startswith("@"), read_chat),
    Format("eaf", "ELAN", (".eaf",),
           lambda source: "<ANNOTATION_DOCUMENT" in source.text[:5000], read_elan),
    Format("textgrid", "Praat's TextGrid, long or short", (".textgrid",),
           lambda source: "TextGrid" in source.text[:200], read_praat),
    Format("discord", "DiscordChatExporter's JSON", (".json",),
           looks_like_discord, read_discord),
    Format("irc", "messages whose addressee is known (IRC)", _JSONL,
           _has("history", "speaker", "text", "addressee"), corpora.examples),
    Format("llmafia", "games of LLMafia", _JSONL,
           _has("phase", "is_model", "mafia"), corpora.game_chat),
    Format("avalon", "games of Avalon-NLU", _JSONL,
           _has("quest", "slot", "role"), corpora.game_chat),
    Format("jsonl", "JSON lines, or one list: speaker, text …", _JSONL,
           lambda source: isinstance(_head(source), dict), _json_lines),
    Format("mrda", "MRDA's tagged lines", (".txt",), _tagged, corpora.tagged),
    Format("mrda-database", "MRDA's database", (".dadb",), _database, corpora.database),
    Format("pshift-csv", "a table for parshift, as export writes it", (".csv",),
           rows.looks_like_shifts, rows.read_shifts),
    Format("csv", "a table: speaker, text …", (".csv", ".tsv", ".txt"), _table, _csv),
    Format("whatsapp", "WhatsApp's export", (".txt",), looks_like_whatsapp, read_whatsapp),
    Format("text", 'lines "Name: words"', (".txt", ".md", ""),
           looks_like_named_lines, read_named_lines),
)  # fmt: skip
