"""`mmagents benchmark reply`: who should reply, against labels."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mmagents.cli.app import app

HISTORY = [{"speaker": "ben", "text": "It does not start."}]
PEOPLE = ["ada", "ben", "cy"]
LINES = [
    {"text": "ben: did you update?", "addressee": "ben"},
    {"text": "I agree with ben.", "addressees": []},
    {"text": "so I told ben, cy and the rest of them.", "addressees": ["cy"]},
]


def written(folder: Path, lines: list[dict[str, object]]) -> Path:
    file = folder / "messages.jsonl"
    rows = [
        {"id": str(at), "participants": PEOPLE, "history": HISTORY, "speaker": "ada", **line}
        for at, line in enumerate(lines, 1)
    ]
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return file


def test_replies_are_scored_by_message_and_participant(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["benchmark", "reply", str(written(tmp_path, LINES)), "--json"])
    figures = json.loads(done.stdout)
    assert figures["cases"] == 6
    assert figures["addressed_silent"]["n"] == 2
    assert (figures["addressed_silent"]["value"], figures["wrong"]) == (0.5, 1)
    assert figures["mentioned_replying"]["value"] == 0.0
    assert figures["balanced_accuracy"] == pytest.approx(0.75)
    assert [one["name"] for one in figures["errors"]] == ["cy"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"text": "Hi."}, "give either addressee"),
        ({"text": "Hi.", "addressees": ["dov"]}, "addressee 'dov' is not among the participants"),
    ],
)
def test_a_line_that_cannot_be_scored_is_named(
    tmp_path: Path, line: dict[str, object], why: str
) -> None:
    done = CliRunner().invoke(app, ["benchmark", "reply", str(written(tmp_path, [line]))])
    assert done.exit_code != 0
    assert "line 1" in str(done.exception) + done.output
    assert why in str(done.exception) + done.output
