import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.processes import mmagents as play

pytestmark = pytest.mark.slow

TALK = ("--phase", "discussion")
FIELDS = {
    "turn", "speaker", "text", "rule", "first_pair_part", "addressees", "expects", "answers",
    "second_pair_part", "heard_by", "phase", "ledger",
}  # fmt: skip


def lines(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def eight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of eight turns, played once."""
    folder = tmp_path_factory.mktemp("eight")
    play(folder, "play", "mini", *TALK, "--seed", 4, "--turns", 8, "--save", "one", "-q")
    return folder / "one"


@pytest.fixture
def one(eight: Path, tmp_path: Path) -> Path:
    """A copy of it, to do with as one likes."""
    return Path(shutil.copytree(eight, tmp_path / "one"))


def test_json_is_one_object_a_turn_and_nothing_else(mmagents: Run) -> None:
    run = mmagents("play", "mini", *TALK, "--seed", 4, "--turns", 6, "--json")
    rows = lines(run.stdout)
    assert run.returncode == 0
    assert [row["turn"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert all(set(row) >= FIELDS for row in rows)
    assert {"bids", "designated", "tie", "reason"} <= set(rows[0]["ledger"])
    assert {"seat", "action", "importance"} <= set(rows[0]["ledger"]["bids"][0])


def test_where_nobody_watches_each_turn_is_one_plain_line(mmagents: Run) -> None:
    out = mmagents("play", "mini", *TALK, "--seed", 4, "--turns", 5).stdout
    assert "\x1b" not in out
    assert sum(line.lstrip()[:1].isdigit() and "[" in line for line in out.splitlines()) >= 5
    assert "seed 4" in out
    out = mmagents("play", "mini", *TALK, "--seed", 4, "--turns", 5, "--quiet").stdout
    assert out.startswith("5 turns:"), "quiet shows the summary and no more"


def test_a_game_is_saved_explained_exported_and_played_on(mmagents: Run, tmp_path: Path) -> None:
    whole = mmagents("play", "mini", *TALK, "--seed", 4, "--turns", 9, "--json").stdout
    assert (
        mmagents("play", "mini", *TALK, "--seed", 4, "--turns", 6, "--save", "one", "-q").returncode
        == 0
    )
    kept = (tmp_path / "one" / "transcript.jsonl").read_text()
    assert lines(kept) == lines(whole)[:6]
    assert "The Raffle Tin" in (tmp_path / "one" / "transcript.md").read_text()

    told = mmagents("explain", "one", "--turn", 3)
    assert told.returncode == 0
    assert "Because" in told.stdout
    assert json.loads(mmagents("explain", "one", "--turn", 3, "--json").stdout)["turn"] == 3

    ended = mmagents("resume", "one")
    assert ended.returncode == 2
    assert "--turns 16" in ended.stderr
    assert mmagents("resume", "one", "--turns", 9, "--quiet").returncode == 0
    assert lines((tmp_path / "one" / "transcript.jsonl").read_text()) == lines(whole)

    table = mmagents("export", "one", "--format", "csv").stdout.splitlines()
    assert len(table) == 10
    assert table[0].startswith("turn,speaker,text,rule")
    assert lines(mmagents("export", "one", "--format", "jsonl").stdout) == lines(whole)
    assert mmagents("export", "one").stdout.startswith("# The Raffle Tin")


def test_a_fork_shares_the_past_and_goes_its_own_way(
    mmagents: Run, one: Path, tmp_path: Path
) -> None:
    before = (one / "transcript.jsonl").read_bytes()
    words = "I dropped the raffle tin into the stream."
    run = mmagents("fork", "one", "--turn", 5, "--save", "two", "--say", f"kit: {words}", "--json")
    assert run.returncode == 0, run.stderr
    old, new = lines(before.decode()), lines((tmp_path / "two" / "transcript.jsonl").read_text())
    assert new[:4] == old[:4]
    assert (new[4]["speaker"], new[4]["text"]) == ("kit", words)
    assert [row["turn"] for row in new] == list(range(1, 9))
    assert lines(run.stdout) == new[5:] or lines(run.stdout) == new[4:]
    assert (tmp_path / "one" / "transcript.jsonl").read_bytes() == before


@pytest.mark.usefixtures("one")
def test_a_fork_that_changes_nothing_is_the_same_game(mmagents: Run, tmp_path: Path) -> None:
    assert mmagents("fork", "one", "--turn", 5, "--save", "two", "-q").returncode == 0
    old, new = (tmp_path / name / "transcript.jsonl" for name in ("one", "two"))
    assert new.read_bytes() == old.read_bytes()


@pytest.mark.usefixtures("one")
def test_a_fork_goes_on_with_other_players(mmagents: Run, tmp_path: Path) -> None:
    (tmp_path / "lines.yaml").write_text(str(["It was I, all along."] * 5))
    fork = ("fork", "one", "--turn", 3, "--save", "two")
    run = mmagents(*fork, "--seat", "kit=scripted:lines.yaml", "--condition", "round-robin")
    assert run.returncode == 0, run.stderr
    old, new = (lines((tmp_path / n / "transcript.jsonl").read_text()) for n in ("one", "two"))
    assert new[:2] == old[:2]
    said = {row["text"] for row in new[2:] if row["speaker"] == "kit"}
    assert said == {"It was I, all along."}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "nowhere"], "nowhere"),
        (["play", "mini", "--phase", "discussion", "--rounds", "2"], "has no rounds"),
        (["play", "mini", "--turns", "0"], "--turns"),
        (["play", "mini", "--lang", "fr"], "cannot be played in 'fr' yet"),
        (["play", "mini", "--condition", "chaos"], "--condition"),
        (["play", "mini", "--embeddings", "nonsense", "--save", "one"], "nonsense"),
        (["resume", "nowhere"], "nowhere"),
        (["explain", "nowhere", "--turn", "1"], "nowhere"),
        (["fork", "nowhere", "--turn", "1", "--save", "x"], "nowhere"),
        (["export", "nowhere"], "nowhere"),
        (["play", "orchid-train", "--lang", "ja"], "cannot be played in 'ja' yet"),
    ],
)
def test_bad_input_is_one_clear_error_and_writes_nothing(
    mmagents: Run, tmp_path: Path, arguments: list[str], says: str
) -> None:
    run = mmagents(*arguments)
    assert run.returncode == 2
    assert says in run.stderr
    assert "Traceback" not in run.stderr
    assert list(tmp_path.iterdir()) == []


def test_bad_turns_seats_and_folders_leave_a_saved_game_as_it_was(
    mmagents: Run, one: Path, tmp_path: Path
) -> None:
    before = (one / "transcript.jsonl").read_bytes()
    for arguments, says in [
        (["explain", "one", "--turn", "9"], "no turn 9"),
        (["fork", "one", "--turn", "9", "--save", "two"], "turn 9"),
        (["fork", "one", "--turn", "2", "--save", "two", "--say", "ghost: boo"], "kit"),
        (["fork", "one", "--turn", "2", "--save", "two", "--say", "kit:"], "SEAT: TEXT"),
        (["fork", "one", "--turn", "2", "--save", "one"], "one"),
        (["fork", "one", "--turn", "2", "--save", "two", "--seat", "kat=improv"], "kat"),
        (["fork", "one", "--turn", "2", "--save", "two", "--seat", "kit=nobody"], "nobody"),
        (["play", "mini", "--save", "one"], "one"),
        (["export", "one/transcript.jsonl", "--format", "csv"], "is a file"),
    ]:
        run = mmagents(*arguments)
        assert run.returncode == 2, (arguments, run.stdout, run.stderr)
        assert says in run.stderr
        assert "Traceback" not in run.stderr
    assert (one / "transcript.jsonl").read_bytes() == before
    assert not (tmp_path / "two").exists()


def test_the_graph_is_printed_as_mermaid(mmagents: Run) -> None:
    out = mmagents("graph").stdout
    assert out.startswith("graph TD;") or out.startswith("---")
    assert "rule 1a" in out


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, mmagents.cli.app; "
        "print(sorted({'langgraph', 'chromadb', 'numpy', 'langchain_core', 'openai'} "
        "& set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_a_whole_evening_goes_from_introductions_to_the_verdict(
    mmagents: Run, tmp_path: Path
) -> None:
    run = mmagents("play", "mini", "--seed", 2, "--turns", 5, "--save", "one")
    assert run.returncode == 0, run.stderr
    for heading in ("## Introductions", "## Discussion", "## Accusation", "## How it ends"):
        assert heading in run.stdout
    assert "The table accuses" in run.stdout
    outcome = json.loads((tmp_path / "one" / "outcome.json").read_text())
    assert {"accused", "culprit", "found", "votes", "missions", "points"} <= set(outcome)
    as_json = lines(mmagents("play", "mini", "--seed", 2, "--turns", 5, "--json").stdout)
    assert as_json[-1] == {"outcome": outcome}
    kept = lines((tmp_path / "one" / "transcript.jsonl").read_text())
    assert as_json[:-1] == kept
    talk = [row for row in kept if row["phase"] == "discussion"]
    assert 5 <= len(talk) <= 6, "one turn more where somebody is owed one"
    assert [row["turn"] for row in kept] == list(range(1, len(kept) + 1))

    ended = mmagents("resume", "one")
    assert ended.returncode == 2
    assert "fork" in ended.stderr
    within = mmagents("fork", "one", "--turn", 6, "--save", "two")
    assert within.returncode == 2
    assert "nearest before it is 4" in within.stderr  # all look at once, in turns 4-6 and 7-9
    for turn in (7, 12):
        forked = mmagents("fork", "one", "--turn", turn, "--save", turn, "--seed", 9, "--json")
        assert forked.returncode == 0, forked.stderr
        assert "outcome" in lines(forked.stdout)[-1]
        again = lines((tmp_path / f"{turn}" / "transcript.jsonl").read_text())
        assert again[: turn - 1] == kept[: turn - 1]
        assert [row["phase"] for row in again][:9] == [row["phase"] for row in kept][:9]
