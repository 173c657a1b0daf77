from mmagents.analysts.text.names import named_in
from tests.prompts.samples import PUBLIC
from tests.tables import table


@table
def test_names_are_whole_words_of_a_name_its_title_included_and_no_bynames(language, text, named):
    assert named_in(text, PUBLIC[language].cast, language, speaker="nobody") == named


def test_who_speaks_does_not_name_itself() -> None:
    cast = PUBLIC["en"].cast
    assert named_in("I, Mara, say it to Tilda.", cast, "en", speaker="mara") == ("tilda",)
