"""People at the table: asked first, asked again, shown their own view and nothing else."""

import random
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from mmagents.errors import MMAgentsError
from mmagents.graph.build import builder, graph
from mmagents.nodes.context import Context
from tests.graph.leaks import leaks, leaks_among, strings
from tests.graph.test_who_knows_what import SEATS, Gossiping, gossiping, told_otherwise

pytestmark = pytest.mark.slow


Say = Callable[[dict[str, Any]], Any]
EVENING = ["introduction", "exploration", "private_chat", "update", "discussion", "accusation"]


def mixed(people: Collection[str], seed: int, **choices: object) -> Gossiping:
    lengths = {"discussion": 5, "private_chat": 2, "confidential_meeting": 2}
    return gossiping(
        seed, tuple(sorted(people)), evening={"kind": "whole", "lengths": lengths}, **choices
    )


def drive(
    scenario: object, seed: int, context: Context, say: Say, *, at_once: bool = True
) -> tuple[dict[str, Any], list[tuple[dict[str, Any], int]]]:
    """Play to the end; return the state, and every ask with the rows there were by then."""
    compiled = builder.compile(checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}, "recursion_limit": 999}
    asked: list[tuple[dict[str, Any], int]] = []
    state = compiled.invoke({"scenario": str(scenario), "seed": seed}, config, context=context)
    while "__interrupt__" in state:
        asks = state["__interrupt__"][0].value["asks"]
        asked += [(one, len(state["history"])) for one in asks.values()]
        some = list(asks.values()) if at_once else list(asks.values())[-1:]
        answers = {one["seat"]: say(one) for one in some}
        state = compiled.invoke(Command(resume=answers), config, context=context)
    return state, asked


def answer(ask: dict[str, Any]) -> Any:
    """What a scripted person answers; it follows from the ask."""
    draw = random.Random(ask["id"])
    cards = [card["id"] for card in ask["view"]["cards"]]
    words = f"As {ask['seat']} sees it, {draw.random()}."
    if ask["what"] == "think":
        bid = {"bid": draw.randrange(10), "note": f"{ask['seat']} notes {draw.random()}"}
        shown = {"show": cards[:1]} if cards else {}
        return draw.choice([words, {"pass": True}, bid, {**bid, "say": words, **shown}])
    if ask["what"] == "speak":
        given = [words, {"pass": True}, {"say": words}]
        return draw.choice(given) if not cards else {"say": words, "show": draw.sample(cards, 1)}
    if ask["what"] == "choose":
        one = draw.choice(ask["options"])
        return draw.choice([one["text"], {"choose": one["id"], "reason": words}, {"pass": True}])
    return {"note": words}


@pytest.mark.slow
@settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    people=st.sets(st.sampled_from(SEATS), min_size=1),
    language=st.sampled_from(["en", "ja"]),
    at_once=st.booleans(),
    overlap=st.booleans(),
)
def test_no_ask_and_no_view_holds_what_its_seat_did_not_hear(
    seed: int, people: set[str], language: str, at_once: bool, overlap: bool
) -> None:
    context = mixed(people, seed, language=language, pace={"overlap": overlap})
    kept = context.thoughts

    def say(ask: dict[str, Any]) -> Any:
        given = answer(ask)
        kept.setdefault(ask["seat"], []).extend(s for s in strings(given) if "." in s)
        return given

    with told_otherwise(EVENING) as story:
        end, asked = drive(story, seed, context, say, at_once=at_once)
    rows = end["history"]
    for ask, upto in asked:
        heard = [row for row in rows[:upto] if ask["seat"] in row["heard_by"]]
        assert leaks_among(strings(ask), ask["seat"], language, heard, kept) == []
        assert {row["turn"] for row in ask["view"]["heard"]} <= {row["turn"] for row in heard}
        assert ask["view"]["seat"] == ask["seat"] in people
    for view in context.seen:
        before = [row for row in rows if row["turn"] < view.turn]
        heard = [row for row in before if view.seat in row["heard_by"]]
        assert leaks(view, heard, kept) == []


def test_however_the_answers_come_the_game_is_the_same_and_nobody_else_is_asked_twice() -> None:
    people = (SEATS[0], SEATS[2])
    games = []
    with told_otherwise(EVENING) as story:
        for at_once in (True, False):
            context = mixed(people, 5)
            wrong = Counter[str]()

            def say(ask: dict[str, Any], wrong: Counter[str] = wrong) -> Any:
                wrong[ask["id"]] += 1
                if wrong[ask["id"]] < 3:
                    return ["", {"say": "\x07", "x": 1}][wrong[ask["id"]] - 1]
                assert ask["error"]
                return answer(ask)

            end, _ = drive(story, 5, context, say if not at_once else answer, at_once=at_once)
            games.append(end["history"])
            asked = Counter((view.turn, view.seat, len(view.thoughts)) for view in context.seen)
            assert max(asked.values()) == 1
    assert games[0] == games[1]
    assert {row["rule"] for row in games[0]} >= {"look", "meet", "vote", "reflect"}


def test_a_clue_that_is_shown_is_known_to_all_who_are_there() -> None:
    context = mixed(SEATS[1:2], 2)
    with told_otherwise(["exploration", "discussion", "accusation"]) as story:
        end, _ = drive(story, 2, context, answer)
    shown = next(row for row in end["history"] if row.get("shown"))
    assert shown["speaker"] == SEATS[1]
    assert shown["facts"]
    for seat in (SEATS[0], SEATS[2]):
        own = {fact.id for view in context.seen for fact in view.known
               if fact.source == "sheet" and view.seat == seat}  # fmt: skip
        assert set(shown["facts"]) <= set(end["known"][seat]) | own
    last = [view for view in context.seen if view.turn > shown["turn"]]
    assert any(shown["text"] == turn.text for view in last for turn in view.heard)


def test_bids_are_asked_for_where_the_floor_depends_on_them_and_nowhere_else() -> None:
    context = Context(seats={"kit": "human"}, turns=14)
    end, asked = drive("mini", 3, context, answer)
    thought = {int(ask["id"].split(":")[0]) for ask, _ in asked if ask["what"] == "think"}
    free = {row["turn"] for row in end["history"] if row["rule"] in {"1b", "1c"}}
    assert thought == free
    spoke = {int(ask["id"].split(":")[0]) for ask, _ in asked if ask["what"] == "speak"}
    mine = {row["turn"] for row in end["history"] if row["speaker"] == "kit"}
    assert spoke <= mine
    owed = [ask for ask, _ in asked if ask["due"]]
    assert owed
    assert all(ask["rule"] == "1a" and ask["due"]["to"] == ["kit"] for ask in owed)


def test_a_table_at_which_all_pass_comes_to_its_end_and_the_record_says_so() -> None:
    late = {"pass": True, "late": True}
    context = mixed(SEATS, 1)
    with told_otherwise(EVENING) as story:
        end, _ = drive(story, 1, context, lambda ask: late)
    talk = [row for row in end["history"] if row["rule"] not in {"look", "meet", "vote"}]
    assert {row["text"] for row in talk} == {"…"}
    assert len(talk) == len(SEATS) + 5
    assert all("did not answer in time" in row["ledger"]["reason"] for row in talk)
    votes = [row for row in end["history"] if row["rule"] == "vote"]
    assert [row["ledger"]["reason"] for row in votes] == ["did not answer in time"] * len(SEATS)
    assert end["votes"] == []


def test_without_a_checkpointer_the_error_says_what_to_do() -> None:
    context = Context(seats={"kit": "human"})
    with pytest.raises(MMAgentsError, match=r"kit.*checkpointer=InMemorySaver.*--seat kit=human"):
        graph.invoke({"scenario": "mini"}, context=context)
    with pytest.raises(MMAgentsError, match="checkpointer"):
        graph.invoke({"scenario": "mini"}, {"configurable": {"thread_id": "1"}}, context=context)
