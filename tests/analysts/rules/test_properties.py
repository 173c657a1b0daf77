"""What holds of the rules analyst whatever anybody says."""

from __future__ import annotations

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.floor.adjacency import EXPECTS, Designation, FirstPairPart, Obligation
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import HeardTurn, Utterance
from tests.analysts.rules.people import person

LANGUAGES = st.sampled_from(["en", "ja"])
IDS = ("mara", "ines", "tomas")
WORDS = """
Mara Ines Tomas , ? ! . ; — " “ ” 「 」 、 。 ？ ： and or the cook Doctor you I we where were did
anyone everyone let's please sorry lied (door) *sighs* 9:40 10:30 p.m. さん は が に 誰か みなさん
どこ いました か ください ましょう 私 あなた 先生 ね よ
"""
PIECES = st.sampled_from(WORDS.split())
TEXTS = st.one_of(
    st.text(max_size=120),
    st.lists(PIECES, max_size=25).map(" ".join),
    st.lists(PIECES, max_size=25).map("".join),
)
NAMES = st.text(min_size=1, max_size=12)


def somebody(id_: str, name: str) -> Person:
    return person(
        id_, name, name.split(maxsplit=1)[0] if name.split() else name, "the cook", "Doctor", "先生"
    )


@st.composite
def utterances(draw: st.DrawFn) -> Utterance:
    strange = draw(st.booleans())
    names = [draw(NAMES) if strange else name for name in ("Mara Quill", "Ines Valdar", "トマス")]
    cast = tuple(somebody(id_, name) for id_, name in zip(IDS, names, strict=True))
    speakers = st.sampled_from(IDS)
    recent = tuple(
        HeardTurn(turn, draw(speakers), draw(TEXTS), None, (draw(speakers),), None, None, ())
        for turn in range(1, draw(st.integers(1, 4)))
    )
    kinds: st.SearchStrategy[FirstPairPart] = st.sampled_from(sorted(EXPECTS))
    kind = draw(kinds)
    pair = Obligation(7, draw(speakers), ("everyone",), kind, EXPECTS[kind], draw(TEXTS))
    due = pair if draw(st.booleans()) else None
    standing = (pair,) if draw(st.booleans()) else ()
    language = draw(LANGUAGES)
    return Utterance(draw(speakers), draw(TEXTS), language, cast, recent, due, standing)


def detect(said: Utterance) -> Designation:
    return asyncio.run(RulesAnalyst().detect(said))


@settings(max_examples=150, deadline=None)
@given(utterances())
def test_any_text_is_read_the_same_twice_and_to_people_of_the_cast_only(said: Utterance) -> None:
    found = detect(said)
    assert found.addressees == ("everyone",) or set(found.addressees) <= set(IDS)
    assert said.speaker not in found.addressees
    assert len(set(found.addressees)) == len(found.addressees)
    if found.first_pair_part is None:
        assert (found.addressees, found.expects) == ((), ())
    else:
        assert found.expects == EXPECTS[found.first_pair_part]
    assert (found.answers is None) == (found.second_pair_part is None)
    if found.answers is not None:
        assert found.answers == 7
        assert said.due is not None or said.open_pairs
    first = asyncio.run(RulesAnalyst().normalize(said))
    assert detect(said) == found
    assert first == asyncio.run(RulesAnalyst().normalize(said))
    assert all(fact.strip() for fact in first)


@settings(max_examples=50, deadline=None)
@given(st.from_regex(r"([01][0-9]|2[0-3]):[0-5][0-9]", fullmatch=True), LANGUAGES)
def test_times_survive_normalisation(clock: str, language: str) -> None:
    cast = tuple(somebody(id_, id_.title()) for id_ in IDS)
    text = {"en": f"I was in the hall at {clock}.", "ja": f"私は{clock}に広間にいました。"}[
        language
    ]
    [fact] = asyncio.run(RulesAnalyst().normalize(Utterance("mara", text, language, cast)))
    assert clock in fact
