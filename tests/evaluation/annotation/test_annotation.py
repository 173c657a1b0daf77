"""Sheets for people: blinded and the same every time on the way out, named faults on the way in."""

import csv
import io
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from mmagents.cli.app import app
from mmagents.evaluation.annotation.sheets import SheetKind, export, guide
from mmagents.evaluation.csv_cells import STARTS, plain, safe
from mmagents.evaluation.experiments.engines import in_this_process
from mmagents.evaluation.experiments.experiment import begin, open_experiment, run
from mmagents.evaluation.experiments.grid import Grid
from mmagents.evaluation.judging.measures import MEASURES
from mmagents.evaluation.judging.utterances import by_conversation
from mmagents.evaluation.judging.verdicts import (
    Breakdowns,
    Kind,
    Points,
    Scores,
    Truth,
    readings_in,
)
from mmagents.evaluation.measures.measure import figures_of
from mmagents.scenarios.errors import MMAgentsError
from tests.evaluation.rows import conversation, row

pytestmark = pytest.mark.slow  # what a fixture plays is played once

NOT_READ = shutil.ignore_patterns("memory", "*.sqlite*", ".lock", ".owner")
Cells = dict[str, str]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("annotated") / "e"
    grid = Grid(name="g", scenarios=["mini"], conditions=["ss", "equal"], conversations=2, turns=3)
    run(begin(grid, folder), in_this_process)
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "e", ignore=NOT_READ))


def annotate(*given: Any) -> Result:
    return CliRunner().invoke(app, ["annotate", *map(str, given)])


def exported(folder: Path, kind: str, *more: Any) -> Path:
    out = folder.parent / f"{kind}.csv"
    done = annotate("export", folder, "--out", out, "--sheet", kind, *more)
    assert done.exit_code == 0, done.exception
    return out


def rows_of(file: Path) -> list[Cells]:
    return list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"), newline="")))


def filled(file: Path, name: str, fill: Callable[[int, Cells], Cells]) -> Path:
    """A copy of a sheet in which each row is filled in by its place, from 0."""
    rows = [{**cells, **fill(at, cells)} for at, cells in enumerate(rows_of(file))]
    out = file.with_name(f"{name}-{file.name}")
    with out.open("w", encoding="utf-8", newline="") as held:
        sheet = csv.DictWriter(held, list(rows[0]))
        sheet.writeheader()
        sheet.writerows(rows)
    return out


def imported(folder: Path, *given: str) -> dict[str, Any]:
    done = annotate("import", folder, *given, "--json")
    assert done.exit_code == 0, done.exception
    held: dict[str, Any] = json.loads(done.stdout)
    return held


def scores(at: int, cells: Cells) -> Cells:
    return {"coherence": str(1 + at), "cooperativeness": "4/5", "diversity": "", "remark": "=Hm."}


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


def test_what_raters_say_is_kept_and_compared(folder: Path) -> None:
    file = exported(folder, "conversations")
    ada = filled(file, "ada", scores)
    ben = filled(file, "ben", lambda at, cells: scores(at, cells) if at else {})
    found = imported(folder, f"ada={ada}", f"ben={ben}")
    assert [(one["rater"], one["rated"], one["blank"]) for one in found["read"]] == [
        ("ada", 4, 0), ("ben", 3, 1),
    ]  # fmt: skip
    on = {one["on"]: one for one in found["agreement"]}
    assert on["coherence"]["alpha"]["value"] == on["coherence"]["kappa"]["value"] == 1
    assert on["coherence"]["kappa"]["items"] == 3
    assert on["cooperativeness"]["kappa"]["reason"] == "all ratings are the same"
    assert "diversity" not in on
    ratings = readings_in(folder)["people"]
    given = {one.id: one.said for one in ratings if one.by == "ada"}
    assert len(given) == 4
    said = next(one for one in given.values() if isinstance(one, Scores) and one.of("coherence"))
    assert said.of("cooperativeness") == 4
    assert said.diversity is None
    assert said.coherence is not None
    assert said.coherence.reason == "=Hm."


def test_consistency_and_factualness_are_rated_from_what_judges_are_told(folder: Path) -> None:
    file = exported(folder, "truth")
    rows = rows_of(file)
    assert len(rows) == 4 * 3
    assert all(cells["task"].startswith("You check what is said at a table") for cells in rows)
    assert all("## The turn to judge" in cells["matter"] for cells in rows)

    def rates(shift: int) -> Callable[[int, Cells], Cells]:
        return lambda at, _: {
            "consistency": str(1 + (at + shift) % 10), "factualness": "" if at else "10",
        }  # fmt: skip

    found = imported(
        folder, f"ada={filled(file, 'ada', rates(0))}", f"ben={filled(file, 'ben', rates(1))}"
    )
    on = {one["on"]: one for one in found["agreement"]}
    agreed = on["consistency of turns"]["icc"]
    assert agreed["items"] == 12
    assert 0 < agreed["value"] < 1
    said = [one.said for one in readings_in(folder)["people"] if one.by == "ada"]
    assert sorted(one.of("factualness") or 0 for one in said if isinstance(one, Truth)) == [
        *[0] * 11, 10,
    ]  # fmt: skip
    wrong = filled(file, "cid", lambda at, _: {"consistency": "11"})
    done = annotate("import", folder, f"cid={wrong}")
    assert "is not a whole number from 1 to 10" in str(done.exception)


def test_turns_are_rated_by_kind_of_breakdown_in_either_language(folder: Path) -> None:
    answers = [
        "none",
        "repetition; Ignored Question",
        "質問無視、繰り返し",
        "",
        "なし",
        "repetition",
    ]

    def fill(at: int, cells: Cells) -> Cells:
        strategic = {"strategic": "yes"} if at == 5 else {}
        return {"breakdown": answers[at % 6], **strategic}

    imported(folder, f"ada={filled(exported(folder, 'turns'), 'ada', fill)}")
    ratings = [one.said for one in readings_in(folder)["people"]]
    assert {one.kind for one in readings_in(folder)["people"]} == {Kind.BREAKDOWN}
    assert len(ratings) == 10, "blank cells are no ratings"
    found = [
        tuple(str(found.category) for found in said.breakdowns)
        for said in ratings
        if isinstance(said, Breakdowns)
    ]
    assert found.count(()) == 4
    assert found.count(("ignore-question", "repetition")) == 2
    assert sum(isinstance(one, Breakdowns) and one.broken for one in ratings) == 5


def test_points_of_one_conversation_are_one_rating(folder: Path) -> None:
    file = exported(folder, "rubric")
    imported(
        folder,
        f"ada={filled(file, 'ada', lambda at, cells: {'reached': 'yes' if at % 2 else '×'})}",
        f"ben={filled(file, 'ben', lambda at, cells: {'reached': 'はい' if at % 2 else 'n'})}",
    )
    ratings = readings_in(folder)["people"]
    assert len(ratings) == 2 * 4
    for one in ratings:
        assert isinstance(one.said, Points)
        assert list(one.said.items) == ["time", "kiln", "lie", "way-in"]


def test_utterances_are_rated_by_the_points_they_earn_and_summed(folder: Path) -> None:
    file = exported(folder, "utterances")
    assert {cells["rubric"].count("\n") for cells in rows_of(file)} == {3}, "four points a row"
    said = ["time; KILN", "time", "none"]
    imported(folder, f"ada={filled(file, 'ada', lambda at, cells: {'points': said[at % 3]})}")
    ben = filled(file, "ben", lambda at, cells: {"points": "lie" if at % 3 else ""})
    imported(folder, f"ben={ben}")
    ratings = readings_in(folder)["people"]
    assert {one.kind for one in ratings} == {Kind.UTTERANCE}
    [first] = [one.said for one in by_conversation(ratings) if one.id == "mini.ss/001"]
    assert isinstance(first, Points)
    reached = {id: one.turn for id, one in first.items.items() if one.reached}
    assert reached == {"time": 1, "kiln": 1}, "a point counts at the first turn that earns it"
    assert {one.by for one in by_conversation(ratings)} == {"ada"}, "ben left turns out"
    talk = replace(open_experiment(folder).read()[0], readings={"people": ratings})
    figures = figures_of(MEASURES, talk)
    assert figures["people:utterance-points"] == 2 + 3
    assert figures["people:utterance-shared"] == 1
    assert figures["people:utterance-reasoned"] == 0


def test_a_sheet_imported_again_replaces_what_it_said_before(folder: Path) -> None:
    file = exported(folder, "conversations")
    imported(folder, f"ada={filled(file, 'ada', scores)}")
    one = filled(file, "ada", lambda at, cells: {} if at else {"coherence": "2"})
    imported(folder, f"ben={filled(file, 'ben', scores)}")
    imported(folder, f"ada={one}")
    by = [verdict.by for verdict in readings_in(folder)["people"]]
    assert (by.count("ada"), by.count("ben")) == (1, 4)


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
