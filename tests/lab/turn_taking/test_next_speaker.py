"""How often each guess names who spoke next in recorded talk."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mmagents.cli.app import app
from mmagents.errors import MMAgentsError
from mmagents.lab.recordings.recording import Recording, Utterance
from mmagents.lab.turn_taking.guesses import LAST_BUT_ONE, PEOPLE
from mmagents.lab.turn_taking.places import Place, places_of
from mmagents.lab.turn_taking.scores import drawn_anew, figures_of, scores_of

NAMES = {"a": "Ada", "b": "Ben", "c": "Chie", "d": "Dov"}
DUET = ["a", "b", "a", "b", "a", "b", "a", "b", "c", "b", "c", "b", "c"]


def talk(said: Sequence[Utterance], name: str = "yard", **changes: Any) -> Recording:
    return Recording(name, NAMES, said, **changes)


def of_speakers(speakers: Sequence[str], name: str = "yard") -> Recording:
    return talk([Utterance(one, "It rains here.") for one in speakers], name)


def seen(recording: Recording) -> list[Place]:
    return list(places_of(recording))


def test_a_place_is_a_change_of_speaker_to_a_person_and_backchannels_take_no_turn() -> None:
    said = [
        Utterance("a", "It rains."),
        Utterance("c", "mm", kind="backchannel"),
        Utterance("a", "And pours."),
        Utterance("b", "It does."),
        Utterance("d", "I am a model."),
        Utterance("c", "Not here."),
        Utterance("a", "A new day.", stretch=1),
        Utterance("b", "It is.", stretch=1),
        Utterance("c", "So it is.", stretch=1),
    ]
    found = seen(talk(said, medium="speech", models=frozenset("d")))
    assert [(place.heard.speakers[-1], place.spoke) for place in found] == [
        ("Dov", "Chie"),
        ("Ben", "Chie"),
    ]
    assert found[0].heard.talk.turns[0].text == "It rains. And pours."
    assert [place.names for place in found] == [("Ada", "Ben", "Chie"), ("Ada", "Chie")]
    assert len(seen(talk(said, models=frozenset("abcd")))) == 3


def test_it_is_known_who_was_asked_by_the_words_and_by_those_who_annotated() -> None:
    said = [
        Utterance("a", "It rains."),
        Utterance("b", "Dov, is it dry at yours?", addressees=("d",)),
        Utterance("d", "It was.", addressees=("everyone",)),
        Utterance("c", "It will be.", addressees=("a",)),
        Utterance("a", "I hope so."),
    ]
    asked, to_all, told = seen(talk(said))
    assert (asked.asked, asked.told, asked.called) == ("Dov", "Dov", True)
    assert (to_all.asked, to_all.told) == (None, None)
    assert (told.asked, told.told, told.called) == (None, "Ada", False)
    scores = scores_of([asked, to_all, told], seed=1)
    rows = figures_of(scores, 1)["asked"]["guesses"]
    assert rows["cssn-or-ss"]["accuracy"] == rows['bids="people"']["accuracy"] == 1
    assert rows[LAST_BUT_ONE]["accuracy"] == 0
    assert rows["cssn-or-ss"]["on_last_but_one"]["alone"] == 1
    assert rows["ss"]["accuracy"] == pytest.approx(1 / 3)


def test_simple_guesses_count_by_their_chance_to_be_right() -> None:
    found = figures_of(scores_of(places_of(of_speakers(DUET)), 0), 0)["all"]
    rows = found["guesses"]
    assert found["changes"] == 11
    assert rows["chance"]["accuracy"] == pytest.approx(0.5)
    assert rows[LAST_BUT_ONE]["accuracy"] == pytest.approx(10 / 11)
    assert rows["least recent"]["accuracy"] == pytest.approx(1 / 11)
    low, high = rows[LAST_BUT_ONE]["interval"]
    assert 0.5 < low < 10 / 11 < high < 1
    assert rows["chance"]["on_last_but_one"]["interval"] is None
    assert set(rows) >= {PEOPLE, "round-robin", "bidding", "moderator", "mention"}
    assert "interrogation" not in rows


def test_an_interval_of_five_conversations_or_more_draws_conversations_anew() -> None:
    talks = [of_speakers(DUET, str(at)) for at in range(5)]
    figures = figures_of(scores_of((one for each in talks for one in places_of(each)), 0), 0)
    assert figures["intervals"] == "conversations drawn anew"
    row = figures["all"]["guesses"][LAST_BUT_ONE]
    assert row["interval"] == pytest.approx((10 / 11, 10 / 11))
    values, of = [1.0, 1.0, 0.0, 0.0, 1.0, 1.0], ["1", "2", "3", "3", "4", "5"]
    low, high = drawn_anew(values, of, 3) or (0, 0)
    assert 0 <= low < 4 / 6 < high <= 1
    assert drawn_anew(values[:4], of[:4], 3) is None


def test_talk_that_cannot_be_scored_is_said_to_be_so() -> None:
    with pytest.raises(MMAgentsError, match="no change of speaker"):
        figures_of(scores_of(places_of(of_speakers("abab")), 0), 0)
    with pytest.raises(MMAgentsError, match="--language"):
        seen(talk([], language="eo"))


def test_two_of_one_name_and_one_called_everyone_are_told_apart() -> None:
    names = {"1": "Ada", "2": "ada", "3": "Everyone"}
    said = [Utterance(one, "It rains.") for one in "12321"]
    found = seen(Recording("yard", names, said))
    assert [place.spoke for place in found] == ["3", "2", "Ada"]


def test_the_command_prints_a_table_a_medium_and_the_same_as_json(tmp_path: Path) -> None:
    file = tmp_path / "yard.jsonl"
    lines = [{"speaker": NAMES[one], "text": "It rains here."} for one in DUET]
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    command = ["benchmark", "next-speaker", str(file), "--medium", "speech"]
    text = CliRunner().invoke(app, command).stdout
    assert text.startswith("speech: 1 conversation, 11 changes of speaker")
    assert re.search(r"last but one +0\.909 \[0\.\d+, 0\.\d+\]", text)
    assert "asked" not in text.split("chance")[0]
    figures = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)
    rows = figures["media"]["speech"]["all"]["guesses"]
    assert rows[LAST_BUT_ONE]["accuracy"] == pytest.approx(10 / 11)
    shuffled = json.loads(CliRunner().invoke(app, [*command, "--json", "--shuffled"]).stdout)
    rows = shuffled["media"]["speech"]["all"]["guesses"]
    assert rows[LAST_BUT_ONE]["accuracy"] < 10 / 11
    wrong = CliRunner().invoke(app, [*command[:-1], "smoke"])
    assert "no medium 'smoke'" in str(wrong.exception)
