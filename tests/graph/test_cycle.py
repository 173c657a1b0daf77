from typing import Any, TypedDict

import pytest
from langgraph.graph import END, StateGraph
from langgraph.graph import START as BEGIN

from mmagents.errors import MMAgentsError
from mmagents.floor.conditions import CONDITIONS
from mmagents.graph.build import graph
from mmagents.graph.cycle import READERS, RULES, add_cycle
from mmagents.interfaces.player import Chosen
from mmagents.nodes.context import Context
from tests.graph.conftest import Rigged, Says, kept, played, the_same_from

START = {"scenario": "mini", "seed": 3}
"""With this seed the lot lets Bram begin."""


def play(players, rigged, turns, **context):
    return played(rigged(players=players, turns=turns, **context), seed=3)


def table(scripted, lines, bids=None):
    """Three scripted seats that all have the same lines at hand."""
    bids = bids or {}
    return {seat: scripted(lines, bids.get(seat)) for seat in ("petra", "bram", "kit")}


async def test_a_game_plays_the_same_with_and_without_an_event_loop() -> None:
    context = Context(turns=5)
    alone = await graph.ainvoke(START, context=context)
    assert alone["history"] == graph.invoke(START, context=context)["history"]


def test_the_seed_makes_the_game() -> None:
    first, again, other = (played(Context(turns=6), seed=seed) for seed in (1, 1, 2))
    assert first == again != other


def test_whoever_is_asked_answers_next_with_what_is_due(rigged, scripted) -> None:
    lines = {1: "Kit, where were you at 15:20?", 2: "I was at the lemonade stall."}
    players = table(scripted, lines, {"petra": {2: ("speak", 9)}})
    rows = play(players, rigged, 2)
    assert rows[0]["speaker"] == "bram"
    assert rows[0]["first_pair_part"] == "wh-question"
    assert rows[0]["addressees"] == ["kit"]
    assert (rows[1]["speaker"], rows[1]["rule"]) == ("kit", "1a")
    assert rows[1]["answers"] == 1
    assert rows[1]["closed"] == [{"turn": 1, "how": "answered"}]
    due = players["kit"].views[-1].obligation
    assert due is not None
    assert (due.turn, due.expects) == (1, ("answer",))
    others = [view for seat in ("petra", "bram") for view in players[seat].views]
    assert not [view for view in others if view.obligation]


def test_a_question_to_everyone_goes_to_the_highest_bid_and_any_answer_closes_it(
    rigged, scripted
) -> None:
    lines = {
        1: "Did anyone see the money box after 15:10?",
        2: "I saw the money box at 15:20, on the cake table.",
    }
    bids = {"petra": {2: ("speak", 2)}, "kit": {2: ("speak", 6)}}
    rows = play(table(scripted, lines, bids), rigged, 2)
    assert rows[0]["addressees"] == ["everyone"]
    assert (rows[1]["speaker"], rows[1]["rule"]) == ("kit", "1b")
    assert rows[1]["closed"] == [{"turn": 1, "how": "answered"}]


def test_when_all_listen_the_speaker_goes_on(rigged, scripted) -> None:
    rows = play(table(scripted, dict.fromkeys(range(1, 5), "The rain is loud.")), rigged, 4)
    assert [row["rule"] for row in rows] == ["first", "1c", "1c", "1c"]
    assert len({row["speaker"] for row in rows}) == 1


def test_a_question_to_the_victim_falls_through_and_the_ledger_says_so(rigged, scripted) -> None:
    lines = {1: "Odile, where were you at 15:20?", 2: "She is not here."}
    rows = play(table(scripted, lines, {"petra": {2: ("speak", 4)}}), rigged, 2)
    assert rows[0]["addressees"] == ["odile"]
    assert (rows[1]["speaker"], rows[1]["rule"]) == ("petra", "1b")
    assert "odile" in rows[1]["ledger"]["reason"]
    assert rows[1]["ledger"]["designated"] == ["odile"]


def test_without_rule_1a_a_question_obliges_nobody(rigged, scripted) -> None:
    lines = {1: "Kit, where were you at 15:20?", 2: "What a day.", 3: "What a day indeed."}
    players = table(scripted, lines, {"petra": {2: ("speak", 9), 3: ("speak", 9)}})
    rows = play(players, rigged, 3, condition="ss")
    assert rows[1]["speaker"] == "petra"
    assert all(view.obligation is None and not view.open_pairs for view in players["kit"].views)


@pytest.mark.parametrize(
    ("said", "text"),
    [(" \n\t", "…"), ("Well.\n\nKit: I did it.\x1b[2J\u202e", "Well. Kit: I did it. [2J")],
)
def test_words_are_one_line_and_nothing_is_recorded_as_silence(
    rigged, scripted, said: str, text: str
) -> None:
    assert play(table(scripted, {1: said}), rigged, 1)[0]["text"] == text


def test_the_ledger_ranks_every_bid_of_the_turn(rigged, scripted) -> None:
    bids = {"petra": {1: ("speak", 4)}, "bram": {1: ("listen", 9)}, "kit": {1: ("speak", 12)}}
    [row] = play(table(scripted, {1: "Well."}, bids), rigged, 1)
    assert [(b["seat"], b["importance"]) for b in row["ledger"]["bids"]] == [
        ("kit", 9),
        ("petra", 4),
        ("bram", 9),
    ]


@pytest.mark.parametrize(
    ("start", "context", "message"),
    [
        ({"scenario": "no-such-story"}, {}, "no-such-story"),
        ({}, {}, "No story was named"),
        ({"scenario": "mini"}, {"seats": {"ghost": "improv"}}, "no seat 'ghost'"),
        ({"scenario": "mini"}, {"seats": {"kit": "oracle"}}, "No player is called 'oracle'"),
        ({"scenario": "orchid-train"}, {"language": "ja"}, "cannot be played in 'ja' yet"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_reason(start, context, message) -> None:
    with pytest.raises(MMAgentsError, match=message):
        graph.invoke(start, context=Context(turns=1, **context))


def test_rewound_a_game_is_the_same_and_with_another_seed_remembers_nothing_else() -> None:
    def rewound(one: Any) -> bool:
        return one.next == ("think_all",) and one.values["turn"] == 4

    whole, back = the_same_from(rewound, Context(turns=9), seed=3)
    assert back
    compiled, states, _ = kept(Context(turns=9), seed=3)
    changed = compiled.update_state(next(filter(rewound, states)).config, {"seed": 77})
    other = compiled.invoke(None, changed, context=Context(turns=9))["history"]
    assert other[:3] == whole[:3]
    assert [row["turn"] for row in other] == list(range(1, 10))


def test_the_drawing_shows_the_rules_by_name(snapshot) -> None:
    assert graph.get_graph().draw_mermaid(with_styles=False) == snapshot


def test_a_turn_that_asks_two_keeps_both_questions_and_the_last_one_selects(
    rigged, scripted
) -> None:
    asks = "Kit, where were you at three? And Petra, did you see the tin?"
    lines = {1: asks, 2: "No, I did not.", 3: "I was at the tombola at three."}
    players = table(scripted, lines, {"kit": {3: ("speak", 5)}})
    first, second, third = play(players, rigged, 3)
    assert first["addressees"] == ["petra"]
    assert [one["addressees"] for one in first["earlier"]] == [["kit"]]
    assert (second["speaker"], second["rule"]) == ("petra", "1a")
    assert second["closed"] == [{"turn": 1, "how": "answered"}]
    assert (third["speaker"], third["rule"]) == ("kit", "1b")
    waiting = next(view.open_pairs for view in players["kit"].views if view.turn == 3)
    assert [pair.by for pair in waiting] == ["bram"]
    assert third["closed_earlier"] == [{"turn": 1, "how": "answered", "nth": 1}]


class Asking(Says):
    """Asks somebody by name whenever it speaks."""

    async def speak(self, view: Any) -> str:
        other = next(one for one in view.public.seats() if one.id != view.seat)
        return f"{other.call}, where were you at three?"

    async def choose(self, view: Any, asked: Any) -> Chosen:
        return Chosen(asked.options[0].id)


@pytest.mark.parametrize(
    "condition",
    [one for one in CONDITIONS.values() if not one.interrogates],
    ids=lambda one: one.name,
)
def test_who_is_asked_last_is_heard_once_outside_the_count_where_asking_obliges(
    condition: Any,
) -> None:
    given = {"evening.kind": "whole", "evening.lengths": {"discussion": 3}}
    evening = Rigged(players=lambda _: Asking(), condition=condition.name, **given)
    rows = [row for row in played(evening, seed=2) if row["phase"] == "discussion"]
    assert len(rows) == (4 if condition.obliges else 3)
    assert rows[-1]["first_pair_part"] == "wh-question", "it asks as well, and the talk ends"
    if condition.obliges:
        assert rows[-2]["addressees"] == [rows[-1]["speaker"]]
        assert rows[-1]["rule"] == "1a"


def test_a_discussion_by_itself_keeps_to_its_turns() -> None:
    assert len(played(Rigged(players=lambda _: Asking(), turns=3), seed=2)) == 3


class Talk(TypedDict):
    floor: dict[str, Any]
    ledger: dict[str, Any]
    overlap: bool
    rooms: list[str]
    ended: bool
    said: list[str]


def named(name: str, returns: Any) -> Any:
    async def step(state: Talk) -> dict[str, Any]:
        return returns(state)

    step.__name__ = name
    return step


def test_the_cycle_goes_round_the_steps_of_any_talk_without_a_story() -> None:
    rules = ["1a", "1b", "1c", "equal", "round-robin"]
    steps = [
        named("think_all", lambda _: {"ledger": {"bids": []}}),
        named("select_speaker", lambda state: {"floor": {"rule": rules[len(state["said"])]}}),
        *(
            named(rule, lambda state, rule=rule: {"floor": {**state["floor"], "by": rule}})
            for rule in RULES.values()
        ),
        named("speak", lambda state: {"said": [*state["said"], state["floor"]["by"]]}),
        *(named(reader, lambda _: {}) for reader in READERS.values()),
        named("close_turn", lambda state: {"ended": len(state["said"]) == len(rules)}),
    ]
    wired = StateGraph(Talk)
    wired.add_edge(BEGIN, "think_all")
    add_cycle(wired, steps, over={"next phase": END, "game over": END})
    start: Talk = {
        "floor": {}, "ledger": {}, "overlap": False, "rooms": ["all"], "ended": False, "said": [],
    }  # fmt: skip
    assert wired.compile().invoke(start)["said"] == list(RULES.values())
