"""An experiment in its folder: played, killed, gone on with, failing, on processes and on Ray."""

import errno
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mmagents.errors import MMAgentsError
from mmagents.floor.conditions import CONDITIONS
from mmagents.lab.experiments.engines import Batch, engine_for, in_this_process
from mmagents.lab.experiments.experiment import Experiment, begin, open_experiment, run
from mmagents.lab.experiments.forecast import forecast
from mmagents.lab.experiments.grid import Grid
from mmagents.lab.experiments.playing import Outcome
from mmagents.lab.experiments.summary import seated
from mmagents.lab.measures.floor import rule_measures
from mmagents.nodes.context import Context
from mmagents.saved.saved_game import SavedGame
from mmagents.stores.disk import friendly_disk_errors
from tests.processes import mmagents, python, python_printing
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving
from tests.servers.postgres_server import binaries

pytestmark = pytest.mark.slow  # what a fixture plays is played once
TURNS = 12
"""Of the conversations in which an experiment is killed."""
PLAY = """
import sys
from pathlib import Path
from mmagents.lab.experiments.engines import engine_for
from mmagents.lab.experiments.experiment import open_experiment, run

def ended(outcome):
    print("ended", flush=True)

engine = engine_for("processes", int(sys.argv[2]))
run(open_experiment(Path(sys.argv[1])), engine, workers=int(sys.argv[2]), ended=ended)
"""
ON_RAY = """
import sys
from pathlib import Path
from mmagents.lab.experiments.engines import engine_for
from mmagents.lab.experiments.experiment import open_experiment, run
print(len(run(open_experiment(Path(sys.argv[1])), engine_for("ray", 2), workers=2)))
"""


def grid(**changes: Any) -> Grid:
    given = {"name": "g", "scenario": "mini", "conditions": ["cssn-or-ss", "equal"]}
    return Grid.model_validate(given | {"conversations": 2, "turns": 4} | changes)


def transcripts(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.glob("conversations/*/*/transcript.jsonl"))
    }


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Experiment, list[Outcome]]:
    """The grid played to its end by one process, and how each conversation ended; only read."""
    experiment = begin(grid(), tmp_path_factory.mktemp("played") / "e")
    return experiment, run(experiment, in_this_process)


def test_every_conversation_is_a_saved_game_with_its_own_transcript(
    played: tuple[Experiment, list[Outcome]],
) -> None:
    experiment, outcomes = played
    assert [(one.id, one.over, one.error) for one in outcomes] == [
        (id, "turns", "")
        for id in ("mini.cssn-or-ss/001", "mini.equal/001", "mini.cssn-or-ss/002", "mini.equal/002")
    ]
    told = mmagents(experiment.folder, "explain", "conversations/mini.equal/002", "--turn", 2)
    assert "order" in told.stdout, told.stderr
    conversations = open_experiment(experiment.folder).read()
    assert [one.id for one in conversations] == [planned.id for planned in grid().planned()]
    assert {len(one.rows) for one in conversations} == {4}
    assert conversations[1].factors == {"scenario": "mini", "condition": "equal"}


def test_what_has_been_played_is_not_played_again(tmp_path: Path) -> None:
    experiment = begin(grid(), tmp_path / "e")
    run(experiment, in_this_process, cells=["mini.equal"])
    before = {name: (tmp_path / "e" / name).stat().st_mtime_ns for name in transcripts(tmp_path)}
    ended: list[str] = []
    now = run(
        begin(grid(), tmp_path / "e"), in_this_process, ended=lambda one: ended.append(one.id)
    )
    assert [one.id for one in now] == ["mini.cssn-or-ss/001", "mini.cssn-or-ss/002"]
    assert sorted(ended) == sorted(planned.id for planned in grid().planned())
    assert all((tmp_path / "e" / name).stat().st_mtime_ns == was for name, was in before.items())
    assert run(begin(grid(), tmp_path / "e"), in_this_process) == []


def test_a_cell_played_alone_has_the_conversations_it_has_among_others(
    tmp_path: Path, played: tuple[Experiment, list[Outcome]]
) -> None:
    run(begin(grid(conditions=["equal"]), tmp_path / "one"), in_this_process)
    one = transcripts(tmp_path / "one")
    assert one
    assert one.items() <= transcripts(played[0].folder).items()


def test_more_conversations_may_be_asked_for_later_but_not_another_grid(tmp_path: Path) -> None:
    begin(grid(), tmp_path / "e")
    assert begin(grid(conversations=3), tmp_path / "e").grid.conversations == 3
    for change in ({"turns": 5}, {"conversations": 1}, {"memory.k": 2}):
        with pytest.raises(MMAgentsError, match="begun with another grid"):
            begin(grid(**{"conversations": 3, **change}), tmp_path / "e")


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.md").write_text("mine")
    with pytest.raises(MMAgentsError, match="holds no experiment"):
        begin(grid(), tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.md"]
    with pytest.raises(MMAgentsError, match="There is no experiment"):
        open_experiment(tmp_path)


def test_a_story_changed_later_changes_nothing_of_an_experiment_begun(tmp_path: Path) -> None:
    story = tmp_path / "mini.yaml"
    story.write_bytes(grid().cells[0].story.read_bytes())
    experiment = begin(grid(scenario=str(story)), tmp_path / "e")
    run(experiment, in_this_process, cells=["mini.equal"])
    story.write_text(story.read_text("utf-8").replace("raffle", "teapot"), "utf-8")
    run(begin(grid(scenario=str(story)), tmp_path / "e"), in_this_process)
    story.unlink()
    titles = {one.table.public.title for one in open_experiment(tmp_path / "e").read()}
    assert titles == {"The Raffle Tin"}


def test_a_failure_is_recorded_and_stops_no_other_conversation(tmp_path: Path) -> None:
    experiment = begin(grid(), tmp_path / "e")
    blocked = experiment.conversations / "mini.equal" / "001"
    blocked.mkdir(parents=True)
    (blocked / "in-the-way.txt").write_text("mine")
    outcomes = run(experiment, in_this_process)
    assert [one.id for one in outcomes if one.error] == ["mini.equal/001"]
    [failure] = experiment.failures()
    assert failure["id"] == "mini.equal/001"
    assert "in-the-way.txt" in failure["error"]
    assert len(open_experiment(tmp_path / "e").read()) == 3
    (blocked / "in-the-way.txt").unlink()
    assert [one.over for one in run(experiment, in_this_process)] == ["turns"]
    assert experiment.failures() == []


def test_a_full_disk_fails_its_conversation_and_sends_nobody_to_resume_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: SavedGame, row: Any) -> None:
        with friendly_disk_errors(self.path):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(SavedGame, "append", full)
    [ended] = run(begin(grid(conditions=["ss"], conversations=1), tmp_path / "e"), in_this_process)
    assert "could not be written or read: the disk is full" in ended.error
    assert "resume" not in ended.error


def test_two_runs_do_not_work_in_one_folder(tmp_path: Path) -> None:
    experiment = begin(grid(), tmp_path / "e")

    def engine(batches: Sequence[Batch]) -> Iterator[list[Outcome]]:
        with pytest.raises(MMAgentsError, match="process"):
            run(experiment, in_this_process)
        yield from in_this_process(batches)

    assert len(run(experiment, engine)) == 4


def test_processes_play_what_one_process_plays(
    tmp_path: Path, played: tuple[Experiment, list[Outcome]]
) -> None:
    assert engine_for("processes", 1) is in_this_process
    run(begin(grid(), tmp_path / "two"), engine_for("processes", 2), workers=2)
    assert transcripts(played[0].folder) == transcripts(tmp_path / "two") != {}


@pytest.mark.skipif(binaries() is not None, reason="tests/scale plays this on a Ray of two nodes")
def test_ray_plays_what_one_process_plays(
    tmp_path: Path, played: tuple[Experiment, list[Outcome]]
) -> None:
    begin(grid(), tmp_path / "ray")
    done = python(tmp_path, ON_RAY, tmp_path / "ray")
    assert done.stdout.strip() == "4", done.stderr[-2000:]
    assert transcripts(tmp_path / "ray") == transcripts(played[0].folder) != {}


def half_way(folder: Path) -> int:
    """Count the conversations that have some of their turns on the record."""
    return sum(0 < kept.count(b"\n") < TURNS for kept in transcripts(folder).values())


def test_killed_half_way_and_run_again_an_experiment_is_the_same(tmp_path: Path) -> None:
    def begun(name: str) -> Experiment:
        return begin(grid(conversations=3, turns=TURNS), tmp_path / name)

    killed = begun("killed")
    for workers, ends in ((1, 0), (2, 2)):  # in the first conversation, and among later ones
        with python_printing(tmp_path, PLAY, killed.folder, workers) as (running, lines):
            assert [lines.readline() for _ in range(ends)] == ["ended\n"] * ends
            while not half_way(killed.folder):
                assert running.is_alive()
                time.sleep(0.01)
        assert None in [outcome for _, outcome in killed.outcomes()]
    outcomes = run(killed, in_this_process)
    assert outcomes
    assert not [one.error for one in outcomes if one.error]
    run(begun("whole"), in_this_process)
    assert transcripts(killed.folder) == transcripts(tmp_path / "whole") != {}


def test_models_are_waited_for_side_by_side_and_what_they_cost_is_counted(tmp_path: Path) -> None:
    with serving(faithful, until=lambda server, request: server.most_at_once > 3) as server:
        models = {"model": "openai:any", "base_url": server.url, "limits.calls": 13}
        experiment = begin(grid(**models), tmp_path / "e")
        outcomes = run(experiment, in_this_process)
        assert server.most_at_once > 3
    assert {one.over for one in outcomes} == {"calls: 18 of 13"}
    assert {one.spent["calls"] for one in outcomes} == {18}
    assert run(begin(grid(**models), tmp_path / "e"), in_this_process) == []


def test_a_forecast_counts_calls_exactly_and_tokens_roughly(tmp_path: Path) -> None:
    with serving(faithful) as server:
        models = {
            "model": "openai:any",
            "base_url": server.url,
            "limits.prices": {"openai:any": {"input": 1.0, "output": 1.0}},
        }
        experiment = begin(grid(**models), tmp_path / "e")
        expected = forecast(experiment.grid)
        assert server.requests == []
        outcomes = run(experiment, in_this_process)
    assert expected.calls == sum(one.spent["calls"] for one in outcomes) == 4 * 4 * 6
    assert 0.5 < expected.tokens / sum(one.spent["tokens"] for one in outcomes) < 2
    assert expected.money == pytest.approx(expected.tokens / 1e6, rel=0.01)
    assert expected.seconds is None


def test_a_forecast_without_models_says_how_long_it_takes() -> None:
    expected = forecast(grid())
    assert (expected.calls, expected.tokens, expected.money) == (0, 0, None)
    assert expected.seconds is not None
    assert expected.seconds > 0


def test_the_command_says_what_it_would_play_and_plays_nothing(tmp_path: Path) -> None:
    told = mmagents(tmp_path, "experiment", "run", "paper.yaml", "--out", "e", "--dry-run")
    assert "150 conversations, 1500 turns" in told.stdout
    assert "Nothing was played" in told.stdout
    assert not (tmp_path / "e").exists()


def test_failures_are_said_at_the_end_with_exit_code_1(tmp_path: Path) -> None:
    (tmp_path / "g.yaml").write_text(
        "name: g\nscenario: mini\nconditions: [ss]\nturns: 2\nconversations: 2\n"
    )
    blocked = tmp_path / "e" / "conversations" / "mini.ss" / "001"
    begin(
        Grid(name="g", scenario="mini", conditions=["ss"], turns=2, conversations=2), tmp_path / "e"
    )
    blocked.mkdir(parents=True)
    (blocked / "x").write_text("mine")
    done = mmagents(tmp_path, "experiment", "run", "g.yaml", "--out", "e", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["played"] == 1
    assert "1 conversations failed" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_experiment_of_one_story_under_two_names_is_refused(tmp_path: Path) -> None:
    story = tmp_path / "copy.yaml"
    story.write_bytes(grid().cells[0].story.read_bytes())
    with pytest.raises(MMAgentsError, match="both called mini"):
        begin(Grid(name="g", scenarios=["mini", str(story)]), tmp_path / "e")
    assert not (tmp_path / "e").exists()


def test_what_is_done_beside_the_talk_is_no_turn_at_talk(tmp_path: Path) -> None:
    whole = grid(conditions=["cssn-or-ss"], conversations=1, evening="whole")
    run(begin(whole, tmp_path / "e"), in_this_process)
    [talk] = open_experiment(tmp_path / "e").read()
    deeds = {"look", "meet", "vote"}
    assert {row["rule"] for row in talk.deeds} == deeds
    assert not {row["rule"] for row in talk.rows} & deeds
    assert len(talk.rows) > 4
    assert "rule:vote" not in rule_measures([talk])


@pytest.mark.parametrize(
    ("format", "said"), [(2, "format 2"), (4, "format 4"), (None, "no format")]
)
def test_an_experiment_of_another_version_is_refused_and_stays_as_it_was(
    tmp_path: Path, format: int | None, said: str
) -> None:
    begin(grid(), tmp_path / "old")
    file = tmp_path / "old" / "experiment.json"
    about = {name: one for name, one in json.loads(file.read_text()).items() if name != "format"}
    file.write_text(json.dumps(about | ({} if format is None else {"format": format})))
    before = file.read_bytes()
    for once_more in (lambda: open_experiment(file.parent), lambda: begin(grid(), file.parent)):
        with pytest.raises(MMAgentsError, match=rf"{said}; .* reads format 3"):
            once_more()
    assert file.read_bytes() == before


def test_whom_a_condition_of_ones_own_asks_to_moderate_is_named_among_the_readers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(CONDITIONS, "chair", replace(CONDITIONS["moderator"], name="chair"))
    models = {"moderate": "openai:chair", "normalise": "rules", "detect": "rules"}
    readers = {
        one: seated(Context(condition=one, models={"tasks": models}), ["kit"])[1]
        for one in ("chair", "ss")
    }
    assert "openai:chair" in readers["chair"]
    assert "openai:chair" not in readers["ss"]
