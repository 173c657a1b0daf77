"""`mmagents talk`, from the command to what it leaves behind."""

import json
from pathlib import Path

import pytest

from mmagents.scenarios.loader import check_file, load_scenario
from tests.cli.conftest import Run
from tests.processes import Terminal

pytestmark = pytest.mark.slow

ASKED = (
    "talk", "What should the museum do with the painting?",
    "--who", "Ada Lind: a curator who has looked after it", "--who", "Ben: the treasurer",
    "--about", "The roof leaks.", "--option", "sell it", "--option", "keep it",
    "--seat", "Ada Lind=scripted:ada.yaml", "--seat", "ben=scripted:ben.yaml",
    "--turns", "4", "--seed", "3",
)  # fmt: skip
ADA = """\
- Ben, what would a new roof cost?
- say: We could lend it out.
  importance: 8
- vote: keep it
  say: It is ours.
"""
BEN = "[Forty thousand at least., A loan pays for half a roof.]"
OF_A_STORY = ("fact", "clue", "mission", "points", "truth", "verdict", "accus", "culprit", "story")


@pytest.fixture
def lines(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(ADA, "utf-8")
    (tmp_path / "ben.yaml").write_text(BEN, "utf-8")


@pytest.mark.usefixtures("lines")
def test_a_talk_goes_from_its_question_to_the_vote_and_is_kept_explained_and_forked(
    tmp_path: Path, mmagents: Run
) -> None:
    run = mmagents(*ASKED, "--save", "kept")
    assert run.returncode == 0, run.stderr
    head, *_ = run.stdout.split("## Discussion")
    assert "# What should the museum do with the painting?\n\nThe roof leaks." in head
    assert "Ada Lind  a curator who has looked after it" in head
    assert "At the end each votes: sell it · keep it" in head
    assert "Ada Lind: Keep it: It is ours.  [votes]" in run.stdout
    assert "Ben: Ben gives no vote.  [votes]" in run.stdout
    assert "do with the painting? keep it\nVotes: keep it 1." in run.stdout
    assert json.loads((tmp_path / "kept/outcome.json").read_text("utf-8"))["decided"] == "keep-it"
    kept = load_scenario(tmp_path / "kept/scenario.yaml")
    assert (kept.kind, kept.seats()) == ("talk", ["ada-lind", "ben"])
    why = mmagents("explain", "kept", "--turn", "2").stdout
    assert "Because Ada Lind put a wh-question to Ben." in why
    forked = mmagents("fork", "kept", "--turn", "3", "--say", "ben: No.", "--save", "other").stdout
    assert "  3  Ben: No." in forked
    assert "do with the painting? keep it" in forked
    text = (tmp_path / "kept/transcript.md").read_text("utf-8")
    for shown in (run.stdout, why, forked, text):
        assert not [word for word in OF_A_STORY if word in shown.casefold()]


@pytest.mark.usefixtures("lines")
def test_a_talk_without_a_vote_can_be_made_longer(tmp_path: Path, mmagents: Run) -> None:
    plain = [one for one in ASKED if one not in ("--option", "sell it", "keep it")]
    assert mmagents(*plain, "--save", "kept", "--quiet").returncode == 0
    more = mmagents("resume", "kept", "--turns", "6")
    assert (more.returncode, more.stdout.count("\n  5  ")) == (0, 1)
    assert "votes" not in more.stdout
    assert not (tmp_path / "kept/outcome.json").exists()


def test_a_person_sits_there_and_votes(tmp_path: Path) -> None:
    (tmp_path / "lines.yaml").write_text("- 弁さん、屋根はいくらですか。\n- vote: はい\n", "utf-8")
    terminal = Terminal(
        tmp_path, "talk", "絵を売るべきか？", "--lang", "ja", "--who", "彩：美術館の学芸員",
        "--who", "弁：会計係", "--seat", "弁=human", "--seat", "彩=scripted:lines.yaml",
        "--vote", "--turns", "2", "--seed", "1",
    )  # fmt: skip
    try:
        terminal.expect_exact("会計係")
        terminal.expect_exact("弁> ")
        terminal.sendline("/help")
        terminal.expect_exact("/vote")
        assert "/look" not in terminal.before
        for said in ("屋根が先です。", "/pass", "四千万円です。", "1 屋根が先だから"):
            terminal.expect_exact("弁> ")
            terminal.sendline(said)
        terminal.expect_exact("はい。屋根が先だから")
        terminal.expect_exact("はい 2")
        assert terminal.exit_code() == 0
    finally:
        terminal.process.kill()
        terminal.close()


def test_a_file_is_begun_checked_and_held(tmp_path: Path, mmagents: Run) -> None:
    assert mmagents("talk", "new", "mine").returncode == 0
    assert mmagents("talk", "check", "mine/my-talk.yaml").stdout == "0 errors, 0 warnings\n"
    (tmp_path / "lines.yaml").write_text("[Well.]", "utf-8")
    seats = [
        part
        for who in ("Marta", "Jun", "odile")
        for part in ("--seat", f"{who}=scripted:lines.yaml")
    ]
    run = mmagents("talk", "mine/my-talk.yaml", *seats, "--turns", "3")
    assert (run.returncode, run.stdout.count("gives no vote")) == (0, 3)
    assert "engine" not in run.stdout


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["Q?"], "--who: names 0; a talk needs 2 people or more"),
        (["Q?", "--who", "Ada: a"], "--who: names 1;"),
        (["Q?", "--who", "Ada: a", "--who", "ADA: b"], "two people are called “ADA”"),
        (["Q?", "--who", "Ada: a", "--who", "Everyone: b"], "stands for the whole table"),
        (["Q?", "--who", "Ada: a", "--who", "Ben"], '--who takes "NAME: WHO"'),
        (["Q?", "--who", "Ada: a", "--who", "Ben: "], '--who takes "NAME: WHO"'),
        (["Q?", "--who", "A\x07da: a", "--who", "Ben: b"], "control character U+0007"),
        (["Q?", "--who", f"{'A' * 41}: a", "--who", "Ben: b"], "at most 40 characters"),
        (["Q?", *(one for at in range(21) for one in ("--who", f"A{at}: a"))], "room for 20"),
        ([" ", "--who", "Ada: a", "--who", "Ben: b"], "QUESTION: string should have at least 1"),
        (["Who?", "--who", "Ada: a", "--who", "Ben: b", "--vote"], "--option sell --option keep"),
        (["Is it? Or not?", "--who", "Ada: a", "--who", "Ben: b", "--option", "x"], "two options"),
        (["Q?", "--who", "Ada: a", "--who", "Ben: b", "--seat", "Cem=human"], "no seat 'Cem'"),
        (["Q?", "--who", "Ada: a", "--who", "Ben: b"], "--model openai:gpt-4o-mini"),
        (["none.yaml"], "no such file"),
        (["talk.yaml", "--who", "Ada: a"], "--who goes with a question"),
        (["talk.yaml", "--lang", "ja"], "is written in en, not in ja"),
    ],
)
def test_bad_input_is_one_error_and_nothing_is_written(
    tmp_path: Path, mmagents: Run, given: list[str], why: str
) -> None:
    (tmp_path / "talk.yaml").write_text(
        "{kind: talk, question: Q?, who: [{name: A, who: a}, {name: B, who: b}]}", "utf-8"
    )
    run = mmagents("talk", *given, "--save", "kept")
    assert (run.returncode, run.stdout) == (2, "")
    assert why in run.stderr
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("kind: talk\nwho: [{name: A, who: a}, {name: B, who: b}]", 1, "question: is missing"),
        ("question: Q?\nwho: [{name: A, who: a}, {name: B, who: b}]", 1, "kind: is missing"),
        ("kind: talk\nquestion: Q?\nwho:\n- {name: A, who: a}", 3, "who: names 1; a talk needs 2"),
        ("kind: talk\nquestion: Q?\nwho:\n- {name: A, who: a}\n- {name: B, wo: b}", 5,
         "who[1].wo: is not a field here; did you mean “who”?"),
        ("kind: talk\nquestion: Q?\nturns: 0\nwho: [{name: A, who: a}, {name: B, who: b}]", 3,
         "turns: input should be greater"),
        ("kind: talk\nquestion: Q?\nwho: [{name: A, who: a}, {name: B, who: b}]\nvote: [x]", 4,
         "vote: has “x” alone"),
        ("kind: talk\nquestion: [", 2, "is not YAML"),
    ],
)  # fmt: skip
def test_a_file_that_is_amiss_is_told_by_line(
    tmp_path: Path, text: str, line: int, why: str
) -> None:
    file = tmp_path / "talk.yaml"
    file.write_text(text, "utf-8")
    found = [f"{one.line} {one.field}: {one.message}" for one in check_file(file)]
    assert any(one.startswith(f"{line} ") and why in one for one in found), found
