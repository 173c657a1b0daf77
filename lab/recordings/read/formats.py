"""The formats that talk is read from: one record each, in the order in which they are tried."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mmagents.lab.recordings.read import rows
from mmagents.lab.recordings.read.chat_files import read_chat
from mmagents.lab.recordings.read.gathering import Gathering
from mmagents.lab.recordings.read.messengers import (
    looks_like_discord,
    looks_like_whatsapp,
    read_discord,
    read_whatsapp,
)
from mmagents.lab.recordings.read.named_lines import looks_like_named_lines, read_named_lines
from mmagents.lab.recordings.read.source import Source
from mmagents.lab.recordings.read.tiers import read_elan, read_praat
from mmagents.lab.recordings.recording import Medium

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


def _table(source: Source) -> bool:
    names = {rows.plain(one.strip('"')) for one in re.split(r"[,;\t]", source.lines[0])}
    return len(names) > 1 and bool(names & set(rows.columns()["speaker"]))


def _json_lines(source: Source, medium: Medium | None) -> Sequence[Gathering]:
    return rows.gathered(source, [*rows.json_lines(source)], medium)


def _csv(source: Source, medium: Medium | None) -> Sequence[Gathering]:
    return rows.gathered(source, [*rows.table(source)], medium)


_JSONL = (".jsonl", ".ndjson", ".json")
FORMATS: tuple[Format, ...] = (
    Format("cha", "CHAT", (".cha",), lambda source: source.text.startswith("@"), read_chat),
    Format("eaf", "ELAN", (".eaf",),
           lambda source: "<ANNOTATION_DOCUMENT" in source.text[:5000], read_elan),
    Format("textgrid", "Praat's TextGrid, long or short", (".textgrid",),
           lambda source: "TextGrid" in source.text[:200], read_praat),
    Format("discord", "DiscordChatExporter's JSON", (".json",),
           looks_like_discord, read_discord),
    Format("jsonl", "JSON lines, or one list: speaker, text …", _JSONL,
           lambda source: source.text.lstrip()[:1] in ("{", "["), _json_lines),
    Format("csv", "a table: speaker, text …", (".csv", ".tsv", ".txt"), _table, _csv),
    Format("whatsapp", "WhatsApp's export", (".txt",), looks_like_whatsapp, read_whatsapp),
    Format("text", 'lines "Name: words"', (".txt", ".md", ""),
           looks_like_named_lines, read_named_lines),
)  # fmt: skip
