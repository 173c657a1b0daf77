"""The yardstick's measures, against values worked out by hand."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmagents.lab.realism.making import shuffled
from mmagents.lab.realism.measures import MEASURES, figures
from mmagents.lab.realism.pairs import with_pairs
from mmagents.lab.realism.shifts import KINDS, shift
from mmagents.lab.realism.turns import Talk, Turn, pieces, talk_of
from mmagents.lab.recordings.recording import Medium, Recording, Utterance
from mmagents.lab.statistics.sums import mean

SOME = st.lists(st.sampled_from("abcd"), min_size=12, max_size=60)


def recorded(
    said: Sequence[Utterance], medium: Medium = "chat", language: str = "en", models: str = ""
) -> Recording:
    names = {one.speaker: one.speaker.capitalize() for one in said}
    return Recording("talk", names, said, medium, language, frozenset(models))


def spoken(order: str, medium: Medium = "chat") -> Talk:
    return talk_of(recorded([Utterance(one, "Rain again.") for one in order], medium))


def found(talk: Talk, name: str) -> float | None:
    value = figures(talk, name)[name]
    return None if value is None else round(value, 4)


def test_who_follows_whom_is_counted_from_the_second_change_on() -> None:
    talk = spoken("abacbab")  # the changes that count: a, c, b, a, b
    assert found(talk, "back") == round(2 / 5, 4)
    # a has 3 runs, b 3, c 1 of 7: (3-1)/(7-3-1), (3-1)/(7-3-1), (3-1)/(7-1-1), (1-1)/3, (3-1)/3
    chance = (2 / 3 + 2 / 3 + 2 / 5 + 0 + 2 / 3) / 5
    assert found(talk, "back_chance") == round(chance, 4)
    assert found(talk, "lift") == round((0.4 - chance) / (1 - chance), 4)
    assert found(talk, "rank2") == round(2 / 5, 4)  # b after c, with a between; a after b
    assert found(talk, "new") == round(1 / 5, 4)
    assert found(talk, "rank3_more") == 0
    # alternating: a-b-a, a-c, c-b, b-a-b
    assert found(talk, "dyad_median") == 2.5
    assert found(talk, "dyad4") == 0
    assert found(spoken("ababc"), "dyad4") == round(3 / 4, 4)


def test_shares_are_equal_at_0_and_one_has_all_at_1() -> None:
    assert found(spoken("abcabc"), "gini_turns") == 0
    assert found(spoken("abaaaa"), "gini_turns") == round(2 * (5 - 3) / 6, 4)
    assert found(spoken("aaaa"), "gini_turns") is None
    assert found(spoken("abaaaa"), "self_continuation") == round(3 / 5, 4)


def test_speech_is_folded_and_its_backchannels_are_set_aside() -> None:
    said = [
        Utterance("ada", "I went there", 0.0, 2.0),
        Utterance("ben", "mm", 1.0, 1.2, kind="backchannel"),
        Utterance("ada", "and back.", 2.5, 4.0),
        Utterance("ben", "Where?", 3.4, 5.0, question=True),
        Utterance("ada", "Home.", 5.5, 6.0, replies_to=3),
    ]
    talk = with_pairs(talk_of(recorded(said, "speech")))
    assert [turn.speaker for turn in talk.turns] == ["ada", "ben", "ada"]
    assert found(talk, "backchannels") == 0.2
    assert found(talk, "questions") == round(1 / 3, 4)
    assert found(talk, "words_median") == 1
    assert found(talk, "overlap") == 0.5
    assert found(talk, "offset") == round((-0.6 + 0.5) / 2, 4)
    assert found(talk, "gap") == 0.5
    assert found(talk, "interruptions") == 0.5  # 0.6 s before the end, and goes on beyond it
    assert found(talk, "yields") == 0
    assert found(talk, "seconds_median") == 1.6
    assert found(talk, "gini_seconds") == round((3.5 + 0.5 - 1.6) / 5.6, 4)
    assert (found(talk, "answered"), found(talk, "answered_at_once")) == (1, 1)
    assert found(talk, "self_continuation") is None


def test_questions_names_and_answers_of_a_chat_are_read_from_the_words() -> None:
    said = [
        Utterance("ada", "where were you, ben", 0),
        Utterance("cy", "yeah right", 2),
        Utterance("ben", "At home, Ada.", 7),
        Utterance("ben", "It rained.", 9),
    ]
    talk = with_pairs(talk_of(recorded(said)))
    assert found(talk, "questions") == 0.25
    assert found(talk, "names") == 0.5
    assert (found(talk, "named_next"), found(talk, "named_soon")) == (0, 1)
    assert found(talk, "backchannels") == 0.25
    assert found(talk, "pause_q2") == 2
    assert (talk.paired, found(talk, "answered"), found(talk, "lag_median")) == ("rules", 1, 2)
    assert found(spoken("abcab"), "names") is None  # nobody is ever named


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("どこにいましたか。", True),
        ("そうですか。", False),
        ("見た？", True),
        ("へえ、そうか", False),
    ],
)
def test_a_japanese_question_is_no_receipt(text: str, asks: bool) -> None:
    said = [Utterance(one, text) for one in "abc"]
    talk = talk_of(recorded(said, language="ja"))
    assert found(talk, "questions") == float(asks)
    assert found(talk, "words_median") == sum(map(str.isalnum, text)) / 2


def test_models_keep_their_place_and_are_not_measured_beside_people() -> None:
    said = [Utterance(one, "well well" if one == "m" else "yes") for one in "ambamb"]
    assert found(talk_of(recorded(said, models="m")), "words_median") == 1
    assert found(talk_of(recorded(said, models="m"), "all"), "words_p90") == 2
    assert found(talk_of(recorded(said, models="abm")), "words_p90") == 2  # there are no people


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("ab", "ba", "AB-BA"), ("ab", "b", "AB-B0"), ("ab", "bc", "AB-BY"), ("a", "c", "A0-X0"),
        ("a", "ca", "A0-XA"), ("a", "cb", "A0-XY"), ("ab", "c", "AB-X0"), ("ab", "ca", "AB-XA"),
        ("ab", "cb", "AB-XB"), ("ab", "cd", "AB-XY"), ("a", "ab", "A0-AY"), ("ab", "a", "AB-A0"),
        ("ab", "ac", "AB-AY"), ("ab", "ab", None), ("a", "a", None),
    ],
)  # fmt: skip
def test_the_thirteen_participation_shifts(first: str, second: str, kind: str | None) -> None:
    one, next_ = (Turn(at[0], addressees=tuple(at[1:])) for at in (first, second))
    assert shift(one, next_) == kind
    assert kind is None or kind in KINDS


@settings(max_examples=25)
@given(SOME, st.lists(st.sampled_from(["", "a", "b", "everyone"]), min_size=60, max_size=60))
def test_shares_of_shifts_and_of_ranks_sum_to_one(order: list[str], to: list[str]) -> None:
    said = [
        Utterance(one, "Rain.", addressees=(whom,) if whom else ())
        for one, whom in zip(order, to, strict=False)
    ]
    row = figures(talk_of(recorded(said)))
    assert set(row) == set(MEASURES)
    shifts = [row[f"shift:{kind}"] for kind in KINDS]
    assert None in shifts or sum(one or 0 for one in shifts) == pytest.approx(1)
    ranks = [row[name] for name in ("back", "rank2", "rank3_more", "new")]
    assert None in ranks or sum(one or 0 for one in ranks) == pytest.approx(1)


@settings(max_examples=25)
@given(st.integers(2, 6), st.integers(3, 9))
def test_a_round_robin_never_goes_back(people: int, rounds: int) -> None:
    talk = spoken("abcdef"[:people] * rounds)
    assert found(talk, "back") == (1 if people == 2 else 0)
    assert found(talk, "gini_turns") == 0


def test_by_lot_the_lift_is_nothing_in_the_mean() -> None:
    talk = spoken("aaaaaaaaaabbbbbbbbbbcccccccccddddddddeeee")
    lifts = [figures(shuffled(talk, seed), "lift")["lift"] for seed in range(300)]
    assert abs(mean(lifts) or 0) < 0.025


def test_windows_are_full_and_keep_stretches_apart() -> None:
    said = [Utterance("abc"[at % 3], "Rain.", stretch=at // 5) for at in range(23)]
    cut = pieces(talk_of(recorded(said)), 10)
    assert [len(one.turns) for one in cut] == [10, 10]
    assert [len(one) for one in cut[0].stretches] == [5, 5]
