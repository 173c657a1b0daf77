"""Sheets written out, filled in and read back by the command."""

import csv
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import Result
from typer.testing import CliRunner

from mmagents.cli.app import app

NOT_READ = shutil.ignore_patterns("memory", "*.sqlite*", ".lock", ".owner")
Cells = dict[str, str]


def annotate(*given: Any) -> Result:
    return CliRunner().invoke(app, ["annotate", *map(str, given)])


def exported(folder: Path, kind: str, *more: Any) -> Path:
    out = folder.parent / f"{kind}.csv"
    done = annotate("export", folder, "--out", out, "--sheet", kind, *more)
    assert done.exit_code == 0, done.exception
    return out


def rows_of(file: Path) -> list[Cells]:
    return list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"), newline="")))


def filled(file: Path, name: str, fill: Callable[[int, Cells], Cells]) -> Path:
    """A copy of a sheet in which each row is filled in by its place, from 0."""
    rows = [{**cells, **fill(at, cells)} for at, cells in enumerate(rows_of(file))]
    out = file.with_name(f"{name}-{file.name}")
    with out.open("w", encoding="utf-8", newline="") as held:
        sheet = csv.DictWriter(held, list(rows[0]))
        sheet.writeheader()
        sheet.writerows(rows)
    return out


def imported(folder: Path, *given: str) -> dict[str, Any]:
    done = annotate("import", folder, *given, "--json")
    assert done.exit_code == 0, done.exception
    held: dict[str, Any] = json.loads(done.stdout)
    return held


def scores(at: int, cells: Cells) -> Cells:
    return {"coherence": str(1 + at), "cooperativeness": "4/5", "diversity": "", "remark": "=Hm."}
