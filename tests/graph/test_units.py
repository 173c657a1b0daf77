"""A turn said unit by unit: who stops it, who has the next, and the same game after any stop."""

from typing import Any, ClassVar

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from mmagents.graph.build import builder, graph
from mmagents.interfaces.player import Player, Thought, Wish
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context

LOOP = {("say_unit",), ("transition_place",), ("stop_speaking",)}


class Says:
    """Says one thing, and comes in at one height where it listens; -1 for never."""

    def __init__(self, text: str, height: float = -1, bid: int = 5) -> None:
        self.text, self.height, self.bid = text, height, bid

    async def think(self, view: View) -> Thought:
        return Thought("", "speak" if self.bid else "listen", self.bid)

    async def speak(self, view: View) -> str:
        return self.text

    async def listen(self, view: View) -> Wish | None:
        return Wish(self.height, "as told") if self.height >= 0 else None


class Table(Context):
    model_config: ClassVar = {"arbitrary_types_allowed": True, "extra": "forbid", "frozen": True}
    players: dict[str, Any]

    def player(self, seat: str) -> Player:
        return self.players[seat]  # type: ignore[no-any-return]  # tests put players there


LONG = "It rained. The shed was shut. Nobody came."


def rows(turns: int, condition: str = "cssn-or-ss", **players: Says) -> list[dict[str, Any]]:
    seats = {"petra": Says(LONG), "bram": Says(LONG), "kit": Says(LONG), **players}
    table = Table(turns=turns, units=True, condition=condition, players=seats)
    found: list[dict[str, Any]] = graph.invoke(
        {"scenario": "mini", "seed": 1}, {"recursion_limit": 900}, context=table
    )["history"]
    return found


def test_a_question_in_the_middle_selects_at_once_and_the_rest_is_not_said() -> None:
    asks = Says("It rained. Bram, where were you? I must know it.", bid=9)
    first, second = rows(2, petra=asks, kit=asks)
    assert first["speaker"] in ("petra", "kit")
    assert first["text"] == "It rained. Bram, where were you?"
    assert first["units"]["cut"] == {"by": "bram", "rule": "1a", "at": len(first["text"])}
    assert first["ledger"]["unsaid"] == "I must know it."
    assert (second["speaker"], second["rule"]) == ("bram", "1a")


def test_who_comes_in_above_the_hold_has_the_next_turn_whatever_others_bid() -> None:
    seats = {"petra": Says(LONG, bid=6), "bram": Says(LONG, 8, bid=1), "kit": Says(LONG, bid=7)}
    played = rows(2, **seats)
    cut = played[0]
    assert (cut["speaker"], cut["text"], cut["units"]["cut"]["by"]) == (
        "petra",
        "It rained.",
        "bram",
    )
    place = cut["ledger"]["places"][-1]
    assert (place["to"], place["rule"]) == ("bram", "1b")
    assert place["offers"][0]["height"] == 8 > place["hold"]
    assert played[1]["speaker"] == "bram"
    assert "bram came in at a place where" in played[1]["ledger"]["reason"]


@pytest.mark.parametrize("condition", ["round-robin", "equal", "random"])
def test_where_nobody_bids_nobody_comes_in_and_nothing_is_left_unsaid(condition: str) -> None:
    pushy = {seat: Says(f"{LONG} Bram, was it you? Well.", 9) for seat in ("petra", "bram", "kit")}
    played = rows(4, condition, **pushy)
    assert all("cut" not in row["units"] and "unsaid" not in row["ledger"] for row in played)
    assert all(row["ledger"]["places"][-1]["rule"] == "1c" for row in played)


def test_gone_on_with_from_anywhere_in_the_loop_it_is_the_same_game() -> None:
    kept, given = builder.compile(checkpointer=InMemorySaver()), Context(turns=3, units=True)
    config: Any = {"configurable": {"thread_id": "1"}, "recursion_limit": 900}
    start = {"scenario": "halcyon-light", "seed": 5}
    whole = kept.invoke(start, config, context=given)["history"]
    assert any("cut" in row["units"] for row in whole)
    within = [one for one in kept.get_state_history(config) if one.next in LOOP]
    assert {one.next for one in within} == LOOP
    for one in within[:8]:
        assert kept.invoke(None, one.config, context=given)["history"] == whole


def test_without_units_no_step_of_the_loop_is_taken_and_nothing_of_it_is_kept() -> None:
    given = Context(turns=3)
    start = {"scenario": "mini", "seed": 1}
    steps = {name for one in graph.stream(start, context=given) for name in one}
    assert not steps & {"say_unit", "transition_place", "stop_speaking"}
    state = graph.invoke(start, context=given)
    assert "planned" not in state
    assert all("units" not in row and "places" not in row["ledger"] for row in state["history"])


def test_models_are_asked_to_listen_only_where_turns_are_said_in_units() -> None:
    with pytest.raises(ValueError, match="take units"):
        Context(listen="model")


def test_people_are_asked_to_come_in_only_where_turns_are_said_in_units() -> None:
    with pytest.raises(ValueError, match="take units"):
        Context(come_in=True)


def test_an_answer_that_was_cut_leaves_its_pair_open_until_it_is_given() -> None:
    class Asks(Says):
        async def speak(self, view: View) -> str:
            return "Bram, where were you?" if view.turn == 1 else "It rained."

    class Answers(Says):
        async def speak(self, view: View) -> str:
            return "Well. I was in the tent." if view.turn == 2 else "I was in the tent."

    petra, kit = Asks("", bid=1), Says("Hm.", 9, bid=1)
    played = rows(4, "ss", petra=petra, bram=Answers("", bid=7), kit=kit)
    first = next(row for row in played if row["addressees"] == ["bram"])
    cut = next(row for row in played if row["speaker"] == "bram")
    assert cut["text"] == "Well."
    assert cut["units"]["cut"]["by"] == "kit"
    assert cut["answers"] is None
    assert cut["closed"] == []
    given = next(row for row in played if row["turn"] > cut["turn"] and row["speaker"] == "bram")
    assert given["closed"] == [{"turn": first["turn"], "how": "answered"}]


def test_what_only_leads_up_to_more_selects_nobody_within_a_turn() -> None:
    leads = Says("Bram, one thing else. I can tell you this. It rained.", bid=9)
    (first, *_) = rows(1, petra=leads, bram=leads, kit=leads)
    assert "cut" not in first["units"]
    assert [place["rule"] for place in first["ledger"]["places"]] == ["1c", "1c"]
