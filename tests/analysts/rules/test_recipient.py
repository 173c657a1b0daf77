"""Whom talk without a name is for: the turn before, those who spoke to one, shared words."""

from __future__ import annotations

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.analysts.rules.recipient import most_likely_recipient, previous_speaker, talks_apart
from mmagents.analysts.text.names import names_of
from mmagents.interfaces.talk import HeardTurn, Utterance
from tests.analysts.rules.people import person
from tests.tables import table


def turn(speaker: str, text: str, *addressees: str) -> HeardTurn:
    return HeardTurn(1, speaker, text, None, addressees, None, None, ())


CAST = (
    person("dan", "Dan Marsh", "Dan", "the gardener"),
    person("jordan", "Jordan Bly", "Jordan", "a captain of the coast guard"),
    person("wren", "Dr Wren Hale", "Wren", "the ship's surgeon"),
    person("hale", "Otto Hale", "Otto", "her brother"),
)


def test_who_spoke_to_me_or_whose_words_are_taken_up_is_likelier_than_who_spoke_last() -> None:
    recent = (turn("dan", "Hello."), turn("wren", "Yes."), turn("jordan", "No."))
    assert previous_speaker(recent, "jordan") == "wren"
    assert previous_speaker((), "jordan") is None
    recent = (turn("dan", "Is the pump yours?", "wren"), turn("jordan", "Rain again.", "otto"))
    assert most_likely_recipient("Yes, mine.", "wren", recent, "en") == "dan"
    recent = (turn("dan", "The pump leaks oil."), turn("jordan", "What a storm."))
    assert most_likely_recipient("Oil leaks from the pump daily.", "wren", recent, "en") == "dan"
    for nobody in ((), (turn("wren", "Oh."),)):
        assert most_likely_recipient("Hello.", "wren", nobody, "en") is None


def test_others_talk_apart_only_while_somebody_spoke_to_me_before() -> None:
    to_me, apart = turn("dan", "Is it yours?", "wren"), turn("jordan", "Rain.", "dan")
    assert talks_apart("wren", (to_me, apart))
    assert not talks_apart("wren", (apart, to_me))
    assert not talks_apart("wren", (apart,))
    assert not talks_apart("wren", ())


async def test_you_turns_to_whoever_spoke_to_me_while_others_talk_apart() -> None:
    recent = (
        turn("dan", "Is the pump yours, Wren?", "wren"),
        turn("jordan", "Rain, Otto?", "hale"),
    )
    said = Utterance("wren", "Why do you want the pump?", "en", CAST, recent)
    assert (await RulesAnalyst().detect(said)).addressees == ("dan",)


@table
def test_a_name_means_one_person_or_nobody(written: str, meant: tuple[str, ...]) -> None:
    assert names_of(CAST, "en").whom(written, "nobody") == meant


async def test_a_shared_name_means_the_other_one_and_a_name_inside_another_nobody() -> None:
    assert names_of(CAST, "en").whom("Hale", "wren") == ("hale",)
    said = Utterance("wren", "Jordan, where were you?", "en", CAST)
    assert (await RulesAnalyst().detect(said)).addressees == ("jordan",)
