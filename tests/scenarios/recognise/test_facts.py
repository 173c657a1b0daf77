import sys
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.scenarios.loader import load_scenario
from mmagents.scenarios.recognise.facts import (
    Askable,
    Forms,
    Recognisable,
    compile_cast,
    compile_fact,
    compile_facts,
    compile_keys,
    compile_topics,
    people_named,
    recognise,
    topics_named,
)
from mmagents.scenarios.schema import Scenario
from tests.tables import table

LAMP_KEYS = ["lamp", "dark|went out", "21:40|twenty to ten"]
LAMP = compile_fact("lamp", LAMP_KEYS, ["ines"], ["Ines saw the lamp go dark at 21:40."], "en")
BOATS = ["There was no boat at the pier.", "I never saw a boat at the pier."]
NO_BOAT = compile_fact("no-boat", ["boat", "pier"], [], BOATS, "en")
KEYS_JA = ["ランプ", "消え", "21時40分|九時四十分"]
DARK_JA = ["イネスは21時40分にランプが消えるのを見た。"]
LAMP_JA = compile_fact("lamp", KEYS_JA, ["ines"], DARK_JA, "ja")
NO_BOAT_JA = compile_fact("no-boat", ["舟|ボート", "桟橋"], [], ["桟橋に舟はなかった。"], "ja")


@table
def test_facts_are_heard_where_they_are_asserted(text, conveyed) -> None:
    language, facts = (
        ("en", [LAMP, NO_BOAT]) if text[:1].isascii() else ("ja", [LAMP_JA, NO_BOAT_JA])
    )
    assert recognise(text, language, facts, {"ines"}) == conveyed


def test_a_fact_is_not_heard_without_keys_or_while_those_it_is_about_are_not_meant() -> None:
    assert recognise("The lamp went dark at 21:40.", "en", [LAMP], {"tom"}) == ()
    assert recognise("Anything.", "en", [Recognisable("x", (), frozenset())], set()) == ()


def test_a_fact_told_both_with_and_without_negation_is_heard_either_way() -> None:
    texts = ["The gate was not locked.", "The gate was left without being locked."]
    fact = compile_fact("gate", ["gate", "locked|open"], [], texts, "en")
    assert recognise("The gate wasn't locked.", "en", [fact], set()) == ("gate",)
    assert recognise("The gate was open.", "en", [fact], set()) == ("gate",)


CAST = (
    Forms("dan", "Dan Moss", "Dan", ()),
    Forms("jordan", "Jordan Pike", "Jordan", ("Mr Pike",)),
    Forms("ann", "Ann Lee", "Ann", ("the baker",)),
    Forms("mary-ann", "Mary Ann Fell", "Mary Ann", ()),
    Forms("may", "May Orr", "May", ("Orr",)),
    Forms("ted", "Ted Orr", "Ted", ("Orr",)),
)
CAST_JA = (
    Forms("dan", "ダン・モス", "ダンさん", ("ダン",)),
    Forms("jordan", "ジョーダン", "ジョーダンさん", ()),
    Forms("hayashi", "林", "林さん", ("林",)),
    Forms("kobayashi", "小林", "小林さん", ("小林",)),
)


@table
def test_people_are_named_by_whole_words_and_the_longest_name(text, named) -> None:
    language, cast = ("en", CAST) if text[:1].isascii() else ("ja", CAST_JA)
    assert people_named(text, cast, language) == named


def test_a_topic_of_one_person_is_named_only_where_that_person_is_meant() -> None:
    evening = Askable("evening", compile_keys(["evening"], "en"), "dan")
    assert topics_named("How was your evening?", "en", [evening], {"dan"}) == ("evening",)
    assert topics_named("How was your evening?", "en", [evening], {"ann"}) == ()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_fact_of_the_small_story_is_heard_in_each_of_its_own_texts(mini, language) -> None:
    compiled = compile_facts(mini, language)
    for fact, one in zip(mini.facts, compiled, strict=True):
        for text, who in [(fact.text, ()), *((text, (who,)) for who, text in fact.told.items())]:
            heard = recognise(text.in_(language), language, compiled, {*fact.people, *who})
            assert one.id in heard


def test_facts_are_compiled_once_for_a_story_and_language(mini: Scenario) -> None:
    assert compile_facts(mini, "en") is compile_facts(mini, "en")
    assert compile_facts(mini, "en") is not compile_facts(mini, "ja")


@given(text=st.text(max_size=300), language=st.sampled_from(["en", "ja"]))
def test_no_text_whatever_stumbles(text: str, language: str) -> None:
    story = load_scenario("mini")
    everybody = {person.id for person in story.cast}
    heard = recognise(text, language, compile_facts(story, language), everybody)
    topics = topics_named(text, language, compile_topics(story, language), everybody)
    assert set(heard) <= {fact.id for fact in story.facts}
    assert set(topics) <= {topic.id for topic in story.topics}
    assert set(people_named(text, compile_cast(story, language), language)) <= everybody


@given(
    words=st.lists(
        st.sampled_from(["lamp", "dark", "21:40", "not", "boat", "pier", ",", "but", "no"])
    )
)
def test_a_question_conveys_nothing(words: list[str]) -> None:
    text = " ".join(words) + "?"
    assert recognise(text, "en", [LAMP, NO_BOAT], {"ines"}) == ()


@given(keys=st.lists(st.text(max_size=20), max_size=4), text=st.text(max_size=80))
def test_no_keys_whatever_stumble(keys: list[str], text: str) -> None:
    for language in ("en", "ja"):
        fact = compile_fact("x", keys, [], [text], language)
        assert recognise(text, language, [fact], ()) in {(), ("x",)}


@pytest.mark.parametrize(
    ("language", "fact", "text"),
    [
        ("en", LAMP, "I did not want to say it, but the lamp went out at 21:40. " * 3),
        ("ja", LAMP_JA, "言いたくなかったが、ランプは九時四十分に消えた。" * 3),
    ],
)
def test_a_text_is_read_once_and_a_further_fact_costs_the_same_few_calls_however_long_it_is(
    language, fact, text
):
    _calls(text, language, [fact])  # what is kept for good is made
    per_fact = set()
    for long in (text, text * 5):
        reading = _calls(long, language, [])
        per_fact |= {(_calls(long, language, [fact] * n) - reading) / n for n in (1, 30)}
    [calls] = per_fact
    assert 0 < calls < reading / 5


def _calls(text: str, language: str, facts: list[Recognisable]) -> int:
    """Return how many functions are called to look for facts: work counted, not time."""
    called = 0

    def count(_frame: FrameType, event: str, _of: object) -> None:
        nonlocal called
        called += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        recognise(text, language, facts, {"ines"})
    finally:
        sys.setprofile(before)
    return called
