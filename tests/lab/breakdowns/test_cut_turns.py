"""Being cut off is no breakdown by itself: what the analysis says of turns that were cut."""

from typing import Any

import pytest

from mmagents.nodes.record import TurnRow
from tests.lab.breakdowns.found import ASIDE, TIN, flagged, found
from tests.lab.rows import closed, row
from tests.languages import LANGUAGES

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
SAID = {
    "en": "The oven in the tea tent had been lit since ten in the morning.",
    "ja": "喫茶テントのかまどには朝の十時から火が入っていました。",
}


def cut(made: TurnRow, by: str, rule: str = "1b") -> TurnRow:
    """Return a turn that was cut where it ends."""
    end = len(made["text"])
    units: Any = {"ends": [end], "completion": [0.9], "cut": {"by": by, "rule": rule, "at": end}}
    return {**made, "units": units}


@LANGUAGE
def test_whoever_was_cut_off_before_answering_has_passed_nothing_over_yet(language: str) -> None:
    asked = row(1, "bram", TIN[language], to="petra")
    begun = row(2, "petra", ASIDE[language])
    told = row(4, "petra", "At two.", answers=1, second_pair_part="answer", closed=closed(1))
    others = row(3, "kit", "Hm.")
    assert not found(asked, cut(begun, "kit"), others, told, language=language)
    assert flagged(asked, begun, others, told, language=language) == [(2, "ignore-question", 1)]


def test_whoever_goes_on_about_something_else_after_being_cut_off_passes_it_over() -> None:
    asked, begun = row(1, "bram", TIN["en"], to="petra"), row(2, "petra", ASIDE["en"])
    again = row(4, "petra", "I like the band.")
    rows = (asked, cut(begun, "kit"), row(3, "kit", "Hm."), again)
    assert flagged(*rows) == [(4, "ignore-question", 1)]


def test_whoever_stops_to_ask_another_was_not_cut_off() -> None:
    asked, begun = row(1, "bram", TIN["en"], to="petra"), row(2, "petra", ASIDE["en"])
    rows = (asked, cut(begun, "kit", "1a"), row(3, "kit", "Hm."))
    assert flagged(*rows) == [(2, "ignore-question", 1)]


def test_the_turn_that_cut_off_whoever_had_no_other_passes_the_question_over() -> None:
    asked, begun = row(1, "bram", TIN["en"], to="petra"), row(2, "petra", ASIDE["en"])
    others = [row(3, "kit", "Hm.")]
    others += [row(turn, "bram" if turn % 2 else "kit", f"No {turn}.") for turn in range(4, 9)]
    (one,) = (each for each in found(asked, cut(begun, "kit"), *others) if each.of == 1)
    assert (one.turn, str(one.category)) == (3, "ignore-question")
    assert "cut off by kit" in one.reason


@LANGUAGE
def test_to_take_up_again_what_one_was_cut_off_in_repeats_nothing(language: str) -> None:
    begun, again = row(1, "petra", SAID[language]), row(3, "petra", SAID[language])
    other = row(2, "kit", "Hm.")
    assert not found(cut(begun, "kit"), other, again, language=language)
    assert flagged(begun, other, again, language=language) == [(3, "repetition", 1)]
    later = row(4, "petra", SAID[language])
    assert flagged(cut(begun, "kit"), other, again, later, language=language) == [
        (4, "repetition", 1)
    ]
