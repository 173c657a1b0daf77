"""The evening of a story, broken in one way at a time."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from mmagents.scenarios.loader import load_scenario
from mmagents.scenarios.problem import Problem
from mmagents.scenarios.proof import closure, sayable

pytestmark = pytest.mark.slow  # a story is checked for each fault

Check = Callable[..., list[Problem]]


class Broken(NamedTuple):
    rule: str
    old: str
    new: str
    field: str
    says: str
    severity: str = "error"


LID_EN = "Under its lid there is a thumbprint in blue paint, still wet."
LID_JA = "その蓋の裏に、まだ濡れた青い絵の具で、親指のあとがついている。"
LOOKS = "  - {kind: exploration, looks: 2}\n"
ENDING = "  - {kind: accusation, tie: again}\n  - kind: settlement\n"
BROKEN = [
    Broken("two clues with one id", "- id: pegs", "- id: lid", "clues[1].id", "“lid” is taken"),
    Broken(
        "an unknown place",
        "pegs\n    place: tent-",
        "pegs\n    place: tint-",
        "clues[1].place",
        "“ten",
    ),
    Broken("an unknown fact", "facts: [blue-lid]", "facts: [red-lid]", "clues[0].facts[0]", "blue"),
    Broken(
        "a conclusion on a card",
        "facts: [blue-lid]",
        "facts: [petra-behind]",
        "clues[0].facts[0]",
        "a conclusion",
    ),
    Broken(
        "a lie on a card",
        "facts: [blue-lid]",
        "facts: [stall-always]",
        "clues[0].facts[0]",
        "a lie",
    ),
    Broken(
        "somebody who is not at the table is to go free",
        "{not_accused: petra}",
        "{not_accused: odile}",
        "sheets[0].missions[0].scored.not_accused",
        "has no seat",
    ),
    Broken(
        "an unknown accused",
        "{not_accused: petra}",
        "{accused: peter}",
        "sheets[0].missions[0].scored.accused",
        "did you mean “petra”?",
    ),
    Broken(
        "a vote for a stranger",
        "{votes_for: petra}",
        "{votes_for: peter}",
        "sheets[1].missions[0].scored.votes_for",
        "did you mean “petra”?",
    ),
    Broken(
        "an unknown fact is to stay unsaid",
        "{unsaid: [cracked-kiln]}",
        "{unsaid: [broken-kiln]}",
        "sheets[0].missions[1].scored.unsaid[0]",
        "cracked-kiln",
    ),
    Broken(
        "an unknown fact is to be said",
        "{unsaid: [cracked-kiln]}",
        "{said: [broken-kiln]}",
        "sheets[0].missions[1].scored.said[0]",
        "cracked-kiln",
    ),
    Broken(
        "an unknown fact is to be known",
        "{unsaid: [cracked-kiln]}",
        "{knows: [broken-kiln]}",
        "sheets[0].missions[1].scored.knows[0]",
        "cracked-kiln",
    ),
    Broken(
        "a guard who could never find it",
        "guarded_by: {kit: 5}",
        "guarded_by: {kit: 5, odile: 5}",
        "facts[9].guarded_by.odile",
        "nor could find",
    ),
    Broken(
        "something before the settlement only",
        ENDING,
        "  - kind: settlement\n  - kind: accusation\n",
        "phases[4].kind",
        "put it last",
    ),
    Broken(
        "a settlement without votes", ENDING, "  - kind: settlement\n", "phases[4].kind", "voted"
    ),
    Broken(
        "a settlement in every round",
        ENDING,
        "  - kind: rounds\n    rounds: 2\n    phases: [{kind: accusation}, {kind: settlement}]\n",
        "phases[4].phases[1].kind",
        "put it last",
    ),
    Broken(
        "no settlement",
        ENDING,
        "  - kind: accusation\n",
        "phases",
        "nobody hears the truth",
        "warning",
    ),
    Broken(
        "two accusations",
        ENDING,
        "  - kind: accusation\n" + ENDING,
        "phases[5].kind",
        "only the last votes count",
        "warning",
    ),
    Broken(
        "introductions when all are acquainted",
        ENDING,
        "  - kind: introduction\n" + ENDING,
        "phases[4].kind",
        "comes first",
        "warning",
    ),
    Broken("clues nobody looks for", LOOKS, "", "clues", "nobody looks"),
    Broken("a look round for nothing", "\nclues:\n", "\n_", "phases[1].kind", "nothing to find"),
    Broken("no epilogue", "\nepilogue:\n", "\n_", "epilogue", "read aloud", "warning"),
    Broken(
        "a card that does not hold a key",
        LID_EN,
        "Under its lid there is a thumbprint, still wet.",
        "clues[0].text.en",
        "it lacks “blue”",
    ),
    Broken(
        "a Japanese card that does not hold a key",
        LID_JA,
        "その蓋の裏に、親指のあとがついている。",
        "clues[0].text.ja",
        "it lacks “青”",
    ),
    Broken(
        "a card that does not say whose it is",
        "is a bill from the kiln maker to Petra:",
        "is a bill from the kiln maker:",
        "clues[3].text.en",
        "does not name petra",
    ),
    Broken(
        "a card that only asks",
        LID_EN,
        "Is the thumbprint under its lid blue?",
        "clues[0].text.en",
        "in a question",
    ),
    Broken(
        "a card that tells more than its facts",
        LID_EN,
        LID_EN + " The tin was full at 15:05.",
        "clues[0].text.en",
        "also be taken for “tin-full”",
    ),
    Broken(
        "a card in one language",
        "name: {en: the lid of the tin, ja: 缶の蓋}",
        "name: the lid of the tin",
        "clues[0].name",
        "one language only",
    ),
]


def without_block(text: str, key: str) -> str:
    """Return a story without one of its top-level blocks, and without what finders would hide."""
    text = text.replace("    guarded_by: {petra: 6}\n", "")
    head, _, rest = text.partition(f"\n{key}\n")
    _, blank, tail = rest.partition("\n\n")
    return head + blank + tail


@pytest.mark.parametrize("case", BROKEN, ids=[case.rule for case in BROKEN])
def test_an_evening_broken_in_one_way_is_told_where_and_what_to_do(
    case: Broken, check_edited: Check, mini_yaml: str
) -> None:
    edits = (case.old, case.new)
    if case.new == "\n_":
        edits = (mini_yaml, without_block(mini_yaml, case.old.strip()))
    found = check_edited(edits)
    at_field = [one for one in found if one.field == case.field]
    assert any(case.says in one.message and one.severity == case.severity for one in at_field), (
        found
    )


def test_what_a_clue_alone_tells_need_be_known_to_nobody(check_edited: Check) -> None:
    known = (
        "    known_by: [kit]\n    told:\n      kit:\n        en: When we searched I touched the "
        "lid, and my thumb came away blue.\n        ja: 探していて缶の蓋にさわったら、"
        "親指が青くなりました。\n"
    )
    assert check_edited((known, "")) == []


@pytest.mark.parametrize("story", ["halcyon-light", "orchid-train", "mini"])
def test_a_shipped_story_is_a_whole_evening(story: str) -> None:
    scenario = load_scenario(story)
    kinds = [phase.kind for phase in scenario.phases]
    assert kinds[0] == "introduction"
    assert kinds[-2:] == ["accusation", "settlement"]
    assert scenario.epilogue is not None
    assert all(mission.scored for sheet in scenario.sheets for mission in sheet.missions)
    assert scenario.solution is not None
    assert set(scenario.solution.proof) <= closure(scenario, sayable(scenario))


def test_every_kind_of_phase_is_played_in_a_story_that_ships() -> None:
    played = {
        phase.kind
        for story in ("halcyon-light", "orchid-train", "mini")
        for phase in load_scenario(story).phases
    }
    every = {"introduction", "exploration", "private_chat", "confidential_meeting", "discussion"}
    assert every | {"update", "accusation", "settlement"} <= played
