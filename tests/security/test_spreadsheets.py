"""No cell of an export is a formula."""

import csv
import io
import json

import pytest

from mmagents.errors import MMAgentsError
from mmagents.lab.annotation.reading import read_sheets

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


def test_a_sheet_whose_items_have_endless_names_is_one_error(tmp_path) -> None:
    (tmp_path / "annotations").mkdir()
    (tmp_path / "sheet.csv").write_text(f"item,coherence\n{'9' * 5_000}-1,3\n")
    with pytest.raises(MMAgentsError, match="is no sheet of"):
        read_sheets(tmp_path, [("ann", tmp_path / "sheet.csv")])
