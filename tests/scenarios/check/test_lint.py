"""Each rule is broken in exactly one way in an otherwise good story."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from mmagents.scenarios.check.lint import lint
from mmagents.scenarios.loader import check_file
from mmagents.scenarios.problem import Problem
from mmagents.scenarios.schema import Scenario


class Broken(NamedTuple):
    rule: str
    edits: tuple[tuple[str, str], ...]
    field: str
    says: str
    severity: str = "error"


def swap(old: str, new: str) -> tuple[tuple[str, str], ...]:
    return ((old, new),)


BED = '    whereabouts: {person: bram, place: shed, at: "15:10", until: "15:25"}'
FULL = "      en: The raffle tin was still full at 15:05."
SHED = 'at: "15:13"\n        place: shed'

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

PLOT = [
    Broken(
        "entries out of order",
        swap('- at: "15:18"', '- at: "14:18"'),
        "sheets[2].timeline[1].at",
        "sort by time",
    ),
    Broken(
        "an entry that ends before it begins",
        swap('until: "15:21"', 'until: "15:01"'),
        "sheets[0].timeline[2].until",
        "is before 15:15",
    ),
    Broken(
        "an evening that ends before it begins",
        swap('closes: "15:45"', 'closes: "14:45"'),
        "incident.closes",
        "before it opens",
    ),
    Broken(
        "whereabouts that end before they begin",
        swap(BED, BED.replace("15:25", "15:05")),
        "facts[10].whereabouts.until",
        "is before 15:10",
    ),
    Broken(
        "a person in two places in the own timeline",
        swap('until: "15:12"', 'until: "15:14"'),
        "sheets[0].timeline[1]",
        "puts petra in “shed” while sheets[0].timeline[0]",
    ),
    Broken(
        "a true fact against the person's own timeline",
        swap(BED, BED.replace("15:25", "15:40")),
        "facts[10].whereabouts",
        "puts bram in “shed” while sheets[1].timeline[2]",
    ),
    Broken(
        "two true facts that put a person in two places",
        swap(
            "    implies: {kit: -2}",
            '    implies: {kit: -2}\n    whereabouts: {person: kit, place: shed, at: "15:30"}',
        ),
        "facts[9].whereabouts",
        "puts kit in “shed” while facts[8].whereabouts",
    ),
    Broken(
        "a lie not marked as one",
        swap("    cover_story: true\n", ""),
        "facts[6].whereabouts",
        "mark a lie with cover_story",
    ),
    Broken(
        "a proof that nobody would ever tell",
        swap("guarded_by: {petra: 6, bram: 3}", "guarded_by: {petra: 9, bram: 9, kit: 9}"),
        "solution.proof[2]",
        "no conversation could reach “cracked-kiln”",
    ),
    Broken(
        "points that nobody can earn",
        swap("guarded_by: {petra: 6, bram: 3}", "guarded_by: {petra: 9, bram: 9, kit: 9}"),
        "rubric[1].facts[0]",
        "nobody can earn these points",
    ),
    Broken(
        "a seat that needs nobody else",
        swap("proof: [petra-lied, petra-behind, cracked-kiln]", "proof: [cracked-kiln, only-blue]"),
        "solution.proof",
        "bram alone can prove it without asking",
        "warning",
    ),
    Broken(
        "two seats that need nobody else",
        swap("proof: [petra-lied, petra-behind, cracked-kiln]", "proof: [petra-behind]"),
        "solution.proof",
        "bram and kit alone",
        "warning",
    ),
]

WORDING = [
    Broken(
        "a private fact in public text",
        swap("but the raffle stubs.", "but stubs. The tin was full at 15:05."),
        "incident.text.en",
        "tells the whole table “tin-full”",
    ),
    Broken(
        "a private fact in what all know of a person",
        swap("      ja: 毎年と同じく、", "      ja: 学校の窯を割り、弁償するはずだった。"),
        "cast[0].known.ja",
        "tells the whole table “cracked-kiln”",
    ),
    Broken(
        "a private fact in the name of a topic",
        swap("name: {en: the raffle tin,", "name: {en: the raffle tin that was full at 15:05,"),
        "topics[0].name.en",
        "tells the whole table “tin-full”",
    ),
    Broken(
        "seven words of a background in public text",
        swap(
            "  You came to Wickenby to paint",
            "  The bunting hangs limp and the money is yours. You came",
        ),
        "sheets[0].background.en",
        "shares “the bunting hangs limp and the money” with premise",
    ),
    Broken(
        "fourteen characters of a secret in public text",
        swap(
            "ja: 番をするはずの時間に眠っていた。", "ja: 毎年と同じく、祭りで子どもの顔に絵の具。"
        ),
        "sheets[1].secrets[0].text.ja",
        "which everybody reads",
    ),
    Broken(
        "seven words of a guarded fact in public text",
        swap(
            "en: Fine. I sat down in the shed and slept,",
            "en: I was to keep an eye on the tea tent, sat down in the shed and slept,",
        ),
        "facts[10].told.bram.en",
        "with cast[1].known",
    ),
    Broken(
        "a question that does not hold its topic's keys",
        swap("When did you last see the tin?", "When did you last see it?"),
        "topics[0].questions.en[1]",
        "does not hold the keys of “tin”",
    ),
    Broken(
        "a name that does not hold its topic's keys",
        swap("name: {en: the school kiln,", "name: {en: the school oven,"),
        "topics[2].name.en",
        "not understood",
        "warning",
    ),
    Broken(
        "a fact whose text lacks a key",
        swap(FULL, FULL.replace("full", "brimming")),
        "facts[0].text.en",
        "does not hold its key “full|heavy”",
    ),
    Broken(
        "a fact whose Japanese text lacks a key",
        swap("片方に黄色い糸がかかっていた。\n", "何かある。\n"),
        "facts[1].text.ja",
        "does not hold its key “糸”",
    ),
    Broken(
        "words of a teller that lack a key",
        swap("and slept, ten past", "and closed my eyes, ten past"),
        "facts[10].told.bram.en",
        "does not hold its key",
    ),
    Broken(
        "words of a teller that only ask",
        swap(
            "en: I carried the pots. Only Petra had blue.",
            "en: I carried the pots. Had only Petra blue?",
        ),
        "facts[4].told.bram.en",
        "only in a question",
    ),
    Broken(
        "a fact told in another's words",
        swap("my thumb came away blue.", "my thumb came away blue; the tin was full at 15:05."),
        "facts[3].told.kit.en",
        "would also be taken for “tin-full”",
    ),
    Broken(
        "a name for two people",
        swap("aliases: {en: [Mr Tolley,", "aliases: {en: [Petra,"),
        "cast[1]",
        "also means petra",
    ),
]


def ids(cases: list[Broken]) -> list[str]:
    return [case.rule for case in cases]


ALL = [*REFERENCES, *TRANSLATIONS, *PLOT, *WORDING]


def test_the_small_story_has_nothing_wrong_with_it(mini: Scenario) -> None:
    assert lint(mini) == []


@pytest.mark.parametrize("case", ALL, ids=ids(ALL))
def test_a_story_broken_in_one_way_is_told_where_and_what_to_do(
    case: Broken, check_edited: Callable[..., list[Problem]]
) -> None:
    found = check_edited(*case.edits)
    at_field = [problem for problem in found if problem.field == case.field]
    assert any(case.says in one.message and one.severity == case.severity for one in at_field), (
        found
    )


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


def test_leaving_one_place_as_one_reaches_the_next_is_possible(
    check_edited: Callable[..., list[Problem]],
) -> None:
    assert check_edited(('until: "15:12"', 'until: "15:13"')) == []


def test_a_conclusion_may_hold_the_words_of_its_own_premises(
    check_edited: Callable[..., list[Problem]],
) -> None:
    text = "en: Petra crept into the tea tent under the canvas."
    longer = text + " Two pegs were out, with a thread on one."
    assert check_edited((text, longer)) == []


def test_what_all_seats_know_may_stand_in_public(
    check_edited: Callable[..., list[Problem]],
) -> None:
    words = {
        "petra": "The lid had blue on it.",
        "bram": "There was blue on the lid.",
    }
    told = "".join(
        f"      {who}:\n        en: {en}\n        ja: 蓋が青かった。\n" for who, en in words.items()
    )
    marker = "        en: When we searched I touched the lid"
    found = check_edited(
        (
            "    known_by: [kit]\n    told:\n      kit:\n" + marker,
            "    known_by: [petra, bram, kit]\n    told:\n" + told + "      kit:\n" + marker,
        ),
        ("but the raffle stubs.", "but the raffle stubs, and blue on the lid."),
    )
    assert [problem for problem in found if problem.severity == "error"] == []
