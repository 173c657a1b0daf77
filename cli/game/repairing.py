"""The options of repair, and of how models are asked for words, for the commands that play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from mmagents.cli.sharing import ContextOptions

Likeness = StrEnum("Likeness", {"CALIBRATED": "calibrated", "AS_WRITTEN": "as written"})
Evidence = StrEnum("Evidence", ["HEARD", "OWN"])
Asking = StrEnum("Asking", ["LOT", "PERSONA", "TASK"])
Information = StrEnum("Information", ["BACKGROUND", "MEMORY", "HISTORY", "STATUS"])
option_repair = partial(typer.Option, rich_help_panel="Repair")


@dataclass(frozen=True, kw_only=True)
class Repairing(ContextOptions):
    """What is screened before it is heard, and how it is said anew."""

    repair: Annotated[
        bool,
        option_repair(
            "--repair",
            help="Screen what is about to be said, and have it said anew where it is at fault.",
        ),
    ] = False
    repair_rounds: Annotated[
        int, option_repair(min=0, max=5, help="With --repair: how often a turn is said anew.")
    ] = 2
    likeness: Annotated[
        Likeness,
        option_repair(
            help="With --repair: SDR's thresholds for repetition linked to the scale of spelling, "
            "or as the paper writes them."
        ),
    ] = Likeness.CALIBRATED
    nli: Annotated[
        str,
        option_repair(
            help="With --repair, what finds contradictions: rules, llm, transformers:MODEL, or "
            "auto (a model where one is named, else the rules)."
        ),
    ] = "auto"
    evidence: Annotated[
        Evidence,
        option_repair(
            help="With --repair and a model that finds contradictions: compare with all that the "
            "speaker heard, a model picking the evidence, or with its own words."
        ),
    ] = Evidence.HEARD
    asking: Annotated[
        Asking,
        option_repair(
            "--repair-as", help="With --repair: ask models for other words in this way, or by lot."
        ),
    ] = Asking.LOT
    merge: Annotated[
        bool,
        option_repair(
            "--merge-comments", help="With --repair: have a model put comments together first."
        ),
    ] = False
    best_of: Annotated[
        int,
        option_repair(min=1, max=10, help="Lines a model writes for a turn, and picks one of."),
    ] = 1
    leave_out: Annotated[
        list[Information] | None,
        option_repair(help="What models are not told when they speak and repair; repeatable."),
    ] = None
    err: Annotated[
        str | None,
        option_repair(
            metavar="KIND=RATE,…",
            help="A testing aid: improv players err at these rates, of repeat, contradict, invent "
            "and dodge: repeat=0.2,dodge=0.1.",
        ),
    ] = None
