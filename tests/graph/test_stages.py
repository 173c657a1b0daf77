"""The stages of a story with a verdict: influence, principals, sides, things that change hands."""

from itertools import pairwise
from typing import Any

import pytest

from mmagents.graph.build import graph
from mmagents.interfaces.player import Asked, Chosen, Thought
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.evening.influence import influence, order_of_influence, sides_open_to
from mmagents.nodes.evening.outcome import AtEnd, is_reached
from mmagents.nodes.table import table_for
from mmagents.players.improv.player import ImprovPlayer
from mmagents.scenarios.game import Scored
from tests.graph.orchard import ORCHARD, PRINCIPALS
from tests.languages import LANGUAGES

pytestmark = pytest.mark.slow


def play(seed: int = 1, **given: Any) -> dict[str, Any]:
    context = Context(**{"evening.kind": "whole", **given})
    return dict(graph.invoke({"scenario": ORCHARD, "seed": seed}, context=context))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_story_with_a_verdict_is_played_to_its_settlement(language: str) -> None:
    end = play(3, language=language)
    assert end["ended"]
    outcome = end["outcome"]
    assert outcome["decided"] in ("ivo", "senna")
    assert (outcome["accused"], outcome["culprit"], outcome["found"]) == (None, None, None)
    assert [vote["seat"] for vote in outcome["votes"]] == PRINCIPALS
    assert all(vote["reason"] for vote in outcome["votes"])
    assert end["owners"]["deed"] == outcome["decided"]
    assert end["history"][-1]["rule"] == "transfer"
    reached = {one["mission"]: one["reached"] for one in outcome["missions"]["ivo"]}
    assert reached == {"mine": outcome["decided"] == "ivo"}
    assert outcome["epilogue"]


@pytest.mark.slow
def test_only_principals_open_talks_and_those_of_more_influence_first() -> None:
    for seed in range(4):
        rows = play(seed, evening={"lengths": {"discussion": 2}, "rounds": 1})["history"]
        meets = [row for row in rows if row["rule"] == "meet"]
        assert meets
        assert all(row["speaker"] in PRINCIPALS for row in meets)
        for phase in ("private_chat", "confidential_meeting"):
            first = next(row for row in meets if row["phase"] == phase)
            assert first["speaker"] == "maud"


def test_a_talk_by_influence_goes_round_the_principals_and_whom_they_ask() -> None:
    rows = play(2, evening={"rounds": 1, "lengths": {"discussion": 12}})["history"]
    talk = [row for row in rows if row["phase"] == "discussion"]
    by_rank = [row["speaker"] for row in talk if row["rule"] == "influence"]
    assert by_rank[0] == "maud"
    assert set(by_rank) == set(PRINCIPALS)
    assert all(one == by_rank[at % 3] for at, one in enumerate(by_rank))
    others = [row for row in talk if row["rule"] != "influence"]
    assert {(row["rule"], row["speaker"]) for row in others} <= {("1a", "dob")}
    for before, row in pairwise(talk):
        assert (row["rule"] == "1a") == (before["addressees"] == ["dob"])


class Dealer(ImprovPlayer):
    """Changes sides whenever it may, and gives away whatever it has to the last on the list."""

    async def choose(self, view: View, asked: Asked) -> Chosen:
        if asked.kind in ("side", "transfer"):
            return Chosen(asked.options[-1].id, "So be it.")
        return await super().choose(view, asked)

    async def think(self, view: View) -> Thought:
        seen = {one.id: one.owner for one in view.resources}
        assert ("letter" in seen) == (seen.get("letter") == view.seat)
        return await super().think(view)


def test_sides_and_things_change_hands_before_everybody_but_hidden_ones(rigged: Any) -> None:
    players = dict.fromkeys(("maud", "ivo", "senna", "dob"), Dealer())
    context = rigged(evening={"kind": "whole", "lengths": {"discussion": 2}}, players=players)
    end = graph.invoke({"scenario": ORCHARD, "seed": 1}, context=context)
    rows = end["history"]
    first = next(at for at, row in enumerate(rows) if row["phase"] == "private_chat")
    assert not [row for row in rows[:first] if row["rule"] in ("side", "transfer")]
    sides = [row for row in rows if row["rule"] == "side"]
    assert {row["speaker"] for row in sides} >= {"maud", "ivo", "senna"}
    assert all(len(row["heard_by"]) == 4 for row in sides)
    given = {row["text"]: row["heard_by"] for row in rows if row["rule"] == "transfer"}
    hidden = [heard for text, heard in given.items() if "letter" in text]
    assert hidden == [["ivo", "dob"]]
    assert [heard for text, heard in given.items() if "wagon" in text] == [
        ["maud", "ivo", "senna", "dob"]
    ]
    assert end["sides"]["maud"] == "undecided"
    assert end["owners"]["wagon"] == "senna"


def test_influence_grows_with_what_one_has_and_lots_decide_between_equals() -> None:
    table = table_for(ORCHARD, Context())
    state: Any = {"seed": 1, "owners": {"wagon": "dob", "letter": "ivo", "deed": "maud"}}
    assert [influence(state, table, seat) for seat in table.seats] == [14, 5, 5, 3]
    orders = {tuple(order_of_influence(state, table, table.seats, f"{lot}")) for lot in range(20)}
    assert orders == {("maud", "ivo", "senna", "dob"), ("maud", "senna", "ivo", "dob")}
    state["sides"] = {"dob": "undecided"}
    assert [camp.id for camp in sides_open_to(state, table, "dob")] == [
        "undecided",
        "keep",
        "build",
    ]
    assert sides_open_to({**state, "sides": {}}, table, "dob") == []


@pytest.mark.parametrize(
    ("mission", "reached"),
    [
        ({"won": "ivo"}, True), ({"won": "senna"}, False), ({"not_won": "senna"}, True),
        ({"not_won": "ivo"}, False), ({"owns": "deed"}, True), ({"owns": "wagon"}, False),
        ({"in_camp": "keep"}, True), ({"in_camp": "build"}, False),
        ({"won": "ivo", "owns": "wagon"}, False),
    ],
)  # fmt: skip
def test_a_mission_is_reached_where_all_it_asks_for_holds(
    mission: dict[str, Any], reached: bool
) -> None:
    end = AtEnd("ivo", None, "ivo", (), (), ("deed",), "keep")
    assert is_reached(Scored.model_validate(mission), end) is reached
