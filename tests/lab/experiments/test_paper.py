"""The paper's experiment from end to end on loopback: played, judged, rated, reported."""

import csv
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.processes import ROOT, mmagents
from tests.servers.openai_minds import faithful, task_of
from tests.servers.openai_server import Server, serving

pytestmark = (
    pytest.mark.slow
)  # nine conversations are played, judged by three, rated by two and reported
JUDGES = ("openai:judge-a", "openai:judge-b", "openai:judge-c")
RATERS = ("ada", "ben")
FIGURES = ("figure-11", "figure-12", "figure-13", "figure-14", "figure-S5")
STORY = "halcyon-light"
TURNS = 4
"""Half as many as in the paper, so that it is done in half the time."""


def command(*given: Any) -> None:
    """Run a command in a process of its own: what it plays and draws would stay in this one."""
    done = mmagents(ROOT, *given)
    assert done.returncode == 0, done.stderr


def rated(sheet: Path, rater: str) -> Path:
    """A rater's copy of the sheet: every seventh utterance earns the point that it comes to."""
    text = sheet.read_text("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    for at, row in enumerate(rows):
        points = [line.partition(" ")[0] for line in row["rubric"].splitlines()]
        row["points"] = points[at % len(points)] if at % 7 == len(rater) % 2 else "none"
    out = sheet.with_name(f"{rater}.csv")
    with out.open("w", encoding="utf-8", newline="") as held:
        written = csv.DictWriter(held, list(rows[0]))
        written.writeheader()
        written.writerows(rows)
    return out


def table(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / "report" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Server]:
    """The folder of an experiment that went all the way, and all that the models were asked."""
    folder = tmp_path_factory.mktemp("paper") / "e"
    with serving(faithful) as server:
        here = ["--base-url", server.url]
        command(
            "experiment", "run", "paper-models.yaml", "--out", folder, *here, "--workers", 1,
            "--set", "conversations=3", "--set", f"turns={TURNS}",
        )  # fmt: skip
        judges = [word for judge in JUDGES for word in ("--judge", judge)]
        only = ["--only", "breakdown-whole", "--only", "judge"]
        command("experiment", "judge", folder, *judges, *here, *only, "--temperature", 0)
    sheet = folder.parent / "sheet.csv"
    command("annotate", "export", folder, "--out", sheet, "--sheet", "utterances")
    command("annotate", "import", folder, *(f"{one}={rated(sheet, one)}" for one in RATERS))
    command("experiment", "report", folder)
    return folder, server


def test_the_models_do_what_they_do_in_the_paper(done: tuple[Path, Server]) -> None:
    folder, server = done
    told = [one for one in server.requests if "x-mmagents-task" in one.headers]
    asked = Counter((task_of(one), one["model"]) for one in told)
    turns = 3 * 3 * TURNS
    assert {task: model for task, model in asked if "judge" not in model} == {
        "speak": "gpt-4o", "detect": "gpt-4o",
        "think": "gpt-3.5-turbo", "normalise": "gpt-3.5-turbo",
    }  # fmt: skip
    assert asked["think", "gpt-3.5-turbo"] == 4 * turns
    for judge in ("judge-a", "judge-b", "judge-c"):
        assert asked["breakdown_whole", judge] == 9, "one call a conversation"
        assert asked["judge", judge] == 9 + turns
    verdicts = (folder / "verdicts.jsonl").read_text("utf-8").splitlines()
    rows = list(map(json.loads, verdicts))
    assert {json.dumps(row["options"]) for row in rows} == {'{"temperature": 0.0}'}
    game = folder / "conversations" / f"{STORY}.ss" / "001"
    talk = (game / "transcript.jsonl").read_text("utf-8")
    assert len(talk.splitlines()) == TURNS
    assert "どこにいましたか" in talk


def test_the_report_has_the_figures_of_the_paper_by_their_names(done: tuple[Path, Server]) -> None:
    folder, _ = done
    html = (folder / "report.html").read_text("utf-8")
    of_models = sorted(set(FIGURES) - {"figure-13"})
    judges = ("openai-judge-a", "openai-judge-b", "openai-judge-c")
    own = [f"{name}-{judge}" for judge in judges for name in of_models]
    means = [f"{name}-mean" for name in of_models]
    for name in (*own, *means, "figure-13"):
        assert (folder / "report" / f"{name}.png").read_bytes().startswith(b"\x89PNG\r\n")
        assert f'<figure id="{name}">' in html
    assert max(html.index(f'id="{name}"') for name in own) < min(
        html.index(f'id="{name}"') for name in means
    ), "each judge comes first, and their mean is ours"
    low = "the lowest of 3 by points of the rubric (rated by people, by utterance)"
    assert html.count(low) == 3, "one of each condition, as in figure S6"


def test_judges_are_tested_each_for_itself_and_together(done: tuple[Path, Server]) -> None:
    folder, _ = done
    tested = {row["measure"] for row in table(folder, "comparisons") if row["h"] or row["p"]}
    names = ("whole-breakdown-turns", "coherence", "cooperativeness", "diversity", "turn-coherence")
    for name in names:
        assert {f"model:{name}", *(f"model:{name}@{judge}" for judge in JUDGES)} <= tested
    paired = {row["measure"] for row in table(folder, "pairs")}
    assert {f"model:whole-breakdown-turns@{judge}" for judge in JUDGES} <= paired
    conversations = table(folder, "conversations")
    assert all(float(row["people:utterance-points"]) >= 0 for row in conversations)
    agreed = {(row["source"], row["on"]) for row in table(folder, "agreement")}
    assert ("people", "points of the rubric") in agreed
    assert ("models", "how many turns of a conversation break down") in agreed
