"""Provenance: who said what first, who held it, what follows from it and what it earns."""

import json
from dataclasses import asdict

import pytest

from mmagents.graph.build import graph
from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import figures_of
from mmagents.lab.measures.provenance import (
    MEASURES,
    facts_by_turn,
    trace,
)
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from tests.lab.rows import conversation, row

pytestmark = pytest.mark.slow


PEGS = "Two of my pegs were out at the back, and there was a bit of yellow thread on one."
SCARF = "Petra's scarf was whole at noon, and when the band stopped there was a tear in it."
CRACKED = "Petra cracked the kiln. She's to pay for it by Monday."
ALWAYS = "I was at my stall the whole time, my dears, painting faces until my wrist ached."
EMPTY = "I went to Petra's stall at twenty past three, and it was empty."
CREPT = "Petra crept into the tea tent under the canvas."


def test_a_fact_belongs_to_whoever_said_it_first() -> None:
    found = trace(conversation([row(1, "bram", CRACKED), row(2, "kit", CRACKED)]))
    [one] = found.said
    assert (one.fact, one.turn, one.speaker) == ("cracked-kiln", 1, "bram")
    assert one.heard_by == ("petra", "bram", "kit")
    assert one.held_by == ("petra", "bram")
    assert one.founded


def test_a_fact_is_recognised_in_japanese_too() -> None:
    talk = conversation(
        [row(1, "bram", "窯を割ったのはペトラだ。月曜までに弁償することになっておる。")],
        language="ja",
    )
    assert [one.fact for one in trace(talk).said] == ["cracked-kiln"]


def test_a_speaker_who_could_not_know_is_told_from_one_who_did() -> None:
    found = trace(conversation([row(1, "kit", CRACKED)]))
    assert not found.said[0].founded
    assert figures_of(MEASURES, conversation([row(1, "kit", CRACKED)]))["facts_unfounded"] == 1


def test_what_a_seat_found_it_holds_from_then_on() -> None:
    look = row(2, "kit", "Under the shelf: a bill.", rule="look", heard_by=["kit"])
    look["facts"] = ["cracked-kiln"]
    found = trace(conversation([row(1, "bram"), row(3, "kit", CRACKED)], deeds=[look]))
    assert found.said[0].held_by == ("petra", "bram", "kit")
    too_late = trace(conversation([row(1, "kit", CRACKED)], deeds=[look]))
    assert not too_late.said[0].founded


def test_what_was_heard_is_held_and_may_be_passed_on() -> None:
    first = row(1, "bram", PEGS, heard_by=["bram", "kit"])
    second = row(2, "kit", SCARF, heard_by=["petra", "kit"])
    found = trace(conversation([first, second, row(3, "kit", CREPT)]))
    crept = found.said[-1]
    assert crept.fact == "petra-behind"
    assert crept.held_by == ("kit",), "kit alone heard both halves of the road to it"


def test_who_is_meant_may_follow_from_the_question_answered() -> None:
    asked = row(1, "kit", "Bram, what do you know about Petra and the kiln?", to="bram")
    told = row(2, "bram", "Cracked it. The kiln has to be paid for by Monday.")
    found = trace(conversation([asked, told]))
    assert [one.fact for one in found.said] == ["cracked-kiln"]
    assert not trace(conversation([row(1, "bram", told["text"])])).said


def test_questions_and_denials_disclose_nothing() -> None:
    rows = [
        row(1, "kit", "Did Petra crack the kiln, and must she pay for it?", to="bram"),
        row(2, "bram", "Petra never cracked the kiln and does not have to pay for it."),
    ]
    assert not trace(conversation(rows)).said


def test_disclosure_counts_facts_and_not_conclusions() -> None:
    rows = [row(1, "bram", PEGS), row(2, "kit"), row(3, "kit", SCARF), row(4, "kit", CREPT)]
    found = trace(conversation(rows))
    assert found.disclosure == (1, 1, 2, 2)
    assert [one.fact for one in found.said] == ["loose-pegs", "torn-scarf", "petra-behind"]


def test_a_seat_concludes_with_what_it_was_given() -> None:
    found = trace(conversation([row(1, "bram", PEGS), row(2, "kit", CREPT)]))
    assert found.said[1].fact == "petra-behind"
    assert found.said[1].held_by == ("kit",)


def test_a_seat_that_did_not_hear_concludes_nothing() -> None:
    rows = [row(1, "bram", PEGS, heard_by=["bram", "petra"]), row(2, "kit", CREPT)]
    assert trace(conversation(rows)).said[1].held_by == ()


def test_the_case_is_solvable_once_the_whole_proof_follows() -> None:
    rows = [
        row(1, "bram", PEGS),
        row(2, "petra", ALWAYS),
        row(3, "bram", CRACKED),
        row(4, "kit", EMPTY),
        row(5, "kit", SCARF),
    ]
    found = trace(conversation(rows))
    assert found.solvable_at == 5
    assert trace(conversation(rows[:4])).solvable_at is None


def test_the_rubric_pays_for_what_was_said_and_apart_for_what_followed() -> None:
    rows = [row(1, "bram", CRACKED), row(2, "bram", PEGS), row(3, "kit", SCARF)]
    found = trace(conversation(rows))
    assert found.rubric == {"time": False, "kiln": True, "lie": False, "way-in": False}
    assert found.reachable == {"time": False, "kiln": True, "lie": False, "way-in": True}
    points = found.points
    assert (points.shared, points.reasoned, points.reachable) == (3, 0, 4)
    assert (points.shared_of, points.reasoned_of) == (5, 7)
    spoken = trace(conversation([*rows, row(4, "kit", CREPT)]))
    assert spoken.points.reasoned == 4


def test_of_a_conversation_without_a_turn_nothing_came_out() -> None:
    found = trace(conversation())
    assert (found.said, found.disclosure, found.solvable_at) == ((), (), None)
    assert (found.points.shared, found.points.shared_of) == (0, 5)


def test_a_trace_is_plain_json_and_its_measures_are_described() -> None:
    talk = conversation([row(1, "bram", CRACKED)])
    assert json.loads(json.dumps(asdict(trace(talk))))["said"][0]["fact"] == "cracked-kiln"
    assert set(figures_of(MEASURES, talk)) == set(MEASURES)


@pytest.mark.parametrize(
    ("language", "condition"), [("en", "cssn-or-ss"), ("ja", "cssn-or-ss"), ("en", "equal")]
)
def test_a_played_game_is_traced_as_its_own_analyst_read_it(language: str, condition: str) -> None:
    context = Context(condition=condition, turns=14, language=language)
    state = graph.invoke({"scenario": "halcyon-light", "seed": 5}, context=context)
    table = table_for("halcyon-light", context)
    talk = Conversation("played", {}, table, state["history"])
    assert [list(facts) for facts in facts_by_turn(talk)] == [row["facts"] for row in talk.rows]
    found = trace(talk)
    assert found.said, "fourteen turns bring something out"
    assert all(one.founded for one in found.said), "players tell only what they may know"
    for seat, known in state["known"].items():
        assert set(known) == {one.fact for one in found.said if seat in one.heard_by}
