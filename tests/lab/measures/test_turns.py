"""Turns measured: who held the floor, by which rule, and what was bid."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.graph.build import graph
from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.floor import ALWAYS, gini, importance_counts
from mmagents.lab.measures.measure import figures_of
from mmagents.lab.measures.pairs import ENDINGS, answers_matrix
from mmagents.lab.measures.text import MEASURES as WORDS
from mmagents.lab.report.sections import all_measures, definitions
from mmagents.lab.statistics.sums import entropy
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from tests.lab.measures.figures import MEASURES, SEATS, turn_figures
from tests.lab.rows import bid, bids, closed, conversation, row


def test_without_turns_nothing_is_defined_but_their_number() -> None:
    found = turn_figures(conversation([]))
    assert set(found) == {*MEASURES, *(f"rule:{rule}" for rule in ALWAYS)}
    assert {name for name, value in found.items() if value is not None} == {"turns"}


def test_every_measure_says_what_it_is_where_it_is_from_and_in_what_unit() -> None:
    for name, measure in all_measures().items():
        assert measure.name == name
        assert measure.label, name
        assert measure.unit, name
        assert measure.description.endswith("."), name


# The floor


def test_turns_are_counted_by_seat_silent_seats_included() -> None:
    talk = conversation([row(turn, who) for turn, who in enumerate(["petra"] * 3 + ["bram"], 1)])
    found = turn_figures(talk)
    assert found["turns"] == 4
    # 3, 1, 0: differences 2, 3, 1 each twice = 12, by 2 * 3 seats * 4 turns
    assert found["turns_gini"] == pytest.approx(12 / 24)
    assert found["turns_largest_share"] == 3 / 4
    assert found["turns_longest_run"] == 3


def test_turns_held_alike_are_not_unequal() -> None:
    found = turn_figures(conversation([row(turn, who) for turn, who in enumerate(SEATS, 1)]))
    assert found["turns_gini"] == 0
    assert found["turns_longest_run"] == 1


def test_rules_are_given_as_shares_and_a_rule_of_somebodys_own_has_its_key() -> None:
    rules = ["first", "1a", "1a", "1b", "dice"]
    talk = conversation([row(turn, "kit", rule=rule) for turn, rule in enumerate(rules, 1)])
    shares = {name: value for name, value in turn_figures(talk).items() if "rule:" in name}
    assert shares == {
        "rule:1a": 0.4, "rule:1b": 0.2, "rule:1c": 0, "rule:equal": 0, "rule:first": 0.2,
        "rule:dice": 0.2,
    }  # fmt: skip
    described = definitions(["rule:dice", "rule:1a", "turns"])
    assert list(described) == ["turns", "rule:1a", "rule:dice"]
    assert described["rule:dice"].unit == "share"
    assert "was asked" in described["rule:1a"].description


# The bids


def test_importance_is_taken_over_all_bids() -> None:
    talk = conversation(
        [
            row(1, "petra", ledger=bids(petra=9, bram=7)),
            row(2, "petra", ledger={**bids(petra=9), "bids": [bid("petra", 9), bid("kit", 3)]}),
        ]
    )
    found = turn_figures(talk)
    assert found["importance_mean"] == 7
    assert found["importance_sd"] == pytest.approx(math.sqrt((4 + 0 + 4 + 16) / 4))
    assert found["importance_7_to_9"] == 3 / 4
    assert found["importance_entropy"] == pytest.approx(2 / 4 * 1 + 2 * (1 / 4 * 2))
    assert found["listen_share"] == 0


def test_bids_to_listen_count_as_bids() -> None:
    ledger = {
        **bids(),
        "bids": [bid("petra", 8), bid("bram", 0, "listen"), bid("kit", 2, "listen")],
    }
    found = turn_figures(conversation([row(1, "petra", ledger=ledger)]))
    assert found["listen_share"] == pytest.approx(2 / 3)
    assert found["importance_7_to_9"] == pytest.approx(1 / 3)


def test_a_tie_counts_where_it_gave_the_turn() -> None:
    tie = {**bids(petra=8, kit=8), "tie": ["kit", "petra"]}
    talk = conversation(
        [
            row(1, "petra", rule="first", ledger={**bids(), "tie": list(SEATS)}),
            row(2, "kit", ledger=tie),
            row(3, "bram"),
            row(4, "kit", rule="1a"),
        ]
    )
    assert turn_figures(talk)["tie_share"] == 1 / 2


def test_the_table_of_importance_holds_every_seat_and_every_value() -> None:
    talk = conversation(
        [row(1, "petra", ledger=bids(petra=9, bram=0)), row(2, "kit", ledger=bids(petra=9))]
    )
    counts = importance_counts(talk)
    assert list(counts) == [(seat, value) for seat in SEATS for value in range(10)]
    assert +counts == {("petra", 9): 2, ("bram", 0): 1}


# Real games and properties


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_real_game_is_measured_whole(language) -> None:
    context = Context(turns=10, language=language)
    rows = graph.invoke({"scenario": "mini", "seed": 5}, context=context)["history"]
    talk = Conversation("real", {}, table_for("mini", context), rows, context.model_dump())
    found = {**turn_figures(talk), **figures_of(WORDS, talk)}
    missing = {name for name, value in found.items() if value is None}
    assert missing <= {"tie_share"}
    assert found["turns"] == 10
    assert found["designated_next_share"] == 1  # rule 1a
    assert found["facts_out_share"] > 0
    assert found["topic_longest_run"] >= 1
    assert found["words_per_turn"] > 2
    assert importance_counts(talk).total() == 30
    ended = sum(found[f"pairs_{how}"] for how in ("answered", "refused", "evaded"))
    assert sum(answers_matrix(talk).values()) == ended
    assert turn_figures(talk) == turn_figures(talk)


@st.composite
def talks(draw):
    """Rows as they may come, endings of pairs that were never opened included."""
    seats = st.sampled_from(SEATS)
    rows = []
    for turn in range(1, draw(st.integers(1, 12)) + 1):
        how = draw(st.sampled_from(["answered", "refused", "evaded", "lapsed"]))
        before = draw(st.integers(1, turn))
        rows.append(
            row(
                turn,
                draw(seats),
                draw(st.sampled_from(["The tin.", "The tent, Bram.", "Hm.", "缶"])),
                rule=draw(st.sampled_from(["1a", "1b", "1c", "vote"])),
                first_pair_part=draw(st.sampled_from([None, "request"])),
                addressees=draw(st.lists(st.sampled_from([*SEATS, "everyone", "x"]), max_size=2)),
                answers=draw(st.none() | st.just(before)),
                closed=draw(st.just([]) | st.just(closed(before, how))),
                ledger=bids(petra=draw(st.integers(0, 9)), kit=draw(st.integers(0, 9))),
            )
        )
    return conversation(rows)


@given(talks())
def test_shares_lie_between_0_and_1_and_those_of_one_whole_sum_to_1(talk) -> None:
    found = turn_figures(talk)
    for name, value in found.items():
        if value is not None and definitions([name])[name].unit == "share":
            assert 0 <= value <= 1, name
    assert sum(found[name] for name in found if name.startswith("rule:")) == pytest.approx(1)
    endings = [found[f"pairs_{how}_share"] for how in ENDINGS]
    if found["pairs_opened"]:
        assert sum(endings) == pytest.approx(1)
    else:
        assert endings == [None] * 5
    assert found["turns_longest_run"] <= found["turns"]


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=8))
def test_gini_is_0_for_equals_below_1_always_and_half_the_mean_difference(counts) -> None:
    found, number, total = gini(counts), len(counts), sum(counts)
    if not total:
        assert found is None
        return
    written_out = sum(abs(a - b) for a in counts for b in counts) / (2 * number * total)
    assert found == pytest.approx(written_out)
    assert 0 <= found <= (number - 1) / number
    assert (found == 0) == (len(set(counts)) == 1)


@given(st.lists(st.integers(0, 50), max_size=10))
def test_entropy_lies_between_none_and_that_of_equal_counts(counts) -> None:
    seen = [count for count in counts if count]
    if seen:
        assert 0 <= entropy(counts) <= math.log2(len(seen)) + 1e-9
    else:
        assert entropy(counts) is None
