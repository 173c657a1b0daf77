"""One asks all the others in turn, then accuses: the one-to-many interrogation (Junprung 2023).

The detective is a seat of the story, or somebody from outside without anything on the sheet. Each
round it talks with every other seat alone; after the last it accuses, and nobody else votes.
"""

from __future__ import annotations

from functools import lru_cache

from mmagents.errors import MMAgentsError
from mmagents.interfaces.texts.catalogue import game
from mmagents.scenarios.game import Scored
from mmagents.scenarios.schema import Scenario
from mmagents.scenarios.seats import CastMember, Mission, SeatSheet, Voice
from mmagents.scenarios.texts import Text

DETECTIVE = "detective"
"""The id of the detective from outside; with a number where a story has somebody of that id."""
INTERROGATION = "interrogation"
"""The phase in which one asks another alone."""
ROUNDS = 3
"""Rounds of questions, where the run names no other number."""


def _text(what: str, scenario: Scenario) -> Text:
    return Text({language: game(language, f"detective.{what}") for language in scenario.languages})


def detective_of(scenario: Scenario) -> str:
    """Return the id of the detective from outside: none of the story's own."""
    taken = {person.id for person in scenario.cast}
    ids = (DETECTIVE, *(f"{DETECTIVE}-{number}" for number in range(2, len(taken) + 3)))
    return next(one for one in ids if one not in taken)


def with_detective(scenario: Scenario, seat: str | None) -> Scenario:
    """Return a mystery with a detective at the table: one of its seats, or one from outside.

    Raises:
        MMAgentsError: if the story is no mystery, or has no such seat.
    """
    if scenario.kind != "mystery":
        raise MMAgentsError(
            f"{scenario.id} is no mystery, so there is nobody to find. Play it under another "
            "condition than interrogation."
        )
    if seat is None:
        return _enlarged(scenario)
    if seat not in scenario.seats():
        raise MMAgentsError(
            f"{scenario.id} has no seat {seat!r} to be the detective. It has: "
            f"{', '.join(scenario.seats())}. Left out, the detective comes from outside."
        )
    return scenario


def asking(scenario: Scenario, seat: str | None) -> str:
    """Return who asks: the seat the run names, or the detective from outside, who sits last."""
    return seat or scenario.seats()[-1]


@lru_cache(maxsize=32)
def _enlarged(scenario: Scenario) -> Scenario:
    seat = detective_of(scenario)
    person = CastMember(
        id=seat,
        name=_text("name", scenario),
        call=_text("call", scenario),
        role=_text("role", scenario),
        looks=_text("looks", scenario),
        manner=_text("manner", scenario),
        known=_text("known", scenario),
        voice=Voice(style="formal", talkativeness=4),
    )
    found = Mission(
        id="find", text=_text("mission", scenario), points=10, scored=Scored(culprit_found=True)
    )
    sheet = SeatSheet(
        seat=seat,
        background=_text("background", scenario),
        personality=_text("personality", scenario),
        objective=_text("objective", scenario),
        missions=[found],
    )
    return scenario.model_copy(
        update={"cast": [*scenario.cast, person], "sheets": [*scenario.sheets, sheet]}
    )
