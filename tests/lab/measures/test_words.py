import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.errors import MMAgentsError
from mmagents.lab.measures import words as module
from mmagents.lab.measures.words import LONGEST, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Don't you see? I DO!", ["don't", "you", "see", "i", "do"]),
        ("Don’t — ‘quoted’ words…", ["don't", "quoted", "words"]),
        ("At 15:20, or half-past 3.5.", ["at", "15:20", "or", "half", "past", "3.5"]),
        ("The Größe of a café_table", ["the", "grösse", "of", "a", "café", "table"]),
        ("Ａ１ ﬁt", ["a1", "fit"]),
        ("... -- !?", []),
        ("", []),
    ],
)
def test_english_is_parted_at_what_is_neither_letter_nor_digit(text, found) -> None:
    assert words(text, "en") == found


def test_a_composed_and_a_decomposed_letter_are_one_word() -> None:
    assert words("cafe\u0301", "en") == words("caf\u00e9", "en") == ["café"]


def test_japanese_is_parted_into_short_units_without_punctuation() -> None:
    assert words("屋台に行ったら、空っぽでしたよ！", "ja") == [
        "屋台", "に", "行っ", "たら", "空っぽ", "でし", "た", "よ",
    ]  # fmt: skip
    assert words("１５：２０ですか…(^^)　ええ。", "ja") == ["15", "20", "です", "か", "ええ"]


def test_half_a_surrogate_pair_is_no_word() -> None:
    assert words("Well \ud800 then", "en") == ["well", "then"]
    assert words("缶\ud800", "ja") == ["缶"]


def test_a_text_longer_than_sudachi_takes_is_read_to_its_end() -> None:
    text = "雨。" * LONGEST
    assert words(text, "ja") == ["雨"] * LONGEST


def test_threads_may_read_japanese_at_once() -> None:
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: tuple(words("杭が二本抜かれた。" * 50, "ja")), range(40)))
    assert found == {("杭", "が", "二", "本", "抜か", "れ", "た") * 50}


@pytest.mark.parametrize("missing", ["sudachipy", "sudachidict_core"])
def test_a_missing_package_is_named_with_its_cure(missing, monkeypatch) -> None:
    module._sudachi.cache_clear()
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MMAgentsError, match=r"pip install 'mmagents\[evaluation\]'"):
        words("缶", "ja")
    assert words("the tin", "en") == ["the", "tin"]


@given(st.text(), st.sampled_from(["en", "ja"]))
def test_every_word_holds_a_letter_or_digit_and_no_blank(text, language) -> None:
    for word in words(text, language):
        assert any(map(str.isalnum, word))
        assert language == "ja" or not any(map(str.isspace, word))
