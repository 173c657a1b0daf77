"""Every row that a game writes is as the schema of the record says."""

import json
from typing import Any, NotRequired, get_origin, get_type_hints

import jsonschema
import pytest

from mmagents import Context
from mmagents.floor.adjacency import EXPECTS, SecondPairPart
from mmagents.graph import graph
from mmagents.nodes.record import TurnRow
from tests.docs.blocks import ROOT
from tests.servers.openai_interrupters import FACT, Interrupters
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving

pytestmark = pytest.mark.slow


ORCHARD = str(ROOT / "tests/stories/orchard.yaml")
SCHEMA = json.loads((ROOT / "docs/reference/record.schema.json").read_text("utf-8"))
GAMES: dict[str, tuple[str, Context]] = {
    "a discussion": ("mini", Context(turns=12, floor={"calibrate": True})),
    "unit by unit": ("halcyon-light", Context(turns=12, medium="units")),
    "a chat": ("halcyon-light", Context(turns=12, medium="chat")),
    "kept thoughts": ("mini", Context(turns=12, pace="lean")),
    "a whole evening": ("mini", Context(evening="whole")),
    "an interrogation": (
        "mini",
        Context(condition="interrogation", evening={"kind": "whole", "rounds": 1}),
    ),
    "strategists": (
        "one-coat",
        Context(
            evening={
                "kind": "whole",
                "persona": "strategist",
                "rounds": 1,
                "lengths": {"discussion": 8},
            }
        ),
    ),
    "strategists to the letter": (
        ORCHARD,
        Context(
            evening={
                "kind": "whole",
                "persona": "strategist",
                "protocol": "agentgroupchat",
                "rounds": 1,
                "lengths": {"private_chat": 1, "confidential_meeting": 1, "discussion": 4},
            }
        ),
    ),
    "repair": (
        "mini",
        Context(
            turns=12, repair=True, evening={"err": {"repeat": 0.3, "contradict": 0.3, "dodge": 0.3}}
        ),
    ),
}


def check(rows: list[Any]) -> None:
    """Hold rows against the schema."""
    assert rows
    found = jsonschema.Draft202012Validator(SCHEMA)
    for row in rows:
        wrong = [(list(one.absolute_path), one.message) for one in found.iter_errors(row)]
        assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_played_offline_fits_the_schema(game: str) -> None:
    story, context = GAMES[game]
    played = graph.invoke({"scenario": story, "seed": 1}, context=context)
    check(played["history"])
    if game == "repair":
        assert any(row["ledger"]["repair"]["outcome"] == "repaired" for row in played["history"])


@pytest.mark.parametrize("pace", ["paper", "draft"])
def test_what_models_play_fits_the_schema(pace: str) -> None:
    with serving(faithful) as server:
        context = Context(turns=2, model="openai:any", base_url=server.url, pace=pace)
        played = graph.invoke({"scenario": "mini", "seed": 1}, context=context)
    check(played["history"])
    assert played["history"][0]["ledger"]["calls"]


def test_what_models_play_that_come_in_fits_the_schema() -> None:
    mind = Interrupters({"kit": [FACT["en"]]}, bids={"kit": 0})
    with serving(mind) as server:
        given = {"model": "openai:any", "base_url": server.url, "medium": "units"}
        context = Context(turns=2, condition="ss", **given)  # type: ignore[arg-type]  # its fields
        played = graph.invoke({"scenario": "mini", "seed": 1}, context=context)
    check(played["history"])
    assert "cut" in played["history"][0]["units"]


def test_the_schema_has_the_fields_that_the_program_has() -> None:
    fields = get_type_hints(TurnRow, include_extras=True)
    always = {name for name, kind in fields.items() if get_origin(kind) is not NotRequired}
    assert set(SCHEMA["properties"]) == set(fields)
    assert set(SCHEMA["required"]) == always
    parts = SCHEMA["$defs"]
    assert parts["first_pair_part"]["enum"] == list(EXPECTS)
    assert parts["second_pair_part"]["enum"] == list(SecondPairPart.__args__)


def test_a_row_with_a_field_too_many_does_not_fit() -> None:
    played = graph.invoke({"scenario": "mini", "seed": 1}, context=Context(turns=1))
    with pytest.raises(AssertionError):
        check([{**played["history"][0], "mood": "sour"}])
