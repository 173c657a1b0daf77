import json
from pathlib import Path

import pytest

from mmagents.evaluation.experiments.engines import in_this_process
from mmagents.evaluation.experiments.experiment import begin, run
from mmagents.evaluation.experiments.grid import Grid
from mmagents.evaluation.experiments.kept_on import kept_on, servers_for
from mmagents.evaluation.experiments.shipping import load, play_cargo, unload
from mmagents.scenarios.errors import MMAgentsError
from mmagents.stores.servers.addresses import Servers, servers_given
from tests.processes import mmagents
from tests.scale.test_memory_server import collections

pytestmark = pytest.mark.slow


def grid(**changes: object) -> Grid:
    given = {"name": "g", "scenario": "mini", "conditions": ["ss"], "conversations": 2, "turns": 3}
    return Grid.model_validate(given | changes)


def transcripts(folder: Path) -> list[bytes]:
    return [one.read_bytes() for one in sorted(folder.rglob("transcript.jsonl"))]


def test_an_experiment_goes_on_with_its_servers_and_leaves_no_index_on_them(
    chroma: str, trusting: None, tmp_path: Path
) -> None:
    before = collections(chroma)
    plain = begin(grid(), tmp_path / "plain")
    run(plain, in_this_process)
    experiment = kept_on(begin(grid(), tmp_path / "there"), Servers(memory=chroma))
    assert [one.error for one in run(experiment, in_this_process)] == ["", ""]
    assert transcripts(experiment.folder) == transcripts(plain.folder) != []
    assert collections(chroma) == before
    again = servers_for(experiment.folder, Servers())
    assert again == Servers(memory=chroma)
    grown = kept_on(begin(grid(conversations=3), experiment.folder), again)
    assert grown.thread == experiment.thread
    assert [one.id for one in run(grown, in_this_process)] == ["mini.ss/003"]
    meta = json.loads((grown.conversations / "mini.ss" / "003" / "game.json").read_text())
    assert meta["thread"] == f"{experiment.thread}/mini.ss/003"


def test_what_comes_back_from_a_worker_is_what_this_machine_would_have_played(
    tmp_path: Path,
) -> None:
    here, there = begin(grid(), tmp_path / "here"), begin(grid(), tmp_path / "there")
    run(here, in_this_process)
    for planned in there.grid.planned():
        job = there.job(planned)
        [played] = play_cargo([load(job)], {}, None)
        assert unload(played, job).over == "turns"
    assert transcripts(there.folder) == transcripts(here.folder)
    for planned in here.grid.planned():
        files = [
            {one.name: one.read_bytes() for one in each.path_of(planned).glob("[!.]*")}
            for each in (here, there)
        ]
        assert files[0].keys() == files[1].keys()
        assert files[0]["scenario.yaml"] == files[1]["scenario.yaml"]
    told = mmagents(tmp_path, "explain", "there/conversations/mini.ss/002", "--turn", 2)
    assert told.returncode == 0, told.stderr


def test_a_worker_that_cannot_reach_a_server_says_so_without_its_folder_or_a_password(
    tmp_path: Path, trusting: None
) -> None:
    servers = servers_given(None, "http://ada:s3cret@127.0.0.1:9")
    job = kept_on(begin(grid(), tmp_path / "e"), servers).job(next(grid().planned().__iter__()))
    [played] = play_cargo([load(job)], {}, None)
    outcome = unload(played, job)
    assert "Long-term memory on http://127.0.0.1:9 cannot be opened" in outcome.error
    assert "s3cret" not in outcome.error + outcome.trace + repr(job)
    assert "s3cret" not in (job.path / "game.json").read_text()


def test_a_damaged_file_of_servers_is_one_error(tmp_path: Path) -> None:
    experiment = kept_on(begin(grid(), tmp_path / "e"), Servers(memory="http://127.0.0.1:9"))
    (experiment.folder / "servers.json").write_text("[]")
    with pytest.raises(MMAgentsError, match=r"servers\.json is damaged"):
        servers_for(experiment.folder, Servers())
