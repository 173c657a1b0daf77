"""The report of an experiment: read from its folder, written beside it, the same every time."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mmagents.errors import MMAgentsError
from mmagents.lab.experiments.experiment import open_experiment
from mmagents.lab.experiments.summary import Played, read_played
from mmagents.lab.judging.measures import of_judge
from mmagents.lab.judging.verdicts import readings_in
from mmagents.lab.report.figure_style import as_png
from mmagents.lab.report.figures import drawn, of_a_report
from mmagents.lab.report.page import page
from mmagents.lab.report.results import Results, results
from mmagents.lab.report.rows import as_csv
from mmagents.lab.report.sections import definitions
from mmagents.lab.report.sheets import BESIDE, MAIN, Sheet, measures_sheet, table_sheet
from mmagents.lab.statistics.compare import phrase
from mmagents.lab.statistics.sums import library
from mmagents.stores.disk import Holding, friendly_disk_errors, write_whole

A_REPORT = Holding(
    "report", "write it elsewhere with --out", "The experiment itself is unharmed.",
    "mmagents experiment report DIR",
)  # fmt: skip


class ReportError(MMAgentsError):
    """A report that cannot be written."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report that was written: its HTML page, and the folder of its figures and tables."""

    results: Results
    played: Played
    page: Path
    beside: Path

    def sheets(self) -> list[Sheet]:
        """Return the main tables, to be shown in a terminal."""
        import pandas as pd

        tables = {
            "Played, by group": pd.DataFrame(self.played.rows(self.results.labels)),
            "Who read the conversations": self.results.tables["raters"],
            "Agreement among raters": self.results.tables["agreement"],
        }
        shown = [table_sheet(caption, table) for caption, table in tables.items() if len(table)]
        return [measures_sheet(self.results, self._main(), "Main measures", BESIDE), *shown]

    def _main(self) -> list[str]:
        """Return the main measures; of several judges those of each, as the paper has them."""
        judges = self.results.judges
        return [
            one
            for name in MAIN
            for one in (
                [of_judge(name, by) for by in judges]
                if name.startswith("model:") and judges
                else [name]
            )
        ]

    def finding(self) -> str:
        """Return the comparison of breakdowns in a sentence."""
        return f"Turns that break down. {phrase(self.results.comparisons['breakdown:turns'])}"

    def as_json(self) -> dict[str, Any]:
        """Return the main tables as plain JSON, with every measure's comparison."""
        return {
            "experiment": self.played.name,
            "page": str(self.page),
            "models": self.played.models,
            "played": self.played.rows(self.results.labels),
            "raters": self.results.tables["raters"].to_dict("records"),
            "agreement": [
                {**asdict(one), "raters": list(one.raters)} for one in self.results.agreed
            ],
            "failed": [{"id": id, "error": why} for id, why in self.played.failures],
            "measures": {
                name: {
                    "label": measure.label,
                    "unit": measure.unit,
                    "direction": measure.direction,
                    **asdict(self.results.comparisons[name]),
                }
                for name, measure in definitions(list(self.results.comparisons)).items()
            },
        }


def report(folder: Path, out: Path | None = None) -> Report:
    """Write the report of an experiment, by default to `report.html` in its folder.

    Figures and tables go into the folder beside the page that has its name without `.html`.

    Raises:
        MMAgentsError: if `mmagents[evaluation]` is not installed, there is no experiment, nothing
            has been played, or the disk fails.
    """
    for module in ("pandas", "matplotlib"):
        library(module)
    if out is not None and out.suffix.lower() not in (".html", ".htm"):
        raise ReportError(f"{out} is no name for a page: give one that ends in .html, with --out.")
    experiment = open_experiment(folder)
    played = read_played(experiment)
    if not any(one.rows for one in played.conversations):
        raise ReportError(
            f"No conversation in {folder} has been played to its end, so there is nothing to "
            f"report. Play some with: mmagents experiment run GRID --out {folder}"
        )
    found = results(
        played.conversations,
        cells=[dict(cell.cell.factors) for cell in played.cells],
        readings=readings_in(folder),
    )
    file = out or folder / "report.html"
    written = Report(found, played, file, file.with_suffix(""))
    _write(written)
    return written


def _write(written: Report) -> None:
    pictures = drawn(written.results)
    with friendly_disk_errors(written.page.parent, A_REPORT):
        written.beside.mkdir(parents=True, exist_ok=True)
        for file in written.beside.glob("*.png"):
            if of_a_report(file.stem) and file.stem not in pictures:  # an earlier report had it
                file.unlink()
        for one in pictures.values():
            write_whole(written.beside / f"{one.name}.png", as_png(one.figure))
        for name, table in written.results.tables.items():
            write_whole(written.beside / f"{name}.csv", as_csv(table))
        html = page(written.results, written.played, pictures)
        write_whole(written.page, html.encode("utf-8", "replace"))
