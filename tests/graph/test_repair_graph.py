"""Contradictions by models (SDR, NLI-Graph): who is asked, what of, and what the diagnosis sees."""

import json

import pytest

from tests.graph.repairing import CLAIM, FAULT, PLAIN, Table, play, repair_of, way_of

pytestmark = pytest.mark.slow

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
    return play(mind, turns=len(lines), condition="round-robin", **{"nli": "auto", **context})


def test_where_a_model_is_named_contradictions_are_found_by_it() -> None:
    mind = table([FIRST], entail={"contradictions": []})
    run(mind, [FIRST])
    assert len(mind.of("triplets")) == len(mind.of("entail")) == 1
    by_rule = table([FIRST])
    run(by_rule, [FIRST], nli="rules")
    assert not by_rule.of("triplets") + by_rule.of("entail")
    left = table([FIRST])
    run(left, [FIRST], models={"entail": "rules"})
    assert not left.of("entail")


def test_a_model_that_only_reads_or_only_sits_in_a_seat_compares_as_well() -> None:
    for more in ({"models": {"detect": "openai:any"}}, {"seats": {"bram": "openai:any"}}):
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
    alone = table([FIRST, SECOND], entail={"contradictions": []})
    run(alone, [FIRST, SECOND], evidence="own")
    assert not [line for line in premises(alone.told("entail")[1]) if FIRST[:40] in line]


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
    rows = run(mind, [FIRST, SECOND], models={"diagnose": "rules"})
    done = repair_of(rows[1])
    assert done["attempts"][0]["suspicions"][0]["fault"] == "contradiction"
    assert done["outcome"] == "no issue"
    assert rows[1]["text"] == SECOND


def dropping(**answers):
    return Table(speak=CLAIM, rate={"score": 9, "claim": ""}, agree={"agreed": False}, **answers)


@pytest.mark.parametrize("asking", ["persona", "task"])
def test_the_way_of_asking_for_other_words_can_be_fixed(asking: str) -> None:
    mind = dropping(repair=lambda told, number: CLAIM if number % 2 else PLAIN)
    play(mind, turns=3, asking=asking)
    assert {way_of(text) for text in mind.of("repair")} == {asking}


def test_comments_are_put_together_by_a_model_where_that_is_asked_for() -> None:
    mind = dropping(merge={"suggestions": ["Ask Kit where he was instead."]}, repair=PLAIN)
    play(mind, merge=True)
    [merged] = mind.of("merge")
    assert json.dumps(CLAIM) in merged
    assert "Ask Kit where he was instead." in mind.of("repair")[0]
    failing = dropping(merge="Hm.", repair=PLAIN)
    [row] = play(failing, merge=True)
    assert row["text"] == PLAIN
    plain = dropping(repair=PLAIN)
    play(plain)
    assert not plain.of("merge")


def test_of_several_lines_the_model_picks_one() -> None:
    said = {1: FIRST, 2: SECOND, 3: FIRST}
    mind = Table(speak=lambda told, number: said[number], pick={"reason": "New.", "best": 2})
    [row] = play(mind, best_of=3, models={"rate": "rules"}, repair_rounds=0)
    assert len(mind.of("speak")) == 3
    [asked] = mind.of("pick")
    assert {json.dumps(FIRST), json.dumps(SECOND)} <= {
        line.partition(". ")[2] for line in asked.splitlines()
    }
    assert row["text"] in (FIRST, SECOND)
    unread = Table(speak=lambda told, number: said[number], pick="The best one.")
    [row] = play(unread, best_of=3, repair_rounds=0)
    assert row["text"] in (FIRST, SECOND)


def test_what_is_left_out_is_not_told_to_whoever_speaks_or_repairs() -> None:
    told = {}
    for leave_out in ((), ("background", "status")):
        mind = dropping(repair=PLAIN)
        play(mind, leave_out=leave_out)
        told[leave_out] = len(mind.of("speak")[0]), len(mind.of("repair")[0])
    assert told[()] > told["background", "status"]
