"""What raters say: kept by rater, compared, and summed where it is by points."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from mmagents.lab.experiments.experiment import open_experiment
from mmagents.lab.judging.measures import MEASURES, by_conversation
from mmagents.lab.judging.verdicts import (
    Breakdowns,
    Kind,
    Points,
    Scores,
    Truth,
    readings_in,
)
from mmagents.lab.measures.measure import figures_of
from tests.lab.annotation.sheets import (
    Cells,
    annotate,
    exported,
    filled,
    imported,
    rows_of,
    scores,
)

pytestmark = pytest.mark.slow  # what a fixture plays is played once


def test_what_raters_say_is_kept_and_compared(folder: Path) -> None:
    file = exported(folder, "conversations")
    ada = filled(file, "ada", scores)
    ben = filled(file, "ben", lambda at, cells: scores(at, cells) if at else {})
    found = imported(folder, f"ada={ada}", f"ben={ben}")
    assert [(one["rater"], one["rated"], one["blank"]) for one in found["read"]] == [
        ("ada", 4, 0), ("ben", 3, 1),
    ]  # fmt: skip
    on = {one["on"]: one for one in found["agreement"]}
    assert on["coherence"]["alpha"]["value"] == on["coherence"]["kappa"]["value"] == 1
    assert on["coherence"]["kappa"]["items"] == 3
    assert on["cooperativeness"]["kappa"]["reason"] == "all ratings are the same"
    assert "diversity" not in on
    ratings = readings_in(folder)["people"]
    given = {one.id: one.said for one in ratings if one.by == "ada"}
    assert len(given) == 4
    said = next(one for one in given.values() if isinstance(one, Scores) and one.of("coherence"))
    assert said.of("cooperativeness") == 4
    assert said.diversity is None
    assert said.coherence is not None
    assert said.coherence.reason == "=Hm."


def test_consistency_and_factualness_are_rated_from_what_judges_are_told(folder: Path) -> None:
    file = exported(folder, "truth")
    rows = rows_of(file)
    assert len(rows) == 4 * 3
    assert all(cells["task"].startswith("You check what is said at a table") for cells in rows)
    assert all("## The turn to judge" in cells["matter"] for cells in rows)

    def rates(shift: int) -> Callable[[int, Cells], Cells]:
        return lambda at, _: {
            "consistency": str(1 + (at + shift) % 10), "factualness": "" if at else "10",
        }  # fmt: skip

    found = imported(
        folder, f"ada={filled(file, 'ada', rates(0))}", f"ben={filled(file, 'ben', rates(1))}"
    )
    on = {one["on"]: one for one in found["agreement"]}
    agreed = on["consistency of turns"]["icc"]
    assert agreed["items"] == 12
    assert 0 < agreed["value"] < 1
    said = [one.said for one in readings_in(folder)["people"] if one.by == "ada"]
    assert sorted(one.of("factualness") or 0 for one in said if isinstance(one, Truth)) == [
        *[0] * 11, 10,
    ]  # fmt: skip
    wrong = filled(file, "cid", lambda at, _: {"consistency": "11"})
    done = annotate("import", folder, f"cid={wrong}")
    assert "is not a whole number from 1 to 10" in str(done.exception)


def test_turns_are_rated_by_kind_of_breakdown_in_either_language(folder: Path) -> None:
    answers = [
        "none",
        "repetition; Ignored Question",
        "質問無視、繰り返し",
        "",
        "なし",
        "repetition",
    ]

    def fill(at: int, cells: Cells) -> Cells:
        strategic = {"strategic": "yes"} if at == 5 else {}
        return {"breakdown": answers[at % 6], **strategic}

    imported(folder, f"ada={filled(exported(folder, 'turns'), 'ada', fill)}")
    ratings = [one.said for one in readings_in(folder)["people"]]
    assert {one.kind for one in readings_in(folder)["people"]} == {Kind.BREAKDOWN}
    assert len(ratings) == 10, "blank cells are no ratings"
    found = [
        tuple(str(found.category) for found in said.breakdowns)
        for said in ratings
        if isinstance(said, Breakdowns)
    ]
    assert found.count(()) == 4
    assert found.count(("ignore-question", "repetition")) == 2
    assert sum(isinstance(one, Breakdowns) and one.broken for one in ratings) == 5


def test_points_of_one_conversation_are_one_rating(folder: Path) -> None:
    file = exported(folder, "rubric")
    imported(
        folder,
        f"ada={filled(file, 'ada', lambda at, cells: {'reached': 'yes' if at % 2 else '×'})}",
        f"ben={filled(file, 'ben', lambda at, cells: {'reached': 'はい' if at % 2 else 'n'})}",
    )
    ratings = readings_in(folder)["people"]
    assert len(ratings) == 2 * 4
    for one in ratings:
        assert isinstance(one.said, Points)
        assert list(one.said.items) == ["time", "kiln", "lie", "way-in"]


def test_utterances_are_rated_by_the_points_they_earn_and_summed(folder: Path) -> None:
    file = exported(folder, "utterances")
    assert {cells["rubric"].count("\n") for cells in rows_of(file)} == {3}, "four points a row"
    said = ["time; KILN", "time", "none"]
    imported(folder, f"ada={filled(file, 'ada', lambda at, cells: {'points': said[at % 3]})}")
    ben = filled(file, "ben", lambda at, cells: {"points": "lie" if at % 3 else ""})
    imported(folder, f"ben={ben}")
    ratings = readings_in(folder)["people"]
    assert {one.kind for one in ratings} == {Kind.UTTERANCE}
    [first] = [one.said for one in by_conversation(ratings) if one.id == "mini.ss/001"]
    assert isinstance(first, Points)
    reached = {id: one.turn for id, one in first.items.items() if one.reached}
    assert reached == {"time": 1, "kiln": 1}, "a point counts at the first turn that earns it"
    assert {one.by for one in by_conversation(ratings)} == {"ada"}, "ben left turns out"
    talk = replace(open_experiment(folder).read()[0], readings={"people": ratings})
    figures = figures_of(MEASURES, talk)
    assert figures["people:utterance-points"] == 2 + 3
    assert figures["people:utterance-shared"] == 1
    assert figures["people:utterance-reasoned"] == 0


def test_a_sheet_imported_again_replaces_what_it_said_before(folder: Path) -> None:
    file = exported(folder, "conversations")
    imported(folder, f"ada={filled(file, 'ada', scores)}")
    one = filled(file, "ada", lambda at, cells: {} if at else {"coherence": "2"})
    imported(folder, f"ben={filled(file, 'ben', scores)}")
    imported(folder, f"ada={one}")
    by = [verdict.by for verdict in readings_in(folder)["people"]]
    assert (by.count("ada"), by.count("ben")) == (1, 4)
