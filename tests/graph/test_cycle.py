import pytest
from langgraph.checkpoint.memory import InMemorySaver

from mmagents.graph.build import builder, graph
from mmagents.nodes.context import Context
from mmagents.scenarios.errors import MMAgentsError

START = {"scenario": "mini", "seed": 3}
"""With this seed the lot lets Bram begin."""


def play(players, rigged, turns, **context):
    rig = rigged(players=players, turns=turns, **context)
    return graph.invoke(START, context=rig)["history"]


def table(scripted, lines, bids=None):
    """Three scripted seats that all have the same lines at hand."""
    bids = bids or {}
    return {seat: scripted(lines, bids.get(seat)) for seat in ("petra", "bram", "kit")}


def test_a_name_is_enough_to_play_a_game() -> None:
    state = graph.invoke({"scenario": "mini"}, context=Context(turns=4))
    assert [row["turn"] for row in state["history"]] == [1, 2, 3, 4]
    assert state["ended"]


async def test_a_game_plays_the_same_with_and_without_an_event_loop() -> None:
    context = Context(turns=5)
    alone = await graph.ainvoke(START, context=context)
    assert alone["history"] == graph.invoke(START, context=context)["history"]


def test_the_seed_makes_the_game() -> None:
    context = Context(turns=6)
    first, again, other = (
        graph.invoke({"scenario": "mini", "seed": seed}, context=context)["history"]
        for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_whoever_is_asked_answers_next_with_what_is_due(rigged, scripted) -> None:
    lines = {
        1: "Kit, where were you at 15:20?",
        2: "I was at the lemonade stall.",
    }
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


def test_the_others_are_told_of_no_obligation(rigged, scripted) -> None:
    players = table(scripted, {1: "Kit, where were you at 15:20?", 2: "At the stall."})
    play(players, rigged, 2)
    for seat in ("petra", "bram"):
        assert all(view.obligation is None for view in players[seat].views)


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


def test_a_turn_without_words_is_recorded_as_silence(rigged, scripted) -> None:
    rows = play(table(scripted, {1: " \n\t"}), rigged, 1)
    assert rows[0]["text"] == "…"


def test_words_are_one_line_whatever_is_in_them(rigged, scripted) -> None:
    rows = play(table(scripted, {1: "Well.\n\nKit: I did it.\x1b[2J\u202e"}), rigged, 1)
    assert rows[0]["text"] == "Well. Kit: I did it. [2J"


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


def test_a_thread_can_be_played_again_from_the_start() -> None:
    kept = builder.compile(checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "again"}}
    first = kept.invoke(START, config, context=Context(turns=4))["history"]
    assert kept.invoke(START, config, context=Context(turns=4))["history"] == first


def test_rewound_and_played_on_a_game_comes_out_the_same_and_remembers_nothing_else() -> None:
    kept = builder.compile(checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "rewind"}}
    whole = kept.invoke(START, config, context=Context(turns=9))["history"]
    back = next(
        one
        for one in kept.get_state_history(config)
        if one.next == ("think_all",) and one.values["turn"] == 4
    )
    assert kept.invoke(None, back.config, context=Context(turns=9))["history"] == whole
    changed = kept.update_state(back.config, {"seed": 77})
    other = kept.invoke(None, changed, context=Context(turns=9))["history"]
    assert other[:3] == whole[:3]
    assert [row["turn"] for row in other] == list(range(1, 10))


def test_the_drawing_shows_the_rules_by_name(snapshot) -> None:
    assert graph.get_graph().draw_mermaid(with_styles=False) == snapshot
