"""A round of group chat is heard when it is over, and a talk aside by those in it."""

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from mmagents.graph.build import builder
from mmagents.interfaces.player import Asked, Chosen, Thought
from mmagents.interfaces.view import View
from tests.graph.conftest import Rigged, played
from tests.graph.leaks import leaks, strings
from tests.graph.orchard import ORCHARD, SEATS, STORY, rounds_of, run_of

MARK = re.compile(r"‹\w+ \d+›")


class Marking:
    """Says its name and the turn with a fact that it knows, and keeps every view it was given."""

    def __init__(self, seat: str, seed: int, seen: list[View]) -> None:
        self.seat, self.seed, self.seen = seat, seed, seen

    def lot(self, view: View, of: str) -> random.Random:
        self.seen.append(view)
        return random.Random(f"{self.seed}:{view.turn}:{self.seat}:{of}")

    async def think(self, view: View) -> Thought:
        self.lot(view, "think")
        return Thought(f"{self.seat} keeps turn {view.turn} to itself", "speak", 5)

    async def speak(self, view: View) -> str:
        lot = self.lot(view, "speak")
        known = [one.told or one.text for one in view.known] or ["Well."]
        call = lot.choice([one.call for one in view.public.cast])
        return f"‹{self.seat} {view.turn}› {lot.choice([*known, f'{call}, what do you know?'])}"

    async def choose(self, view: View, asked: Asked) -> Chosen:
        lot = self.lot(view, asked.kind)
        return Chosen(lot.choice([one.id for one in asked.options]))


def play(seed: int, rounds: int) -> tuple[list[View], list[dict[str, Any]]]:
    """Return every view that anybody was given, and the record."""
    seen: list[View] = []
    fields = dict(run_of(evening={"rounds": rounds, "persona": "plain"}))
    context = Rigged.model_construct(**fields, players=lambda one: Marking(one, seed, seen))
    return seen, played(context, ORCHARD, seed)


def heard_before(view: View, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what a seat has heard by a view: of the round under way, nothing."""
    starts = {row["turn"]: one[0]["turn"] for one in rounds_of(rows) for row in one}
    until = starts.get(view.turn, view.turn) if view.phase == "discussion" else view.turn
    return [row for row in rows if row["turn"] < until and view.seat in row["heard_by"]]


def check(view: View, rows: list[dict[str, Any]]) -> None:
    heard = heard_before(view, rows)
    may = {mark for row in heard for mark in MARK.findall(row["text"])}
    held = {mark for one in strings(view) for mark in MARK.findall(one)}
    assert held <= may
    assert {one.turn for one in view.heard} <= {row["turn"] for row in heard}
    assert leaks(view, heard, {}, STORY) == []
    known = {fact.id for fact in view.known if fact.public}
    assert known <= {fact for row in heard for fact in row["facts"]}


@pytest.mark.slow
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), rounds=st.integers(1, 2))
def test_nobody_hears_what_is_said_in_a_round_before_it_is_over_nor_what_is_said_in_private(
    seed: int, rounds: int
) -> None:
    seen, rows = play(seed, rounds)
    spoke = [view for view in seen if view.phase == "discussion"]
    assert len(spoke) == 2 * sum(map(len, rounds_of(rows)))
    assert {len(row["heard_by"]) for row in rows if row["rule"] == "turn-about"} == {2}
    for view in seen:
        check(view, rows)
    later = [view for view in spoke if view.turn > rounds_of(rows)[1][0]["turn"]]
    assert all(
        {mark for one in view.heard for mark in MARK.findall(one.text)}
        >= {MARK.findall(row["text"])[0] for row in rounds_of(rows)[0]}
        for view in later
        if view.since < rounds_of(rows)[0][0]["turn"]
    )


def test_the_check_finds_what_was_said_in_the_round_and_in_private() -> None:
    seen, rows = play(1, 1)
    last = rounds_of(rows)[-1][-1]
    view = next(one for one in seen if one.turn == last["turn"] and one.thoughts)
    whispers = (row for row in rows if view.seat not in row["heard_by"] and "‹" in row["text"])
    for text in (rounds_of(rows)[-1][0]["text"], next(whispers)["text"]):
        with pytest.raises(AssertionError):
            check(replace(view, thoughts=(text,)), rows)


def test_a_person_speaks_in_a_round_without_having_heard_it() -> None:
    kept = builder.compile(checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}, "recursion_limit": 999}
    run = run_of(
        evening={"rounds": 1, "without": ("private", "confidential")}, seats={"dob": "human"}
    )
    end = kept.invoke({"scenario": ORCHARD, "seed": 3}, config, context=run)
    asked: list[str] = []
    while "__interrupt__" in end:
        ask = end["__interrupt__"][0].value["asks"]["dob"]
        asked.append(ask["what"])
        answer: Any = {"pass": True}
        if ask["what"] == "speak":
            said = [row for row in ask["view"]["heard"] if row["rule"] == "round"]
            assert len(said) in (0, len(SEATS))
            answer = {"say": "The trees are mine to mind."}
        end = kept.invoke(Command(resume={"dob": answer}), config, context=run)
    assert asked.count("speak") == 2
    mine = [row["text"] for row in end["history"] if row["rule"] == "round"]
    assert mine.count("The trees are mine to mind.") == 2
