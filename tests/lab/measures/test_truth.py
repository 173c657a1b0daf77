import pytest

from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import figures_of
from mmagents.lab.measures.truth import MEASURES, errors_by_tenth
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from tests.lab.rows import row


def figures(*said):
    table = table_for("mini", Context(language="en"))
    rows = [row(at, *one) for at, one in enumerate(said, start=1)]
    return figures_of(MEASURES, Conversation("one", {}, table, rows))


RAIN = ("petra", "What a wet afternoon, my dears.")
PEGS = "Two of my pegs were out at the back, and there was a bit of yellow thread on one."


def test_a_talk_without_faults_scores_ten() -> None:
    found = figures(RAIN, ("bram", PEGS), RAIN)
    assert set(found) == set(MEASURES)
    assert (found["consistency"], found["factualness"]) == (10.0, 10.0)
    assert found["consistency_errors"] == found["factualness_errors"] == 0.0


def test_a_contradiction_and_an_invention_are_errors_of_their_kind() -> None:
    denied = "There was no thread on any of the pegs."
    invented = "Kit hid a silver dagger in the wine cellar of the old mill last winter."
    found = figures(RAIN, RAIN, ("bram", invented), RAIN, RAIN, ("bram", denied))
    assert found["factualness_errors"] == pytest.approx(1 / 6)
    assert found["consistency_errors"] == pytest.approx(1 / 6)
    assert found["consistency"] < 10 > found["factualness"]


def test_errors_are_counted_by_the_tenth_in_which_a_turn_ends() -> None:
    assert errors_by_tenth([10, 7, 10, 7, 7]) == [
        (0, 0), (1, 0), (0, 0), (1, 1), (0, 0), (1, 0), (0, 0), (1, 1), (0, 0), (1, 1),
    ]  # fmt: skip
    assert errors_by_tenth([7] * 25) == [(n, n) for n in (2, 3, 2, 3, 2, 3, 2, 3, 2, 3)]
    assert errors_by_tenth([]) == [(0, 0)] * 10


def test_a_lie_that_the_sheet_asks_for_is_no_error() -> None:
    lie = "I was at my stall the whole time, my dears, painting faces until my wrist ached."
    found = figures(("petra", lie))
    assert found["consistency_errors"] == 0.0


def test_without_a_turn_nothing_is_defined() -> None:
    assert set(figures().values()) == {None}
