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

LAMP = compile_fact(
    "lamp",
    ["lamp", "dark|went out", "21:40|twenty to ten"],
    ["ines"],
    ["Ines saw the lamp go dark at 21:40."],
    "en",
)
NO_BOAT = compile_fact(
    "no-boat",
    ["boat", "pier"],
    [],
    ["There was no boat at the pier.", "I never saw a boat at the pier."],
    "en",
)
LAMP_JA = compile_fact(
    "lamp",
    ["ランプ", "消え", "21時40分|九時四十分"],
    ["ines"],
    ["イネスは21時40分にランプが消えるのを見た。"],
    "ja",
)
NO_BOAT_JA = compile_fact("no-boat", ["舟|ボート", "桟橋"], [], ["桟橋に舟はなかった。"], "ja")


@pytest.mark.parametrize(
    ("text", "conveyed"),
    [
        ("I saw the lamp go dark at 21:40.", ("lamp",)),
        ("The lamp's light went out. It was twenty to ten.", ("lamp",)),
        ("Lamps that go dark at 21:40 are no accident.", ()),
        ("Did you see the lamp go dark at 21:40?", ()),
        ("You saw the lamp go dark at 21:40, didn't you?", ()),
        ("I wonder whether the lamp went dark at 21:40.", ()),
        ("The lamp was not dark at 21:40.", ()),
        ("Nobody saw the lamp go dark at 21:40.", ()),
        ("The lamp wasn’t dark at 21:40.", ()),
        ("No, the lamp was dark at 21:40.", ("lamp",)),
        ("No doubt the lamp was dark at 21:40.", ("lamp",)),
        ("I can't deny that the lamp was dark at 21:40.", ("lamp",)),
        ("I deny that the lamp was dark at 21:40.", ()),
        ("I did not mean to say it, but the lamp was dark at 21:40.", ("lamp",)),
        ("I slept. The lamp? It went dark at 21:40.", ()),
        ("The lamp was dark at 21:4.", ()),
        ("The clamp went dark at 21:40.", ()),
        ("There was no boat at the pier.", ("no-boat",)),
        ("A boat? At the pier there wasn't any boat.", ("no-boat",)),
        ("There was a boat at the pier.", ()),
        ("", ()),
    ],
)
def test_english_facts_are_heard_where_they_are_asserted(
    text: str, conveyed: tuple[str, ...]
) -> None:
    assert recognise(text, "en", [LAMP, NO_BOAT], {"ines"}) == conveyed


@pytest.mark.parametrize(
    ("text", "conveyed"),
    [
        ("ランプは21時40分に消えました。", ("lamp",)),
        ("ランプは２１時４０分に消えました！", ("lamp",)),
        ("九時四十分でした。ランプが消えたのは。", ("lamp",)),
        ("ランプは121時40分に消えた。", ()),
        ("ランプは21時40分に消えたのですか。", ()),
        ("ランプは21時40分に消えましたか？", ()),
        ("ランプが21時40分に消えたかどうか、教えてください。", ()),
        ("ランプは21時40分には消えなかった。", ()),
        ("ランプは21時40分には消えませんでした。", ()),
        ("ランプは消えずに21時40分を迎えた。", ()),
        ("ランプは21時40分に消えたに違いない。", ("lamp",)),
        ("ランプは21時40分に消えたかもしれません。", ("lamp",)),
        ("ランプは21時40分に必ず消えた。", ("lamp",)),
        ("ランプは21時40分に消えてしまい、暗かった。", ("lamp",)),
        ("ランプは21時40分に消えることはあるまい。", ()),
        ("ランプは21時40分に消えなければなりませんでした。", ("lamp",)),
        ("ランプは21時40分に消えねばならなかった。", ("lamp",)),
        ("言いたくなかったが、ランプは21時40分に消えた。", ("lamp",)),
        ("いいえ、ランプは21時40分に消えました。", ("lamp",)),
        ("桟橋に舟はありませんでしたよ。", ("no-boat",)),
        ("桟橋に舟がありました。", ()),
    ],
)
def test_japanese_facts_are_heard_where_they_are_asserted(
    text: str, conveyed: tuple[str, ...]
) -> None:
    assert recognise(text, "ja", [LAMP_JA, NO_BOAT_JA], {"ines"}) == conveyed


def test_a_fact_is_not_heard_while_those_it_is_about_are_not_meant() -> None:
    assert recognise("The lamp went dark at 21:40.", "en", [LAMP], {"tom"}) == ()


def test_a_fact_without_keys_is_never_heard() -> None:
    assert recognise("Anything.", "en", [Recognisable("x", (), frozenset())], set()) == ()


def test_a_fact_told_both_with_and_without_negation_is_heard_either_way() -> None:
    texts = ["The gate was not locked.", "The gate was left without being locked."]
    fact = compile_fact("gate", ["gate", "locked|open"], [], texts, "en")
    assert recognise("The gate wasn't locked.", "en", [fact], set()) == ("gate",)
    assert recognise("The gate was open.", "en", [fact], set()) == ("gate",)


def test_a_negated_remark_elsewhere_takes_nothing_away() -> None:
    text = "I have no idea why. The lamp went dark at 21:40. Nobody asked me."
    assert recognise(text, "en", [LAMP], {"ines"}) == ("lamp",)


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


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Jordan had it.", ("jordan",)),
        ("Dan's coat, and Jordan’s.", ("dan", "jordan")),
        ("I asked dan, then MR PIKE.", ("dan", "jordan")),
        ("Danish pastries, Annabel!", ()),
        ("Mary Ann saw the baker.", ("mary-ann", "ann")),
        ("It may rain, May.", ("may",)),
        ("It may rain.", ()),
        ("One of the two Orr children.", ()),
    ],
)
def test_people_are_named_by_whole_words_and_the_longest_name(
    text: str, named: tuple[str, ...]
) -> None:
    assert people_named(text, CAST, "en") == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("ジョーダンさんが持っていた。", ("jordan",)),
        ("ダンスの相手はダンだ。", ("dan",)),
        ("ダンスを踊った。", ()),
        ("小林さんに聞いた。", ("kobayashi",)),
        ("林さんと小林さん。", ("hayashi", "kobayashi")),
    ],
)
def test_japanese_people_are_named_by_the_longest_name(text: str, named: tuple[str, ...]) -> None:
    assert people_named(text, CAST_JA, "ja") == named


def test_a_topic_of_one_person_is_named_only_where_that_person_is_meant() -> None:
    evening = Askable("evening", compile_keys(["evening"], "en"), "dan")
    assert topics_named("How was your evening?", "en", [evening], {"dan"}) == ("evening",)
    assert topics_named("How was your evening?", "en", [evening], {"ann"}) == ()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_fact_of_the_small_story_is_heard_in_each_of_its_own_texts(
    mini: Scenario, language: str
) -> None:
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
    ),
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
    language: str, fact: Recognisable, text: str
) -> None:
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
