"""annotate: sheets for people who read the conversations of an experiment, out and back in."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mmagents.cli.options import AsJson, ExperimentFolder
from mmagents.cli.shown.terminal import echo
from mmagents.errors import MMAgentsError

app = typer.Typer(
    no_args_is_help=True, help="Sheets for people who rate conversations, out and back."
)
LONGEST_NAME = 40


SheetName = StrEnum("SheetName", ["CONVERSATIONS", "TURNS", "UTTERANCES", "RUBRIC", "TRUTH"])
"""What people are asked."""


@app.command("export")
def export_sheet(
    folder: ExperimentFolder,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The sheet to write: sheet.csv.")],
    sheet: Annotated[
        SheetName,
        typer.Option(
            help="conversations (scores for each), turns (which of them break down), utterances "
            "(points of the story that each earns, as in the paper), rubric (those that the "
            "whole conversation does) or truth (consistency and factualness of every turn)."
        ),
    ] = SheetName.CONVERSATIONS,
    seed: Annotated[int, typer.Option(help="What the order and the choice are drawn from.")] = 0,
    each: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="So many conversations of each cell, by lot."),
    ] = None,
    cell: Annotated[
        list[str] | None, typer.Option(metavar="CELL", help="Of this cell only; repeatable.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a sheet for raters: shuffled, without condition or seed; its key stays in DIR."""
    from mmagents.lab.annotation.sheets import FOLDER, SHEETS, SheetKind, export, guide
    from mmagents.lab.experiments.experiment import open_experiment
    from mmagents.stores.disk import friendly_disk_errors, write_whole

    beside = out.with_suffix(".md")
    experiment = open_experiment(folder)
    _check_free(out, beside)
    conversations = experiment.read(cell or ())
    made = export(conversations, SheetKind(sheet.value), seed=seed, each=each)
    held = {item.id for item in made.items.values()}
    told = guide(made.kind, {one.language for one in conversations if one.id in held})
    key = folder / FOLDER / f"{made.name}.json"
    with friendly_disk_errors(folder, SHEETS):
        key.parent.mkdir(exist_ok=True)
        write_whole(key, made.key())
    with friendly_disk_errors(out.parent, SHEETS):
        write_whole(beside, told.encode())
        write_whole(out, made.content)
    if as_json:
        about = {"sheet": made.name, "rows": len(made.items), "conversations": len(held)}
        files = {"out": str(out), "guide": str(beside), "key": str(key)}
        echo(json.dumps({**about, **files}, ensure_ascii=False))
        return
    echo(
        f"{len(made.items)} rows from {len(held)} conversations in {out}, what raters are told in "
        f"{beside}. The key is {key}: keep it from the raters. Then: mmagents annotate import "
        f"{folder} NAME={out} …"
    )


def _check_free(*files: Path) -> None:
    for file in files:
        if file.exists():
            raise MMAgentsError(
                f"{file} is there already, and somebody may have filled it in. Name another file "
                "with --out."
            )
        if not file.parent.is_dir():
            raise MMAgentsError(f"There is no folder {file.parent} for {file.name}. Make it first.")


@app.command("import")
def import_sheets(
    folder: ExperimentFolder,
    sheets: Annotated[
        list[str],
        typer.Argument(metavar="RATER=FILE…", help="Who filled in which sheet; any number."),
    ],
    as_json: AsJson = False,
) -> None:
    """Read the sheets of raters and say how far they agree; the report shows both."""
    from mmagents.lab.annotation.reading import keep, read_sheets
    from mmagents.lab.experiments.experiment import open_experiment
    from mmagents.lab.judging.agreement import agreements
    from mmagents.lab.judging.verdicts import readings_in

    experiment = open_experiment(folder)
    rated = read_sheets(experiment.folder, [_rater(one) for one in sheets])
    readings_in(experiment.folder)  # so that a damaged file is said before anything is written
    keep(experiment.folder, rated)
    agreed = [one for one in agreements(readings_in(experiment.folder)) if one.source != "models"]
    if as_json:
        read = [
            {"rater": one.rater, "sheet": one.sheet, "rated": len(one.verdicts), "blank": one.blank}
            for one in rated
        ]
        found = [{**asdict(one), "raters": list(one.raters)} for one in agreed]
        echo(json.dumps({"read": read, "agreement": found}, ensure_ascii=False))
        return
    for one in rated:
        blank = f"; {one.blank} rows are blank" if one.blank else ""
        echo(f"{one.rater}: {len(one.verdicts)} ratings from sheet {one.sheet}{blank}")
    from mmagents.lab.commands.sheets import show
    from mmagents.lab.report.rows import agreement_rows
    from mmagents.lab.report.sheets import table_sheet

    if agreed:
        show(table_sheet("Agreement among raters", agreement_rows(agreed)))
    else:
        echo("One rater so far: nothing to compare.")
    echo(f"For the report: mmagents experiment report {folder}")


def _rater(given: str) -> tuple[str, Path]:
    """Return name and file of RATER=FILE."""
    name, equals, file = given.partition("=")
    name = name.strip()
    if not equals or not name or not file.strip():
        raise MMAgentsError(
            f"Sheets are given as RATER=FILE, such as ada=sheet.csv; not {given!r}."
        )
    if not name.isprintable() or ":" in name or len(name) > LONGEST_NAME:
        raise MMAgentsError(
            f"{name!r} cannot be a rater's name: at most {LONGEST_NAME} letters on one line, "
            "without a colon, which stands in the names of models."
        )
    return name, Path(file.strip())
