"""What an improvising seat understands of words."""

from mmagents.analysts.text.reading import asking_part, times_in, understand
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.nodes.views.knowledge import known_facts


def reads(text, language="en", meant=("kit",)):
    table = table_for("mini", Context(language=language))
    known = known_facts(table.scenario, language, "kit", {}, [])
    return understand(text, table.public, known, language, meant)


def test_a_thing_goes_before_the_hours_of_the_one_a_question_is_put_to():
    assert reads("How did you spend the afternoon?").topics == ("kit-hours",)
    assert reads("What did you see of the tent this afternoon?").topics == ("tent",)


def test_a_fact_is_met_by_its_short_name_with_or_without_its_owner():
    assert reads("What do you say to the empty stall?").facts == ("stall-empty",)
    assert reads("What of the loose pegs?").facts == (), "what is not known is not understood"
    table = table_for("mini", Context(language="en"))
    known = known_facts(table.scenario, "en", "kit", {"kit-earth": 1}, ["bram"])
    for text in ("What of the earth on Kit's hands?", "What of the earth on your hands?"):
        assert "kit-earth" in understand(text, table.public, known, "en", ("kit",)).facts


def test_times_are_read_in_both_languages():
    assert times_in("at 15:20 and at 9.05", "en") == (920, 545)
    assert times_in("15時20分と21時半と9時", "ja") == (920, 1290, 540)


def test_whereabouts_are_asked_for_by_where_and_a_verb():
    assert reads("Where were you at 15:20?").where
    assert not reads("I know where you were.").where
    assert reads("どこにいましたか？", "ja").where


def test_only_the_sentences_that_ask_are_the_question():
    asked = "Where were you at 15.20, Kit?"
    for text, part in ((f"I saw it. {asked}", asked), ("見ました。どこに？", "どこに？")):
        assert asking_part(text).strip() == part
    assert asking_part("Tell us.") == "Tell us."
