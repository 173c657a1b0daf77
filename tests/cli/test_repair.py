import json
import re

import pytest

pytestmark = pytest.mark.slow


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


ERR = ["--err", "repeat=0.4,invent=0.3", "--seed", "3", "--phase", "discussion", "--turns", "12"]


def test_what_was_dropped_and_why_is_explained(mmagents, tmp_path) -> None:
    done = mmagents("play", "mini", *ERR, "--repair", "--json", "--save", str(tmp_path / "game"))
    rows = lines(done.stdout)
    row = next(row for row in rows if row["ledger"]["repair"]["outcome"] == "repaired")
    told = mmagents("explain", str(tmp_path / "game"), "--turn", str(row["turn"])).stdout
    told = re.sub(r"\s+", " ", told)
    dropped = row["ledger"]["repair"]["attempts"][0]
    assert "Repaired before it was heard." in told
    assert f"Dropped: {dropped['text']}" in told
    assert dropped["findings"][0]["comment"] in told


def test_without_repair_the_ledger_says_nothing_of_it(mmagents) -> None:
    rows = lines(mmagents("play", "mini", *ERR, "--json").stdout)
    assert all("repair" not in row["ledger"] for row in rows)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--err", "repeat=2"], "err.repeat"),
        (["--repair", "--nli", "oracle"], "'auto', 'rules', 'llm'"),
        (["--repair", "--nli", "llm"], "--model-for entail"),
    ],
)
def test_what_cannot_be_had_is_said_before_anything_is_written(
    mmagents, tmp_path, options: list[str], says: str
) -> None:
    done = mmagents("play", "mini", *options, "--save", str(tmp_path / "game"))
    assert done.returncode == 2
    assert says in done.stderr
    assert not (tmp_path / "game").exists()
