"""The grammar of phrases."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from mmagents.players.improv.realisation.grammar import Speech, lowered, tidy
from mmagents.players.improv.state.notebook import Notebook, digests


def speech(phrases, **more):
    given_ = {"language": "en", "style": "plain", "politeness": "polite", "endings": ()} | more
    return Speech({"x": phrases}, lot=Random(1), **given_)


def test_a_phrase_that_lacks_a_value_was_used_lately_or_repeats_a_sentence_is_not_picked():
    assert speech(["{who}, well.", "Well then."]).pick("x") == "Well then."
    assert speech(["One.", "Two."], used=("x/0",)).pick("x") == "Two."
    assert speech(["One.", "Two."], said=frozenset(digests("one"))).pick("x") == "Two."
    one = speech(["One.", "Two."])
    assert {one.pick("x"), one.pick("x")} == {"One.", "Two."}


def test_what_is_told_again_is_led_up_to_in_words_that_are_new():
    said = frozenset(digests("The boat was gone. One."))
    one = speech(["One. {fact}", "Two. {fact}"], said=said)
    assert one.pick("x", fact="The boat was gone.") == "Two. The boat was gone."
    assert one.chosen == ["x/1"]


def test_style_politeness_and_endings_choose_the_form():
    one = Speech({"x.warm": ("Dear.",), "x": ()}, "en", "warm", "polite", (), Random(1))
    assert one.pick("x") == "Dear."
    for politeness, form in (("humble", "おります"), ("plain", "いる")):
        one = speech(["ここに<いる/います/おります>。"], language="ja", politeness=politeness)
        assert one.pick("x") == f"ここに{form}。"
    for seed in range(8):  # a rough ending does not follow a polite form
        one = Speech({"x": ["知りません~。"]}, "ja", "", "polite", ("ぜ",), Random(seed))
        assert one.pick("x") == "知りません。"


def test_a_sentence_within_another_loses_its_capital_but_a_name_keeps_it():
    assert lowered("The boat was out.", "en") == "the boat was out"
    assert lowered("Ines was out.", "en") == "Ines was out"
    assert lowered("船は出ていた。", "ja") == "船は出ていた"


@given(st.text(max_size=80))
def test_tidying_what_is_tidy_changes_nothing(text):
    for language in ("en", "ja"):
        once = tidy(text, language)
        assert tidy(once, language) == once


def test_only_what_changed_in_a_notebook_is_written():
    book = Notebook({"a": 1, "b": 2})
    book.put("a", 1)
    book.put("b", None)
    book.put("c", None)
    book.put("d", 4)
    assert book.changes == {"b": None, "d": 4}
    assert book.under("") == {"a": 1, "d": 4}
