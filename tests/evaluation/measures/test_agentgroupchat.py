"""What AgentGroupChat printed, beside what was found: the figures, and in words how signs agree."""

from pathlib import Path

import pytest

from mmagents.evaluation.experiments.engines import in_this_process
from mmagents.evaluation.experiments.experiment import begin, run
from mmagents.evaluation.experiments.grid import Grid
from mmagents.evaluation.measures.agentgroupchat import (
    TABLE_3,
    Games,
    alignment,
    compliance,
    in_words,
    removals,
)
from mmagents.evaluation.measures.persona import CHECKS
from mmagents.evaluation.report.report import report

ORCHARD = str(Path(__file__).parents[2] / "stories" / "orchard.yaml")


def test_the_tables_are_those_of_the_paper() -> None:
    by_model = {one.model: one for one in alignment()}
    assert by_model["GPT4-Turbo"].t1 == (100, 100, 100)
    assert by_model["GPT4-Turbo"].t2 == (93, 85, 100)
    assert by_model["HunYuan-ChatStd"].t2 == (58, 30, 75)
    assert set(TABLE_3) == set(CHECKS)
    assert compliance()["GLM-4"]["turns"] == 33.6
    assert {one.part: one.paper for one in removals({})} == {
        "planning": 0.022, "thinking": 0.042, "reflection": 0.054, "memory": 0.355,
        "private": 0.049, "confidential": 0.071, "group": 0.296,
    }  # fmt: skip


def test_a_removal_is_set_against_the_whole_and_its_sign_against_the_paper() -> None:
    games = {(): 9.5, ("memory",): 9.75, ("group",): 9.0, ("planning",): 9.625}
    found = removals({part: Games(one, 0.15, 4) for part, one in games.items()})
    ours = {one.part: (one.ours, one.agrees) for one in found}
    assert ours["memory"] == (0.25, True)
    assert ours["group"] == (-0.5, False)
    assert ours["planning"] == (0.125, None)  # within twice its standard error, 0.106
    assert ours["private"] == (None, None)
    said = in_words(found)
    assert "all 7 removals raise entropy" in said
    assert "removing memory raises it, as there" in said
    assert "removing group lowers it: the sign differs" in said
    assert "What removing planning does to it is within twice its standard error" in said
    one_game = removals({(): Games(9.5, None, 1), ("group",): Games(9.0, None, 1)})
    assert [one.agrees for one in one_game if one.ours] == [None]
    assert in_words(removals({(): Games(9.5, 0.1, 2)})) == in_words(removals({})) == ""


@pytest.mark.slow
def test_a_report_of_ablations_says_in_words_what_differs_in_sign(tmp_path: Path) -> None:
    lengths = {"discussion": 4, "private_chat": 1, "confidential_meeting": 1}
    grid = Grid.model_validate(
        {"name": "small", "scenario": ORCHARD, "conditions": ["cssn-or-ss"], "conversations": 2,
         "evening": "whole", "persona": "strategist", "protocol": "agentgroupchat", "rounds": 1,
         "manner": "panel", "lengths": lengths,
         "vary": {"without": {"nothing": {}, "group": {"without": ["group"]}}}}
    )  # fmt: skip
    run(begin(grid, tmp_path / "e"), in_this_process)
    page = report(tmp_path / "e").page.read_text("utf-8")
    assert "Beside table 5 of AgentGroupChat" in page
    assert "In the paper all 7 removals raise entropy." in page
    assert "removing group lowers it: the sign differs" in page
