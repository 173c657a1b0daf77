"""What a saved game is exported as: Markdown, CSV, JSON lines, ConvoKit."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mmagents.cli.shown.totals import markdown
from mmagents.nodes.record import TurnRow
from mmagents.nodes.table import Table
from mmagents.recordings.csv_cells import safe
from mmagents.scenarios.errors import MMAgentsError

FLAT = (
    "turn", "speaker", "text", "rule", "first_pair_part", "answers", "second_pair_part", "phase",
)  # fmt: skip
LISTS = ("addressees", "expects", "heard_by", "facts")


def as_jsonl(rows: Sequence[TurnRow], table: Table) -> str:
    """Return one JSON object a line, as `transcript.jsonl` holds them."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def transcript_csv(rows: Sequence[TurnRow], table: Table) -> str:
    """Return a table of a row a turn; lists are joined by blanks, bids stand in a column a seat."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*FLAT, *LISTS, "designated", *(f"bid_{seat}" for seat in table.seats)])
    for row in rows:
        record: Mapping[str, Any] = row
        bids = {b["seat"]: f"{b['action']} {b['importance']}" for b in row["ledger"]["bids"]}
        cells = [
            *(record[key] for key in FLAT),
            *(" ".join(record[key]) for key in LISTS),
            " ".join(row["ledger"]["designated"]),
            *(bids.get(seat, "") for seat in table.seats),
        ]
        writer.writerow([safe(one) if isinstance(one, str) else one for one in cells])
    return file.getvalue()


TEXTS: Mapping[str, Callable[[Sequence[TurnRow], Table], str]] = {
    "markdown": markdown,
    "jsonl": as_jsonl,
    "csv": transcript_csv,
}


def convokit_files(
    rows: Sequence[TurnRow], table: Table, meta: Mapping[str, Any]
) -> dict[str, str]:
    """Return a ConvoKit corpus of one conversation, as file names and contents."""
    conversation = f"{table.scenario.id}-{meta['seed']}"
    ids = [f"{conversation}-{row['turn']}" for row in rows]
    utterances: list[dict[str, Any]] = [
        {
            "id": ids[index],
            "conversation_id": ids[0],
            "text": row["text"],
            "speaker": row["speaker"],
            "meta": {key: value for key, value in row.items() if key not in {"text", "speaker"}},
            "reply-to": None if index == 0 else ids[(row["answers"] or row["turn"] - 1) - 1],
            "timestamp": row["turn"],
            "vectors": [],
        }
        for index, row in enumerate(rows)
    ]
    speakers = {
        person.id: {"meta": {"name": person.name, "role": person.role}, "vectors": []}
        for person in table.public.seats()
    }
    about = {"scenario": table.scenario.id, "seed": meta["seed"], "language": table.language}
    condition = {"condition": meta["context"]["condition"]}
    conversations = {ids[0]: {"meta": {**about, **condition}, "vectors": []}} if ids else {}
    keys = list(utterances[0]["meta"]) if utterances else []
    index = {
        "utterances-index": {key: ["<class 'object'>"] for key in keys},
        "speakers-index": {"name": ["<class 'str'>"], "role": ["<class 'str'>"]},
        "conversations-index": {key: ["<class 'str'>"] for key in {**about, **condition}},
        "overall-index": {},
        "version": 1,
        "vectors": [],
    }
    return {
        "utterances.jsonl": "".join(json.dumps(u, ensure_ascii=False) + "\n" for u in utterances),
        "speakers.json": json.dumps(speakers, ensure_ascii=False),
        "conversations.json": json.dumps(conversations, ensure_ascii=False),
        "corpus.json": json.dumps({}),
        "index.json": json.dumps(index),
    }


def write_convokit(
    rows: Sequence[TurnRow], table: Table, meta: Mapping[str, Any], folder: Path
) -> None:
    """Write a ConvoKit corpus into a new folder."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise MMAgentsError(f"{folder} is there already. Name a new folder with --out.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in convokit_files(rows, table, meta).items():
            with (folder / name).open("x", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        raise MMAgentsError(f"{folder} cannot be written: {error.strerror}.") from error
