"""`python -m benchmarks replies`: who should reply, against labels."""

import json
from pathlib import Path

import pytest

from benchmarks.detection.replies import main
from tests.benchmarks.scored import figures as scored
from tests.benchmarks.scored import run

HISTORY = [{"speaker": "ben", "text": "It does not start."}]
MEASURED = {"dev": (0.0, 0.99), "heldout": (0.0, 0.95), "heldout2": (0.04, 0.86)}
"""The most replies to mere mentions, and the least balanced accuracy."""
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
    figures = scored(main, "--file", written(tmp_path, LINES))
    assert figures["cases"] == 6
    assert figures["addressed_silent"]["n"] == 2
    assert (figures["addressed_silent"]["value"], figures["wrong"]) == (0.5, 1)
    assert figures["mentioned_replying"]["value"] == 0.0
    assert figures["balanced_accuracy"] == pytest.approx(0.75)
    assert [one["name"] for one in figures["errors"]] == ["cy"]


def test_who_is_only_mentioned_and_of_whom_nothing_is_due_are_counted_apart(tmp_path: Path) -> None:
    lines: list[dict[str, object]] = [
        {"text": "thanks ben!", "addressees": ["ben"], "due": []},
        {"text": "ask cy, he knows.", "addressees": ["ben"], "mentioned": ["cy"], "due": []},
        {"text": "anybody up for lunch?", "addressees": ["everyone"]},
        {"text": "ベンさん、どう？", "addressees": ["ベン"], "language": "ja"},
    ]
    lines[3]["participants"] = ["ada", "ベン", "cy"]
    figures = scored(main, "--file", written(tmp_path, lines))
    assert figures["addressed_undue_replying"]["n"] == 2
    assert figures["mentioned_replying"] == {**figures["mentioned_replying"], "n": 1, "value": 0.0}
    assert figures["to_all_by_one"]["value"] == 1.0
    assert figures["addressed_by_name_silent"] == {
        **figures["addressed_by_name_silent"],
        "n": 1,
        "value": 0.0,
    }


def test_the_labelled_lines_that_ship_are_scored_as_well_as_when_they_were_measured() -> None:
    data = Path(__file__).parents[2] / "benchmarks" / "data"
    for part, (mentioned, balanced) in MEASURED.items():
        figures = scored(main, "--file", data / f"replies_{part}.jsonl")
        assert figures["mentioned_replying"]["value"] <= mentioned
        assert figures["balanced_accuracy"] >= balanced


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"text": "Hi."}, "give either addressee"),
        ({"text": "Hi.", "addressees": ["dov"]}, "addressee 'dov' is not among the participants"),
        ({"text": "Hi.", "addressees": [], "due": ["dov"]}, "due 'dov' is not among"),
        ({"text": "Hi.", "addressees": ["ben"], "mentioned": ["ben"]}, "both addressed and only"),
        ({"text": "Hi.", "addressees": [], "language": "de"}, "language"),
    ],
)
def test_a_line_that_cannot_be_scored_is_named(
    tmp_path: Path, line: dict[str, object], why: str
) -> None:
    done = run(main, "--file", written(tmp_path, [line]))
    assert done.code == 2
    assert "line 1" in done.stderr
    assert why in done.stderr
