"""Utterances as facts that stand alone: who, when and where survive, persons are named."""

from __future__ import annotations

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.interfaces.talk import HeardTurn, Utterance
from tests.analysts.rules.people import CASTS
from tests.tables import table

BEFORE = (HeardTurn(1, "tomas", "...", None, (), None, None, ()),)


async def normalized(text: str, language: str, recent: tuple[HeardTurn, ...] = BEFORE) -> list[str]:
    said = Utterance("mara", text, language, CASTS[language], recent)
    return list(await RulesAnalyst().normalize(said))


@table
async def test_what_was_said_is_reported_as_facts_that_stand_alone(text: str, facts: list[str]):
    """Persons by name, verbs that agree, who asked whom; no greetings, thanks and calls."""
    language = "en" if text.isascii() else "ja"
    assert await normalized(text, language) == facts


async def test_you_stays_where_nobody_can_be_meant() -> None:
    assert await normalized("I saw you.", "en", ()) == ["Mara saw you."]
