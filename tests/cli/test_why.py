"""`explain` in English: names for ids, and who had been asked where asking obliges nobody."""

from mmagents.cli.shown.why import why_lines, with_names
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.web.game.faces import Faces


def test_a_reason_names_people_and_leaves_other_words_alone() -> None:
    faces = Faces.of(table_for("mini", Context()), "en")
    said = with_names("kit put a question to bram; bram's kit-bag, and a kit's", faces)
    assert said == "Kit put a question to Bram; Bram's kit-bag, and a Kit's"


def test_under_ss_it_says_that_the_one_who_took_the_floor_had_been_asked() -> None:
    context = Context(condition="ss", turns=12)
    rows = graph.invoke({"scenario": "mini", "seed": 3}, context=context)["history"]
    faces = Faces.of(table_for("mini", context), "en")
    told = {
        row["turn"]: "had been asked" in "\n".join(why_lines(row, rows, faces, 0)) for row in rows
    }
    asked = {row["turn"]: row["ledger"]["designated"] == [row["speaker"]] for row in rows}
    assert told == asked
    assert set(told.values()) == {True, False}
