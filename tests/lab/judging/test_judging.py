"""An experiment judged by models on a server on loopback: whole, hostile, stopped, gone on with."""

import json
import random
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mmagents.errors import MMAgentsError
from mmagents.lab.experiments.experiment import open_experiment
from mmagents.lab.judging.judge import FAILURES, GIVEN_UP_AFTER, Judged, judge, verdicts_of
from mmagents.lab.judging.judges import TASK_OF, forecast_judging
from mmagents.lab.judging.verdicts import BY_MODELS, Kind, read_verdicts
from mmagents.nodes.spending import Price
from mmagents.prompts.render import Prompts
from tests.lab.judging.judged import QUESTIONS, TWO, judged, lines, wanted
from tests.servers.openai_hostile import hostile
from tests.servers.openai_minds import faithful, language_of, task_of, texts
from tests.servers.openai_server import Answer, serving

pytestmark = pytest.mark.slow  # what a fixture plays is played once


def test_every_judge_reads_every_turn_and_every_conversation_in_its_language(folder: Path) -> None:
    with serving(faithful) as server:
        experiment = open_experiment(folder)
        found = judge(experiment, wanted(experiment, server), Prompts())
        asked = server.requests
    assert (found.given, found.missing, found.failures, found.left) == (2 * QUESTIONS, 0, [], 0)
    assert found.calls == {"openai:one": QUESTIONS, "openai:two": QUESTIONS}
    verdicts = verdicts_of(experiment)
    assert Counter(key.kind for key in verdicts) == {
        Kind.BREAKDOWN_WHOLE: 8, Kind.TURN: 32, Kind.CONVERSATION: 8, Kind.GRADED: 8,
        Kind.GRADED_TURN: 32, Kind.TRUTH: 32, Kind.TRUTH_PREVIOUS: 32, Kind.SUMMARY: 8,
    }  # fmt: skip
    assert sum(one.tokens_in + one.tokens_out for one in verdicts.values()) == found.all_tokens
    assert Counter(map(task_of, asked)) == {
        "breakdown_whole": 8, "judge": 40, "grade": 40, "truth": 64, "summary": 8,
    }  # fmt: skip
    told = [texts(request) for request in asked]
    japanese = sum(language_of(one) == "ja" for one in asked)
    assert japanese == len(told) / 2
    assert not [one for one in told if "equal" in one.casefold() or "rule" in one.casefold()]


def test_truth_is_judged_from_the_sheet_of_the_speaker_and_what_it_heard(folder: Path) -> None:
    with serving(faithful) as server:
        experiment = open_experiment(folder)
        asked = wanted(experiment, server, TWO[:1], kinds=[Kind.TRUTH])
        judge(experiment, asked, Prompts())
        told = [texts(request) for request in server.requests]
    assert {one.matter.kind for one in asked} == {Kind.TRUTH}
    talk = experiment.read()[0]
    for seat in talk.seats:
        secrets = [one.text.in_("en") for one in talk.table.scenario.sheet(seat).secrets]
        of = [one for one in told if all(secret in one for secret in secrets)]
        spoken = sum(row["speaker"] == seat for talk in experiment.read() for row in talk.rows
                     if talk.language == "en")  # fmt: skip
        assert len(of) == spoken, seat


def test_what_was_judged_is_not_judged_again_and_more_judges_may_come_later(folder: Path) -> None:
    judged(folder, faithful, TWO[:1])
    before = lines(folder)
    assert judged(folder, faithful, TWO[:1]).given == 0
    assert judged(folder, faithful, TWO).calls == {"openai:two": QUESTIONS}
    assert set(before) < set(lines(folder))


def test_told_otherwise_a_judge_is_asked_anew_and_the_later_verdict_counts(
    folder: Path, tmp_path: Path
) -> None:
    judged(folder, faithful, TWO[:1], kinds=[Kind.SUMMARY])
    (tmp_path / "en").mkdir()
    shipped = Path(Prompts().path("summary", "en")).read_text("utf-8")
    (tmp_path / "en" / "summary.md").write_text(
        shipped.replace("one to three sentences", "a sentence"), "utf-8"
    )
    experiment = open_experiment(folder)
    with serving(faithful) as server:
        again = wanted(experiment, server, TWO[:1], kinds=[Kind.SUMMARY], prompts=Prompts(tmp_path))
        assert {one.matter.conversation.language for one in again} == {"en"}
        judge(experiment, again, Prompts(tmp_path))
    assert len(lines(folder)) == 6
    assert {verdicts_of(experiment)[one.key].told for one in again} == {one.told for one in again}


def test_an_unreadable_verdict_is_asked_for_once_more_and_then_missing(folder: Path) -> None:
    shown: Counter[str] = Counter()

    def mumbles(request: dict[str, Any], number: int) -> Answer:
        task = task_of(request)
        if len(request["messages"]) > 2:
            assert request["messages"][2]["content"] == "Well."
            assert "JSON" in request["messages"][3]["content"]
            shown[task] += 1
        return Answer("Well.") if task == "judge" or len(request["messages"]) == 2 else (
            faithful(request, number)
        )  # fmt: skip

    found = judged(folder, mumbles, TWO[:1])
    assert shown == {
        "breakdown_whole": 4, "judge": 20, "grade": 20, "truth": 32, "summary": 4,
    }  # fmt: skip
    assert found.calls == {"openai:one": 2 * QUESTIONS}
    assert (found.given, found.missing) == (QUESTIONS, 20)
    verdicts = verdicts_of(open_experiment(folder)).values()
    assert {one.kind for one in verdicts if one.said is None} == {Kind.CONVERSATION, Kind.TURN}
    assert {one.missing for one in verdicts if one.said is None} == {"not_json"}
    assert judged(folder, mumbles, TWO[:1]).given == 0, "a missing verdict is one"


def test_a_question_that_could_not_be_put_is_a_failure_and_put_again(folder: Path) -> None:
    def moody(request: dict[str, Any], number: int) -> Answer:
        if task_of(request) == "summary":
            return Answer(status=500, error={"message": "sk-secret123 is ill"})
        return faithful(request, number)

    found = judged(folder, moody, TWO[:1])
    assert (found.given, len(found.failures)) == (QUESTIONS - 4, 4)
    kept = [json.loads(line) for line in (folder / FAILURES).read_text().splitlines()]
    assert {one["kind"] for one in kept} == {"summary"}
    assert "HTTP 500" in kept[0]["error"]
    assert "secret123" not in kept[0]["error"]
    again = judged(folder, faithful, TWO[:1])
    assert (again.given, again.failures) == (4, [])
    assert (folder / FAILURES).read_text() == ""


def test_a_judge_that_is_gone_is_given_up_and_the_others_go_on(folder: Path) -> None:
    def half_there(request: dict[str, Any], number: int) -> Answer:
        if request["model"] == "two":
            return Answer(status=401, error={"message": "no"})
        return faithful(request, number)

    found = judged(folder, half_there)
    assert found.given == QUESTIONS
    assert GIVEN_UP_AFTER <= len(found.failures) < QUESTIONS
    assert found.left == QUESTIONS - len(found.failures)
    assert {one.by for one in found.failures} == {"openai:two"}
    assert judged(folder, faithful).calls == {"openai:two": QUESTIONS}


@pytest.mark.parametrize("seed", range(2))
def test_whatever_a_model_does_a_verdict_is_right_in_form_or_missing(
    folder: Path, seed: int
) -> None:
    mind = hostile(seed, late=0.01)
    while judged(folder, mind).failures:
        pass
    verdicts = verdicts_of(open_experiment(folder))
    assert len(verdicts) == 2 * QUESTIONS
    missing = [one for one in verdicts.values() if one.said is None]
    assert 0 < len(missing) < QUESTIONS
    assert all(one.missing for one in missing)


class StoppedError(Exception):
    pass


def test_a_run_stopped_at_any_verdict_goes_on_where_it_was(folder: Path, tmp_path: Path) -> None:
    whole = Path(shutil.copytree(folder, tmp_path / "whole"))
    judged(whole, faithful, TWO[:1])
    moments, given = random.Random(4), 0

    def stop(judged: Judged) -> None:
        if moments.random() < 0.15:
            raise StoppedError

    while True:
        try:
            given += judged(folder, faithful, TWO[:1], ended=stop).given
            break
        except StoppedError:
            with (folder / BY_MODELS).open("ab") as file:
                file.write(b'{"id": "mini.ss')  # what a kill in the middle of a line leaves
    assert lines(folder) == lines(whole)


def test_a_damaged_line_is_named(folder: Path) -> None:
    judged(folder, faithful, TWO[:1], kinds=[Kind.CONVERSATION])
    file = folder / BY_MODELS
    good = file.read_text().splitlines()
    worse = json.loads(good[1])
    worse["said"]["coherence"]["score"] = 9
    file.write_text("\n".join([good[0], json.dumps(worse), *good[2:], ""]))
    with pytest.raises(MMAgentsError, match=r"verdicts.jsonl, line 2, .*Take the line out"):
        read_verdicts(file)


def test_a_forecast_counts_calls_exactly_and_tokens_roughly(folder: Path) -> None:
    with serving(faithful) as server:
        experiment = open_experiment(folder)
        questions = wanted(experiment, server)
        price = {"input": 1.0, "output": 1.0}
        expected = forecast_judging(questions, {"openai:one": price, "openai:two": price})  # type: ignore[dict-item]  # a price
        assert server.requests == []
        found = judge(experiment, questions, Prompts())
    assert expected.calls == sum(found.calls.values())
    assert 0.5 < expected.tokens / found.all_tokens < 2
    assert expected.money == pytest.approx(expected.tokens / 1e6, rel=0.01)
    assert forecast_judging(questions, {}).money is None


def test_what_a_judges_server_had_read_before_is_counted_in_every_verdict_and_in_money(
    folder: Path,
) -> None:
    found = judged(folder, lambda request, nth: replace(faithful(request, nth), kept=0.5), TWO[:1])
    verdicts = verdicts_of(open_experiment(folder)).values()
    assert {one.kind for one in verdicts} == set(TASK_OF)
    assert all(one.tokens_cached == one.tokens_in // 2 > 0 for one in verdicts)
    read, _, kept = found.tokens[TWO[0]]
    price: Price = {"input": 2.0, "output": 0.0, "cached_input": 0.2}
    assert kept == sum(one.tokens_cached for one in verdicts)
    assert found.money({TWO[0]: price}) == round(((read - kept) * 2 + kept * 0.2) / 1e6, 6)


# The command
