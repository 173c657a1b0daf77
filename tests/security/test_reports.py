"""What a sender writes into an experiment or a file of talk is data on a page and in a table."""

import csv
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest

from mmagents.lab.experiments.engines import in_this_process
from mmagents.lab.experiments.experiment import begin, run
from mmagents.lab.experiments.grid import Grid
from tests.lab.report.pages import AWAY, copied

pytestmark = pytest.mark.slow
EVIL = (
    "=1+1 <img src=x onerror=alert(1)>\"'><script>alert(2)</script></svg> --> ]]> {{7*7}} "
    "$\\frac{$ $x^2$ \u202e\x1b[2J"
)


class Tags(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attributes}

    def handle_data(self, data: str) -> None:
        self.text += data


def assert_plain(page: Path) -> None:
    """See that a page runs nothing, asks nobody, and shows what was written."""
    found = Tags(text := page.read_text("utf-8"))
    assert not found.names & {"script", "img", "link", "iframe", "object", "base", "form"}
    assert not [name for name in found.attributes if name.startswith("on")]
    assert not AWAY.search(re.sub(r">[^<]*<", "><", text))
    assert "{{7*7}}" in found.text or "alert" not in found.text


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An experiment of two conditions."""
    folder = tmp_path_factory.mktemp("played") / "e"
    grid = Grid(name="g", scenarios=["mini"], conditions=["ss", "equal"], conversations=2, turns=4)
    run(begin(grid, folder), in_this_process)
    return folder


def changed(file: Path, change: Callable[[dict], None]) -> None:
    """Change each JSON object of a file."""
    held = (
        [json.loads(line) for line in file.read_text().splitlines() if line]
        if (file.suffix == ".jsonl")
        else [json.loads(file.read_text())]
    )
    for one in held:
        change(one)
    file.write_text("".join(json.dumps(one) + "\n" for one in held))


def of_seats(folder: Path) -> None:
    named = {"seats": {"petra": EVIL, "bram": f"openai:{EVIL}"}, "model": f"openai:{EVIL}"}
    for file in folder.rglob("game.json"):
        changed(file, lambda meta: meta["context"].update(named))


def of_talk(folder: Path) -> None:
    for file in folder.rglob("transcript.jsonl"):
        changed(file, lambda row: row.update(text=EVIL))


def of_failures(folder: Path) -> None:
    failed = [{"id": one, "error": EVIL, "trace": EVIL} for one in (EVIL, "mini.ss/002")]
    (folder / "failures.jsonl").write_text("".join(json.dumps(one) + "\n" for one in failed))


def of_stories(folder: Path) -> None:
    for file in folder.rglob("*.yaml"):
        told = re.sub(r"(?m)^(title: *).*$", lambda at: at[1] + json.dumps(EVIL), file.read_text())
        file.write_text(re.sub(r"(call: *)\w+", lambda at: at[1] + '"<b>x</b>"', told))


@pytest.mark.parametrize("poison", [of_seats, of_talk, of_failures, of_stories])
def test_a_report_of_a_poisoned_experiment_is_plain_or_one_error(
    played, tmp_path, mmagents, poison
) -> None:
    folder = copied(played, tmp_path)
    poison(folder)
    code, said = mmagents("experiment", "report", folder)
    if code:
        assert (code, poison, len(said) < 2_000) == (2, of_stories, True), said
        return
    assert_plain(folder / "report.html")
    for file in folder.glob("report/*.csv"):
        with file.open(encoding="utf-8", newline="") as held:
            cells = [cell for row in csv.reader(held) for cell in row]
        assert not [cell for cell in cells if re.match(r"[=+@]|-[^\d.]", cell)], file


@pytest.mark.parametrize("field", ["name", "conditions", "vary", "level", "story", "elsewhere"])
def test_names_of_a_grid_are_names_or_one_error(played, tmp_path, mmagents, field) -> None:
    folder = copied(played, tmp_path)
    (tmp_path / "elsewhere.yaml").write_text("secret: hunter2\n")
    changes = {
        "name": lambda about: about["grid"].update(name=EVIL),
        "conditions": lambda about: about["grid"].update(conditions=["ss", EVIL]),
        "vary": lambda about: about["grid"].update(vary={EVIL: {"a": {"turns": 3}, "b": {}}}),
        "level": lambda about: about["grid"].update(vary={"k": {EVIL: {"turns": 3}, "b": {}}}),
        "story": lambda about: about.update(stories=[EVIL]),
        "elsewhere": lambda about: about.update(stories=["../../elsewhere"]),
    }
    changed(folder / "experiment.json", changes[field])
    code, said = mmagents("experiment", "report", folder)
    assert (code, "hunter2" in said) == (2, False), said
    assert field != "elsewhere" or "elsewhere.yaml" not in said


def test_a_page_beside_people_shows_names_of_files_as_they_are(tmp_path, mmagents) -> None:
    lot = Random(1)
    names = ["<img src=x onerror=alert(1)>$", "=1+1 {{7*7}} $x^2$ \x1b[2J", "$\\frac{$"]
    for name in names:
        turns = [
            {"speaker": lot.choice(["Ann", "Bob", "Cy"]), "text": EVIL + " w" * lot.randint(1, 6)}
            for _ in range(130)
        ]
        file = tmp_path / f"{name}.jsonl"
        file.write_text("".join(json.dumps(one) + "\n" for one in turns))
    files, page = sorted(tmp_path.glob("*.jsonl")), tmp_path / "page.html"
    code, said = mmagents("benchmark", "realism", *files, "--html", page)
    assert (code, "\x1b" in said) == (0, False), said
    assert_plain(page)
