"""Names and words of a talk are data: whatever they are, seats have ids and files read back."""

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from mmagents.cli.game.talks import Asking, opened
from mmagents.scenarios.talk import ids_of, in_one_line

ODD = ["Ada", "ADA", "ada", "José", "彩", "3PO", "everyone", "seat 2", "", "😀"]
NAMES = st.lists(st.one_of(st.text(max_size=30), st.sampled_from(ODD)), min_size=2, max_size=5)
NAME = st.text("aZ0彩é' -&!%@,?\u2028😀", max_size=20).map(lambda one: f"n{one}")
LINE = st.text("aZ0彩é' \"#-&*!|>%@`{}[],~?=\u2028😀", max_size=20).map(lambda one: f"n{one}")


def key(words: str) -> str:
    return unicodedata.normalize("NFKC", in_one_line(words)).casefold()


@given(NAMES)
def test_every_name_has_an_id_of_its_own(names: list[str]) -> None:
    ids = ids_of(names, "seat")
    assert len(set(ids)) == len(names)
    assert all(re.fullmatch(r"[a-z][a-z0-9_-]{0,40}", one) and one != "everyone" for one in ids)


@given(
    LINE,
    st.lists(NAME, min_size=2, max_size=4, unique_by=key),
    st.lists(LINE, min_size=2, max_size=3, unique_by=key),
)
def test_what_was_typed_is_told_word_for_word_and_its_file_goes(question, names, options) -> None:
    who = [f"{name}: {question}" for name in names]
    asking = Asking(question, who, question, None, vote=True, voted_on=options)
    with opened(asking) as (talk, file):
        told = [one.name.in_("en") for one in talk.cast]
        assert told == [in_one_line(one) for one in names]
        assert {one.role.in_("en") for one in talk.cast} == {talk.title.in_("en")}
        assert talk.title.in_("en") == in_one_line(question)
        voted_on = [talk.option_name(one, "en") for one in talk.options()]
        assert voted_on == [in_one_line(one) for one in options]
    assert not file.exists()
