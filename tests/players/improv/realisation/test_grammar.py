"""The grammar of phrases."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from mmagents.players.improv.realisation.grammar import Speech, lowered, tidy
from mmagents.players.improv.state.notebook import Notebook, digests


def speech(phrases, **more):
    given_ = {"language": "en", "style": "plain", "politeness": "polite", "endings": ()} | more
    return Speech({"x": phrases}, lot=Random(1), **given_)


def test_a_phrase_that_lacks_a_value_is_not_picked():
    assert speech(["{who}, well.", "Well then."]).pick("x") == "Well then."


def test_a_phrase_used_lately_gives_way_to_one_that_was_not():
    assert speech(["One.", "Two."], used=("x/0",)).pick("x") == "Two."


def test_a_sentence_said_by_anybody_is_not_said_again():
    one = speech(["One.", "Two."], said=frozenset(digests("one")))
    assert one.pick("x") == "Two."


def test_a_sentence_is_not_said_twice_within_a_turn():
    one = speech(["One.", "Two."])
    assert {one.pick("x"), one.pick("x")} == {"One.", "Two."}


def test_what_is_told_again_is_led_up_to_in_words_that_are_new():
    said = frozenset(digests("The boat was gone. One."))
    one = speech(["One. {fact}", "Two. {fact}"], said=said)
    assert one.pick("x", fact="The boat was gone.") == "Two. The boat was gone."
    assert one.chosen == ["x/1"]


def test_the_speakers_own_style_has_phrases_of_its_own():
    one = Speech({"x.warm": ("Dear.",), "x": ()}, "en", "warm", "polite", (), Random(1))
    assert one.pick("x") == "Dear."


def test_politeness_chooses_the_form():
    forms = "いる/います/おります"
    assert (
        speech([f"ここに<{forms}>。"], language="ja", politeness="humble").pick("x")
        == "ここにおります。"
    )
    assert (
        speech([f"ここに<{forms}>。"], language="ja", politeness="plain").pick("x")
        == "ここにいる。"
    )


def test_a_rough_ending_does_not_follow_a_polite_form():
    texts = {
        Speech({"x": ["知りません~。"]}, "ja", "", "polite", ("ぜ",), Random(n)).pick("x")
        for n in range(8)
    }
    assert texts == {"知りません。"}


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
