"""Pairs of turns measured: what was put to whom, and how it ended."""

from mmagents.lab.measures.pairs import answers_matrix
from tests.lab.measures.figures import turn_figures
from tests.lab.rows import closed, conversation, row


def answer(turn, speaker, to, how="answered", **changes):
    """A turn that takes up the first pair part of turn `to`."""
    second = {"refused": "refusal", "evaded": "evasion"}.get(how, "answer")
    given = {"answers": to, "second_pair_part": second, "closed": closed(to, how)}
    return row(turn, speaker, "I do not know.", **given, **changes)


def test_first_pair_parts_are_followed_to_their_ends() -> None:
    talk = conversation(
        [
            row(1, "petra", to="bram"),
            answer(2, "bram", 1),
            row(3, "bram", to="kit"),
            answer(4, "kit", 3, "evaded", first_pair_part="request", addressees=["petra"]),
            answer(5, "petra", 4, "refused"),
            row(6, "petra", first_pair_part="greeting", addressees=["everyone"]),
            row(7, "kit", to="bram"),
            row(8, "kit", first_pair_part="assessment"),  # put to nobody: opens nothing
        ]
    )
    rows = [*talk.rows, row(9, "kit"), row(10, "kit", closed=closed(6, "lapsed"))]
    found = turn_figures(conversation(rows))
    counts = {"opened": 5, "answered": 1, "refused": 1, "evaded": 1, "lapsed": 1, "open": 1}
    for name, count in counts.items():
        assert found[f"pairs_{name}"] == count, name  # ten turns
        if name != "opened":
            assert found[f"pairs_{name}_share"] == count / 5, name
    assert found["taken_up_next_share"] == 3 / 5


def test_counts_of_pairs_are_given_for_ten_turns() -> None:
    talk = conversation([row(1, "petra", to="bram"), answer(2, "bram", 1), *map_plain(3, 4)])
    assert turn_figures(talk)["pairs_opened"] == 10 * 1 / 4


def map_plain(*turns):
    return [row(turn, "kit") for turn in turns]


def test_where_nothing_was_put_to_anybody_shares_of_pairs_are_not_defined() -> None:
    found = turn_figures(conversation(map_plain(1, 2)))
    assert found["pairs_opened"] == 0
    assert found["pairs_answered"] == 0
    assert found["pairs_answered_share"] is None
    assert found["designated_next_share"] is None
    assert found["taken_up_next_share"] is None


def test_only_one_other_seat_can_be_designated() -> None:
    talk = conversation(
        [
            row(1, "petra", to="bram"),  # valid, and bram is next
            row(2, "bram", to="kit"),  # valid, but petra is next
            row(3, "petra", to="petra"),  # itself
            row(4, "bram", to="odile"),  # no seat
            row(5, "kit", to="everyone"),
            row(6, "kit", first_pair_part="request", addressees=["petra", "bram"]),
            row(7, "bram", to="petra"),  # nobody comes after
        ]
    )
    found = turn_figures(talk)
    assert found["designated_next_share"] == 1 / 2
    assert found["taken_up_next_share"] == 0


def test_a_late_answer_is_answered_but_not_at_once() -> None:
    talk = conversation([row(1, "petra", to="bram"), row(2, "kit"), answer(3, "bram", 1)])
    found = turn_figures(talk)
    assert found["pairs_answered_share"] == 1
    assert found["taken_up_next_share"] == 0


def test_a_pair_that_lapses_in_the_next_turn_is_not_taken_up() -> None:
    talk = conversation([row(1, "petra", to="bram"), row(2, "kit", closed=closed(1, "lapsed"))])
    assert turn_figures(talk)["taken_up_next_share"] == 0


def test_the_matrix_tells_who_took_up_whose_questions() -> None:
    talk = conversation(
        [
            row(1, "petra", to="bram"),
            answer(2, "bram", 1, first_pair_part="request", addressees=["petra"]),
            answer(3, "petra", 2, "refused"),
            row(4, "petra", to="bram"),
            answer(5, "bram", 4, "evaded"),
            row(6, "kit", to="bram"),
            row(7, "petra", closed=closed(6, "lapsed")),
        ]
    )
    found = answers_matrix(talk)
    assert found == {("bram", "petra"): 1, ("petra", "bram"): 2}
    assert list(found) == sorted(found)
