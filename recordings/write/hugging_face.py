"""A folder that the package datasets loads: two files of JSON lines, a README, a Croissant card."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, StrictUndefined, Template

from mmagents.recordings.exact import shown
from mmagents.recordings.recording import Recording
from mmagents.recordings.write.croissant import as_croissant
from mmagents.recordings.write.tables import tables_of


def as_hugging_face(
    recordings: Sequence[Recording], title: str, licence: str = ""
) -> dict[str, str]:
    """Return the files of a data set, by name.

    Args:
        recordings: the conversations.
        title: what the data set is called.
        licence: as Hugging Face calls it ("cc-by-4.0"), or its address; "" for unknown.
    """
    tables = tables_of(recordings)
    files = {table: tables.json_lines(table) for table in tables.columns}
    description = described(recordings)
    readme = _card().render(
        title=title,
        description=description,
        licence=licence,
        languages=list(dict.fromkeys(one.language for one in recordings)),
        columns=tables.columns,
    )
    return {
        "README.md": readme + "\n",
        "croissant.json": as_croissant(title, description, licence, tables, files),
        **{f"{table}.jsonl": text for table, text in files.items()},
    }


def described(recordings: Sequence[Recording]) -> str:
    """Return what a data set holds, counted, in sentences."""
    said = sum(len(one.utterances) for one in recordings)
    models = sum(1 for one in recordings if one.models.issuperset(one.names))
    mixed = sum(1 for one in recordings if one.models and not one.models.issuperset(one.names))
    people = len(recordings) - models - mixed
    who = {
        "language models or rule-based players alone": models,
        "people among such players": mixed,
        "people alone": people,
    }
    parts = [f"{count} of {whom}" for whom, count in who.items() if count]
    return f"{len(recordings)} conversations, {said} utterances: {', '.join(parts)}."


@cache
def _card() -> Template:
    environment = Environment(
        undefined=StrictUndefined, autoescape=False, keep_trailing_newline=False
    )
    environment.filters |= {"yaml": json.dumps, "line": _line, "cell": _cell}
    return environment.from_string(Path(__file__).with_name("card.md.j2").read_text("utf-8"))


def _line(text: str) -> str:
    return " ".join(shown(text).split())


def _cell(text: str) -> str:
    return _line(text).replace("|", "\\|")
