"""What a story tells is checked: whether it can be proved and played, and how it is worded."""

from collections.abc import Callable

import pytest

from mmagents.scenarios.problem import Problem
from tests.scenarios.check.broken import BED, FULL, Broken, ids, swap

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


ALL = [*PLOT, *WORDING]


@pytest.mark.parametrize("case", ALL, ids=ids(ALL))
def test_a_plot_broken_in_one_way_is_told_where_and_what_to_do(
    case: Broken, check_edited: Callable[..., list[Problem]]
) -> None:
    found = check_edited(*case.edits)
    assert case.told_by(found), found


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
