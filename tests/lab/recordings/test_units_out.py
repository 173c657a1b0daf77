"""A game said unit by unit goes out with its units, overlaps and cut-offs."""

from pathlib import Path

import pytest

from mmagents import Context
from mmagents.graph import graph
from mmagents.lab.recordings.games import recording_of
from mmagents.lab.recordings.recording import Recording, Unit, Utterance
from mmagents.lab.recordings.write.formats import TEXTS
from mmagents.lab.recordings.write.jefferson import as_jefferson
from mmagents.nodes.table import table_for


@pytest.fixture(scope="module")
def game() -> Recording:
    """A talk of which turn 2 was cut."""
    context = Context(turns=8, medium="units", manner="conversation")
    story = {"scenario": "halcyon-light", "seed": 2}
    rows = graph.invoke(story, {"recursion_limit": 900}, context=context)["history"]
    found = recording_of(rows, table_for("halcyon-light", context))
    assert found.timed
    assert any(one.cut for one in found.utterances)
    assert any(len(one.units) > 1 for one in found.utterances)
    return found


def written(recording: Recording, format: str, folder: Path) -> Path:
    file = folder / f"talk{TEXTS[format].suffix}"
    file.write_text(TEXTS[format].text(recording), "utf-8", newline="")
    return file


def units(recording: Recording, seat: str) -> list[tuple[float, float, str]]:
    """Return the units of a seat as they stand in a tier."""
    found = []
    for one in recording.utterances:
        before = 0
        for unit in one.units if one.speaker == seat else ():
            found.append((unit.start, unit.end, one.text[before : unit.upto].strip()))
            before = unit.upto
    return found


def speakers(recording: Recording) -> dict[str, str]:
    said = {one.speaker for one in recording.utterances}
    return {seat: name for seat, name in recording.names.items() if seat in said}


def test_elan_gives_pympi_the_units_of_each_speaker(game: Recording, tmp_path: Path) -> None:
    pympi = pytest.importorskip("pympi")

    found = pympi.Elan.Eaf(str(written(game, "eaf", tmp_path)))

    for seat, name in speakers(game).items():
        own = [(round(a * 1000), round(b * 1000), text) for a, b, text in units(game, seat)]
        assert found.get_annotation_data_for_tier(f"unit@{name}") == own
        said = [one for one in game.utterances if one.speaker == seat and one.kind == "turn"]
        turns = found.get_annotation_data_for_tier(name)
        assert {(round(one.start * 1000), round(one.end * 1000), one.text) for one in said} <= {
            (*turn,) for turn in turns
        }


def test_a_textgrid_gives_praatio_the_units_of_each_speaker(
    game: Recording, tmp_path: Path
) -> None:
    textgrid = pytest.importorskip("praatio.textgrid")

    found = textgrid.openTextgrid(str(written(game, "textgrid", tmp_path)), False)

    for seat, name in speakers(game).items():
        assert [tuple(one) for one in found.getTier(f"unit@{name}").entries] == units(game, seat)


def test_brackets_stand_within_the_unit_in_which_the_overlap_lies() -> None:
    cut = Utterance(
        "a", "No. It was me.", 0.0, 4.0, units=(Unit(3, 0.0, 0.5), Unit(14, 3.0, 4.0)), cut=True
    )
    talk = Recording(
        "talk", {"a": "Ann", "b": "Bo"}, (cut, Utterance("b", "You", 3.5, 5.0)), "speech"
    )

    lines = as_jefferson(talk).splitlines()

    assert lines[0] == "001  Ann: No. It [was me.]-"
    assert lines[1] == "002  Bo:  [Y]ou"
    assert any(line.startswith("-  ") for line in lines)


def test_a_cut_off_has_its_sign_without_times_too() -> None:
    talk = Recording("talk", {"a": "Ann"}, (Utterance("a", "It was", cut=True),))

    told = as_jefferson(talk)

    assert "Ann: It was-" in told
    assert "Cut off:" in told
