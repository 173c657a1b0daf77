"""Whole games under every condition, with bids weighed otherwise, and memories switched off."""

import json
from itertools import pairwise
from typing import Any

import pytest

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.errors import MMAgentsError
from mmagents.floor.conditions import CONDITIONS
from mmagents.interfaces.analyst import Analyst
from mmagents.interfaces.view import View
from mmagents.nodes import step
from mmagents.nodes.context import Context
from mmagents.nodes.settings import LAYERS
from mmagents.nodes.views.long_term import Recollection
from tests.graph.conftest import Rigged, Scripted, kept, played, the_same_from
from tests.languages import LANGUAGES
from tests.nodes.watching import Watching

pytestmark = pytest.mark.slow
SEATS = ("petra", "bram", "kit")
SCHEMES = sorted(set(CONDITIONS) - {"cssn-or-ss", "ss", "equal"})
RULE = {"bidding": "bid"}


def play(seed: int = 3, story: str = "mini", **given: Any) -> list[dict[str, Any]]:
    return played(Context(**given), story, seed)


def watch(**given: Any) -> tuple[list[dict[str, Any]], list[View]]:
    context = Watching(**given)
    return played(context, seed=3), context.seen


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("condition", SCHEMES)
def test_a_whole_game_is_played_by_every_scheme(condition: str, language: str) -> None:
    rows = play(condition=condition, language=language, turns=15)
    among = {*SEATS, "detective"} if condition == "interrogation" else set(SEATS)
    last = 2 * 3 * len(SEATS) if condition == "interrogation" else 15  # 3 rounds, 2 turns with each
    assert [row["turn"] for row in rows] == list(range(1, last + 1))
    rules = {row["rule"] for row in rows} - ({"first", "1a"} if last > 15 else set())
    assert rules <= {RULE.get(condition, condition)}
    assert {row["speaker"] for row in rows} == among
    assert all(row["ledger"]["reason"] for row in rows)
    json.dumps(rows)
    if language == "en":
        assert play(condition=condition, turns=15) == rows, "the same again"


@pytest.mark.parametrize("condition", sorted(CONDITIONS))
def test_only_where_rule_1a_holds_is_anybody_told_what_is_due(condition: str) -> None:
    rows, views = watch(condition=condition, turns=12)
    assert any(row["first_pair_part"] for row in rows)
    told = [view for view in views if view.obligation or view.open_pairs]
    assert bool(told) == CONDITIONS[condition].obliges


@pytest.mark.parametrize("condition", ["bidding", "moderator"])
def test_whoever_is_asked_alone_speaks_next_though_nothing_is_due(condition: str) -> None:
    rows = play(condition=condition, turns=45, story="halcyon-light")
    asked = [
        (row["addressees"][0], after["speaker"])
        for row, after in pairwise(rows)
        if row["first_pair_part"]
        and len(row["addressees"]) == 1
        and row["addressees"][0] in {"ines", "quill", "mara", "tobin"} - {row["speaker"]}
    ]
    assert len(asked) > 3
    assert all(to == speaker for to, speaker in asked)


@pytest.mark.parametrize("condition", ["mention", "random", "bidding"])
def test_gone_on_with_from_any_turn_a_drawn_game_is_the_same_game(condition: str) -> None:
    def wanted(back: Any) -> bool:
        return back.next == ("select_speaker",) and back.values["turn"] in (1, 4, 8)

    context = Context(condition=condition, turns=9, floor={"calibrate": True})
    assert len(the_same_from(wanted, context, seed=5)[1]) == 3


def bid_by(scripts: dict[str, list[int]], **given: Any) -> list[dict[str, Any]]:
    players = {seat: Scripted(dict.fromkeys(range(1, 9), "The rain is loud."), {
        turn: ("speak", bid) for turn, bid in enumerate(bids, 1)
    }) for seat, bids in scripts.items()}  # fmt: skip
    turns = len(scripts["kit"])
    return played(Rigged(players=players, turns=turns, condition="ss", **given), seed=3)


LOUD = {"petra": [9] * 8, "bram": [2, 2, 2, 2, 2, 2, 4, 2], "kit": [5, 5, 5, 5, 6, 5, 5, 5]}


def test_a_seat_that_always_bids_highest_holds_the_floor_unless_bids_are_calibrated() -> None:
    assert {row["speaker"] for row in bid_by(LOUD)[1:]} == {"petra"}
    rows = bid_by(LOUD, floor={"calibrate": True})
    assert rows[4]["speaker"] == "kit"
    assert rows[6]["speaker"] == "bram"
    assert "on its own scale" in rows[6]["ledger"]["reason"]


def test_the_ledger_keeps_what_was_stated_and_ranks_by_what_it_came_to() -> None:
    ledger = bid_by(LOUD, floor={"calibrate": True})[6]["ledger"]
    assert [(b["seat"], b["importance"], b["calibrated"]) for b in ledger["bids"]] == [
        ("bram", 4, 8.36),
        ("petra", 9, 4.5),
        ("kit", 5, 3.86),
    ]
    assert all("calibrated" not in b for row in bid_by(LOUD) for b in row["ledger"]["bids"])


def test_a_wish_below_the_threshold_gives_nobody_the_floor_and_the_ledger_says_so() -> None:
    low = {"petra": [3] * 4, "bram": [1] * 4, "kit": [2] * 4}
    rows = bid_by(low, floor={"threshold": 4})
    assert [row["rule"] for row in rows] == ["first", "1c", "1c", "1c"]
    assert (
        "below the threshold of 4: petra at 3, kit at 2, bram at 1" in (rows[1]["ledger"]["reason"])
    )
    assert {b["action"] for b in rows[1]["ledger"]["bids"]} == {"speak"}
    assert {row["speaker"] for row in bid_by(low, floor={"threshold": 3})[1:]} == {"petra"}


def test_without_history_a_seat_hears_the_last_turn_alone() -> None:
    _, views = watch(turns=6, memory={"layers": ("thoughts", "long-term")})
    assert {len(view.heard) for view in views if view.turn > 1} == {1}
    assert all(view.heard[0].turn == view.turn - 1 for view in views if view.turn > 1)
    assert any(len(view.thoughts) > 1 for view in views)


def test_without_thoughts_a_seat_has_no_plan_but_this_turns() -> None:
    rows, views = watch(turns=6, memory={"k": 2, "layers": ("history", "long-term")})
    plans = {(row["turn"], b["seat"]): b["thought"] for row in rows for b in row["ledger"]["bids"]}
    assert all(view.thoughts in ((), (plans[view.turn, view.seat],)) for view in views)
    assert sum(view.thoughts != () for view in views) == 6
    assert any(view.memories for view in views)


def test_without_long_term_memory_nothing_is_recalled_or_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[Recollection] = []

    def counting(*given: Any) -> Recollection:
        opened.append(real(*given))
        return opened[-1]

    real = step.recollection_of
    monkeypatch.setattr(step, "recollection_of", counting)
    context = Watching(turns=6, memory={"layers": ("history", "thoughts")})
    rows = kept(context, seed=3)[2]["history"]
    assert not any(view.memories for view in context.seen)
    assert any(row["knowledge"] for row in rows)
    assert not opened


def test_a_game_begun_without_long_term_memory_remembers_all_once_it_has_one() -> None:
    compiled, states, _ = kept(Context(turns=6, memory={"layers": ("history", "thoughts")}), seed=3)
    thinking = (one for one in states if one.next == ("think_all",))
    back = next(one for one in thinking if one.values["turn"] == 6)
    context = Watching(turns=6, memory={"k": 2})
    compiled.invoke(None, back.config, context=context)
    assert any(view.memories for view in context.seen)


@pytest.mark.parametrize("off", LAYERS)
def test_offline_only_history_changes_what_is_said(off: str) -> None:
    given = {"turns": 30, "story": "halcyon-light", "seed": 0}
    whole = play(**given)
    cut = play(memory={"layers": tuple(one for one in LAYERS if one != off)}, **given)
    assert ([row["text"] for row in cut] == [row["text"] for row in whole]) == (off != "history")


class Chaired(Context):
    """A game whose moderator names whom it is told to."""

    named: str | None

    def analyst(self) -> Analyst:
        async def moderate(gathering: Any) -> str | None:
            return self.named

        chair: Any = RulesAnalyst()
        chair.moderate = moderate
        return chair  # type: ignore[no-any-return]  # it is an analyst


@pytest.mark.parametrize("named", ["kit", "nobody", None])
def test_a_chair_of_ones_own_is_asked_and_its_word_kept_if_it_can_be(named: str | None) -> None:
    rows = played(Chaired(named=named, turns=4, condition="moderator"), seed=3)
    said = [row["ledger"]["reason"] for row in rows]
    if named == "kit":
        assert rows[0]["speaker"] == rows[2]["speaker"] == "kit"
        assert said[0] == "the moderator named kit"
    if named is None:
        assert rows == play(condition="moderator", turns=4), "the rules do it"
    assert any("named nobody who may speak" in one for one in said) == (named is not None)


def test_a_talkative_stranger_is_an_error_before_the_game() -> None:
    with pytest.raises(MMAgentsError, match="no seat 'bob'"):
        play(condition="mention", floor={"talkativeness": {"bob": 0.4}})
