"""A saved game as a recording: its talk alone, in order."""

import pytest

from mmagents import Context
from mmagents.floor.rules import RULES, Rule
from mmagents.graph import graph
from mmagents.lab.recordings.games import recording_of
from mmagents.nodes.record import TurnRow, is_talk
from mmagents.nodes.table import table_for
from tests.lab.rows import row


def test_a_whole_evening_becomes_its_talk_in_stretches() -> None:
    context = Context(evening={"kind": "whole", "lengths": {"discussion": 4}})
    rows: list[TurnRow] = graph.invoke({"scenario": "mini", "seed": 1}, context=context)["history"]
    talk = [row for row in rows if is_talk(row)]

    found = recording_of(rows, table_for("mini", context), people=["kit"], name="one")

    assert [one.text for one in found.utterances] == [row["text"] for row in talk]
    assert (found.name, found.medium, found.language) == ("one", "chat", "en")
    assert found.models == {"petra", "bram"}
    assert len({row["phase"] for row in talk}) == len(list(found.stretches())) > 1
    taken_up = [row for row in talk if row["answers"]]
    answers = [one for one in found.utterances if one.replies_to is not None]
    assert len(answers) == len(taken_up) > 0
    for one in answers:
        assert one.replies_to is not None
        line = found.utterances[one.replies_to].line
        assert rows[one.line - 1]["answers"] == line
        assert found.utterances[one.replies_to].text == rows[line - 1]["text"]


def test_a_deed_by_a_rule_of_ones_own_is_no_talk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, "toast", Rule("toast", None))
    rows = [row(1, "petra"), row(2, "kit", "Kit raises a glass.", rule="toast"), row(3, "bram")]

    found = recording_of(rows, table_for("mini", Context()))

    assert [one.speaker for one in found.utterances] == ["petra", "bram"]
    assert len(list(found.stretches())) == 2


def test_names_come_in_the_order_in_which_they_first_spoke() -> None:
    context = Context(turns=4)
    rows = graph.invoke({"scenario": "mini", "seed": 2}, context=context)["history"]

    found = recording_of(rows, table_for("mini", context))

    spoke = list(dict.fromkeys(row["speaker"] for row in rows))
    assert list(found.names)[: len(spoke)] == spoke
    assert set(found.names) == {"petra", "bram", "kit"}
