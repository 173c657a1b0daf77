"""How sure the rules say they are, against hand-labelled talk; overall figures only."""

import pytest

from benchmarks.analyst.sureness import main, readings
from mmagents.analysts.rules.reading import read
from mmagents.analysts.rules.sureness import SURE, evidence_put, evidence_taken_up, sureness
from mmagents.floor.adjacency import EXPECTS, Obligation
from mmagents.interfaces.talk import Utterance
from tests.analysts.rules.people import person
from tests.tables import table

pytestmark = pytest.mark.slow  # hundreds of lines are read

CAST = (
    person("mara", "Mara Quill", "Mara", "the cook", "Miss Quill"),
    person("ines", "Ines Valdar", "Ines", "the doctor"),
    person("bram", "Bram Holt", "Bram", "captain"),
)


def due(by: str, to: str) -> Obligation:
    asked = "Bram, where were you at nine?"
    return Obligation(1, by, (to,), "wh-question", EXPECTS["wh-question"], asked)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_sure_readings_put_is_right_nine_times_of_ten_and_oftener_than_in_unsure_ones(
    language,
):
    found = [one for one in readings("heldout") if one.language == language]
    right = {}
    for sure in (True, False):
        some = [r.put_right for r in found if r.sure is sure and r.put_right is not None]
        assert len(some) > 9
        right[sure] = sum(some) / len(some)
    assert right[True] >= 0.9
    assert right[False] < right[True] - 0.05
    taken = [one.taken_up_right for one in found if one.sure and one.taken_up_right is not None]
    assert sum(taken) >= SURE * len(taken)


@table
def test_what_a_reading_rests_on(text: str, owes: bool, evidence: tuple[str, str]) -> None:
    said = Utterance("bram", text, "en", CAST, (), due("mara", "bram") if owes else None)
    found = read(said)
    assert (evidence_put(said, found), evidence_taken_up(said, found)) == evidence


def test_of_a_language_that_the_rules_do_not_know_they_are_not_sure() -> None:
    said = Utterance("bram", "Das Licht ging um neun aus.", "de", CAST)
    assert not sureness(said, read(said)).sure


def test_the_benchmark_takes_no_half_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--half", "all"])
    assert "heldout or dev" in capsys.readouterr().err
