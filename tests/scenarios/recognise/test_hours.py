"""Times of day and numbers as people say them, in figures."""

import pytest

from mmagents.scenarios.recognise.hours import in_figures

EVENING = (18 * 60, 23 * 60)


@pytest.mark.parametrize(
    ("said", "figures"),
    [
        ("at twenty to ten", "at 21:40"),
        ("twenty minutes to ten", "21:40"),
        ("at nine-forty", "at 21:40"),
        ("at half ten, or half past ten", "at 22:30 , or 22:30"),
        ("from nine until ten past ten", "from 21:00 until 22:10"),
        ("from ten until twenty past", "from 22:00 until 22:20"),
        ("at five and twenty to ten", "at 21:35"),
        ("at seven men", "at 7 men"),
        ("six o'clock", "18:00"),
        ("9.40 p.m.", "21:40"),
        ("four hours late", "4 hours late"),
        ("a hundred and twenty thousand crowns", "120000 crowns"),
        ("thirty-one nights", "31 nights"),
        ("one of them", "one of them"),
    ],
)
def test_english_hours_and_numbers_are_put_in_figures(said: str, figures: str) -> None:
    assert " ".join(in_figures(said, "en", EVENING).split()) == figures


@pytest.mark.parametrize(
    ("said", "figures"),
    [
        ("十時二十分前だ", "21時40分だ"),
        ("午後九時半", "21時30分"),
        ("21:40に", "21時40分に"),
        ("三時十分から二十五分まで", "15時10分から15時25分まで"),
        ("四時間遅れて", "4時間遅れて"),
        ("一枚だけ", "1枚だけ"),
    ],
)
def test_japanese_hours_and_numbers_are_put_in_figures(said: str, figures: str) -> None:
    window = (15 * 60, 16 * 60) if said.startswith("三") else EVENING
    assert in_figures(said, "ja", window) == figures


def test_a_story_without_hours_keeps_its_times() -> None:
    assert in_figures("at nine, for two days", "en", None) == "at nine, for 2 days".replace(
        "nine", "9"
    )
