import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import Figures, figures_of
from mmagents.lab.measures.text import CORPUS, MEASURES, distinct, mean_distance, vectors_of
from tests.lab.rows import conversation, row


class Plane:
    """An embedder whose vectors are chosen by the first word of a text."""

    id = "plane"
    dimensions = 2
    of = {"east": (2.0, 0.0), "north": (0.0, 5.0), "west": (-1.0, 0.0)}  # noqa: RUF012

    def embed(self, texts):
        return [list(self.of[text.split()[0]]) for text in texts]


def in_the_plane(talk: Conversation) -> Conversation:
    return replace(talk, embedder=Plane())


def figures(talk: Conversation) -> Figures:
    return figures_of(MEASURES, talk)


def test_without_turns_nothing_is_defined() -> None:
    assert figures(conversation([])) == dict.fromkeys(MEASURES)


def test_every_figure_is_described_and_every_description_has_a_figure() -> None:
    found = figures(conversation([row(1, "petra", "The tin was full."), row(2, "kit")]))
    assert list(found) == list(MEASURES)
    assert list(figures_of(CORPUS, [])) == list(CORPUS)


def test_distinct_counts_different_ngrams_within_turns() -> None:
    talk = conversation([row(1, "petra", "The tin, the tin!"), row(2, "kit", "The tent.")])
    found = figures(talk)
    assert found["words_per_turn"] == 3
    assert found["distinct_1"] == 3 / 6  # the, tin, tent
    assert found["distinct_2"] == 3 / 4  # the tin (twice), tin the, the tent; not: tin the (tent)
    assert found["distinct_3"] == 2 / 2  # the tin the, tin the tin


def test_bigram_entropy_is_taken_over_all_turns_together_in_bits() -> None:
    talk = conversation([row(1, "petra", "The tin, the tin!"), row(2, "kit", "The tent.")])
    expected = 2 / 4 * math.log2(2) + 2 * (1 / 4 * math.log2(4))
    assert figures(talk)["bigram_entropy"] == pytest.approx(expected)
    same = conversation([row(1, "petra", "Well then."), row(2, "kit", "Well then.")])
    assert figures(same)["bigram_entropy"] == 0


def test_turns_of_one_word_have_no_bigrams() -> None:
    found = figures(conversation([row(1, "petra", "Yes."), row(2, "kit", "No.")]))
    assert found["distinct_1"] == 1
    assert found["distinct_2"] is None
    assert found["bigram_entropy"] is None


def test_japanese_is_measured_by_its_own_words() -> None:
    talk = conversation([row(1, "kit", "缶は缶だ。")], language="ja")
    found = figures(talk)
    assert found["words_per_turn"] == 4  # 缶 は 缶 だ
    assert found["distinct_1"] == 3 / 4
    assert found["distinct_2"] == 1


def test_semantic_distance_is_the_mean_over_all_pairs_of_turns() -> None:
    talk = conversation([row(1, "petra", "east"), row(2, "kit", "north"), row(3, "bram", "west")])
    assert figures(in_the_plane(talk))["semantic_distance"] == pytest.approx((1 + 1 + 2) / 3)


def test_one_turn_has_no_distance() -> None:
    assert figures(conversation([row(1, "petra")]))["semantic_distance"] is None


def test_by_default_distance_is_distance_in_spelling() -> None:
    same = conversation([row(1, "petra", "The tin was full."), row(2, "kit", "The tin was full.")])
    other = conversation([row(1, "petra", "The tin was full."), row(2, "kit", "Nobody dug here.")])
    assert figures(same)["semantic_distance"] == pytest.approx(0, abs=1e-12)
    assert figures(other)["semantic_distance"] > 0.5


def test_a_seat_is_diverse_if_it_talks_differently_to_different_listeners() -> None:
    talk = conversation(
        [
            row(1, "petra", "east", to="bram"),
            row(2, "bram", "west", answers=1, second_pair_part="answer"),
            row(3, "petra", "north", to="kit"),
            row(4, "kit", "north", answers=3, second_pair_part="answer"),
            row(5, "kit", "north"),
        ]
    )
    # petra: east to bram, north to kit: cosine 0, diversity 1/2. kit: north to petra, north to
    # everyone: cosine 1, diversity 0. bram has one listener.
    assert figures(in_the_plane(talk))["agent_diversity"] == pytest.approx((0.5 + 0) / 2)


def test_what_is_said_to_one_listener_is_weighted_by_length() -> None:
    talk = conversation(
        [
            row(1, "petra", "east and so on", to="bram"),  # four words
            row(2, "petra", "north and more", to="bram"),  # three words
            row(3, "petra", "east", to="kit"),
        ]
    )
    cosine = 4 / math.hypot(4, 3)
    expected = 1 - (1 + cosine) / 2
    assert figures(in_the_plane(talk))["agent_diversity"] == pytest.approx(expected)


def test_a_question_to_several_is_said_to_everyone() -> None:
    talk = conversation(
        [
            row(1, "petra", "east", first_pair_part="wh-question", addressees=["bram", "kit"]),
            row(2, "petra", "west", first_pair_part="wh-question", addressees=["everyone"]),
        ]
    )
    assert figures(in_the_plane(talk))["agent_diversity"] is None  # one listener only


def test_a_corpus_is_measured_by_its_conversations() -> None:
    first = conversation([row(1, "petra", "east east east"), row(2, "kit", "north")])
    second = conversation([row(1, "petra", "west")])
    found = figures_of(CORPUS, list(map(in_the_plane, [first, second, conversation([])])))
    assert found["corpus_distinct_1"] == 3 / 5
    assert found["corpus_distinct_2"] == 1 / 2
    assert found["corpus_distance"] == pytest.approx(1 + 3 / math.hypot(3, 1))
    assert found["corpus_agent_diversity"] == pytest.approx(1)  # petra: east, then west


def test_conversations_of_different_stories_share_no_agent() -> None:
    one = conversation([row(1, "petra", "east")])
    other = conversation([row(1, "petra", "west")], scenario="orchid-train")
    assert (
        figures_of(CORPUS, list(map(in_the_plane, [one, other])))["corpus_agent_diversity"] is None
    )


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=6), max_size=6), st.integers(1, 3))
def test_distinct_is_a_share(turns, n) -> None:
    found = distinct(turns, n)
    if any(len(turn) >= n for turn in turns):
        assert 0 < found <= 1
    else:
        assert found is None


@given(st.lists(st.text(max_size=30), min_size=2, max_size=6))
def test_distance_equals_the_sum_over_pairs_written_out(texts) -> None:
    rows = [row(at, "petra", text) for at, text in enumerate(texts, 1)]
    vectors = vectors_of(conversation(rows))
    pairs = [
        1 - float(vectors[i] @ vectors[j]) for i in range(len(texts)) for j in range(i)
    ]  # fmt: skip
    assert mean_distance(vectors) == pytest.approx(sum(pairs) / len(pairs), abs=1e-9)
