"""Repair by models on the loopback server: every way through it, hostile answers included."""

import pytest

from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.scenarios.loader import load_scenario
from tests.graph.repairing import CLAIM, FAULT, LIE, PLAIN, START, Table, play, repair_of, way_of
from tests.servers.openai_hostile import hostile
from tests.servers.openai_server import serving

pytestmark = pytest.mark.slow


def test_what_is_rated_low_is_published_without_a_diagnosis() -> None:
    table = Table(speak=CLAIM, rate={"score": 6, "claim": ""})
    [row] = play(table)
    assert (row["text"], repair_of(row)["outcome"]) == (CLAIM, "clean")
    assert not table.of("diagnose") + table.of("agree") + table.of("repair")


def test_an_invention_is_turned_down_by_whom_it_is_about_and_said_anew() -> None:
    table = Table(speak=CLAIM, rate={"score": 9, "claim": "Kit hid the money"},
                  agree={"agreed": False}, repair=PLAIN)  # fmt: skip
    [row] = play(table)
    assert row["text"] == PLAIN
    assert repair_of(row)["outcome"] == "repaired"
    assert len(table.of("agree")) == 3
    calls = [(call["task"], call["seat"]) for call in row["ledger"]["calls"]]
    assert calls.count(("agree", "kit")) == 3
    assert calls.count(("repair", row["speaker"])) == 1


def test_an_invention_that_its_subject_agrees_to_is_none() -> None:
    table = Table(speak=CLAIM, rate={"score": 9, "claim": ""}, agree={"agreed": True})
    [row] = play(table)
    assert (row["text"], repair_of(row)["outcome"]) == (CLAIM, "no issue")


def test_whoever_is_asked_answers_from_its_own_side_and_nothing_of_it_reaches_the_speaker() -> None:
    story = load_scenario("mini")
    private = {seat: story.sheet(seat).background.in_("en") for seat in story.seats()}
    table = Table(speak=CLAIM, rate={"score": 9, "claim": ""}, agree={"agreed": False},
                  diagnose=FAULT)  # fmt: skip
    [row] = play(table, repair_rounds=1)
    for text in table.of("agree"):
        assert private["kit"] in text
        assert private[row["speaker"]] not in text
    for task in ("rate", "diagnose", "repair", "speak"):
        for text in table.of(task):
            assert private["kit"] not in text
    assert "agreed" not in table.of("repair")[0]


def test_of_three_trials_the_most_severe_is_kept() -> None:
    def trials(told, number):
        return [LIE, FAULT, LIE][(number - 1) % 3]

    said = {1: "I was in the tool shed at three o'clock."}
    table = Table(speak=lambda told, number: said.get(number, PLAIN), diagnose=trials, repair=PLAIN)
    rows = play(table, seats={})
    assert rows[0]["speaker"] == "bram"
    finding = repair_of(rows[0])["attempts"][0]["findings"][0]
    assert (finding["fault"], finding["taken_for"], finding["severity"]) == (
        "contradiction", "fault", 9,
    )  # fmt: skip
    assert rows[0]["text"] == PLAIN
    assert '"Too much."' in table.of("repair")[0]
    assert '"Say less."' in table.of("repair")[0]


def test_a_lie_for_which_the_sheet_gives_the_reason_is_spoken() -> None:
    table = Table(speak="I was in the tool shed at three o'clock.", diagnose=LIE)
    [row] = play(table)
    assert repair_of(row)["outcome"] == "no issue"
    assert repair_of(row)["attempts"][0]["findings"][0]["taken_for"] == "lie"


def test_contradictions_are_found_by_a_model_in_triplets() -> None:
    table = Table(
        speak="My pegs were all in their holes.",
        triplets={"triplets": [["the pegs", "were", "all in their holes"]]},
        entail={"contradictions": [{"premise": 1, "claim": 1, "score": 0.99}]},
        diagnose=FAULT, repair=PLAIN,
    )  # fmt: skip
    [row] = play(table, nli="llm", repair_rounds=1)
    first = repair_of(row)["attempts"][0]
    assert first["suspicions"][0]["fault"] == "contradiction"
    assert first["suspicions"][0]["about"] == "the pegs were all in their holes"
    unsure = {"contradictions": [{"premise": 1, "claim": 1, "score": 0.97}]}
    table = Table(speak="My pegs were all in their holes.", entail=unsure)
    [row] = play(table, nli="llm")
    assert repair_of(row)["outcome"] == "clean"


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_the_round_limit_holds_and_a_failure_is_told(rounds: int) -> None:
    table = Table(speak=CLAIM, rate={"score": 9, "claim": ""}, agree={"agreed": False},
                  repair=CLAIM)  # fmt: skip
    [row] = play(table, repair_rounds=rounds)
    assert len(table.of("repair")) == rounds
    assert (row["text"], repair_of(row)["outcome"]) == (CLAIM, "failed")


def test_both_ways_of_asking_for_other_words_are_drawn_by_the_seed() -> None:
    def ways():
        table = Table(speak=CLAIM, rate={"score": 9, "claim": ""}, agree={"agreed": False},
                      repair=lambda told, number: CLAIM if number % 2 else PLAIN)  # fmt: skip
        play(table, turns=3)
        return [way_of(text) for text in table.of("repair")]

    drawn = ways()
    assert len(set(drawn)) == 2
    assert drawn == ways()


def test_a_repair_that_yields_nothing_usable_leaves_what_was_said() -> None:
    table = Table(speak=CLAIM, rate={"score": 9, "claim": ""}, agree={"agreed": False}, repair="")
    [row] = play(table, repair_rounds=1)
    assert (row["text"], repair_of(row)["outcome"]) == (CLAIM, "failed")
    assert [call["default"] for call in row["ledger"]["calls"] if call["task"] == "repair"] != [
        None
    ]


def test_checks_without_a_usable_answer_are_done_by_rule() -> None:
    table = Table(speak=CLAIM, repair=PLAIN, **dict.fromkeys(("rate", "agree"), "nonsense"))
    [row] = play(table)
    assert row["text"] == PLAIN
    assert repair_of(row)["attempts"][0]["findings"][0]["fault"] == "hallucination"
    defaults = {call["task"] for call in row["ledger"]["calls"] if call["default"]}
    assert {"rate", "agree"} <= defaults


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja"])
def test_hostile_answers_cost_no_game(language: str) -> None:
    rows = play(hostile(5, late=0.01), turns=3, language=language, nli="llm",
                tolerate=True)  # fmt: skip
    assert [row["turn"] for row in rows] == [1, 2, 3]
    for row in rows:
        done = repair_of(row)
        assert done["attempts"][done["spoken"]]["text"] == row["text"]
        assert 1 <= len(done["attempts"]) <= 3


def test_what_repair_costs_stands_in_the_accounts_by_task() -> None:
    from mmagents.nodes.spending import accounts

    table = Table(speak=CLAIM, rate={"score": 9, "claim": ""}, agree={"agreed": False},
                  repair=PLAIN)  # fmt: skip
    rows = play(table)
    by_task = {one["task"]: one["requests"] for one in accounts(rows)["by_task"]}
    assert (by_task["rate"], by_task["agree"], by_task["repair"]) == (1, 3, 1)
    bare = Table(speak=CLAIM)
    with serving(bare) as server:
        run = Context(model="openai:any", base_url=server.url, turns=1)
        graph.invoke(START, context=run)
    assert sorted(task for task, _ in bare.asked) == sorted(
        ["think"] * 3 + ["speak", "normalise", "detect"]
    )
