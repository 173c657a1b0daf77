"""A story with a verdict: what it needs, broken in one way at a time."""

from pathlib import Path
from typing import NamedTuple

import pytest

from mmagents.scenarios.game import Phase, unrolled
from mmagents.scenarios.loader import check_file, load_scenario

pytestmark = pytest.mark.slow  # a story is checked for each fault

ORCHARD = Path(__file__).parents[2] / "stories" / "orchard.yaml"


class Broken(NamedTuple):
    old: str
    new: str
    field: str
    says: str
    severity: str = "error"


BROKEN = [
    Broken("kind: inheritance", "kind: mystery", "incident", "must have it"),
    Broken("kind: inheritance", "kind: mystery", "verdict", "does not belong"),
    Broken("kind: inheritance", "kind: mystery", "sheets[0].timeline", "everybody needs one"),
    Broken("supports: {ivo: 1}", "implies: {ivo: 1}", "facts[2].implies", "write supports"),
    Broken("supports: {ivo: 1}", "supports: {maud: 1}", "facts[2].supports.maud", "no option"),
    Broken("camp: build", "camp: bild", "cast[1].camp", "did you mean “build”?"),
    Broken("    camp: build\n", "", "cast[1].camp", "is missing"),
    Broken("- id: build", "- id: keep", "camps[1].id", "is taken"),
    Broken("- id: wagon", "- id: deed", "resources[1].id", "is taken"),
    Broken("owner: dob", "owner: bob", "resources[1].owner", "did you mean “dob”?"),
    Broken("    owner: dob\n", "", "resources[1].owner", "is missing"),
    Broken("topic: market", "topic: markt", "resources[1].topic", "did you mean “market”?"),
    Broken("among: [ivo, senna]", "among: [ivo]", "verdict.options", "fewer than two"),
    Broken("among: [ivo, senna]", "among: [ivo, sena]", "verdict.among[1]", "“senna”?"),
    Broken("votes: principals", "votes: judges", "verdict", "need one another"),
    Broken(
        "votes: principals",
        "votes: judges\n  judges: [tom]",
        "verdict.judges[0]",
        "no seat “tom”",
    ),
    Broken("prize: deed", "prize: dead", "verdict.prize", "did you mean “deed”?"),
    Broken(
        "  - option: ivo\n    text", "  - option: dob\n    text", "endings[0].option", "no opti"
    ),
    Broken("favours: senna", "favours: sena", "sheets[0].beliefs[0].favours", "“senna”?"),
    Broken("      ivo: {score: -2", "      maud: {score: -2", "sheets[0].relations.maud", "itself"),
    Broken("score: -2", "score: -20", "sheets[0].relations.ivo.score", "greater than"),
    Broken("scored: {won: ivo}", "scored: {won: dob}", "sheets[1].missions[0].scored.won", "no op"),
    Broken("{owns: wagon}", "{owns: cart}", "sheets[3].missions[0].scored.owns", "no resource"),
    Broken("in_camp: keep", "in_camp: kept", "sheets[2].missions[0].scored.in_camp", "“keep”?"),
    Broken("  - kind: vote", "  - kind: accusation", "phases[2].kind", "write kind: vote"),
    Broken("    rounds: 2\n    phases:", "    phases:", "", ""),
    Broken("order: influence", "order: rank", "phases[1].phases[3].order", "floor"),
    Broken("kind: update", "kind: rounds", "phases[1].phases[0]", "need one another"),
    Broken("score: 70", "score: 170", "sheets[0].beliefs[0].score", "less than"),
    Broken(
        "{en: Who is to have the orchard?, ja: 果樹園は誰のものになるべきか？}",
        "{en: Who is to have the orchard?}",
        "verdict.question",
        "no words in “ja”",
    ),
    Broken(
        "en: What the bank would lend.",
        "en: 'The bank would lend six hundred on a press.'",
        "",
        "",
    ),
    Broken(
        "en: Forty rows and the house.",
        "en: 'There is canker in nine rows.'",
        "resources[0].description.en",
        "tells the whole table",
    ),
]


def test_the_story_is_sound() -> None:
    assert check_file(ORCHARD) == []


@pytest.mark.parametrize("broken", BROKEN, ids=lambda one: f"{one.field} {one.new[:20]}")
def test_what_is_wrong_is_told_with_its_field(broken: Broken, tmp_path: Path) -> None:
    text = ORCHARD.read_text(encoding="utf-8")
    assert broken.old in text
    path = tmp_path / "orchard.yaml"
    path.write_text(text.replace(broken.old, broken.new, 1), encoding="utf-8")
    found = [(one.field, one.message, one.severity) for one in check_file(path)]
    if not broken.field:
        assert found == []
        return
    assert any(
        field == broken.field and broken.says in message and severity == broken.severity
        for field, message, severity in found
    ), found


def test_an_option_that_nobody_could_argue_for_is_advice(tmp_path: Path) -> None:
    text = ORCHARD.read_text(encoding="utf-8").replace("ivo: 1", "ivo: -1")
    text = text.replace("ivo: 2", "ivo: -2").replace("ivo: 3", "ivo: -3")
    path = tmp_path / "orchard.yaml"
    path.write_text(text, encoding="utf-8")
    [problem] = check_file(path)
    assert (problem.severity, problem.field) == ("warning", "verdict.options")


def test_rounds_are_written_out_in_order() -> None:
    story = load_scenario(ORCHARD)
    played = [(one.phase.kind, one.round) for one in unrolled(story.phases)]
    a_round = ["update", "private_chat", "confidential_meeting", "discussion"]
    assert played == [
        ("introduction", 0),
        *((kind, 1) for kind in a_round),
        *((kind, 2) for kind in a_round),
        ("vote", 0),
        ("settlement", 0),
    ]
    assert len(list(unrolled(story.phases, rounds=5))) == 3 + 5 * 4


def test_who_votes_for_what() -> None:
    story = load_scenario(ORCHARD)
    assert story.principals() == ["maud", "ivo", "senna"] == story.voters()
    assert story.options() == ["ivo", "senna"]
    assert story.option_name("senna", "ja") == "セナ・ロー"


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "rounds"},
        {"kind": "discussion", "phases": [{"kind": "update"}]},
        {"kind": "vote", "order": "influence"},
        {"kind": "update", "rounds": 2},
        {"kind": "rounds", "phases": [{"kind": "rounds", "phases": [{"kind": "update"}]}]},
    ],
)
def test_phases_that_make_no_sense_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"rounds|order"):
        Phase.model_validate(fields)
