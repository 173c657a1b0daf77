"""Times of day and numbers as people say them, in figures."""

from mmagents.scenarios.recognise.hours import in_figures
from tests.tables import table

EVENING = (18 * 60, 23 * 60)


@table
def test_hours_and_numbers_are_put_in_figures(said: str, figures: str) -> None:
    window = (15 * 60, 16 * 60) if said.startswith("三") else EVENING
    language = "en" if said.isascii() else "ja"
    assert " ".join(in_figures(said, language, window).split()) == figures


def test_a_story_without_hours_keeps_its_times() -> None:
    assert in_figures("at nine, for two days", "en", None) == "at 9, for 2 days"
