"""A small story of sides, played by the stages of AgentGroupChat."""

import json
from pathlib import Path
from typing import Any

from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.scenarios.loader import load_scenario

ORCHARD = str(Path(__file__).parents[1] / "stories" / "orchard.yaml")
STORY = load_scenario(ORCHARD)
SEATS, PRINCIPALS = STORY.seats(), STORY.principals()
LENGTHS = {"private_chat": 3, "confidential_meeting": 2, "discussion": 5}
_PLAYED: dict[str, dict[str, Any]] = {}


def run_of(**given: Any) -> Context:
    fields: dict[str, Any] = {
        "evening.kind": "whole",
        "evening.protocol": "agentgroupchat",
        "evening.persona": "strategist",
        "evening.rounds": 2,
    }
    return Context(**fields | {"evening.lengths": LENGTHS} | given)


def play(seed: int = 3, **given: Any) -> dict[str, Any]:
    """Return the end of a game; several tests read the same, so each is played once."""
    key = json.dumps([seed, given])
    if key not in _PLAYED:
        start: Any = {"scenario": ORCHARD, "seed": seed}
        _PLAYED[key] = graph.invoke(start, {"recursion_limit": 999}, context=run_of(**given))
    return _PLAYED[key]


def rounds_of(rows: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the rows of each round of group chat."""
    said = [row for row in rows if row["rule"] == "round"]
    return [said[at : at + len(SEATS)] for at in range(0, len(said), len(SEATS))]
