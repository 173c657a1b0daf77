"""A way of taking turns and a condition of one's own: registered in one module, then everywhere."""

import json
from pathlib import Path

import pytest

from tests.processes import mmagents, python

pytestmark = pytest.mark.slow

LOAD = ("--load", "examples.clock")
HERE = Path(__file__).parents[1]
STUDIO = """
import json
import examples.clock
from mmagents.graph.build import compiled
from mmagents.nodes.context import Context
graph = compiled()
shown = Context.model_json_schema()["properties"]["ways"]["properties"]["clock"]
context = Context(turns=3, ways={"clock": {"seconds": 9}})
played = graph.invoke({"scenario": "mini"}, context=context)
left = [row["ways"]["clock"]["left"] for row in played["history"]]
about, fields = shown["description"], list(shown["properties"])
print(json.dumps({"about": about, "fields": fields, "left": left}))
"""


def test_a_way_of_ones_own_plays_stands_in_the_record_and_is_explained(tmp_path: Path) -> None:
    game, given = tmp_path / "game", ("--phase", "discussion", "--turns", 8, "--seed", 3)
    played = mmagents(
        HERE, *LOAD, "play", "mini", *given, "--way", "clock:seconds=6", "--save", game
    )
    assert played.returncode == 0, played.stderr
    rows = [
        json.loads(line) for line in (game / "transcript.jsonl").read_text("utf-8").splitlines()
    ]
    out: set[str] = set()
    for row in rows:
        assert row["rule"] != "1b" or row["speaker"] not in out
        if row["ways"]["clock"]["left"] == 0:
            out.add(row["speaker"])
    assert out, "nobody ran out of time"
    explained = mmagents(HERE, *LOAD, "explain", game, "--turn", 6)
    assert "s of talk left." in explained.stdout, explained.stderr


def test_help_and_studio_show_a_way_of_ones_own() -> None:
    shown = mmagents(HERE, *LOAD, "play", "--help")
    assert "clock (A chess clock" in " ".join(shown.stdout.split()), shown.stderr
    done = python(HERE, STUDIO)
    found = json.loads(done.stdout or "{}")
    assert found, done.stderr
    assert found["about"].startswith("A chess clock")
    assert found["fields"] == ["seconds"]
    assert len(found["left"]) == 3


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("play", "mini", "--way", "clock:seconds=6"), "no way of taking turns 'clock'"),
        ((*LOAD, "play", "mini", "--way", "clock:hours=6"), "clock has no field 'hours'"),
        ((*LOAD, "play", "mini", "--way", "clock:seconds=x"), "should be a valid number"),
    ],
)
def test_a_way_that_is_not_there_or_is_told_wrongly_is_one_error(
    given: tuple[str, ...], said: str
) -> None:
    refused = mmagents(HERE, *given)
    assert refused.returncode == 2
    assert said in refused.stderr
    assert refused.stderr.count("\n") == 1


MODULE = '''
"""The shortest name first: a condition that no product file knows."""

from mmagents.floor.conditions import Condition, ConditionText, register
from mmagents.floor.rules import Rule, RuleText
from mmagents.floor.situation import Decision, Situation


def shortest_name(now: Situation) -> Decision:
    others = [seat for seat in now.seats if seat != now.previous] or list(now.seats)
    return Decision(min(others, key=len), "shortest", "no other name is shorter")


register(
    Condition(
        "shortest-name",
        shortest_name,
        (
            Rule(
                "shortest",
                "by scheme",
                {
                    "en": RuleText("has the shortest name", "The shortest name goes first."),
                    "ja": RuleText("名前が短い", "いちばん短い名前の人から話す。"),
                },
            ),
        ),
        {
            "en": ConditionText("Shortest name first", "whoever has the shortest name"),
            "ja": ConditionText("短い名前から", "名前の短い人"),
        },
    )
)
'''

GRID = """
name: own
scenario: mini
conditions: [shortest-name, ss]
conversations: 2
turns: 4
"""
PAGE = """
import name_talk
from mmagents.web.pages.start import start_form
print(start_form("mini", "en"), start_form("mini", "ja"))
"""


def test_it_is_played_explained_and_asked_for_again_by_the_name_of_its_module(
    tmp_path: Path,
) -> None:
    (tmp_path / "name_talk.py").write_text(MODULE, "utf-8")
    loaded = ("--load", "name_talk")
    played = mmagents(
        tmp_path, *loaded, "play", "mini", "--condition", "shortest-name", "--phase", "discussion",
        "--turns", 4, "--seed", 1, "--save", "game",
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    assert "has the shortest name" in played.stdout
    rows = [
        json.loads(line)
        for line in (tmp_path / "game" / "transcript.jsonl").read_text("utf-8").splitlines()
    ]
    assert [row["speaker"] for row in rows] == ["kit", "bram", "kit", "bram"]
    explained = mmagents(tmp_path, *loaded, "explain", "game", "--turn", 2)
    assert "The shortest name goes first." in explained.stdout, explained.stderr
    unknown = mmagents(tmp_path, "resume", "game", "--turns", 6)
    assert unknown.returncode == 2
    assert "mmagents --load name_talk" in unknown.stderr
    assert "Traceback" not in unknown.stderr
    again = mmagents(tmp_path, *loaded, "resume", "game", "--turns", 6, "--quiet")
    assert again.returncode == 0, again.stderr


def test_it_is_offered_on_the_page_in_both_languages(tmp_path: Path) -> None:
    (tmp_path / "name_talk.py").write_text(MODULE, "utf-8")
    shown = python(tmp_path, PAGE)
    assert "Shortest name first" in shown.stdout, shown.stderr
    assert "短い名前から" in shown.stdout


def test_an_experiment_plays_it_in_other_processes_and_reports_it(tmp_path: Path) -> None:
    (tmp_path / "name_talk.py").write_text(MODULE, "utf-8")
    (tmp_path / "grid.yaml").write_text(GRID, "utf-8")
    loaded = ("--load", "name_talk", "experiment")
    played = mmagents(tmp_path, *loaded, "run", "grid.yaml", "--out", "e", "--workers", 2)
    assert played.returncode == 0, played.stderr
    reported = mmagents(tmp_path, *loaded, "report", "e", "--json")
    assert reported.returncode == 0, reported.stderr
    assert "shortest-name" in (tmp_path / "e" / "report.html").read_text("utf-8")


def test_a_module_that_is_not_there_is_one_error(tmp_path: Path) -> None:
    refused = mmagents(tmp_path, "--load", "name_talk", "scenario", "list")
    assert refused.returncode == 2
    assert refused.stderr.startswith("mmagents: There is no module name_talk.")
