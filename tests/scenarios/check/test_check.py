"""A good story is sound, and one broken in exactly one way is told where and what to do."""

from pathlib import Path

import pytest

from mmagents.scenarios.check.lint import lint
from mmagents.scenarios.game import Phase, unrolled
from mmagents.scenarios.loader import check_file, load_scenario
from mmagents.scenarios.proof import closure, sayable
from tests.tables import table

pytestmark = pytest.mark.slow  # a story is checked for each fault

ORCHARD = Path(__file__).parents[2] / "stories" / "orchard.yaml"


def without_block(text: str, key: str) -> str:
    """Return a story without one of its top-level blocks, and without what finders would hide."""
    text = text.replace("    guarded_by: {petra: 6}\n", "")
    head, _, rest = text.partition(f"\n{key}\n")
    _, blank, tail = rest.partition("\n\n")
    return head + blank + tail


@table
def test_a_story_broken_in_one_way_is_told_where_and_what_to_do(case, tmp_path, mini_yaml):
    broken = ORCHARD.read_text("utf-8") if case.get("story") else mini_yaml
    if "without" in case:
        broken = without_block(broken, case["without"])
    for old, new in case.get("edits", [(case["swap"], case["for"])] if "swap" in case else ()):
        assert old in broken
        broken = broken.replace(old, new, 1)
    path = tmp_path / f"{case.get('story', 'mini')}.yaml"
    path.write_text(broken, "utf-8")
    found = [(one.field, one.severity, one.message) for one in check_file(path)]
    if "field" not in case:
        assert found == []
        return
    expected = (case["field"], case.get("severity", "error"))
    assert any(one[:2] == expected and case["says"] in one[2] for one in found), found


def test_the_small_story_and_the_orchard_have_nothing_wrong_with_them(mini) -> None:
    assert lint(mini) == check_file(ORCHARD) == []


def test_a_problem_names_the_line_it_stands_in(edited) -> None:
    path = edited(("proof: [petra-lied,", "proof: [petra-fled,"))
    [problem] = check_file(path)
    assert "petra-fled" in path.read_text("utf-8").splitlines()[problem.line - 1]


def test_ids_are_mended_before_anything_else_is_judged(check_edited) -> None:
    found = check_edited(("topic: kiln\n", "topic: oven\n"), ("my thumb came away blue.", "full."))
    assert [problem.field for problem in found] == ["facts[7].topic"]


@table
def test_what_is_not_against_the_rules_is_let_be(edits, check_edited) -> None:
    assert [one for one in check_edited(*edits) if one.severity == "error"] == []


def test_an_option_that_nobody_could_argue_for_is_advice(tmp_path: Path) -> None:
    text = ORCHARD.read_text(encoding="utf-8")
    for number in "123":
        text = text.replace(f"ivo: {number}", f"ivo: -{number}")
    path = tmp_path / "orchard.yaml"
    path.write_text(text, encoding="utf-8")
    [problem] = check_file(path)
    assert (problem.severity, problem.field) == ("warning", "verdict.options")


def test_rounds_are_written_out_in_order() -> None:
    story = load_scenario(ORCHARD)
    a_round = ["update", "private_chat", "confidential_meeting", "discussion"]
    kinds = ["introduction", *a_round, *a_round, "vote", "settlement"]
    rounds = [0, *[1] * 4, *[2] * 4, 0, 0]
    played = [(one.phase.kind, one.round) for one in unrolled(story.phases)]
    assert played == list(zip(kinds, rounds, strict=True))
    assert len(list(unrolled(story.phases, rounds=5))) == 3 + 5 * 4


def test_who_votes_for_what() -> None:
    story = load_scenario(ORCHARD)
    assert story.principals() == ["maud", "ivo", "senna"] == story.voters()
    assert story.options() == ["ivo", "senna"]
    assert story.option_name("senna", "ja") == "セナ・ロー"


@table
def test_phases_that_make_no_sense_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"rounds|order"):
        Phase.model_validate(fields)


def test_shipped_stories_are_whole_evenings_and_play_every_kind_of_phase() -> None:
    played = set()
    for story in map(load_scenario, ("halcyon-light", "orchid-train", "mini")):
        kinds = [phase.kind for phase in story.phases]
        assert kinds[0] == "introduction"
        assert kinds[-2:] == ["accusation", "settlement"]
        assert story.epilogue is not None
        assert all(mission.scored for sheet in story.sheets for mission in sheet.missions)
        assert story.solution is not None
        assert set(story.solution.proof) <= closure(story, sayable(story))
        played |= set(kinds)
    every = {"introduction", "exploration", "private_chat", "confidential_meeting", "discussion"}
    assert every | {"update", "accusation", "settlement"} <= played
