"""Units: what they are made of, where they end with marks, and where by the words alone."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.people.units import by_joiners, by_units, of_meetings, score
from mmagents.floor.units import learned, units_of
from tests.tables import table

TALK = st.text(
    st.sampled_from("abI um so.?!…,;:—\"'() \n\tえ、。？「」かよねA1\u3000\N{SPEECH BALLOON}")
)


def texts(said: str, language: str = "en") -> list[str]:
    return [unit.text for unit in units_of(said, language)]


@given(st.one_of(TALK, st.text()), st.sampled_from(["en", "ja", "de"]))
def test_nothing_of_an_utterance_is_lost_or_added(said: str, language: str) -> None:
    units = units_of(said, language)
    assert bool(units) == bool(said.strip())
    at = 0
    for unit in units:
        assert unit.text == said[unit.start : unit.end] == unit.text.strip() != ""
        assert not said[at : unit.start].strip()
        assert 0 < unit.completion <= 1
        at = unit.end
    assert not said[at:].strip()
    assert all(unit.completion == 1 for unit in units[-1:])


@table
def test_marks_end_units_and_no_japanese_one_ends_within_a_verb(said, language, units: list[str]):
    assert texts(said, language) == units


def test_words_alone_end_units_where_there_are_no_marks() -> None:
    assert texts("yeah that's right i don't know") == ["yeah that's right", "i don't know"]
    assert texts("知らないよ庭にいたんだから", "ja") == ["知らないよ", "庭にいたんだから"]


def test_a_place_is_surer_after_a_mark_than_where_words_trail_off() -> None:
    trailing, ended, last = units_of("I thought… He was there. Fine.", "en")
    assert trailing.completion < ended.completion < last.completion


def test_units_are_found_better_than_by_a_rule_of_thumb(tmp_path: Path) -> None:
    meeting = tmp_path / "mrda_data" / "val" / "Bxx001.txt"
    meeting.parent.mkdir(parents=True)
    acts = ["yeah.", "that's right.", "i don't know.", "okay.", "let me try it and see."]
    meeting.write_text("".join(f"me001|{act}|S|s|s\n" for act in acts), "utf-8")
    for marks in (True, False):
        (turn,) = of_meetings(tmp_path, "val", marks)
        assert sum(turn.ends) == len(acts) - 1
        assert score([turn], by_units)[2] > score([turn], by_joiners)[2]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_was_learned_is_there(language: str) -> None:
    model = learned(language)
    assert model
    assert 0 < model.bare < model.marked < 1
    assert len(model.weights) > 100
    assert learned("../en") is None
    assert learned("de") is None
