"""Facts told in other words than the story's, read by rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.analyst.facts import line, read, written
from mmagents.scenarios.loader import load_scenario
from mmagents.scenarios.recognise.paraphrase import Turn
from mmagents.scenarios.recognise.tellables import tellables
from tests.tables import table

BEFORE = {
    "speaker": "ines",
    "text": "I saw a lantern moving at the landing at twenty past nine, Tobin. Was it yours?",
}


def found(speaker: str, text: str, *before: dict[str, str], language: str = "en") -> set[str]:
    """Return the facts of the lighthouse that a turn tells."""
    turn = {"story": "halcyon-light", "speaker": speaker, "text": text}
    return read(line(turn, before, language, ()), "rules")


@table
def test_facts_are_found_in_other_words(speaker, text, told) -> None:
    assert found(speaker, text, language="en" if text.isascii() else "ja") == set(told)


def test_an_answer_that_owns_up_tells_what_it_was_asked_about() -> None:
    assert found("tobin", "That lantern was mine, I was seeing to the boat.", BEFORE) == {"lantern"}
    assert found("tobin", "That lantern was not mine.", BEFORE) == set()
    assert found("tobin", "I was at the landing, with crates of brandy.", BEFORE) == {"crates"}


def test_keys_that_stand_far_apart_in_a_long_turn_tell_nothing() -> None:
    clock, hour = "I looked into the kitchen for the kitchen clock.", "The Doctor was wet at 21:50."
    between = "It rained all evening. I made tea. Nobody came."
    assert "left-by-clock" in found("ines", f"{clock} {hour}")
    assert "left-by-clock" not in found("ines", f"{clock} {between} {hour}")


@table
def test_every_fact_is_found_in_its_own_words_and_no_other_is(story: str) -> None:
    scenario = load_scenario(story)
    everybody = {person.id for person in scenario.cast}
    for language in scenario.languages:
        facts = tellables(scenario, language)
        for fact in scenario.facts:
            may = {fact.id, *(step for road in fact.roads for step in road)}
            for text in (fact.text, *fact.told.values()):
                told = facts.told(Turn(text.in_(language), everybody))
                assert fact.id in told
                assert set(told) <= may


@pytest.mark.parametrize(("language", "recall"), [("en", 0.85), ("ja", 0.85)])
def test_the_half_that_the_rules_were_tuned_on_is_read_well(language: str, recall: float) -> None:
    lines = [one for one in written("dev") if one.utterance.language == language]
    got = [(read(one, "rules"), one.said) for one in lines]
    hits = sum(len(found & said) for found, said in got)
    assert hits >= recall * sum(len(said) for _, said in got)
    assert hits >= 0.95 * sum(len(found) for found, _ in got)


@given(
    text=st.text(max_size=200), before=st.text(max_size=80), language=st.sampled_from(["en", "ja"])
)
def test_no_text_whatever_stumbles(text: str, before: str, language: str) -> None:
    scenario = load_scenario("mini")
    everybody = {person.id for person in scenario.cast}
    told = tellables(scenario, language).told(Turn(text, everybody, before, (before,)))
    assert set(told) <= {fact.id for fact in scenario.facts}
