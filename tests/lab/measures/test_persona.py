"""Strategists, votes and compliance, measured on records made by hand and on one experiment."""

from pathlib import Path
from typing import Any

import pytest

from mmagents.lab.experiments.engines import in_this_process
from mmagents.lab.experiments.experiment import begin, run
from mmagents.lab.experiments.grid import Grid, read_grid, shipped
from mmagents.lab.measures.measure import figures_of
from mmagents.lab.measures.persona import ALIGNMENT, CHECKS, MEASURES, personas, persuasions
from mmagents.lab.report.report import report
from tests.lab.rows import bids, conversation, row

ORCHARD = str(Path(__file__).parents[2] / "stories" / "orchard.yaml")
ALL = ["maud", "ivo", "senna", "dob"]


def thought(turn: int, seat: str, rounds: int, belief: int = 50, **regards: int) -> Any:
    kept = {
        "beliefs": {"roots": belief},
        "regards": {whom: [score, "so"] for whom, score in regards.items()},
        "rounds": rounds,
    }
    ledger = bids() | {"persona": kept}
    return row(turn, seat, rule="reflect", heard_by=[seat], phase="update", ledger=ledger)


def vote(turn: int, seat: str, whom: str) -> Any:
    ledger = bids() | {"vote": whom}
    return row(turn, seat, rule="vote", heard_by=ALL, phase="vote", ledger=ledger)


def asked(task: str, *repairs: str, **changes: Any) -> dict[str, Any]:
    return {"task": task, "repairs": list(repairs), "default": None, "asked_again": None} | changes


def talk(turn: int, seat: str, *facts: str, heard_by: list[str] | None = None) -> Any:
    return row(turn, seat, facts=list(facts), heard_by=heard_by or ALL)


def test_alignment_is_counted_as_the_paper_counts_it() -> None:
    deeds = [
        thought(1, "maud", 0, ivo=0, senna=4),
        thought(3, "maud", 1, ivo=-1, senna=3),
        thought(5, "maud", 2, ivo=-1, senna=3),
        thought(7, "maud", 3, ivo=-4, senna=-1),
    ]
    said = [talk(2, "ivo"), talk(4, "ivo"), talk(6, "ivo")]
    observed = conversation(said, ORCHARD, deeds=deeds, context={"evening.hostile_to": "maud"})
    figures = figures_of({**ALIGNMENT, **MEASURES}, observed)
    assert figures["alignment_t1"] == pytest.approx(2 / 3)
    assert figures["alignment_t2"] == pytest.approx(4 / 6)
    assert "alignment_t1" not in figures_of(ALIGNMENT, conversation(said, ORCHARD, deeds=deeds))
    assert figures["regards_moved"] == pytest.approx((4 + 5) / 2)
    assert figures["regards_mean"] == pytest.approx(-2.5)


def test_t2_is_taken_over_the_other_principals_in_both_readings() -> None:
    deeds = [
        thought(1, "maud", 0, ivo=0, senna=4, dob=0),
        thought(2, "ivo", 0, maud=1),
        thought(3, "dob", 0, maud=-9),
        thought(5, "maud", 1, ivo=-1, senna=3, dob=-5),
        thought(6, "ivo", 1, maud=-1),
        thought(7, "senna", 1, maud=2),
        thought(8, "dob", 1, maud=-9),
    ]
    observed = conversation(
        [talk(4, "ivo")], ORCHARD, deeds=deeds, context={"evening.hostile_to": "maud"}
    )
    figures = figures_of(ALIGNMENT, observed)
    assert figures["alignment_t2"] == pytest.approx(1 / 2)  # dob has no aims of its own
    assert figures["alignment_t2_others"] == pytest.approx(1 / 2)


def test_a_seat_that_reflects_only_after_talk_began_as_its_sheet_says() -> None:
    late = conversation(
        [talk(1, "ivo")], ORCHARD, deeds=[thought(2, "maud", 1, 60, ivo=-3, senna=4)]
    )
    first, after = personas(late)["maud"]
    assert first["beliefs"] == {"roots": 70}
    assert {whom: one[0] for whom, one in first["regards"].items()} == {
        "ivo": -2,
        "senna": 4,
        "dob": 0,
    }
    assert figures_of(MEASURES, late)["beliefs_moved"] == 10
    assert after["beliefs"] == {"roots": 60}


def test_what_two_feel_for_one_another_is_set_against_one_another() -> None:
    deeds = [thought(1, "maud", 0, ivo=5), thought(2, "ivo", 0, maud=-3)]
    assert figures_of(MEASURES, conversation([], ORCHARD, deeds=deeds))["regards_one_sided"] == 8


def test_votes_turn_and_are_brought_about_by_who_told_the_most_for_them() -> None:
    rows = [
        talk(1, "senna", "blossom"),
        talk(2, "dob", "buyers", "glut"),
        talk(3, "ivo", "loan", heard_by=["ivo", "senna"]),
        talk(4, "maud", "upkeep"),
    ]
    deeds = [vote(5, "maud", "ivo"), vote(6, "ivo", "ivo"), vote(7, "senna", "ivo")]
    held = conversation(rows, ORCHARD, deeds=deeds)
    found = {one.voter: one for one in persuasions(held)}
    assert (found["maud"].at_first, found["maud"].by, found["maud"].weight) == ("senna", "dob", 2)
    assert (found["ivo"].by, found["ivo"].weight) == ("maud", 1)
    assert (found["senna"].by, found["senna"].weight) == ("ivo", 3)
    figures = figures_of(MEASURES, held)
    assert figures["votes_turned"] == pytest.approx(2 / 3)
    assert figures["votes_for_most"] == 1
    assert (figures["side_changes"], figures["transfers"]) == (0, 0)
    alone = conversation([], ORCHARD, deeds=[vote(1, "ivo", "senna")])
    [one] = persuasions(alone)
    assert (one.by, one.weight) == (None, 0)


@pytest.mark.parametrize(
    ("cast", "found"), [(["petra", "petra"], 1), (["kit", "kit"], 0), (["petra", "kit"], 0)]
)
def test_a_culprit_is_found_who_has_the_most_votes_alone(cast: list[str], found: int) -> None:
    voters = zip(("bram", "kit"), cast, strict=True)
    deeds = [vote(at, voter, whom) for at, (voter, whom) in enumerate(voters, 1)]
    assert figures_of(MEASURES, conversation([], deeds=deeds))["culprit_found"] == found


def test_compliance_counts_every_answer_that_needed_no_mending() -> None:
    calls = [
        asked("choose"),
        asked("choose", "spelling"),
        asked("choose", default="invalid"),
        asked("reflect", "miscounted talks"),
        asked("reflect", "beliefs out of reach", "missing relations"),
        asked("summarise", asked_again="not_json"),
        asked("perceive"),
        asked("think", "spelling"),
    ]
    rows = [row(1, "ivo", ledger=bids() | {"calls": calls[:2]})]
    deeds = [row(2, "ivo", rule="reflect", ledger=bids() | {"calls": calls[2:]})]
    figures = figures_of(MEASURES, conversation(rows, deeds=deeds))
    counted = {name: figures[f"comply:{name}"] for name in CHECKS}
    assert counted == {
        "choose": pytest.approx(1 / 3), "beliefs": 0.5, "relations": 1.0, "all-beliefs": 1.0,
        "all-relations": 0.5, "talks": 0.5, "turns": 0.0, "people": 1.0, "resources": 1.0,
    }  # fmt: skip
    assert not [
        name for name in figures_of(MEASURES, conversation([])) if name.startswith("comply")
    ]


def test_where_no_model_reflects_compliance_counts_what_the_rules_would_have_moved_too_far() -> (
    None
):
    deeds = [thought(at, "maud", at - 1, ivo=0) for at in (1, 2, 3)]
    deeds.append(thought(4, "maud", 2, ivo=0))  # a pause in which nothing had been said
    for deed, beyond in zip(deeds, ([], ["beliefs"], [], []), strict=True):
        deed["ledger"]["persona"]["beyond"] = beyond
    figures = figures_of(MEASURES, conversation([], ORCHARD, deeds=deeds))
    assert (figures["comply:beliefs"], figures["comply:relations"]) == (0.5, 1)
    deeds[1]["ledger"]["calls"] = [asked("reflect")]
    assert figures_of(MEASURES, conversation([], ORCHARD, deeds=deeds))["comply:beliefs"] == 1


@pytest.mark.slow
def test_the_report_shows_beliefs_regards_alignment_and_votes(tmp_path: Path) -> None:
    lengths = {"discussion": 4, "private_chat": 2, "confidential_meeting": 1}
    grid = Grid.model_validate(
        {"name": "small", "scenario": ORCHARD, "conditions": ["cssn-or-ss"], "conversations": 1,
         "evening": {"kind": "whole", "persona": "strategist", "lengths": lengths, "rounds": 3},
         "vary": {"against": {"ivo": {"evening.hostile_to": "ivo"}, "nobody": {}}}}
    )  # fmt: skip
    run(begin(grid, tmp_path / "e"), in_this_process)
    made = report(tmp_path / "e")
    page = made.page.read_text("utf-8")
    for said in (
        "alignment T1", "Votes, and who brought whom to them",
        "AgentGroupChat, table 2", "GPT4-Turbo 100", "AgentGroupChat, table 3",
    ):  # fmt: skip
        assert said in page
    assert {"votes.csv", "personas.csv"} <= {file.name for file in made.beside.iterdir()}
    assert set(made.results.tables["votes"]["voter"]) == {"maud", "ivo", "senna"}
    kept = made.results.tables["personas"]
    assert set(kept["round"]) == {0, 1, 2}
    compared = made.results.comparisons["alignment_t1"]
    assert [one.n for one in compared.groups] == [1, 0]
    assert "strategist:improv" in page


def test_the_shipped_grids_of_strategists_can_be_read() -> None:
    for name, cells in (("alignment", 5), ("strategist", 8)):
        grid = read_grid(shipped()[name])
        assert len(grid.cells) == cells
        assert all(cell.context.evening.persona == "strategist" for cell in grid.cells)
