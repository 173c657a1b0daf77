"""What the measures of facts rest on is said, and a model's reading counts where there was one."""

from mmagents.lab.measures.provenance import facts_by_turn, readings_of
from tests.lab.rows import conversation, row

FULL = "Five past three, and the raffle tin was crammed to the top."


def by_model(turn: int, *facts: str) -> dict:
    return row(turn, "kit", FULL) | {"facts": list(facts), "facts_by": "model"}


def test_the_facts_of_a_turn_are_those_of_the_reading_that_found_them() -> None:
    rows = [row(1, "kit", FULL), by_model(2), by_model(3, "blue-lid")]
    assert [*facts_by_turn(conversation(rows))] == [("tin-full",), (), ("blue-lid",)]


def test_readings_are_counted_by_turns() -> None:
    mixed = conversation([row(1, "kit", FULL), by_model(2)])
    by_rule = conversation([row(1, "kit", FULL)])
    assert readings_of([mixed, by_rule]) == {"model": 1, "rules": 2}
    assert readings_of([by_rule]) == {"rules": 1}
