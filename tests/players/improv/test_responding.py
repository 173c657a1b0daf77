"""What improvising seats say while another speaks, and how they say a thing again."""

from dataclasses import replace

import pytest

from mmagents.interfaces.asides import Aside, Ended
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.players.improv.responding import RATE, REPAIR_EVERY, response_of, said_again
from tests.tables import table

TOLD = {
    "en": "The lamp on the tower went dark at 21:40 and it stayed dark after that.",
    "ja": "塔の灯りは21時40分に消えて、そのあとは暗いままでした。",
}
FEW = {"en": "Good evening.", "ja": "こんばんは。"}


def view_in(language: str, text: str, seed: int, **turn: object) -> View:
    table = table_for("halcyon-light", Context(language=language))
    heard = HeardTurn(1, "tobin", text, None, (), None, None, ())
    return View(
        "ines", language, table.public, table.sheets["ines"], (replace(heard, **turn),), (), (),
        (), None, (), {}, seed, 2, present=table.seats,
    )  # fmt: skip


def responses(language: str, text: str, *, seeds: int = 1500, **more: object) -> list[Aside]:
    given = {"number": 1, "text": text, "completion": 0.9, "since": text, "askable": False, **more}
    ended = Ended(**given)  # type: ignore[arg-type]  # fields of a unit
    found = (response_of(view_in(language, text, seed), ended) for seed in range(seeds))
    return [one for one in found if one is not None]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_continuers_are_as_frequent_as_the_rate_says(language: str) -> None:
    found = responses(language, TOLD[language])
    share = 0.7 * RATE[language] * 0.9  # it concerns all: it is put to nobody
    assert len(found) / 1500 == pytest.approx(share, abs=0.03)
    assert {one.kind for one in found} == {"continuer"}


def test_less_is_said_to_a_few_words_and_to_what_is_hardly_complete() -> None:
    full, few = responses("en", TOLD["en"]), responses("en", FEW["en"])
    unfinished = responses("en", TOLD["en"], completion=0.3)
    assert len(few) < len(full) / 2
    assert len(unfinished) < len(full) / 2


@table
def test_nothing_is_said_to_words_that_ask_for_an_answer(language: str, asks: str) -> None:
    assert responses(language, asks, askable=True) == []


@pytest.mark.parametrize(("language", "asked"), [("en", "hen"), ("ja", "いつ")])
def test_a_time_may_be_asked_for_again_about_as_often_as_among_people(language, asked) -> None:
    found = responses(language, TOLD[language], askable=True)
    repairs = [one for one in found if one.kind == "repair"]
    assert repairs
    assert all(asked in one.text or "time" in one.text for one in repairs)
    assert len(repairs) / 1500 < 3 * 6 / REPAIR_EVERY  # it lasts less than six seconds


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nobody_asks_for_a_greeting_again(language: str) -> None:
    found = responses(language, FEW[language], askable=True)
    assert "repair" not in {one.kind for one in found}


def test_a_language_without_phrases_is_listened_to_in_silence() -> None:
    ended = Ended(1, "Es war dunkel.", 0.9, "Es war dunkel.", askable=True)
    view = replace(view_in("en", "Es war dunkel.", 1), language="de")
    assert response_of(view, ended) is None


@table
def test_what_is_said_again_leaves_out_what_hung_on_to_what_was_before(language, unit, kept):
    said = {said_again(view_in(language, unit, seed), unit) for seed in range(40)}
    assert len(said) > 1
    assert all(kept in one for one in said)
    assert not any(one.startswith(("But", "でも")) for one in said)
