"""What long-term memory gives a seat: beyond its History, of its own (`Context.memory.recall`)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mmagents.analysts.text.questions import Questions
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.evening.open_game import before_the_first_turn
from mmagents.nodes.record import TurnRow, is_talk, row_of
from mmagents.nodes.step import Step
from mmagents.nodes.table import table_for
from mmagents.nodes.views.long_term import let_go, memory_row, next_tip
from mmagents.nodes.views.view import memories_of, search_of, views_of
from mmagents.scenarios.loader import load_scenario

pytestmark = pytest.mark.slow  # many games

SEATS = tuple(load_scenario("mini").seats())
PETRA, BRAM, KIT = SEATS
ITEMS = ("The bell rang at nine.", "The key hangs by the stove.", "Kit says that Bram lied.",
         "Petra asked Bram where Bram was.", "The barge left early.", "")  # fmt: skip


def row(turn: int, text: str = "", **given: Any) -> TurnRow:
    thoughts = given.pop("thoughts", {})
    bids = [{"seat": seat, "action": "listen", "importance": 1, "thought": thought}
            for seat, thought in thoughts.items()]  # fmt: skip
    ledger: Any = {"bids": bids, "designated": [], "tie": [], "reason": ""}
    about: dict[str, Any] = {"heard_by": SEATS, "phase": "discussion", "ledger": ledger, **given}
    speaker, rule = about.pop("speaker", PETRA), about.pop("rule", "1b")
    return row_of(turn, speaker, text or f"Words of turn {turn}.", rule, **about)


@contextmanager
def step_after(rows: list[TurnRow], **given: Any) -> Iterator[Step]:
    """Yield the step in which the turn after `rows` is decided, with memories of its own."""
    context = Context(language="en", **given)
    table = table_for("mini", context)
    tip = ""
    for one in rows:
        tip = next_tip(tip, memory_row(one))
    state = {**before_the_first_turn(table, context, "mini"), "phase": "discussion",
             "turn": len(rows) + 1, "history": rows, "memory_tip": tip,
             "game": uuid4().hex}  # fmt: skip
    try:
        yield Step(state, context, table)  # type: ignore[arg-type]  # a state read back is a dict
    finally:
        let_go(None, state["game"])


def recalled(rows: list[TurnRow], seat: str, **given: Any) -> list[tuple[int, str]]:
    with step_after(rows, **given) as step:
        return [(one.turn, one.text) for one in memories_of(step, (seat,))[seat]]


ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "heard_by": st.sets(st.sampled_from(SEATS)).map(sorted),
            "speaker": st.sampled_from(SEATS),
            "knowledge": st.lists(st.sampled_from(ITEMS), max_size=4),
            "rule": st.sampled_from(["1b", "1a", "look"]),
            "thoughts": st.dictionaries(st.sampled_from(SEATS), st.sampled_from(ITEMS)),
        }
    ),
    max_size=14,
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(ROWS, st.integers(1, 6), st.integers(0, 8), st.booleans())
def test_nothing_recalled_stands_in_the_seats_history_and_all_of_it_was_heard_by_the_seat(
    about: list[dict[str, Any]], k: int, limit: int, with_history: bool
) -> None:
    rows = [row(turn, **one) for turn, one in enumerate(about, 1)]
    layers = ("history", "thoughts", "long-term")[0 if with_history else 1 :]
    with step_after(rows, memory={"k": k, "l": limit, "layers": layers}) as step:
        views: dict[str, View] = views_of(step, SEATS)
    for seat, view in views.items():
        heard = [one for one in rows if seat in one["heard_by"]]
        history = [one for one in heard if is_talk(one)][-(k if with_history else 1) :]
        shown = {one.turn for one in view.heard}
        assert shown == {one["turn"] for one in history}
        said = {(one["speaker"], item) for one in history for item in one["knowledge"]}
        for one in view.memories:
            assert one.turn not in shown
            assert (one.speaker, one.text) not in said
            assert any(one.turn == r["turn"] and one.text in r["knowledge"] for r in heard)
        fresh = {
            (one["speaker"], item)
            for one in heard
            for item in one["knowledge"]
            if one["turn"] not in shown
            and (one["speaker"] != PETRA or not item.startswith("Petra asked"))
        }
        if history and limit:
            assert bool(view.memories) == bool(fresh - said)


LONG_AGO = [row(1, knowledge=["The bell rang at nine."]), row(2, knowledge=["The barge is new."])]
LATELY = [row(turn, knowledge=[f"The bell rang at {turn}."]) for turn in range(3, 8)]


def test_what_left_history_comes_back_and_what_stands_in_it_does_not() -> None:
    rows = [*LONG_AGO, *LATELY]
    found = recalled(rows, KIT, memory={"l": 2})
    assert sorted(found) == [(1, "The bell rang at nine."), (2, "The barge is new.")]
    assert {turn for turn, _ in recalled(rows, KIT, memory={"l": 2, "recall": "all"})} <= set(
        range(3, 8)
    ) | {1}
    assert len(recalled(rows, KIT, memory={"l": 7, "recall": "all"})) == 7


def test_under_all_memory_is_searched_by_the_last_utterance_alone() -> None:
    rows = [row(1, "The barge is new.", thoughts={KIT: "Ask about the key."})]
    with step_after(rows, memory={"recall": "all"}) as step:
        assert search_of(step, KIT, "the plan of this turn").query == "The barge is new."
        assert search_of(step, KIT) == search_of(step, BRAM)
        assert not search_of(step, KIT).without


def test_seats_that_think_of_other_things_recall_other_things() -> None:
    thoughts = {KIT: "The bell: who rang the bell?", BRAM: "The barge: who moved the barge?"}
    rows = [*LONG_AGO, row(3, "And so?", thoughts=thoughts)]
    assert recalled(rows, KIT, memory={"k": 1, "l": 1}) == [(1, "The bell rang at nine.")]
    assert recalled(rows, BRAM, memory={"k": 1, "l": 1}) == [(2, "The barge is new.")]
    without: Any = {"memory.k": 1, "memory.l": 1, "memory.layers": ("history", "long-term")}
    alike = [recalled(rows, seat, **without) for seat in (KIT, BRAM)]
    assert alike[0] == alike[1]


def test_whoever_speaks_recalls_by_what_it_thought_in_this_turn() -> None:
    rows = [*LONG_AGO, row(3, "And so?", thoughts={KIT: "The bell, the bell."})]
    with step_after(rows, memory={"k": 1, "l": 1}) as step:
        found = memories_of(step, (KIT,), thought="The barge is what matters: the barge.")
    assert [one.turn for one in found[KIT]] == [2]


ASKING = [row(1, knowledge=["Petra asked Bram where Bram was.", "Petra was at her stall."])]


def test_mere_questions_are_left_out_and_kept_once_all_is_asked_for() -> None:
    rows = [*ASKING, *LATELY]
    assert recalled(rows, KIT) == [(1, "Petra was at her stall.")]
    with step_after(rows) as step:
        memories_of(step, (KIT,))
        context = step.context.with_fields(memory={"recall": "all", "l": 20})
        again = Step(step.state, context, step.table)
        found = {one.text for one in memories_of(again, (KIT,))[KIT]}
        assert "Petra asked Bram where Bram was." in found
        assert len(memories_of(step, (KIT,))[KIT]) == 1


@pytest.mark.parametrize(
    ("language", "item", "mere"),
    [
        ("en", "Petra asked Bram where Bram was at nine.", True),
        ("en", "Petra asks Bram whether the key was Kit's.", True),
        ("en", "Petra asked Bram: what did Bram hear?", True),
        ("en", "Petra wants to know who rang.", True),
        ("en", "Petra asked Bram to show what he found.", False),
        ("en", "Petra asked Bram: open the box.", False),
        ("en", "Petra asked Bram: Bram had the key; where is it?", False),
        ("en", "Bram asked Petra where she was.", False),
        ("en", "Petra says that Bram asked where the key was.", False),
        ("en", "The bell rang at nine.", False),
        ("ja", "ペトラはブラムに鍵の場所を尋ねた。", True),
        ("ja", "ペトラはブラムに尋ねた：9時にどこにいましたか？", True),
        ("ja", "ペトラはブラムにいつ帰ったか聞いた。", True),
        ("ja", "ペトラは9時に鐘の音を聞いた。", False),
        ("ja", "ペトラはブラムに尋ねた：鍵を持っていましたが、どこにありますか？", False),
        ("ja", "ペトラはブラムに頼んだ：箱を開けて。", False),
        ("ja", "ブラムはペトラに鍵の場所を尋ねた。", False),
    ],
)
def test_a_mere_question_is_known_by_its_form_and_its_asker(
    language: str, item: str, mere: bool
) -> None:
    table = table_for("mini", Context(language=language))
    assert table.questions == Questions(language, table.public.cast)
    assert table.questions.mere(PETRA, item) == mere
