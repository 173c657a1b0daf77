"""A measure is one record, and one of somebody's own stands in the report beside the others."""

from collections.abc import Iterator

import pytest

from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import ABSENT, REGISTERED, Measure, figures_of, register
from mmagents.lab.report.results import results
from mmagents.lab.report.sections import definitions, section_of
from tests.lab.rows import conversation, row

ASKS = Measure(
    "asks_why", "asks why", "share", "more",
    lambda talk: sum("why" in row["text"].casefold() for row in talk.rows) / len(talk.rows)
    if talk.rows else ABSENT,
    "Share of the turns that ask why.",
)  # fmt: skip


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    register(ASKS)
    yield
    REGISTERED.clear()


def talk(number: int, *said: str) -> Conversation:
    rows = [row(at, "petra", text) for at, text in enumerate(said, 1)]
    return conversation(rows, id=f"made/{number}")


def test_a_measure_of_ones_own_has_its_column_its_comparison_and_its_definition() -> None:
    found = results([talk(1, "Why?", "Well."), talk(2, "Well.", "Well.")])
    assert found.figures["asks_why"].tolist() == [0.5, 0.0]
    [group] = found.comparisons["asks_why"].groups
    assert group.mean == 0.25
    assert definitions(["asks_why", "turns"])["asks_why"] is ASKS
    assert section_of("asks_why") == "Measures of your own"


def test_a_measure_that_applies_to_no_conversation_has_no_column() -> None:
    assert figures_of(REGISTERED, talk(1)) == {}
    assert "asks_why" not in results([talk(1), talk(2)]).figures


def test_two_measures_cannot_have_one_name() -> None:
    register(ASKS)
    with pytest.raises(ValueError, match="asks_why"):
        register(Measure("asks_why", "other", "share", None, lambda talk: 0.0, "Another."))


def test_what_several_measures_need_is_worked_out_once() -> None:
    calls = []

    def words(talk: Conversation) -> int:
        calls.append(talk.id)
        return 3

    one = talk(1, "Well.")
    assert (one.once(words), one.once(words), calls) == (3, 3, ["made/1"])
