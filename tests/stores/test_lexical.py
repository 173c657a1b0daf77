import math

import pytest

from mmagents.stores.lexical import LexicalEmbedder

EMBEDDER = LexicalEmbedder()


def cosine(one: str, other: str) -> float:
    first, second = EMBEDDER.embed([one, other])
    return sum(a * b for a, b in zip(first, second, strict=True))


def nearest(query: str, texts: list[str]) -> str:
    return max(texts, key=lambda text: cosine(query, text))


ENGLISH = [
    "Ines trimmed the lamp at nine",
    "Marek burned the letter behind the boathouse",
    "Oda could not find the brass key",
    "Tobin repaired the rope before the storm",
]
JAPANESE = [
    "イネスは九時にランプの芯を切った",
    "マレクは艇庫の裏で手紙を燃やした",
    "オダは真鍮の鍵を見つけられなかった",
    "トビンは嵐の前に縄を直していた",
]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("Who has the key?", ENGLISH[2]),
        ("Which letters were burnt?", ENGLISH[1]),
        ("Is it true that you repair ropes?", ENGLISH[3]),
        ("When were the lamps lit?", ENGLISH[0]),
    ],
)
def test_an_english_question_finds_the_sentence_that_answers_it(query: str, text: str) -> None:
    assert nearest(query, ENGLISH) == text


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("鍵はどこにありましたか", JAPANESE[2]),
        ("手紙を燃やしたのは誰ですか", JAPANESE[1]),
        ("嵐のとき縄はどうなっていたの", JAPANESE[3]),
        ("ﾗﾝﾌﾟはいつ消えたんだ", JAPANESE[0]),
    ],
)
def test_a_japanese_question_finds_the_sentence_that_answers_it(query: str, text: str) -> None:
    assert nearest(query, JAPANESE) == text


def test_case_and_width_make_no_difference() -> None:
    assert cosine("THE BRASS KEY", "the brass key") == pytest.approx(1.0)
    assert cosine("ＫＥＹ カギ", "key ｶｷﾞ") == pytest.approx(1.0)


def test_function_words_alone_make_sentences_hardly_alike() -> None:
    shared_words = cosine("What did you do with the rope?", "What did you do with the ledger?")
    shared_rope = cosine("What did you do with the rope?", "He cut a rope")
    assert shared_rope > shared_words


def test_particles_and_inflection_alone_make_sentences_hardly_alike() -> None:
    assert cosine("鍵はどこにありましたか", "鍵を見た") > cosine(
        "鍵はどこにありましたか", "船はどこにありましたか"
    )


@pytest.mark.parametrize("text", ["", "…", "?!", "🙂", "あ", "x", "a\nb", "漢"])
def test_every_text_has_a_vector_of_length_one(text: str) -> None:
    (vector,) = EMBEDDER.embed([text])
    assert len(vector) == EMBEDDER.dimensions
    assert math.hypot(*vector) == pytest.approx(1.0)


def test_the_same_text_has_the_same_vector_whatever_stands_beside_it() -> None:
    assert EMBEDDER.embed(ENGLISH)[2] == EMBEDDER.embed([ENGLISH[2]])[0]


def test_no_texts_have_no_vectors() -> None:
    assert EMBEDDER.embed([]) == []
