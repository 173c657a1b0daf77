"""Rule-based players with a question to settle: which way they lean, and what they say."""

from dataclasses import replace

import pytest

from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.player import Asked, Option
from mmagents.interfaces.story import Relation
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.players.improv.player import ImprovPlayer
from mmagents.players.improv.policy.arguing import arguing, rebuking
from mmagents.players.improv.policy.inquiries import inquiries
from mmagents.players.improv.state.mind import mind_of
from mmagents.players.improv.state.suspicion import favourite, leanings
from tests.languages import LANGUAGES
from tests.players.orchard import ORCHARD, known, seen


def test_arguments_beliefs_sides_and_liking_make_a_seat_lean() -> None:
    maud = leanings(mind_of(seen("maud")))
    assert maud["senna"] == pytest.approx(0.1 * 20 + 2.5 + 0.3 * 4)
    assert maud["ivo"] == pytest.approx(0.3 * -2)
    persuaded = leanings(mind_of(seen("maud", ["loan", "glut", "blossom"])))
    assert persuaded["ivo"] - maud["ivo"] == 3 + 2 - 1
    assert persuaded["senna"] - maud["senna"] == 2
    assert favourite(mind_of(seen("ivo"))) == "ivo"


async def test_enough_arguments_turn_a_vote_and_a_side() -> None:
    ballot = Asked("vote", (Option("ivo", "Ivo"), Option("senna", "Senna")), "Who?")
    camps = Asked("side", tuple(Option(one, one) for one in ("keep", "build", "undecided")))
    player = ImprovPlayer()
    assert (await player.choose(seen("maud"), ballot)).id == "senna"
    assert (await player.choose(seen("maud"), camps)).id == "keep"
    moved = seen("maud", ["loan", "glut", "canker", "upkeep"])
    chosen = await player.choose(moved, ballot)
    assert chosen.id == "ivo"
    assert "six hundred" in chosen.reason
    assert (await player.choose(moved, camps)).id == "build"


async def test_what_one_has_goes_only_to_whom_one_loves() -> None:
    keep = Asked("transfer", (Option("", "keep it"), Option("ivo", "Ivo"), Option("maud", "Maud")))
    assert (await ImprovPlayer().choose(seen("senna"), keep)).id == ""
    view = seen("senna")
    fond = replace(view.sheet, relations={"maud": Relation(9, "x"), "ivo": Relation(10, "x")})
    assert (await ImprovPlayer().choose(replace(view, sheet=fond), keep)).id == "maud"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_pulls_the_same_way_is_agreed_with_and_what_does_not_is_answered(language) -> None:
    for fact, kind in (("blossom", "side-with"), ("loan", "side-against")):
        view = seen("maud", [fact], said="…", language=language)
        extra = known(table_for(ORCHARD, Context(language=language)), "buyers")
        view = replace(view, known=(*view.known, extra))
        assert kind in {move.kind for move in arguing(mind_of(view))}


def test_there_is_nothing_to_argue_in_a_mystery() -> None:
    table = table_for("mini", Context())
    view = replace(seen("maud", said="It rains."), public=table.public, seat="kit")
    assert list(arguing(mind_of(replace(view, sheet=table.sheets["kit"])))) == []


def test_whom_one_cannot_bear_one_rebukes() -> None:
    view = seen("maud", said="It rains.")
    sour = replace(view.sheet, relations={"dob": Relation(-8, "x")})
    moves = [
        move
        for seed in range(20)
        for move in rebuking(mind_of(replace(view, sheet=sour, seed=seed)))
    ]
    assert {(move.kind, move.to) for move in moves} == {("rebuke", "dob")}
    assert 4 < len(moves) < 18
    assert not list(rebuking(mind_of(view)))


def party(seat: str, facts=()) -> View:
    table = table_for("high-water", Context())
    return replace(
        seen("maud"), seat=seat, public=table.public, sheet=table.sheets[seat],
        known=tuple(known(table, one) for one in facts), present=table.seats,
        sides={one.id: one.camp for one in table.scenario.cast if one.camp},
    )  # fmt: skip


def test_a_party_argues_for_its_side_whatever_is_brought_against_it() -> None:
    facts = ["no-right", "dry-land", "bicycle", "ferry-case", "one-gate", "infirmary"]
    keeper, judge = mind_of(party("harl", facts)), mind_of(party("corvane", facts))
    assert (keeper.bound_to, judge.bound_to) == ("keeper", None)
    assert (favourite(keeper), favourite(judge)) == ("keeper", "marsh")
    assert [keeper.hurts(fact) for fact in keeper.view.known] == [True] * 5 + [False]
    assert not any(judge.hurts(fact) for fact in judge.view.known)
    assert [keeper.allied(one) for one in ("teague", "dace")] == [True, False]
    assert not judge.allied("orr")


def test_between_two_nothing_is_asked_of_everyone() -> None:
    alone = party("teague")
    pair = tuple(
        replace(one, seat=one.seat and one.id in ("teague", "orr")) for one in alone.public.cast
    )
    together = replace(alone, public=replace(alone.public, cast=pair), present=("teague", "orr"))
    assert {ask.to for ask in inquiries(mind_of(together))} == {"orr"}
    assert EVERYONE in {ask.to for ask in inquiries(mind_of(alone))}


def test_what_was_told_aside_is_passed_on_where_it_helps_one_s_side() -> None:
    told = known(table_for("high-water", Context()), "wait", said_by="quist", public=False)
    for seat, passed in (("brandreth", 1), ("teague", 0)):
        view = replace(party(seat), heard=seen("maud", said="It rains.").heard, known=(told,))
        moves = [move for move in arguing(mind_of(view)) if move.kind == "pass-on"]
        assert [(move.tells, move.about) for move in moves] == [(("wait",), "quist")] * passed
