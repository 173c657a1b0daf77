"""A turn that is being said unit by unit, as the state holds it: plain JSON."""

from __future__ import annotations

from typing import NotRequired, cast

from typing_extensions import TypedDict

from mmagents.nodes.record import AsideRow, Cut, PlaceRow
from mmagents.nodes.settings import Units
from mmagents.nodes.state import State
from mmagents.nodes.step import Step


class Planned(TypedDict):
    """A turn that is being said. Nobody at the table has any of it but the first `said` units.

    `ends` and `completion` are those of all units of `text`, `places` what came of those so far.
    `asides` are what listeners said so far, `again` as in :class:`Units`.
    """

    text: str
    ends: list[int]
    completion: list[float]
    said: int
    places: list[PlaceRow]
    asides: NotRequired[list[AsideRow]]
    again: NotRequired[list[int]]
    cut: NotRequired[Cut]


def units_in(step: Step) -> Units:
    """Return the settings of units; the defaults for the rest of a turn begun before a change."""
    medium = step.context.medium
    return medium if isinstance(medium, Units) else Units()


def nothing_said() -> Planned:
    """Return what is kept of a turn that is to be said, before its words are settled."""
    return {"text": "", "ends": [], "completion": [], "said": 0, "places": []}


class UnitsState(TypedDict):
    """The channel of units: the turn that is being said. `words` hold what was heard of it."""

    planned: NotRequired[Planned | None]


def planned_in(state: State) -> Planned:
    """Return the turn that is being said."""
    planned = cast("UnitsState", state).get("planned")
    assert planned is not None, "only a turn that is said unit by unit comes here"
    return planned
