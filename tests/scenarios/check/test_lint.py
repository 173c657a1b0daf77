"""Each rule is broken in exactly one way in an otherwise good story."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mmagents.scenarios.check.lint import lint
from mmagents.scenarios.loader import check_file
from mmagents.scenarios.problem import Problem
from mmagents.scenarios.schema import Scenario
from tests.scenarios.check.broken import BED, SHED, Broken, ids, swap

REFERENCES = [
    Broken(
        "two places with one id",
        swap("- id: tent-back", "- id: tent"),
        "places[1].id",
        "“tent” is taken",
    ),
    Broken(
        "two people with one id", swap("- id: odile", "- id: kit"), "cast[3].id", "“kit” is taken"
    ),
    Broken(
        "two topics with one id",
        swap("- id: kiln\n    name", "- id: tin\n    name"),
        "topics[2].id",
        "“tin” is taken",
    ),
    Broken(
        "two facts with one id",
        swap("- id: loose-pegs", "- id: tin-full"),
        "facts[1].id",
        "“tin-full” is taken",
    ),
    Broken(
        "two rubric items with one id",
        swap("- id: way-in", "- id: lie"),
        "rubric[3].id",
        "“lie” is taken",
    ),
    Broken(
        "two missions with one id",
        swap("- id: kiln-quiet", "- id: unsuspected"),
        "sheets[0].missions[1].id",
        "is taken",
    ),
    Broken(
        "the reserved id",
        swap("- id: odile", "- id: everyone"),
        "cast[3].id",
        "stands for the whole table",
    ),
    Broken(
        "an unknown victim",
        swap("victim: odile", "victim: odilia"),
        "incident.victim",
        "did you mean “odile”?",
    ),
    Broken("a victim with a seat", swap("    seat: false\n", ""), "incident.victim", "has a seat"),
    Broken("a seat without a sheet", swap("    seat: false\n", ""), "cast[3].seat", "no sheet"),
    Broken(
        "a sheet without a seat",
        swap("  - seat: kit", "  - seat: odile"),
        "sheets[2].seat",
        "has no seat",
    ),
    Broken(
        "a seat with two sheets",
        swap("  - seat: kit", "  - seat: bram"),
        "sheets[2].seat",
        "two sheets",
    ),
    Broken(
        "an unknown place in a timeline",
        swap(SHED, SHED + "d"),
        "sheets[0].timeline[1].place",
        "did you mean “shed”?",
    ),
    Broken(
        "an unknown topic of a mission",
        swap("about: [tin, petra-hours]", "about: [tin, cake]"),
        "sheets[1].missions[0].about[1]",
        "there is no topic “cake”",
    ),
    Broken(
        "an unknown fact of a secret",
        swap("facts: [bram-asleep]", "facts: [bram-awake]"),
        "sheets[1].secrets[0].facts[0]",
        "there is no fact “bram-awake”",
    ),
    Broken(
        "an unknown person of a topic",
        swap("person: kit\n", "person: kitt\n"),
        "topics[5].person",
        "there is no person “kitt”",
    ),
    Broken(
        "an unknown topic of a fact",
        swap("tin-full\n    topic: tin", "tin-full\n    topic: can"),
        "facts[0].topic",
        "there is no topic “can”",
    ),
    Broken(
        "an unknown person of a fact",
        swap("people: [kit]", "people: [cat]"),
        "facts[8].people[0]",
        "there is no person “cat”",
    ),
    Broken(
        "an unknown knower",
        swap("known_by: [petra, bram]", "known_by: [petra, bram, brim]"),
        "facts[7].known_by[2]",
        "there is no seat “brim”",
    ),
    Broken(
        "a knower without a seat",
        swap("known_by: [petra, bram]", "known_by: [petra, bram, odile]"),
        "facts[7].known_by[2]",
        "has no seat",
    ),
    Broken(
        "an unknown suspect",
        swap("implies: {kit: 3}", "implies: {kat: 3}"),
        "facts[8].implies.kat",
        "there is no person “kat”",
    ),
    Broken(
        "an unknown contradiction",
        swap("contradicts: [stall-always]", "contradicts: [stall]"),
        "facts[5].contradicts[0]",
        "there is no fact “stall”",
    ),
    Broken(
        "an unknown step of a road",
        swap("- [loose-pegs, torn-scarf]", "- [loose-pegs, scarf]"),
        "facts[12].roads[0][1]",
        "there is no fact “scarf”",
    ),
    Broken(
        "a conclusion from itself",
        swap("- [loose-pegs, torn-scarf]", "- [petra-behind]"),
        "facts[12].roads[0]",
        "cannot lead to itself",
    ),
    Broken(
        "an unknown place of a fact",
        swap(BED, BED.replace("shed", "barn")),
        "facts[10].whereabouts.place",
        "there is no place “barn”",
    ),
    Broken(
        "an unknown person somewhere",
        swap(BED, BED.replace("bram", "brom")),
        "facts[10].whereabouts.person",
        "did you mean “bram”?",
    ),
    Broken(
        "a fact that nobody knows",
        (
            ("      - [loose-pegs, torn-scarf]\n      - [blue-lid, only-blue]\n", ""),
            ("    implies: {petra: 3}\n    roads:\n", "    implies: {petra: 3}\n"),
        ),
        "facts[12].known_by",
        "nobody knows “petra-behind”",
    ),
    Broken(
        "a knower without words",
        swap("known_by: [bram]", "known_by: [bram, petra]"),
        "facts[1].known_by[1]",
        "add told.petra",
    ),
    Broken(
        "words for somebody who does not know",
        swap("known_by: [petra, bram]", "known_by: [petra]"),
        "facts[7].told.bram",
        "what they do not know",
    ),
    Broken(
        "a guard who does not know",
        swap("    implies: {petra: 1}", "    guarded_by: {bram: 5}\n    implies: {petra: 1}"),
        "facts[5].guarded_by.bram",
        "cannot hide",
    ),
    Broken(
        "an unknown culprit",
        swap("culprit: petra", "culprit: petrus"),
        "solution.culprit",
        "did you mean “petra”?",
    ),
    Broken(
        "a culprit without a seat",
        swap("culprit: petra", "culprit: odile"),
        "solution.culprit",
        "has no seat",
    ),
    Broken(
        "an unknown step of the proof",
        swap("proof: [petra-lied,", "proof: [petra-fled,"),
        "solution.proof[0]",
        "did you mean “petra-lied”?",
    ),
    Broken(
        "an unknown fact of the rubric",
        swap("    facts: [tin-full]", "    facts: [tin-fill]"),
        "rubric[0].facts[0]",
        "did you mean “tin-full”?",
    ),
]

TRANSLATIONS = [
    Broken("one language missing", swap("  ja: 福引の缶\n", ""), "title", "no words in “ja”"),
    Broken(
        "a plain string in a story of two languages",
        swap("{en: the tool shed, ja: 道具小屋}", "the tool shed"),
        "places[3].name",
        "one language only",
    ),
    Broken(
        "a plain list in a story of two languages",
        swap("{en: [kiln], ja: [窯]}", "[kiln]"),
        "topics[2].keys",
        "one language only",
    ),
    Broken(
        "a list with one language missing",
        swap("{en: [kiln], ja: [窯]}", "{en: [kiln]}"),
        "topics[2].keys",
        "no words in “ja”",
    ),
    Broken(
        "an empty text", swap("{en: the tool shed,", '{en: " ",'), "places[3].name.en", "is empty"
    ),
    Broken(
        "an empty list of keys",
        swap("{en: [pegs, thread],", "{en: [],"),
        "facts[1].keys.en",
        "is empty",
    ),
    Broken(
        "a language nobody reads",
        swap("languages: [en, ja]", "languages: [en]"),
        "languages",
        "“ja”",
        "warning",
    ),
]

ALL = [*REFERENCES, *TRANSLATIONS]


def test_the_small_story_has_nothing_wrong_with_it(mini: Scenario) -> None:
    assert lint(mini) == []


@pytest.mark.parametrize("case", ALL, ids=ids(ALL))
def test_a_story_broken_in_one_way_is_told_where_and_what_to_do(
    case: Broken, check_edited: Callable[..., list[Problem]]
) -> None:
    found = check_edited(*case.edits)
    assert case.told_by(found), found


def test_a_problem_names_the_line_it_stands_in(edited: Callable[..., Path]) -> None:
    path = edited(("proof: [petra-lied,", "proof: [petra-fled,"))
    lines = path.read_text(encoding="utf-8").splitlines()
    [problem] = check_file(path)
    assert "petra-fled" in lines[problem.line - 1]


def test_ids_are_mended_before_anything_else_is_judged(
    check_edited: Callable[..., list[Problem]],
) -> None:
    found = check_edited(("topic: kiln\n", "topic: oven\n"), ("my thumb came away blue.", "full."))
    assert [problem.field for problem in found] == ["facts[7].topic"]
