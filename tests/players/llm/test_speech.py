import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.models.answers.fields import UnusableError
from mmagents.models.answers.names import whom
from mmagents.players.llm.speech import LONGEST_SPEECH, read_speech, whole_sentences
from tests.prompts.samples import EN, JA

CAST = {"en": EN.cast, "ja": JA.cast}


def spoken(text: str, language: str = "en", *, cut: bool = False) -> str:
    cast = CAST[language]
    return read_speech(text, cast[0], cast, cut=cut)[0]


@pytest.mark.parametrize(
    "text",
    [
        "I was in.",
        "Mara: I was in.",
        "**Mara Quill:** I was in.",
        "**Mara**: I was in.",
        "[Mara] I was in.",
        "Mara (quietly): I was in.",
        '"I was in."',
        '{"speech": "I was in."}',
        '```json\n{"utterance": "I was in."}\n```',
        "```\nI was in.\n```",
        "<think>What now?</think>\nI was in.",
        "I was in.\nTilda: No!\nMara: Yes.",
        "I was in. Dr. Vane: Were you?",
        "Mara: I was in.\n\nThe doctor: Hm.",
    ],
)
def test_only_ones_own_words_are_spoken(text: str) -> None:
    assert spoken(text) == "I was in."


@pytest.mark.parametrize(
    "text",
    [
        "宿にいました。",
        "真奈さん：宿にいました。",
        "久利真奈「宿にいました。」",
        "【真奈】宿にいました。",
        "「宿にいました。」",
        "宿にいました。\n羽根先生：本当ですか。",
        "宿にいました。\n先生「本当ですか」\n真奈「はい」",
        '{"発言": "宿にいました。"}',
    ],
)
def test_only_ones_own_words_are_spoken_in_japanese(text: str) -> None:
    assert spoken(text, "ja") == "宿にいました。"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Tilda, where were you: here or there?", "en"),
        ("Tilda told me: go away.", "en"),
        ("I ask you, doctor: where?", "en"),
        ("One thing: at 22:30 I left.", "en"),
        ('"Yes," she said, "no."', "en"),
        ("千鶴さん、一つだけ：どこにいましたか。", "ja"),
        ("先生「来い」と言われました。", "ja"),
        ("「来い」と先生は言い、「行け」と千鶴さんは言った。", "ja"),
    ],
)
def test_naming_and_quoting_others_is_ordinary_speech(text: str, language: str) -> None:
    assert spoken(text, language) == text


@pytest.mark.parametrize("text", ["Tilda: I did it.", "Dr. Vane: Hm.\nTilda: Ha."])
def test_words_that_are_all_somebody_elses_are_an_error(text: str) -> None:
    with pytest.raises(UnusableError, match="others_words"):
        spoken(text)


@pytest.mark.parametrize(
    "text", ["", " \n", "…", "...", '{"speech": null}', "<think>a</think>", "Mara:"]
)
def test_no_words_are_an_error(text: str) -> None:
    with pytest.raises(UnusableError, match="empty"):
        spoken(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I was in. Then I went to th", "I was in."),
        ('He said "No." And t', 'He said "No."'),
        ("And so I we", "And so I we…"),
        ("It came at 10.30 when", "It came at 10.30 when…"),
        ("宿にいました。それから窯に", "宿にいました。"),
        ("それから窯に、", "それから窯に…"),
    ],
)
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


@pytest.mark.parametrize(
    ("written", "language", "owner"),
    [
        ("mara", "en", "mara"),
        ("Mara Quill", "en", "mara"),
        ("MARA QUIL", "en", "mara"),
        ("Mara Quill, the thrower", "en", "mara"),
        ("Dr Vane", "en", "osric"),
        ("Osrik", "en", "osric"),
        ("the doctor", "en", "osric"),
        ("Barnaby", "en", "barnaby"),
        ("Everybody", "en", "everyone"),
        ("真奈", "ja", "mara"),
        ("久利さん", "ja", "mara"),
        ("羽根京一", "ja", "osric"),
        ("羽根恭一先生", "ja", "osric"),
        ("小川", "ja", "tilda"),
        ("皆さん", "ja", "everyone"),
    ],
)
def test_a_name_is_resolved_from_the_cast(written: str, language: str, owner: str) -> None:
    assert whom(written, CAST[language]) == owner


@pytest.mark.parametrize(
    "written", ["", "none", "Jordan", "Dr.", "Van", "the", "Mara or Tilda", "犯人", "narrator"]
)
def test_a_name_that_fits_nobody_or_two_means_nobody(written: str) -> None:
    assert whom(written, EN.cast) is None
