"""What the command line says when models give nothing usable, and how it goes on."""

import json

import pytest

from tests.graph.test_dialects import forgetting
from tests.servers.dialects import DIALECTS, speaking
from tests.servers.openai_server import serving

pytestmark = pytest.mark.slow

GAME = ["--phase", "discussion", "--turns", "3", "--seed", "3", "--model", "any"]


def test_a_game_of_nothing_usable_ends_with_one_error_and_can_be_gone_on_with(
    mmagents, tmp_path
) -> None:
    folder = str(tmp_path / "game")
    with serving(forgetting("think")) as server:
        done = mmagents("play", "mini", *GAME, "--base-url", server.url, "--save", folder)
        assert done.returncode == 1
        for part in ("after turn 1", "(think)", server.url, "Once upon a time", "--tolerate"):
            assert part in done.stderr
        assert "Traceback" not in done.stderr
        again = mmagents("resume", folder, "--tolerate", "--base-url", server.url)
    assert again.returncode == 0, again.stderr
    rows = (tmp_path / "game" / "transcript.jsonl").read_text().splitlines()
    assert [json.loads(row)["turn"] for row in rows] == [1, 2, 3]


def test_the_summary_and_the_accounts_name_the_form_of_answers(mmagents, tmp_path) -> None:
    folder = str(tmp_path / "game")
    with serving(speaking(DIALECTS["llama-cpp-python"])) as server:
        done = mmagents("play", "mini", *GAME, "--base-url", server.url, "--save", folder)
    assert done.returncode == 0, done.stderr
    told = mmagents("accounts", folder)
    for said in (done.stdout, told.stdout):
        assert f"openai:any@{server.url}: json_object with schema (" in said
    forms = json.loads(mmagents("accounts", folder, "--json").stdout)["forms"]
    assert {row["task"] for row in forms} == {"think", "normalise", "detect"}
