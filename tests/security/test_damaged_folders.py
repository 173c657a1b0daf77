"""What a folder holds in the place of a game's files is one error, and ends nothing else."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mmagents.cli.shown.totals import markdown
from mmagents.errors import MMAgentsError
from mmagents.nodes.context import Context
from mmagents.saved.begin import begin
from mmagents.saved.saved_game import SavedGame, read_record
from mmagents.web.server.hall import Hall

DEEP = "[" * 200_000 + "]" * 200_000
BELOW_PYTHONS_LIMIT = "[" * 600 + "]" * 600


def meta_of(folder: Path) -> dict:
    return json.loads((folder / "game.json").read_text())


def spoil(sent: Path, how: str) -> None:
    """Write into game.json what no game writes."""
    meta = meta_of(sent)
    changes = {
        "deep": f'"context": {DEEP}',
        "rather deep": f'"context": {BELOW_PYTHONS_LIMIT}',
        "a list": '"context": []',
        "too many turns": json.dumps({"context": {**meta["context"], "turns": 1e9}})[1:-1],
        "no such field": json.dumps({"context": {**meta["context"], "nothing": 1}})[1:-1],
        "no story": '"scenario": null',
        "no seed": '"seed": "x"',
        "a tab": '"servers": {"memory": "http://a\\tb:8000"}, "thread": "x"',
        "a fork of nothing": '"forked_from": 3',
        "no seats": json.dumps({"context": {**meta["context"], "seats": None}})[1:-1],
        "no condition": json.dumps({"context": {**meta["context"], "condition": []}})[1:-1],
        "a model of lists": json.dumps({"context": {**meta["context"], "model": [3]}})[1:-1],
        "prompts of nothing": '"prompts": [{"turn": "x", "fingerprint": "y"}]',
    }
    text = json.dumps(meta)
    (sent / "game.json").write_text(f"{text[:-1]}, {changes[how]}}}")


HOW = (
    "deep", "rather deep", "a list", "too many turns", "no such field", "no story", "no seed",
    "a fork of nothing", "no seats", "no condition", "a model of lists", "prompts of nothing",
)  # fmt: skip


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize(
    "command",
    [
        ("explain", "--turn", 2),
        ("resume", "--turns", 10),
        ("fork", "--turn", 4, "--save", "{}-2"),
    ],
)
def test_a_spoilt_file_is_one_error(sent, mmagents, how, command) -> None:
    spoil(sent, how)
    command = [str(one).format(sent) for one in command]
    code, said = mmagents(command[0], sent, *command[1:])
    assert code == 2, said[:500]
    assert said.count("Traceback") == 0
    assert len(said) < 3_000


@pytest.mark.parametrize("how", [*HOW, "a tab"])
def test_the_page_shows_the_other_games(sent, how) -> None:
    begin(sent.parent / "mine", "mini", 1, Context(turns=9)).close()
    spoil(sent, how)
    hall = Hall(sent.parent, markdown)
    assert hall.go_on_with_all() == []
    assert hall.about("mine")["played"] == 0
    try:
        hall.about(sent.name)
        hall.table(sent.name)
    except MMAgentsError:
        return
    assert how == "a tab"  # an address that nobody asks


@pytest.mark.parametrize("name", ["scenario", "seed", "context"])
def test_a_file_that_lacks_a_field_is_one_error(sent, mmagents, name) -> None:
    meta = meta_of(sent)
    del meta[name]
    (sent / "game.json").write_text(json.dumps(meta))
    code, said = mmagents("explain", sent, "--turn", 2)
    assert (code, f"it has no {name}" in said) == (2, True)


@pytest.mark.parametrize(
    "table",
    [DEEP, "[]", '{"links": [], "chosen": 3}', '{"links": {}, "chosen": {"pace": "x"}}', "\0"],
)
def test_a_spoilt_file_of_a_table_ends_no_page(sent, table) -> None:
    (sent / "table.json").write_text(table)
    hall = Hall(sent.parent, markdown)
    assert hall.go_on_with_all() == []
    assert hall.table(sent.name).game.rows


def test_a_deep_line_of_the_record_is_one_error(sent, mmagents) -> None:
    with (sent / "transcript.jsonl").open("a") as record:
        record.write(f"{DEEP}\n")
    with pytest.raises(MMAgentsError, match=r"transcript\.jsonl is damaged"):
        read_record(sent)


@pytest.mark.parametrize("name", ["experiment.json", "servers.json", "failures.jsonl"])
def test_a_deep_file_of_an_experiment_is_one_error(tmp_path, mmagents, name) -> None:
    grid = tmp_path / "grid.yaml"
    grid.write_text("name: small\nscenarios: [mini]\nturns: 3\nconversations: 1\n")
    run = ("experiment", "run", grid, "--workers", 1, "--out", tmp_path / "out")
    assert mmagents(*run)[0] == 0
    (tmp_path / "out" / name).write_text(f'{{"format": 1, "grid": {DEEP}}}\n')
    command = run if name == "servers.json" else ("experiment", "report", tmp_path / "out")
    code, said = mmagents(*command)
    if name != "failures.jsonl":
        assert (code, name in said) == (2, True), said[:500]
    assert "Traceback" not in said


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes in folders")
@pytest.mark.parametrize(
    "name", ["transcript.jsonl", "checkpoints.sqlite", "scenario.yaml", "table.json", "memory/a"]
)
def test_a_pipe_in_a_folder_is_refused(sent, name) -> None:
    (sent / name).parent.mkdir(exist_ok=True)
    (sent / name).unlink(missing_ok=True)
    (sent / name).parent.mkdir(exist_ok=True)
    os.mkfifo(sent / name)
    for way in (SavedGame.open, read_record):
        with pytest.raises(MMAgentsError, match="is no file"):
            way(sent)


ENDLESS = """
DROP TABLE checkpoints;
CREATE VIEW checkpoints AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
SELECT 'game' AS thread_id, '' AS checkpoint_ns, i AS checkpoint_id, NULL AS parent_checkpoint_id,
NULL AS type, NULL AS checkpoint, NULL AS metadata FROM n;
"""
COMPUTED = "ALTER TABLE writes ADD COLUMN more AS (zeroblob(1000000000))"
AT_EVERY_WRITE = """
CREATE TRIGGER more AFTER INSERT ON writes BEGIN DELETE FROM checkpoints; END
"""


@pytest.mark.parametrize("harm", [ENDLESS, COMPUTED, AT_EVERY_WRITE])
@pytest.mark.parametrize("command", [("explain", "--turn", "2"), ("resume", "--turns", "10")])
def test_a_database_that_is_more_than_tables_is_refused(sent, harm, command) -> None:
    with sqlite3.connect(sent / "checkpoints.sqlite") as base:
        base.executescript(harm)
    base.close()
    run = subprocess.run(  # in a process of its own, which can be ended
        [sys.executable, "-m", "mmagents", command[0], str(sent), *command[1:]],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert run.returncode == 2, run.stderr[-500:]
    assert "no game of mmagents" in run.stdout + run.stderr


def test_a_packed_database_that_is_more_than_tables_is_refused(sent, mmagents) -> None:
    from mmagents.stores.packed import pack_file

    with sqlite3.connect(sent / "checkpoints.sqlite") as base:
        base.executescript(AT_EVERY_WRITE)
    base.close()
    pack_file(sent / "checkpoints.sqlite")
    code, said = mmagents("explain", sent, "--turn", 2)
    assert (code, "no game of mmagents" in said) == (2, True), said


MARKUP = '"><script>1</script>'
NO_ROWS = [
    {"closed": [{"turn": 1, "how": MARKUP}]},
    {"ledger": {}},
    {"ledger": {"bids": [{"seat": [], "action": "speak", "importance": 3, "thought": ""}]}},
    {"heard_by": [[]]},
    {"turn": MARKUP},
    {"text": [1]},
    {"rule": None},
]


@pytest.mark.parametrize("row", NO_ROWS)
@pytest.mark.parametrize("kind", ["replay", "cha", "accounts"])
def test_a_row_that_is_none_is_one_error_and_no_markup(sent, mmagents, row, kind) -> None:
    record = sent / "transcript.jsonl"
    lines = record.read_text().splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), **row})
    record.write_text("\n".join([*lines, ""]))
    command = ("accounts", sent) if kind == "accounts" else ("export", sent, "--format", kind)
    code, said = mmagents(*command)
    assert (code, "transcript.jsonl is damaged" in said, "<script>1" in said) == (2, True, False)


@pytest.mark.parametrize("row", NO_ROWS)
def test_a_row_that_is_none_among_the_steps_is_one_error(sent, mmagents, monkeypatch, row) -> None:
    from langgraph.pregel import Pregel

    whole = Pregel.aget_state

    async def spoilt(*given, **named):
        state = await whole(*given, **named)
        state.values["history"][2] = {**state.values["history"][2], **row}
        return state

    monkeypatch.setattr(Pregel, "aget_state", spoilt)
    for command in (("explain", sent, "--turn", 3), ("resume", sent, "--turns", 9)):
        code, said = mmagents(*command)
        assert (code, "checkpoints.sqlite is damaged" in said) == (2, True), said


@pytest.mark.parametrize("story", ["%YAML 1.7\n--- a", "%YAML 3.1\n--- a", f"a: !{'x' * 900_000}"])
def test_odd_yaml_is_one_short_error_at_once(sent, mmagents, story) -> None:
    (sent / "scenario.yaml").write_text(story)
    began = time.process_time()
    code, said = mmagents("explain", sent, "--turn", 2)
    assert (code, len(said) < 500) == (2, True)
    assert time.process_time() - began < 5


@pytest.mark.parametrize("command", ["export --format cha", "pairs"])
def test_a_speaker_that_nobody_knows_is_one_error(sent, mmagents, command) -> None:
    record = sent / "transcript.jsonl"
    record.write_text(
        record.read_text().replace('"speaker": "kit"', '"speaker": "nobody\\u001b[2J"')
    )
    name, *options = command.split()
    code, said = mmagents(name, sent, *options)
    assert (code, "\x1b" in said) == (2 if options else 0, False), said


@pytest.mark.parametrize("language", [[None], {}, 1, "x" * 100_000, "../../../../etc/x", "\x1b[2J"])
def test_a_language_that_is_none_is_english(sent, change, mmagents, language) -> None:
    change(language=language)
    code, said = mmagents("accounts", sent)
    assert (code, said.replace("\n", "").isprintable()) == (0, True), said
