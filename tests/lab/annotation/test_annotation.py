"""Sheets for people: blinded and the same every time on the way out, named faults on the way in."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.errors import MMAgentsError
from mmagents.lab.annotation.sheets import SheetKind, export, guide
from mmagents.lab.experiments.experiment import open_experiment
from mmagents.lab.recordings.text import STARTS, plain, safe
from tests.lab.annotation.sheets import (
    annotate,
    exported,
    filled,
    imported,
    rows_of,
    scores,
)
from tests.lab.rows import conversation, row

pytestmark = pytest.mark.slow  # what a fixture plays is played once


@pytest.mark.parametrize("kind", list(SheetKind))
def test_a_sheet_gives_nothing_away_and_is_the_same_every_time(folder: Path, kind: str) -> None:
    file = exported(folder, kind)
    text = file.read_text("utf-8-sig")
    experiment = open_experiment(folder)
    secrets = {"equal", "condition", "rule", "seed", "/001", "/002"}
    story = experiment.grid.cells[0].story.read_text("utf-8").casefold()
    secrets = {one for one in secrets if kind != "truth" or one not in story}  # the sheet is shown
    secrets |= {str(planned.seed) for planned in experiment.grid.planned()}
    assert not [one for one in secrets if one in text.casefold()]
    first = file.read_bytes()
    file.unlink()
    file.with_suffix(".md").unlink()
    assert exported(folder, kind).read_bytes() == first
    assert export(experiment.read(), SheetKind(kind), seed=1).content != first
    assert len({cells["item"] for cells in rows_of(file)}) == len(rows_of(file))


def test_conversations_are_shuffled_and_may_be_drawn(folder: Path) -> None:
    talks = open_experiment(folder).read()
    orders = {
        tuple(item.id for item in export(talks, SheetKind.CONVERSATIONS, seed=seed).items.values())
        for seed in range(20)
    }
    assert len(orders) > 10
    drawn = export(talks, SheetKind.TURNS, each=1).items.values()
    assert len(drawn) == 2 * 3
    assert {item.id.partition("/")[0] for item in drawn} == {"mini.ss", "mini.equal"}


def test_a_spreadsheet_may_have_its_own_way_of_writing(folder: Path) -> None:
    file = exported(folder, "conversations")
    rows = rows_of(filled(file, "ada", scores))
    text = io.StringIO(newline="")
    sheet = csv.DictWriter(text, list(rows[0]), delimiter=";", quoting=csv.QUOTE_ALL)
    sheet.writeheader()
    sheet.writerows(reversed(rows))
    own = file.with_name("own.csv")
    own.write_bytes(b"\xef\xbb\xbf" + text.getvalue().encode() + b";;;;\r\n")
    assert imported(folder, f"ada={own}")["read"][0]["rated"] == 4


def test_bad_cells_are_named_all_at_once_and_nothing_is_kept(folder: Path) -> None:
    file = exported(folder, "conversations")
    wrong = ["6", "3.5", "good", "3-4"]
    bad = filled(file, "ada", lambda at, cells: {"coherence": wrong[at]})
    worse = filled(file, "ben", lambda at, cells: {"item": cells["item"][:-1] + "1"})
    good = filled(file, "eve", scores)
    done = annotate("import", folder, f"eve={good}", f"ada={bad}", f"ben={worse}")
    said = str(done.exception)
    assert isinstance(done.exception, MMAgentsError)
    assert done.exception.exit_code == 2
    for at, cell in enumerate(wrong, 2):
        assert f"{bad}, row {at}, column coherence: '{cell}' is not a whole number" in said
    assert f"{worse}, row 3, column item:" in said
    assert "stands there twice" in said
    assert not (folder / "ratings.jsonl").exists()


@pytest.mark.parametrize(
    ("kind", "column", "cell", "says"),
    [
        (
            "turns",
            "breakdown",
            "boredom",
            "is no kind of breakdown. Write none, or out of: ignore-",
        ),
        ("turns", "breakdown", "none; repetition", "says none and a breakdown"),
        ("turns", "strategic", "perhaps", "neither yes nor no"),
        ("utterances", "points", "murder", "is no point of the rubric. Write none, or out of: t"),
        ("utterances", "points", "none; lie", "says none and a point"),
        ("rubric", "reached", "partly", "neither yes nor no"),
    ],
)
def test_each_kind_of_cell_says_what_it_takes(
    folder: Path, kind: str, column: str, cell: str, says: str
) -> None:
    file = filled(exported(folder, kind), "ada", lambda at, cells: {column: "" if at else cell})
    done = annotate("import", folder, f"ada={file}")
    assert f"row 2, column {column}: " in str(done.exception)
    assert says in str(done.exception)


def test_a_file_that_is_no_sheet_is_refused(folder: Path, tmp_path: Path) -> None:
    file = exported(folder, "conversations")
    text = file.read_text("utf-8-sig")
    for name, content, says in (
        ("none.csv", None, "cannot be read"),
        ("empty.csv", b"", "row 1 names no column item"),
        ("latin.csv", text.encode() + b"\xe9", "is not UTF-8"),
        ("other.csv", b"item,coherence\nzzz-1,3\n", "none of its items are known"),
        ("path.csv", b"item,coherence\n../../x-1,3\n", "none of its items are known"),
        ("cut.csv", text.replace("diversity", "variety").encode(), "column diversity is missing"),
        ("open.csv", text.encode() + b'"', "is no CSV file"),
    ):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        assert says in str(annotate("import", folder, f"ada={tmp_path / name}").exception), name
    for wrong, says in (
        (f"ada:{file}", "RATER=FILE"),
        (f"openai:x={file}", "cannot be a rater's name"),
        (f"={file}", "RATER=FILE"),
    ):
        assert says in str(annotate("import", folder, wrong).exception)
    assert not (folder / "ratings.jsonl").exists()


def test_an_export_overwrites_nothing_and_needs_an_experiment(folder: Path, tmp_path: Path) -> None:
    file = exported(folder, "turns")
    before = file.read_bytes()
    assert "is there already" in str(annotate("export", folder, "--out", file).exception)
    assert file.read_bytes() == before
    for wrong, says in (
        ((tmp_path / "nowhere", "--out", tmp_path / "x.csv"), "There is no experiment in"),
        ((folder, "--out", tmp_path / "no" / "x.csv"), "There is no folder"),
        ((folder, "--out", tmp_path / "x.csv", "--cell", "mars"), "There is no cell mars"),
    ):
        assert says in str(annotate("export", *wrong).exception)
    assert not (tmp_path / "x.csv").exists()


def test_raters_are_told_in_the_languages_of_the_talk() -> None:
    told = guide(SheetKind.TURNS, ["ja", "en", "ja"])
    assert "How to fill in the sheet" in told
    assert "記入のしかた" in told
    assert "`ignore-question` (質問無視)" in told
    assert "記入" not in guide(SheetKind.RUBRIC, ["en"])


def test_what_was_whispered_is_marked() -> None:
    talk = conversation([row(1, "petra", "Psst.\nYou.", heard_by=["petra", "bram"])])
    [cells] = csv.DictReader(
        io.StringIO(export([talk], SheetKind.TURNS).content.decode("utf-8-sig"), newline="")
    )
    assert cells["turn"] == "1 Petra (Petra, Bram): Psst. You."


@given(st.text() | st.text(alphabet=sorted(STARTS | {"'", "a"})))
def test_no_cell_begins_as_a_formula_and_nothing_is_lost(text: str) -> None:
    assert safe(text)[:1] not in STARTS
    assert plain(safe(text)) == text
