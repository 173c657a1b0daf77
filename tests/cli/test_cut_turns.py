"""Where somebody was cut is told in the talk, in `explain` and on the page, in both languages."""

from io import StringIO

import pytest
from rich.console import Console

from mmagents.cli.shown.talk import Voices, print_turn, turn_line
from mmagents.cli.shown.totals import markdown
from mmagents.cli.shown.why import why_lines
from mmagents.floor.places import PRESSED
from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow
from mmagents.nodes.table import table_for
from mmagents.showing.faces import Faces
from mmagents.showing.html.talk import turns
from mmagents.showing.wording import own_cut, place_lines
from tests.lab.rows import bid, row

SAID = {
    "en": ("cut off: Bram came in", "Bram came in at 8, above a hold of 5.6: spoken of"),
    "ja": ("ここで途切れた：ブラムさんが口を挟んだ", "ブラムさんが強さ8で口を挟んだ（保持は5.6）"),
}


def cut_turn() -> TurnRow:
    place = {
        "unit": 1, "rule": "1b", "to": "bram", "hold": 5.6, "reason": "bram comes in",
        "offers": [{"seat": "bram", "height": 8, "why": "spoken of"}],
    }  # fmt: skip
    made = row(1, "kit", text="I saw it.")
    made["ledger"]["bids"] = [{**bid("bram", 3), "come_in": ["zqwhen"]}]
    units = {"ends": [9], "completion": [0.9], "cut": {"by": "bram", "rule": "1b", "at": 9}}
    ledger = {**made["ledger"], "places": [place], "unsaid": "It was Bram."}
    return {**made, "units": units, "ledger": ledger}  # type: ignore[typeddict-item]  # as the record has it


@pytest.mark.parametrize("language", SAID)
def test_where_a_turn_was_cut_is_told_and_what_was_not_said_in_explain_alone(language: str) -> None:
    told, why = SAID[language]
    table = table_for("mini", Context(language=language))
    made, faces = cut_turn(), Faces.of(table, language)
    shown = [turn_line(made, Voices(table)), markdown([made], table)]
    shown += turns([made], range(1), faces, hidden=True).values()
    for one in shown:
        assert "I saw it. —" in one.replace("\\", "")
        assert told in one
        assert "It was Bram" not in one
        assert "zqwhen" not in one
    explained = "\n".join(why_lines(made, [made], faces, 0))
    assert why in explained
    assert "It was Bram." in explained
    assert {"en": "Bram would come in on: zqwhen", "ja": "口を挟むつもりでいたこと：zqwhen"}[
        language
    ] in explained


def asked_again() -> TurnRow:
    text = "It was dark. I saw it. I saw it. Nobody came."
    units = {"ends": [12, 22, 32, 45], "completion": [0.9] * 3 + [1], "again": [2]}
    asides = [
        {"speaker": "petra", "text": "Mm.", "kind": "continuer", "unit": 1},
        {"speaker": "bram", "text": "The what?", "kind": "repair", "unit": 2},
    ]
    made = row(1, "kit", text=text)
    return {**made, "units": units, "asides": asides}  # type: ignore[typeddict-item]  # as the record has it


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "It was dark. (Petra: Mm.) I saw it. (Bram: The what?) I saw it. Nobody came."),
        ("ja", "I saw it. （ブラムさん：The what?） I saw it."),
    ],
)
def test_what_listeners_said_stands_where_they_said_it(language: str, said: str) -> None:
    table = table_for("mini", Context(language=language))
    made, voices = asked_again(), Voices(table)
    assert said in turn_line(made, voices)
    assert said in markdown([made], table)
    console = Console(force_terminal=True, color_system=None, width=60, file=StringIO())
    print_turn(console, made, voices)
    shown = console.file.getvalue()  # type: ignore[attr-defined]  # it is a StringIO
    lines = [line.strip() for line in shown.splitlines()]
    again = lines.index("I saw it.")
    assert lines[again + 1] == voices.say("aside", who=voices.call("bram"), text="The what?")
    assert lines[again + 2] == "I saw it. Nobody came."


def test_a_turn_stands_after_when_it_began_where_that_is_known() -> None:
    voices = Voices(table_for("mini", Context()))
    plain = turn_line(row(7, "kit", text="I saw it."), voices)
    assert plain.startswith("  7  Kit: I saw it.")
    timed = turn_line({**row(7, "kit", text="I saw it."), "start": 83.4, "end": 85.0}, voices)
    assert timed == plain.replace("  7  ", "  7   1:23  ")


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "No hold stands against a person"), ("ja", "話し手の保持を問わない")],
)
def test_of_a_person_who_came_in_it_is_told_that_no_hold_stood_against_them(
    language: str, told: str
) -> None:
    made = cut_turn()
    made["ledger"]["places"][0]["offers"][0]["height"] = PRESSED
    table = table_for("mini", Context(language=language))
    faces = Faces.of(table, language)
    assert any(told in line for line in place_lines(made, faces))


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize("rule", ["1a", "1b"])
def test_whoever_was_cut_is_told_after_which_words_and_by_whom(language: str, rule: str) -> None:
    made = cut_turn()
    made["units"]["cut"]["rule"] = rule  # type: ignore[typeddict-item]  # one of the two
    told = own_cut(made, {"bram": "Bram"}.get, language)  # type: ignore[arg-type]  # it is there
    assert "I saw it." in told
    assert "Bram" in told
    assert "It was" not in told
    long = {**made, "text": "x" * 200, "units": {**made["units"], "ends": [200]}}
    shortened = own_cut(long, {"bram": "Bram"}.get, language)  # type: ignore[arg-type]
    assert f"…{'x' * 60}" in shortened
    assert "x" * 61 not in shortened
    assert own_cut(row(1, "kit", text="I saw it."), str, language) == ""
