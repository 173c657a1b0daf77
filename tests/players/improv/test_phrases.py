"""Every phrase does, to a reader of words alone, what the move it belongs to means to do."""

import asyncio
import random

import pytest

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.floor.adjacency import EXPECTS, Obligation
from mmagents.interfaces.talk import HeardTurn, Utterance
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.players.improv.realisation.grammar import _SLOT, Speech, phrases_in
from mmagents.players.improv.realisation.realise import MYSTERY, VERDICT
from tests.tables import beside

QUESTIONS = {"yes-no-question", "wh-question", "alternative-question"}
EXPECTED = {
    "suspect": {"accusation", "yes-no-question"},
    "propose": {"suggestion"},
    "greet": {"greeting"},
    "greet-back": {"greeting"},
    "rebuke": {"complaint"},
}
WITH_A_QUESTION = {"challenge", "challenge-cite", "deflect"}
"""Moves that always end on a question, which decides what the turn does."""
REPLIES = {
    "answer", "answer-more", "own-up", "yield", "evade", "refuse", "unknowing", "deny",
    "deny-bare", "report", "report-heard", "repeat", "insist", "turn", "here",
}  # fmt: skip
"""Moves that are made when something is due."""
ASKED = {"en": "What about the tea tent, Petra?", "ja": "ペトラさん、喫茶テントは？"}
SLOTS = beside(__file__)["SLOTS"]
BANKS = {
    "en": phrases_in("en", *MYSTERY),
    "en, arguing": phrases_in("en", *VERDICT),
    "ja": phrases_in("ja", *MYSTERY),
}


def spoken(banks):
    language = banks[:2]
    for bank, phrases in BANKS[banks].items():
        for phrase in phrases:
            for politeness in ("plain", "polite", "humble") if language == "ja" else ("plain",):
                one = Speech({"x": [phrase]}, language, "", politeness, (), random.Random(1))
                yield bank.partition(".")[0], phrase, one.pick("x", **SLOTS[language])


def read(text, language, due=None):
    cast = table_for("mini", Context(language=language)).public.cast
    rain = "It rains." if language == "en" else "雨だ。"
    before = (HeardTurn(1, "kit", rain, None, (), None, None, ()),)
    said = Utterance("petra", text, language, cast, recent=before, due=due)
    return asyncio.run(RulesAnalyst().detect(said))


def asked_by_bram(language, due="wh-question"):
    return Obligation(1, "bram", ("petra",), due, EXPECTS[due], ASKED[language])


@pytest.mark.slow
@pytest.mark.parametrize("banks", BANKS)
def test_nineteen_of_twenty_phrases_read_as_what_they_mean(banks):
    language, wrong, phrases = banks[:2], [], list(spoken(banks))
    for bank, phrase, text in phrases:
        found = read(text, language, asked_by_bram(language) if bank in REPLIES else None)
        if bank.startswith("ask-"):
            whom = "everyone" if bank.startswith("ask-all") else "bram"
            named = "{who}" in phrase or whom == "everyone"
            fits = found.first_pair_part in QUESTIONS and (not named or found.addressees == (whom,))
        elif bank in WITH_A_QUESTION:
            fits = True
        elif bank in ("suspect", "rebuke"):
            fits = found.first_pair_part in EXPECTED[bank] and found.addressees == ("bram",)
        else:
            fits = found.first_pair_part in EXPECTED.get(bank, {None})
        if not fits:
            wrong.append(f"{bank}: {text} -> {found.first_pair_part} {found.addressees}")
    assert len(wrong) <= len(phrases) / 20, "\n".join(wrong)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_who_says_who_they_are_asks_nothing_of_anybody(language):
    banks = phrases_in(language, "evening")
    phrases = [one for name, bank in banks.items() if name.startswith("introduce") for one in bank]
    said = [
        Speech({"x": [one]}, language, "", politeness, (), random.Random(1)).pick(
            "x", role="the art teacher" if language == "en" else "美術の先生", light=" ",
            **SLOTS[language] | {"name": "Petra Lunn" if language == "en" else "ペトラ・ラン"},
        )
        for one in phrases
        for politeness in ("plain", "polite", "humble")
    ]  # fmt: skip
    assert [text for text in said if read(text, language).first_pair_part] == []


@pytest.mark.parametrize(
    ("bank", "due", "seconds"),
    [
        ("evade", "wh-question", {"evasion"}),
        ("refuse", "wh-question", {"refusal"}),
        ("unknowing", "wh-question", {"answer"}),
        ("defend-bare", "accusation", {"denial", "account"}),
    ],
)
@pytest.mark.parametrize("banks", BANKS)
def test_nine_of_ten_replies_read_as_the_second_pair_part_they_are(banks, bank, due, seconds):
    language = banks[:2]
    wrong, replies = [], [text for name, _, text in spoken(banks) if name == bank]
    for text in replies:
        found = read(text, language, asked_by_bram(language, due))
        if found.second_pair_part not in seconds:
            wrong.append(f"{text} -> {found.second_pair_part}")
    assert len(wrong) <= len(replies) / 10, "\n".join(wrong)


@pytest.mark.parametrize("banks", BANKS)
def test_no_phrase_wants_what_no_move_gives_and_the_commonest_moves_have_many(banks):
    slots = {slot for many in BANKS[banks].values() for p in many for slot in _SLOT.findall(p)}
    assert slots <= set(SLOTS[banks[:2]])
    for bank in ("tell", "answer", "ask-topic", "ack", "unknowing"):
        named = (ps for name, ps in BANKS[banks].items() if name.partition(".")[0] == bank)
        assert len({p for ps in named for p in ps}) >= 12, bank
