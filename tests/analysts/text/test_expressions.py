"""Expressions written down as TOML: what the blanks of a string mean."""

import tomllib

from mmagents.analysts.text.expressions import Expressions
from tests.tables import beside

WRITTEN = beside(__file__)["WRITTEN"]


def test_a_string_of_one_indented_line_is_read_without_its_indentation() -> None:
    words = Expressions(tomllib.loads(WRITTEN))
    assert words["indented"] == words["broken"] == "one (?:more|less)"
    assert words.indented.fullmatch("one more")


def test_a_single_blank_that_begins_a_line_is_part_of_the_expression() -> None:
    assert Expressions(tomllib.loads(WRITTEN)).after.search("not once")
