import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from mmagents.errors import MMAgentsError
from mmagents.lab.experiments.engines import in_this_process, load, play_cargo, unload
from mmagents.lab.experiments.experiment import begin, keep_on_servers, run, servers_for
from mmagents.lab.experiments.grid import Grid
from mmagents.stores.servers.addresses import Servers, servers_given
from tests.processes import mmagents
from tests.scale.test_memory_server import collections
from tests.servers.postgres_server import IN_A_URL, PASSWORD, USER

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
    experiment = keep_on_servers(begin(grid(), tmp_path / "there"), Servers(memory=chroma))
    assert [one.error for one in run(experiment, in_this_process)] == ["", ""]
    assert transcripts(experiment.folder) == transcripts(plain.folder) != []
    assert collections(chroma) == before
    again = servers_for(experiment.folder, Servers())
    assert again == Servers(memory=chroma)
    grown = keep_on_servers(begin(grid(conversations=3), experiment.folder), again)
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
    job = keep_on_servers(begin(grid(), tmp_path / "e"), servers).job(
        next(grid().planned().__iter__())
    )
    [played] = play_cargo([load(job)], {}, None)
    outcome = unload(played, job)
    assert "Long-term memory on http://127.0.0.1:9 cannot be opened" in outcome.error
    assert "s3cret" not in outcome.error + outcome.trace + repr(job)
    assert "s3cret" not in (job.path / "game.json").read_text()


def test_a_damaged_file_of_servers_is_one_error(tmp_path: Path) -> None:
    experiment = keep_on_servers(
        begin(grid(), tmp_path / "e"), Servers(memory="http://127.0.0.1:9")
    )
    (experiment.folder / "servers.json").write_text("[]")
    with pytest.raises(MMAgentsError, match=r"servers\.json is damaged"):
        servers_for(experiment.folder, Servers())


ROOT, BOTH = Path(__file__).parents[2], ["cssn-or-ss", "equal"]


def test_two_nodes_without_a_shared_disk_lose_nothing_and_play_nothing_twice(
    postgres: str, chroma: str, tmp_path: Path
) -> None:
    before = collections(chroma)
    both = grid(conditions=BOTH, turns=12)
    here, there = begin(both, tmp_path / "here"), begin(both, tmp_path / "there")
    plain = begin(grid(conditions=BOTH, conversations=1, turns=4), tmp_path / "plain")
    as_plain = begin(grid(conditions=BOTH, conversations=1, turns=4), tmp_path / "as_plain")
    for experiment in (here, as_plain):
        run(experiment, in_this_process)
    done = subprocess.run(
        [sys.executable, ROOT / "tests/scale/two_nodes.py", there.folder, plain.folder,
         postgres, chroma, tmp_path],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=240,
        env={**os.environ, "PYTHONPATH": str(ROOT), "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["plain"] == 2
    assert transcripts(plain.folder) == transcripts(as_plain.folder) != []
    assert set(seen["ended"].values()) == {"turns"}
    assert seen["nodes"]  # on a busy machine one may have played all before the other was there
    assert {*seen["nodes"]} <= {f"TMPDIR={tmp_path / name}" for name in ("one", "two")}
    assert transcripts(there.folder) == transcripts(here.folder) != []
    with psycopg.connect(postgres) as connection:
        kept: dict[str, list[int]] = {}
        query = b"SELECT thread_id, (metadata->>'step')::int FROM checkpoints ORDER BY 1, 2"
        for thread, step in connection.execute(query).fetchall():
            if "/mini." in thread:
                kept.setdefault(thread, []).append(step)
    assert len(kept) == 4
    assert all(steps == list(range(-1, len(steps) - 1)) for steps in kept.values())
    assert seen["killed"]["steps"] < len(kept[seen["killed"]["thread"]])
    assert collections(chroma) == before, "what is played to its end needs no index"
    written = [one for one in there.folder.rglob("*") if one.is_file()]
    secrets = (PASSWORD.encode(), IN_A_URL.encode(), USER.encode())
    assert not [one for one in written if any(secret in one.read_bytes() for secret in secrets)]
    left = [one.name for node in ("one", "two") for one in (tmp_path / node).glob("mmagents-*")]
    assert len(left) == 1, "what the killed worker had begun lies on its own node alone"
