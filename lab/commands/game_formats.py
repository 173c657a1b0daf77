"""What a saved game's record is exported as: Markdown, CSV, JSON lines."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mmagents.cli.shown.totals import markdown
from mmagents.lab.recordings.text import safe
from mmagents.nodes.record import TurnRow
from mmagents.nodes.table import Table

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
