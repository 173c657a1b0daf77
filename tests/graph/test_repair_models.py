"""Repair by models on the loopback server: every way through it, and what its models are told."""

import json
from pathlib import Path

import pytest

from mmagents.graph.build import graph
from mmagents.interfaces.repair import Finding
from mmagents.nodes.context import Context
from mmagents.nodes.settings import merged, nested
from mmagents.prompts.render import Prompts
from mmagents.scenarios.loader import load_scenario
from tests.servers.openai_hostile import hostile
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, serving
from tests.servers.prompt_data import Told

pytestmark = pytest.mark.slow
TASK_HEADER = "x-mmagents-task"
START = {"scenario": "mini", "seed": 3}
CLAIM = "Kit hid the money under the school stage on Friday, and nobody saw him do it."
PLAIN = "What a wet afternoon this has become for all of us here."
THOUGHT = '{"thought": "Speak.", "action": "speak", "importance": 6}'
FAULT = {"severity": 9, "taken_for": "fault", "comment": "Too much.", "suggestion": "Say less."}
LIE = {"severity": 3, "taken_for": "lie", "comment": "Its sheet asks for it.", "suggestion": ""}


class Table:
    """A mind that answers by task; what it is not told about it answers faithfully."""

    def __init__(self, **answers) -> None:
        self.answers = {"think": THOUGHT, "speak": PLAIN} | answers
        self.asked = []

    def __call__(self, request, number):
        task, told = request.headers.get(TASK_HEADER, "speak"), Told(request)
        self.asked.append((task, told))
        given = self.answers.get(task)
        if callable(given):
            given = given(told, sum(one == task for one, _ in self.asked))
        if given is None:
            return faithful(request, number)
        return Answer(given if isinstance(given, str) else json.dumps(given))

    def told(self, task):
        """Return what it was told in each request for a task."""
        return [told for one, told in self.asked if one == task]

    def of(self, task):
        """Return the texts of all requests for a task."""
        return [told.text for told in self.told(task)]


def play(mind, turns=1, **context):
    """Play with models; contradictions are found by rule unless `nli` says otherwise."""
    with serving(mind) as server:
        fields = {
            "model": "openai:any",
            "base_url": server.url,
            "turns": turns,
            "repair": {"nli": "rules"},
            "models": {"attempts": 2, "timeout": 2},
        }
        run = Context(**merged(fields, nested(context)))
        return graph.invoke(START, {"recursion_limit": 400}, context=run)["history"]


def repair_of(row):
    return row["ledger"]["repair"]


def way_of(text):
    """Return by which shipped prompt other words were asked for, by the lines it has alone."""
    ways = ("repair_persona", "repair_task")
    files = [set(Path(Prompts().path(one, "en")).read_text("utf-8").splitlines()) for one in ways]
    own = [files[0] - files[1], files[1] - files[0]]
    [way] = [name for name, lines in zip(ways, own, strict=True) if lines & set(text.splitlines())]
    return way.removeprefix("repair_")


def test_an_invention_is_turned_down_by_whom_it_is_about_and_said_anew() -> None:
    table = Table(speak=CLAIM, rate={"score": 9, "claim": "Kit hid the money"},
                  agree={"agreed": False}, repair=PLAIN)  # fmt: skip
    [row] = play(table)
    assert (row["text"], repair_of(row)["outcome"]) == (PLAIN, "repaired")
    assert len(table.of("agree")) == 3
    calls = [(call["task"], call["seat"]) for call in row["ledger"]["calls"]]
    assert calls.count(("agree", "kit")) == 3
    assert calls.count(("repair", row["speaker"])) == 1


@pytest.mark.parametrize(("score", "outcome"), [(9, "no issue"), (6, "clean")])
def test_an_invention_that_its_subject_agrees_to_or_that_is_rated_low_is_none(
    score: int, outcome: str
) -> None:
    table = Table(speak=CLAIM, rate={"score": score, "claim": ""}, agree={"agreed": True})
    [row] = play(table)
    assert (row["text"], repair_of(row)["outcome"]) == (CLAIM, outcome)
    assert bool(table.of("agree")) == (score == 9)
    assert not table.of("diagnose") + table.of("repair")


def test_whoever_is_asked_answers_from_its_own_side_and_nothing_of_it_reaches_the_speaker() -> None:
    story = load_scenario("mini")
    private = {seat: story.sheet(seat).background.in_("en") for seat in story.seats()}
    table = Table(speak=CLAIM, rate={"score": 9, "claim": ""}, agree={"agreed": False},
                  diagnose=FAULT)  # fmt: skip
    [row] = play(table, repair={"rounds": 1})
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
        "contradiction", "fault", 10,
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
    [row] = play(table, repair={"nli": "llm", "rounds": 1})
    first = repair_of(row)["attempts"][0]
    assert first["suspicions"][0]["fault"] == "contradiction"
    assert first["suspicions"][0]["about"] == "the pegs were all in their holes"
    unsure = {"contradictions": [{"premise": 1, "claim": 1, "score": 0.97}]}
    table = Table(speak="My pegs were all in their holes.", entail=unsure)
    [row] = play(table, repair={"nli": "llm"})
    assert repair_of(row)["outcome"] == "clean"


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
    [row] = play(table, repair={"rounds": 1})
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
    rows = play(
        hostile(5, late=0.01),
        turns=3,
        language=language,
        repair={"nli": "llm"},
        limits={"tolerate": True},
    )
    assert [row["turn"] for row in rows] == [1, 2, 3]
    for row in rows:
        done = repair_of(row)
        assert done["attempts"][done["spoken"]]["text"] == row["text"]
        assert 1 <= len(done["attempts"]) <= 3


FIRST = "The tin stood on the counter at three o'clock, and it was full to the brim."
SECOND = "The tin was empty at three o'clock, and it stood under the bench by the door."
THIRD = "At three o'clock nobody had put a tin on that counter yet, full or empty."


def drawn(told, number):
    """Return one triplet of an utterance: who says it, and the words."""
    return {"triplets": [[told.speaker, "says", told.quotations[-1].words[:60]]]}


def premises(told):
    """Return the lines of what claims are held against."""
    quoted = [line for line in told.user.splitlines() if line.endswith('"')]
    return [line for line in quoted if line not in told.listed("claims")]


def table(lines, **answers):
    said = {at: line for at, line in enumerate(lines, 1)}
    return Table(speak=lambda told, number: said[number], triplets=drawn, **answers)


def run(mind, lines, **context):
    how = merged({"repair": {"nli": "auto"}}, nested(context))
    return play(mind, turns=len(lines), condition="round-robin", **how)


def test_where_a_model_is_named_contradictions_are_found_by_it() -> None:
    mind = table([FIRST], entail={"contradictions": []})
    run(mind, [FIRST])
    assert len(mind.of("triplets")) == len(mind.of("entail")) == 1
    by_rule = table([FIRST])
    run(by_rule, [FIRST], repair={"nli": "rules"})
    assert not by_rule.of("triplets") + by_rule.of("entail")
    left = table([FIRST])
    run(left, [FIRST], models={"tasks": {"entail": "rules"}})
    assert not left.of("entail")


def test_a_model_that_only_reads_or_only_sits_in_a_seat_compares_as_well() -> None:
    for more in ({"models.tasks": {"detect": "openai:any"}}, {"seats": {"bram": "openai:any"}}):
        mind = table([FIRST, SECOND, THIRD], entail={"contradictions": []})
        rows = run(mind, [FIRST, SECOND, THIRD], model=None, **more)
        screened = [row for row in rows if "repair" in row["ledger"]]
        assert len(mind.of("entail")) == len(screened) > 0
        assert not mind.of("rate") + mind.of("diagnose")


def test_what_others_said_is_compared_as_the_triplets_drawn_when_they_said_it() -> None:
    mind = table([FIRST, SECOND], entail={"contradictions": []})
    rows = run(mind, [FIRST, SECOND])
    kept = repair_of(rows[0])["attempts"][0]["triplets"]
    assert len(kept) == 1
    held = premises(mind.told("entail")[1])
    assert [line for line in held if json.dumps(" ".join(kept[0])) in line]


def clashing(told, number):
    """Find every premise that was drawn from what was said to contradict the claim."""
    numbers = [int(line.split(".")[0]) for line in premises(told) if " says " in line]
    return {"contradictions": [{"premise": at, "claim": 1, "score": 0.99} for at in numbers]}


def test_a_model_picks_the_passages_that_the_diagnosis_is_shown() -> None:
    mind = table([FIRST, SECOND, THIRD], entail=clashing, evidence={"passages": [2]},
                 diagnose={**FAULT, "taken_for": "harmless", "severity": 2})  # fmt: skip
    rows = run(mind, [FIRST, SECOND, THIRD])
    [asked] = mind.told("evidence")
    assert 2 in asked.headed
    [suspected] = [
        one
        for one in repair_of(rows[2])["attempts"][0]["suspicions"]
        if one["fault"] == "contradiction"
    ]
    assert len(suspected["evidence"]) == 1
    passages = [
        [one for one in told.quotations if one.head.startswith("  - ")]
        for told in mind.told("diagnose")
    ]
    shown = [one for one in passages if one][-1]
    assert FIRST in [one.words for one in shown]


def test_without_an_answer_on_the_evidence_the_score_picks_it() -> None:
    mind = table([FIRST, SECOND, THIRD], entail=clashing, evidence="I cannot say.",
                 diagnose={**FAULT, "taken_for": "harmless", "severity": 2})  # fmt: skip
    rows = run(mind, [FIRST, SECOND, THIRD])
    [suspected] = repair_of(rows[2])["attempts"][0]["suspicions"]
    assert len(suspected["evidence"]) == 2


def test_by_rule_nobody_is_bound_by_what_another_said() -> None:
    mind = table([FIRST, SECOND], entail=clashing)
    rows = run(mind, [FIRST, SECOND], models={"tasks": {"diagnose": "rules"}})
    done = repair_of(rows[1])
    assert done["attempts"][0]["suspicions"][0]["fault"] == "contradiction"
    assert done["outcome"] == "no issue"
    assert rows[1]["text"] == SECOND


def dropping(**answers):
    return Table(speak=CLAIM, rate={"score": 9, "claim": ""}, agree={"agreed": False}, **answers)


@pytest.mark.parametrize("asking", ["persona", "task"])
def test_the_way_of_asking_for_other_words_can_be_fixed(asking: str) -> None:
    mind = dropping(repair=lambda told, number: CLAIM if number % 2 else PLAIN)
    play(mind, turns=3, repair={"asking": asking})
    assert {way_of(text) for text in mind.of("repair")} == {asking}


def test_comments_are_put_together_by_a_model_where_that_is_asked_for() -> None:
    mind = dropping(merge={"suggestions": ["Ask Kit where he was instead."]}, repair=PLAIN)
    play(mind, repair={"merge": True})
    [merged] = mind.of("merge")
    assert json.dumps(CLAIM) in merged
    assert "Ask Kit where he was instead." in mind.of("repair")[0]
    failing = dropping(merge="Hm.", repair=PLAIN)
    [row] = play(failing, repair={"merge": True})
    assert row["text"] == PLAIN
    plain = dropping(repair=PLAIN)
    play(plain)
    assert not plain.of("merge")


def test_of_several_lines_the_model_picks_one() -> None:
    said = {1: FIRST, 2: SECOND, 3: FIRST}
    mind = Table(speak=lambda told, number: said[number], pick={"reason": "New.", "best": 2})
    [row] = play(mind, models={"best_of": 3, "tasks": {"rate": "rules"}}, repair={"rounds": 0})
    assert len(mind.of("speak")) == 3
    [asked] = mind.of("pick")
    assert {json.dumps(FIRST), json.dumps(SECOND)} <= {
        line.partition(". ")[2] for line in asked.splitlines()
    }
    assert row["text"] in (FIRST, SECOND)
    unread = Table(speak=lambda told, number: said[number], pick="The best one.")
    [row] = play(unread, models={"best_of": 3}, repair={"rounds": 0})
    assert row["text"] in (FIRST, SECOND)


def test_what_is_left_out_is_not_told_to_whoever_speaks_or_repairs() -> None:
    told = {}
    for leave_out in ((), ("background", "status")):
        mind = dropping(repair=PLAIN)
        play(mind, models={"leave_out": leave_out})
        told[leave_out] = len(mind.of("speak")[0]), len(mind.of("repair")[0])
    assert told[()] > told["background", "status"]


def test_what_is_said_the_same_again_goes_past_all_screens_and_the_diagnosis() -> None:
    """SDR, section 2.1: what is nearly identical is regenerated at once."""
    table = Table(speak=CLAIM, rate={"score": 1, "claim": ""}, repair=PLAIN)
    first, second = play(table, turns=2, repair={"nli": "llm", "rounds": 1})
    again = repair_of(second)["attempts"][0]
    assert [one["fault"] for one in again["suspicions"]] == ["repetition"]
    assert again["findings"][0]["severity"] == 10
    screens = [call["task"] for call in second["ledger"]["calls"] if call.get("round") == 0]
    assert screens == []
    assert "rate" in [call["task"] for call in first["ledger"]["calls"] if call.get("round") == 0]


def test_a_contradiction_is_true_or_false_and_all_else_a_fault_above_eight() -> None:
    """SDR, appendices C.1 and E.2."""
    shed = "I was in the tool shed at three o'clock."
    for severity in (1, 10):
        table = Table(speak=shed, diagnose={**FAULT, "severity": severity}, repair=PLAIN)
        finding = repair_of(play(table)[0])["attempts"][0]["findings"][0]
        assert (finding["fault"], finding["severity"]) == ("contradiction", 10)
    assert not Finding("repetition", 8, "fault", "").severe
    assert Finding("repetition", 9, "fault", "").severe
