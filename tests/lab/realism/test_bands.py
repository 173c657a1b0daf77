"""Human bands: as they ship, as they are made, and conversations held against them."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from benchmarks.talk.realism import halves
from mmagents.cli.app import app
from mmagents.errors import MMAgentsError
from mmagents.lab.measures.measure import figures_of
from mmagents.lab.realism.bands import bands_of, shipped
from mmagents.lab.realism.making import left_out, setting_from
from mmagents.lab.realism.measures import SIX, TEN
from mmagents.lab.realism.of_games import MEASURES
from mmagents.lab.realism.placing import place
from mmagents.lab.recordings.recording import Recording, Utterance
from tests.lab.rows import conversation, row

PEOPLE = "abcde"


def talks(many: int, turns: int, seed: int = 0) -> Iterator[Recording]:
    """Talk in which two stay with each other, one of five speaks most, and lengths have a tail."""
    draw = Random(seed)
    for at in range(many):
        order = [0, 1]
        while len(order) < turns:
            others = [one for one in range(5) if one != order[-1]]
            back = order[-2] != order[-1] and draw.random() < 0.6
            order.append(
                order[-2] if back else draw.choices(others, [8 - one for one in others])[0]
            )
        words = ["rain " * max(1, int(draw.expovariate(0.1))) for _ in order]
        said = [Utterance(PEOPLE[one], text) for one, text in zip(order, words, strict=True)]
        yield Recording(f"talk {at}", {one: one for one in PEOPLE}, said)


@pytest.mark.parametrize("name", ["speech", "speech-four", "speech-roles", "chat"])
def test_shipped_bands_are_in_order_and_say_what_they_are_of(name: str) -> None:
    setting = shipped()[name]
    assert set(setting.checked) == set(SIX if name == "speech-roles" else TEN)
    assert all(one.low <= one.median <= one.high and one.n >= 8 for one in setting.bands.values())
    assert setting.people is not None
    assert all(a >= b for a, b in pairwise(setting.people.at_least))
    assert setting.source
    assert setting.licence
    assert str(setting.turns) in setting.label() or str(setting.least) in setting.label()


def test_the_band_of_meetings_separates_people_from_lots() -> None:
    setting = shipped()["speech"]
    assert setting.people is not None
    assert setting.shuffled is not None
    assert setting.people.mean > setting.shuffled.mean + 2
    assert setting.people.at_least[7] > setting.shuffled.at_least[7] + 0.5


def test_pieces_lie_in_the_bands_of_their_like_and_not_in_those_of_others() -> None:
    people = setting_from(list(talks(12, 130)), "talks.jsonl")
    assert (people.turns, people.pieces, people.conversations) == (60, 24, 12)
    assert people.people is not None
    assert people.people.mean > 6
    lots = [Recording("lots", {}, [Utterance(PEOPLE[at % 5], "rain " * 9) for at in range(60)])]
    same, other = (place(of, people, names=TEN) for of in (talks(6, 60, seed=9), lots))
    assert same.sum.mean > other.sum.mean + 3
    assert {row.name: row.inside for row in other.rows()}["lift"] is False


def test_halves_lie_in_each_others_bands() -> None:
    rows = {one.name: [place([one], shipped()["speech"], names=TEN).pieces[0].figures]
            for one in talks(20, 60)}  # fmt: skip
    assert halves(rows, 3).mean == pytest.approx(left_out(rows, rows).mean, abs=1.5)
    assert bands_of([], TEN) == {}


def test_too_little_talk_makes_no_band_and_too_short_a_talk_is_told_so() -> None:
    with pytest.raises(MMAgentsError, match=r"3 conversations, which makes 3 pieces .* needs 8"):
        setting_from(list(talks(3, 40)), "few.jsonl")
    placed = place(talks(1, 40), shipped()["speech"])
    assert (placed.pieces, placed.short) == ((), ("talk 0",))


def test_the_command_holds_files_against_a_band(tmp_path: Path) -> None:
    file, page = tmp_path / "talks.jsonl", tmp_path / "page.html"
    rows = [
        {"conversation": talk.name, "speaker": one.speaker, "text": one.text}
        for talk in talks(9, 70)
        for one in talk.utterances
    ]
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    command = ["benchmark", "realism", str(file)]
    told = CliRunner().invoke(app, [*command, "--html", str(page)])
    assert told.exit_code == 0, told.output
    assert (
        "inside the band of meetings of research groups (MRDA, windows of 60 turns)" in told.output
    )
    assert "<svg" in page.read_text("utf-8")
    done = CliRunner().invoke(app, [*command, "--against", str(file), "--json"])
    found = json.loads(done.stdout)["groups"]["talks.jsonl"]
    assert len(found["pieces"]) == 9
    assert found["mean_inside"] > 6
    refused = CliRunner().invoke(app, [*command, "--against", "nowhere"])
    assert isinstance(refused.exception, MMAgentsError)
    assert "Settings: speech, speech-four, speech-roles, chat" in str(refused.exception)


def test_a_report_holds_the_check_of_conversations_that_are_long_enough() -> None:
    order = ("petra", "bram", "petra", "kit", "bram")
    rows = [row(turn, order[turn % 5], "It rains.") for turn in range(1, 61)]
    found = figures_of(MEASURES, conversation(rows))
    assert found["beside:words_median"] == 2
    assert found["beside:questions"] == 0
    assert found["beside:inside_of_six"] is not None
    assert figures_of(MEASURES, conversation(rows[:59])) == {}
