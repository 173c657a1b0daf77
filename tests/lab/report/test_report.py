"""The report of an experiment: one page, its figures and tables, the same every time."""

import json
import sys
from pathlib import Path

import pandas as pd
import pytest

from mmagents.errors import MMAgentsError
from mmagents.lab.experiments.engines import in_this_process
from mmagents.lab.experiments.experiment import begin, run
from mmagents.lab.report.figures import NAMES
from mmagents.lab.report.report import Report, report
from mmagents.lab.report.rows import as_csv
from tests.lab.report.pages import (
    HOSTILE,
    Page,
    assert_whole,
    figures_on,
    grid,
    table,
    written,
)

pytestmark = pytest.mark.slow  # what a fixture plays is played once


@pytest.fixture(scope="module")
def whole(played: Path) -> Report:
    return report(played)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """One conversation of one cell, all words of which are hostile."""
    folder = tmp_path_factory.mktemp("alone") / "e"
    run(begin(grid(conditions=["ss"], conversations=1), folder), in_this_process)
    game = folder / "conversations" / "mini.ss" / "001"
    rows = [
        json.loads(line) for line in (game / "transcript.jsonl").read_text("utf-8").splitlines()
    ]
    for row in rows:
        row["text"] = HOSTILE + row["text"]
        row["ledger"]["reason"] = HOSTILE
    (game / "transcript.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    story = (game / "scenario.yaml").read_text("utf-8")
    (game / "scenario.yaml").write_text(story.replace("Petra Lunn", "<b>Petra & Lunn</b>"), "utf-8")
    (folder / "report").mkdir()
    for name in ("figure-12.png", "figure-11-one.png", "mine.png"):
        (folder / "report" / name).write_text("of an earlier report")
    return report(folder)


def test_the_page_is_whole_and_needs_nothing_from_elsewhere(whole: Report) -> None:
    assert_whole(whole)


def test_figures_and_tables_stand_beside_the_page(whole: Report) -> None:
    names = set(written(whole))
    assert figures_on(whole) == NAMES
    shown = figures_on(whole)
    assert names >= {"report.html", *(f"{name}.png" for name in shown)}
    for name in shown:
        assert (whole.beside / f"{name}.png").read_bytes().startswith(b"\x89PNG\r\n")
    rows = table(whole, "conversations")
    assert [row["id"] for row in rows] == [
        f"mini.{condition}/00{number}"
        for condition in ("cssn-or-ss", "ss", "equal")
        for number in (1, 2)
    ]
    assert {row["turns"] for row in rows} == {"4"}
    assert {row["measure"] for row in table(whole, "comparisons")} >= {"breakdown:turns"}


def test_it_says_that_no_model_sat_at_the_table_and_that_nobody_judged(whole: Report) -> None:
    text = Page(whole).text
    assert "No model sat at the table" in text
    assert "Nobody has scored these conversations" in text
    assert "What the record cannot show: 6 of the paper's eleven categories" in text


def test_killed_and_gone_on_with_it_is_the_same_byte_for_byte(
    whole: Report, tmp_path: Path
) -> None:
    folder = tmp_path / "e"
    run(begin(grid(), folder), in_this_process, cells=["mini.ss"])
    half = folder / "conversations" / "mini.equal" / "001"
    half.mkdir(parents=True)  # what a kill leaves before the first turn
    run(begin(grid(), folder), in_this_process)
    assert written(report(folder)) == written(whole)


def test_words_of_stories_and_turns_are_data(alone: Report) -> None:
    found = Page(alone)
    assert found.open == []
    assert not found.tags & {"script", "img"}
    assert "alert(1)" in found.text
    assert "<b>Petra & Lunn</b>" in found.text


def test_an_experiment_in_which_nothing_was_played_has_no_report(tmp_path: Path) -> None:
    begin(grid(), tmp_path / "e")
    with pytest.raises(MMAgentsError, match="nothing to report"):
        report(tmp_path / "e")
    assert not (tmp_path / "e" / "report.html").exists()


def test_one_conversation_of_one_cell_is_not_enough_to_compare(alone: Report) -> None:
    text = Page(alone).text
    assert "not enough data" in alone.finding()
    assert "not enough data" in text
    assert "Kruskal-Wallis H(" not in text
    [cell] = alone.as_json()["played"]
    assert (cell["planned"], cell["played"]) == (1, 1)
    assert alone.results.labels == ("ss",)


def test_a_figure_that_a_report_has_no_more_is_removed(alone: Report) -> None:
    assert not list(alone.beside.glob("figure-*.png"))
    assert (alone.beside / "mine.png").exists()
    assert table(alone, "verdicts") == []


def test_where_nobody_judged_there_are_no_raters_in_the_json(alone: Report) -> None:
    assert alone.as_json()["raters"] == []


def test_no_cell_of_a_table_is_taken_for_a_formula() -> None:
    table = pd.DataFrame({"said": ["=1+1", "fine"], "figure": [-2.0, None]})
    assert as_csv(table) == b"said,figure\n'=1+1,-2\nfine,\n"


def test_without_the_extra_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MMAgentsError, match=r"need pandas.*pip install 'mmagents\[evaluation\]'"):
        report(tmp_path)
