import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.models.answers.fields import UnusableError
from mmagents.models.answers.names import whom
from mmagents.players.llm.speech import LONGEST_SPEECH, read_speech, whole_sentences
from tests.prompts.public import EN, JA
from tests.tables import table

CAST = {"en": EN.cast, "ja": JA.cast}


def spoken(text: str, language: str = "en", *, cut: bool = False) -> str:
    cast = CAST[language]
    return read_speech(text, cast[0], cast, cut=cut)[0]


@table
def test_only_ones_own_words_are_spoken(text: str) -> None:
    language, own = ("ja", "宿にいました。") if "宿" in text else ("en", "I was in.")
    assert spoken(text, language) == own


@table
def test_naming_and_quoting_others_is_ordinary_speech(text: str, language: str) -> None:
    assert spoken(text, language) == text


@pytest.mark.parametrize(
    ("problem", "texts"),
    [
        ("others_words", ["Tilda: I did it.", "Dr. Vane: Hm.\nTilda: Ha."]),
        ("empty", ["", " \n", "…", "...", '{"speech": null}', "<think>a</think>", "Mara:"]),
    ],
)
def test_no_words_and_words_that_are_all_somebody_elses_are_an_error(problem, texts) -> None:
    for text in texts:
        with pytest.raises(UnusableError, match=problem):
            spoken(text)


@table
def test_a_speech_that_was_cut_off_ends_with_its_last_whole_sentence(text: str, kept: str) -> None:
    assert whole_sentences(text) == kept
    assert spoken(text, "ja" if "窯" in text else "en", cut=True) == kept


def test_a_speech_that_never_ends_is_ended() -> None:
    assert len(spoken("It rained. " * 900)) <= LONGEST_SPEECH


@given(st.text(max_size=60), st.booleans())
def test_whatever_a_model_writes_yields_words_or_a_reason(text: str, cut: bool) -> None:
    try:
        assert spoken(text, "ja", cut=cut).strip()
    except UnusableError as error:
        assert error.problem in ("empty", "others_words")  # noqa: PT017  # both outcomes are right


@table
def test_a_name_is_resolved_from_the_cast(written: str, language: str, owner: str) -> None:
    assert whom(written, CAST[language]) == owner


@pytest.mark.parametrize(
    "written", ["", "none", "Jordan", "Dr.", "Van", "the", "Mara or Tilda", "犯人", "narrator"]
)
def test_a_name_that_fits_nobody_or_two_means_nobody(written: str) -> None:
    assert whom(written, EN.cast) is None
