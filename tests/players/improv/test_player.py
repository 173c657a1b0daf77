"""The improvising player, through whole games and through single decisions."""

import asyncio
import json
import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest

from mmagents.graph.build import graph
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.nodes.views.knowledge import known_facts
from mmagents.players.improv.player import ImprovPlayer
from mmagents.players.improv.policy.inquiries import inquiries
from mmagents.players.improv.policy.plan import plan_turn
from mmagents.players.improv.state.mind import mind_of
from mmagents.players.improv.state.notebook import digests
from tests.processes import mmagents

pytestmark = pytest.mark.slow


LANGUAGES = ["en", "ja"]


def view(seat, language="en", turns=(), heard=None, turn=None, seed=1, notes=None):
    """Return what `seat` of the story mini sees after `turns`; `heard` maps facts to turns."""
    table = table_for("mini", Context(language=language))
    speakers = [one.speaker for one in turns]
    return View(
        seat=seat, language=language, public=table.public, sheet=table.sheets[seat],
        heard=tuple(turns), thoughts=(), memories=(),
        known=known_facts(table.scenario, language, seat, heard or {}, speakers), obligation=None,
        open_pairs=(), notes=notes or {}, seed=seed, turn=turn or len(turns) + 1,
    )  # fmt: skip


def said(turn, speaker, text, *, fpp=None, to=(), answers=None, spp=None, facts=()):
    return HeardTurn(turn, speaker, text, fpp, tuple(to), answers, spp, tuple(facts))


def words(of):
    return asyncio.run(ImprovPlayer().speak(of))


def thought(of):
    return asyncio.run(ImprovPlayer().think(of))


def asked(turn, by, to, text):
    return said(turn, by, text, fpp="wh-question", to=[to])


HOURS = "Petra, how did you spend the afternoon?"


@lru_cache(maxsize=8)
def game(language, seed, turns=24):
    state = graph.invoke(
        {"scenario": "mini", "seed": seed},
        context=Context(language=language, turns=turns),
        config={"recursion_limit": 1000},
    )
    return state["history"], state["notes"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_repeats_no_sentence_tells_part_of_the_truth_and_gives_all_their_turns(language):
    rows, notes = game(language, 1)
    said_before = [one for row in rows for one in digests(row["text"])]
    assert len(said_before) == len(set(said_before))
    assert 5 <= len({fact for row in rows for fact in row["facts"]}) <= 12
    speakers = [row["speaker"] for row in rows]
    assert max(speakers.count(one) for one in set(speakers)) <= len(speakers) / 2
    assert json.loads(json.dumps(notes)) == notes
    assert all(len(json.dumps(kept)) < 6000 for kept in notes.values())


def test_the_same_seed_gives_the_same_words_and_another_seed_others():
    texts = [[row["text"] for row in game("en", seed, 22)[0]] for seed in (1, 2)]
    again = [row["text"] for row in game("en", 1)[0][:22]]
    assert texts[0] == again != texts[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_turn_greets_and_asks_somebody(language):
    text = words(view("kit", language))
    assert (
        ("Good afternoon" in text or "Hello" in text) if language == "en" else "こんにちは" in text
    )
    assert text.endswith(("?", "？"))


def test_thinking_and_speaking_come_to_the_same_move():
    turns = [asked(1, "kit", "petra", HOURS)]
    before = view("petra", turns=turns)
    notes = thought(before).notes
    after = view("petra", turns=turns, notes=notes)
    assert plan_turn(mind_of(before)).move == plan_turn(mind_of(after)).move
    assert words(before) == words(after)
    assert "I was at my stall the whole time" in words(before), "the cover story is told"


def test_a_guarded_fact_is_withheld_when_asked_once_and_given_up_when_asked_again():
    question = "Kit, how did you spend the afternoon?"
    first = [asked(1, "bram", "kit", question)]
    once = view("kit", turns=first)
    assert "buried them" not in words(once)
    notes = dict(thought(once).notes)
    later = [*first, said(2, "kit", "That is a long story.", answers=1, spp="evasion"),
             asked(3, "bram", "kit", "Again, Kit. What about your afternoon?")]  # fmt: skip
    twice = view("kit", turns=later, notes=notes)
    assert "buried them" in words(twice)


def test_a_claim_that_clashes_with_what_one_knows_is_challenged_at_once():
    lie = said(2, "petra", "I was at my stall the whole time, painting faces.", answers=1,
               spp="answer", facts=["stall-always"])  # fmt: skip
    of = view("kit", turns=[asked(1, "bram", "petra", HOURS), lie], heard={"stall-always": 2})
    plan = plan_turn(mind_of(of))
    assert plan.move.kind == "challenge"
    assert (plan.action, plan.importance) == ("speak", 8)
    assert "it was empty" in words(of)


def test_two_public_premises_are_put_together_aloud_but_not_by_the_one_whom_it_hurts():
    lie = said(1, "petra", "I was at my stall the whole time.", facts=["stall-always"])
    turns = [lie, said(2, "kit", "Petra's stall was empty at 15:20.", facts=["stall-empty"])]
    heard = {"stall-always": 1, "stall-empty": 2}
    of, hurt = (view(seat, turns=turns, heard=heard) for seat in ("bram", "petra"))
    assert plan_turn(mind_of(of)).move.kind == "conclude"
    assert "Petra lied about staying at her stall" in words(of)
    assert plan_turn(mind_of(hurt)).move.kind != "conclude"


def test_whoever_has_owned_up_tells_the_cover_story_to_nobody_again():
    accused = said(1, "bram", "It was you, Petra.", fpp="accusation", to=["petra"])
    plan = plan_turn(mind_of(view("petra", turns=[accused])))
    assert (plan.move.kind, plan.importance) == ("defend", 9)
    assert plan.move.tells == ("stall-always",)
    owned = said(2, "petra", "The stall was empty for a while, yes.", facts=["stall-empty"])
    notes = dict(thought(view("petra", turns=[accused, owned], heard={"stall-empty": 2})).notes)
    later = [said(at, "kit", f"It rains, for the {at}th time.") for at in range(3, 9)]
    for put in (
        said(9, "bram", "It was you, Petra.", fpp="accusation", to=["petra"]),
        asked(9, "kit", "petra", HOURS),
        asked(9, "kit", "everyone", "Who was at the face-painting stall?"),
    ):
        of = view("petra", turns=[*later, put], heard={"stall-empty": 2}, notes=notes, turn=10)
        assert "stall-always" not in plan_turn(mind_of(of)).move.tells


def test_a_question_once_answered_is_not_asked_again_and_an_evaded_one_is_pressed_once():
    first = asked(1, "kit", "bram", "Bram, how did you spend the afternoon?")
    answered = [first, said(2, "bram", "I walked about.", answers=1, spp="answer")]
    put = {(ask.to, ask.topic) for ask in _inquiries(view("kit", turns=answered))}
    assert ("bram", "bram-hours") not in put
    assert ("petra", "petra-hours") in put
    evaded = [first, said(2, "bram", "That leads us nowhere.", answers=1, spp="evasion")]
    pressing = [ask for ask in _inquiries(view("kit", turns=evaded)) if ask.kind == "press"]
    assert [(ask.to, ask.topic) for ask in pressing] == [("bram", "bram-hours")]
    evaded += [
        asked(3, "kit", "bram", "Once more, Bram: what about your afternoon?"),
        said(4, "bram", "I won't speak about it.", answers=3, spp="refusal"),
    ]
    assert not [ask for ask in _inquiries(view("kit", turns=evaded)) if ask.kind == "press"]


def _inquiries(of):
    return inquiries(mind_of(of))


def test_what_nobody_planned_is_answered_all_the_same():
    for text in ("Bram!!! ???", "xyzzy", "", "Bram, do you like jam?"):
        turns = [said(1, "kit", text, fpp="yes-no-question", to=["bram"])]
        assert words(view("bram", turns=turns))
    assert words(view("bram", turns=[said(1, "kit", "It rains.")])), "though it would listen"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_thinks_nothing_or_of_what_is_its_own_as_another_s(language):
    names = {"petra": ("Petra's", "ペトラさんの"), "bram": ("Bram's", "ブラムさんの"),
             "kit": ("Kit's", "キットさんの")}  # fmt: skip
    rows, _ = game(language, 2)
    assert sum(bool(row["facts"]) for row in rows) >= 6, "what is told is recognised in its words"
    bids = [bid for row in rows for bid in row["ledger"]["bids"]]
    assert {bid["thought"].isascii() for bid in bids} >= {language == "en"}
    for bid in bids:
        assert bid["thought"].strip()
        assert not any(name in bid["thought"] for name in names[bid["seat"]])


@pytest.mark.slow
def test_a_game_is_the_same_whatever_the_seed_of_pythons_hashes(tmp_path: Path) -> None:
    command = ["play", "halcyon-light", "--lang", "ja", "--seed", "3", "--condition", "equal"]
    command += ["--turns", "20", "--json"]
    anew = subprocess.run(
        [Path(sys.executable).with_name("mmagents"), *command], check=True, text=True,
        stdout=subprocess.PIPE, env={**os.environ, "PYTHONHASHSEED": "0"},
    )  # fmt: skip
    assert anew.stdout == mmagents(tmp_path, *command).stdout  # where the seed was drawn
