"""What a model says was told must be borne out by the words."""

from mmagents.scenarios.loader import load_scenario
from mmagents.scenarios.recognise.confirm import MOST_LISTED, confirmed, listed, unborrowed
from mmagents.scenarios.recognise.paraphrase import Turn
from mmagents.scenarios.recognise.tellables import tellables

STORY = load_scenario("halcyon-light")
FACTS = tellables(STORY, "en")
EVERYBODY = {person.id for person in STORY.cast}
EVERY = {fact.id for fact in STORY.facts}


def turn(text: str, *heard: str) -> Turn:
    return Turn(text, EVERYBODY, "", heard)


def test_a_model_is_shown_only_what_the_words_touch_upon_and_no_more_than_eight() -> None:
    assert listed(FACTS, turn("Good evening, my dears.")) == ()
    shown = listed(FACTS, turn("Something about the lamp."))
    assert "dark" in shown
    assert "drunk" not in shown
    lot = " ".join(fact.text.in_("en") for fact in STORY.facts)
    assert len(listed(FACTS, turn(lot))) == MOST_LISTED


def test_a_fact_whose_hour_nobody_said_is_not_told_whatever_the_model_says() -> None:
    said = "I was at the winch when the lamp went."
    assert confirmed(FACTS, turn(said), EVERY) == ()
    heard = "The lamp went dark at twenty to ten, I tell you."
    assert confirmed(FACTS, turn(said, heard), {"winch"}) == ("winch",)


def test_a_denial_a_question_and_another_hour_bear_nothing_out() -> None:
    for said in (
        "The lamp did not go dark at twenty to ten.",
        "Did the lamp go dark at twenty to ten?",
        "The lamp went dark at ten to ten.",
    ):
        assert "dark" not in confirmed(FACTS, turn(said), EVERY)


def test_a_note_that_takes_more_than_was_said_from_a_fact_shown_is_left_out() -> None:
    said = turn("The lamp went dark at some time or other.")
    untold = {"dark": STORY.fact("dark").text.in_("en")}
    notes = ("Tobin says that the lamp went dark.", "Tobin says that the lamp went dark at 21:40.")
    assert unborrowed(FACTS, said, notes, untold) == notes[:1]
    drops = {"drops-in-drink": STORY.fact("drops-in-drink").text.in_("en")}
    notes = ("Ines says that the cup was bitter.", "The Doctor's sleeping drops were in the cup.")
    assert unborrowed(FACTS, turn("The cup was bitter."), notes, drops) == notes[:1]
