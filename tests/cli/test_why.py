"""What is told of rules: by `explain`, by `conditions`, and of the protocol before a game."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from mmagents.cli.app import app
from mmagents.cli.play import story_fields
from mmagents.cli.shown.talk import stages_in_words
from mmagents.cli.shown.why import told_line, why_lines, with_names
from mmagents.floor.conditions import CONDITIONS
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import agenda_of
from mmagents.nodes.table import table_for
from mmagents.scenarios.loader import load_scenario
from mmagents.showing.faces import Faces
from mmagents.showing.wording import pair_lines
from tests.lab.rows import row


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


def test_a_statement_that_somebody_agrees_with_is_named_by_its_speaker_alone() -> None:
    statement = row(1, "petra", "It was the tide.")
    agrees = row(2, "kit", "It was.", answers=1, second_pair_part="agreement")
    for lang, said in {
        "en": "turn 1 (Petra) with: agreement.",
        "ja": "（ペトラさんの発言）",
    }.items():
        faces = Faces.of(table_for("mini", Context(language=lang)), lang)
        told = list(pair_lines(agrees, [statement, agrees], faces))
        assert len(told) == 1
        assert said in told[0]


def test_the_facts_of_a_turn_are_told_by_name_and_who_found_them() -> None:
    table = table_for("mini", Context())
    told = row(1, "kit", "Well.") | {"facts": ["blue-lid"]}
    name = table.scenario.fact("blue-lid").ask.in_("en")
    assert told_line(told, table).endswith(f"by rules, whatever the words): {name}")
    assert "by a model" in told_line(told | {"facts_by": "model"}, table)
    assert told_line(row(1, "kit", "Well."), table).endswith(": none")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_condition_stands_there_with_who_speaks_next(language: str) -> None:
    said = CliRunner().invoke(app, ["conditions", "--lang", language]).output
    for one in CONDITIONS.values():
        assert f"{one.name}: {one.text(language).about}\n" in said


def test_as_json_it_tells_that_the_controls_show_nothing() -> None:
    said = json.loads(CliRunner().invoke(app, ["conditions", "--json"]).output)
    shows = {one["name"]: set(one["shows"].values()) for one in said}
    assert shows["cssn-or-ss"] == {True}
    assert shows["ss"] == shows["equal"] == {False}


@pytest.mark.parametrize(
    ("given", "protocol"),
    [
        ({}, "hybrid"),
        ({"persona": "strategist"}, "agentgroupchat"),
        ({"persona": "strategist", "protocol": "hybrid"}, "hybrid"),
        ({"persona": "strategist", "condition": "ss"}, "hybrid"),
        ({"persona": "strategist", "repair": True}, "hybrid"),
        ({"protocol": "agentgroupchat"}, "agentgroupchat"),
    ],
)
def test_strategists_play_to_the_letter_unless_something_else_was_asked_for(
    given: dict[str, Any], protocol: str
) -> None:
    assert Context(**story_fields(given)).evening.protocol == protocol


def test_the_stages_are_told_before_a_game_those_of_a_round_once() -> None:
    context = Context(
        evening={
            "kind": "whole",
            "protocol": "agentgroupchat",
            "rounds": 3,
            "without": ("private",),
        }
    )
    told = stages_in_words(agenda_of(load_scenario("name-on-the-bell"), context), "en")
    inner = "talks behind closed doors, discussion, time to think"
    assert told == ["time to think", f"3 rounds ({inner})", "vote", "judgement", "how it ends"]
