"""No cell of an export is a formula, and a sheet that comes back is read with care."""

import csv
import io
import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mmagents.cli.app import app
from mmagents.lab.experiments.engines import in_this_process
from mmagents.lab.experiments.experiment import begin, run
from mmagents.lab.experiments.grid import Grid
from mmagents.lab.judging.answers import read_scores
from mmagents.lab.judging.verdicts import BY_PEOPLE
from mmagents.models.answers.fields import UnusableError

pytestmark = pytest.mark.slow


FORMULA = '=HYPERLINK("http://evil.example","click")'


@pytest.mark.parametrize("head", ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "＝1+1", FORMULA])
def test_words_that_begin_a_formula_are_marked_as_text(sent, mmagents, head, tmp_path) -> None:
    code, said = mmagents(
        "fork", sent, "--turn", 2, "--save", tmp_path / "two", "--say", f"petra: {head}",
        "--turns", 2, "--quiet",
    )  # fmt: skip
    assert code == 0, said
    code, told = mmagents("export", tmp_path / "two", "--format", "csv")
    assert code == 0
    cells = [cell for row in csv.reader(io.StringIO(told)) for cell in row]
    assert not [cell for cell in cells if cell[:1] in "=+-@\t＝" and cell]
    row = json.loads((tmp_path / "two" / "transcript.jsonl").read_text().splitlines()[1])
    assert row["text"] == head.strip()


@pytest.fixture(scope="module")
def rated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str], list[str]]:
    """An experiment that people rate, the headings of its sheet, and a row of it."""
    folder = tmp_path_factory.mktemp("rated")
    grid = Grid(name="g", scenarios=["mini"], conditions=["ss"], conversations=1, turns=3)
    run(begin(grid, folder / "e"), in_this_process)
    exported = ("annotate", "export", str(folder / "e"), "--out", str(folder / "sheet.csv"))
    assert CliRunner().invoke(app, exported).exit_code == 0
    text = (folder / "sheet.csv").read_text("utf-8-sig")
    head, row = csv.reader(io.StringIO(text, newline=""))
    return folder / "e", head, row


LONG = "9" * 100_000


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"coherence": "=1+1"}, "not a whole number"),
        ({"coherence": '=HYPERLINK("http://evil.example")'}, "not a whole number"),
        ({"coherence": LONG}, "not a whole number"),
        ({"coherence": "\x1b[2J\u202e"}, "not a whole number"),
        ({"coherence": "look at 3"}, "not a whole number"),
        ({"item": "s000000-0001"}, "none of its items are known"),
        ({"item": "../../elsewhere-1"}, "none of its items are known"),
        ({"item": f"{LONG}-1"}, "none of its items are known"),
        ({"item": "{item}9"}, "is not of this sheet"),
        ({"item": "{item}" + LONG}, "is not of this sheet"),
        ({"item": "{item}\x1b[2J\u202e"}, "is not of this sheet"),
    ],
)
def test_a_cell_that_is_none_is_one_short_error(rated, mmagents, tmp_path, changed, said) -> None:
    folder, head, row = rated
    cells = dict(zip(head, row, strict=True))
    cells |= {name: value.replace("{item}", cells["item"]) for name, value in changed.items()}
    code, told = imported(mmagents, folder, tmp_path, [head, list(cells.values())])
    assert (code, said in told, len(told) < 1_000) == (2, True, True), told[:2_000]
    assert told.replace("\n", "").isprintable()
    assert not (folder / BY_PEOPLE).exists()


def imported(mmagents, folder: Path, where: Path, rows: list[list[str]]) -> tuple[int, str]:
    """Write rows to a file and import it."""
    with (where / "sheet.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    return mmagents("annotate", "import", folder, f"ann={where / 'sheet.csv'}")


@pytest.mark.parametrize("more", ["twice", "a column twice", "200,000 columns", "no headings"])
def test_rows_and_columns_that_do_not_fit_are_one_error(rated, mmagents, tmp_path, more) -> None:
    folder, head, row = rated
    rows = {
        "twice": [head, row, row],
        "a column twice": [[*head, "coherence"], [*row, "5"]],
        "200,000 columns": [[*head, *map(str, range(200_000)), "1"], row],
        "no headings": [row],
    }[more]
    code, told = imported(mmagents, folder, tmp_path, rows)
    assert (code, len(told) < 1_000) == (2, True), told[:2_000]


@pytest.mark.parametrize(
    ("kind", "said"),
    [("bytes", "not UTF-8"), ("hole", "3,000,000,000 bytes"), ("pipe", "no plain file"),
     ("empty", "no column item"), ("folder", "Is a directory"), ("quote", "no CSV file")],
)  # fmt: skip
def test_what_is_no_sheet_is_one_error_and_is_not_read_whole(
    rated, mmagents, tmp_path, kind, said
) -> None:
    file = tmp_path / "sheet.csv"
    {
        "bytes": lambda: file.write_bytes(bytes(range(256))),
        "hole": lambda: (file.touch(), os.truncate(file, 3_000_000_000)),
        "pipe": lambda: os.mkfifo(file),
        "empty": lambda: file.write_bytes(b""),
        "folder": file.mkdir,
        "quote": lambda: file.write_bytes(b'item,coherence\n"' + b"x" * 11_000_000),
    }[kind]()
    code, told = mmagents("annotate", "import", rated[0], f"ann={file}")
    assert (code, said in told) == (2, True), told


def test_an_integer_of_400_digits_is_no_score() -> None:
    with pytest.raises(UnusableError):
        read_scores(f'{{"coherence": {10**400}, "cooperativeness": 3, "diversity": 3}}')
