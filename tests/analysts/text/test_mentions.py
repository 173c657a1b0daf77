import pytest

from mmagents.analysts.text.mentions import named_in
from tests.prompts.samples import PUBLIC


@pytest.mark.parametrize(
    ("language", "text", "named"),
    [
        ("en", "Mara, did Tilda go by?", ("mara", "tilda")),
        ("en", "Tilda's coal, and mara.", ("tilda",)),
        ("en", "Ask Dr. Vane! Vane knows; Quill knows.", ("osric", "mara")),
        ("en", "The thrower and the carter were marathon runners.", ()),
        ("en", "And the doctor?", ("osric",)),
        ("en", "Barnaby was hit.", ("barnaby",)),
        ("en", "", ()),
        ("ja", "真奈さん、千鶴さんは来ましたか。", ("mara", "tilda")),
        ("ja", "羽根先生に聞いてください。", ("osric",)),
        ("ja", "医者を呼んだ。", ()),
    ],
)
def test_names_are_whole_words_of_a_name_its_title_included_and_no_bynames(
    language: str, text: str, named: tuple[str, ...]
) -> None:
    assert named_in(text, PUBLIC[language].cast, language, speaker="nobody") == named


def test_who_speaks_does_not_name_itself() -> None:
    cast = PUBLIC["en"].cast
    assert named_in("I, Mara, say it to Tilda.", cast, "en", speaker="mara") == ("tilda",)
