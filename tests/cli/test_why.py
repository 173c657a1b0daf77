"""`explain` in English: names for ids, and who had been asked where asking obliges nobody."""

from mmagents.cli.shown.why import told_line, why_lines, with_names
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.web.game.faces import Faces
from tests.evaluation.rows import row


def test_a_reason_names_people_and_leaves_other_words_alone() -> None:
    faces = Faces.of(table_for("mini", Context()), "en")
    said = with_names("kit put a question to bram; bram's kit-bag, and a kit's", faces)
    assert said == "Kit put a question to Bram; Bram's kit-bag, and a Kit's"


def test_under_ss_it_says_that_the_one_who_took_the_floor_had_been_asked() -> None:
    context = Context(condition="ss", turns=12)
    rows = graph.invoke({"scenario": "mini", "seed": 3}, context=context)["history"]
    faces = Faces.of(table_for("mini", context), "en")
    told = {
        one["turn"]: "had been asked" in "\n".join(why_lines(one, rows, faces, 0)) for one in rows
    }
    asked = {row["turn"]: row["ledger"]["designated"] == [row["speaker"]] for row in rows}
    assert told == asked
    assert set(told.values()) == {True, False}


def test_the_facts_of_a_turn_are_told_by_name_and_who_found_them() -> None:
    table = table_for("mini", Context())
    told = row(1, "kit", "Well.") | {"facts": ["blue-lid"]}
    name = table.scenario.fact("blue-lid").ask.in_("en")
    assert told_line(told, table, "analyst").endswith(f"by rules, whatever the words): {name}")
    assert "by the story's own words" in told_line(told, table, "keys")
    assert "by a model" in told_line(told | {"facts_by": "model"}, table, "analyst")
    assert told_line(row(1, "kit", "Well."), table, "rules").endswith(": none")
