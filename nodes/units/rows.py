"""Turns said unit by unit, as the state and the record hold them: plain JSON."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class OfferRow(TypedDict):
    """A listener's wish to come in: a :class:`mmagents.floor.places.Offer` as JSON."""

    seat: str
    height: float
    why: str


class PlaceRow(TypedDict):
    """What came of a place within a turn, for the ledger.

    `unit` counts the units heard by then, from 1. `rule` is 1a, 1b or 1c, `to` who has the floor by
    it, and `hold` the speaker's (see :func:`mmagents.floor.places.hold_of`). `offers` are those to
    come in there, the highest first.
    """

    unit: int
    rule: Literal["1a", "1b", "1c"]
    to: str
    hold: float
    offers: list[OfferRow]
    reason: str


class Cut(TypedDict):
    """After which character a turn was cut, by which rule, and who has the floor."""

    by: str
    rule: Literal["1a", "1b"]
    at: int


class AsideRow(TypedDict):
    """What a listener said within a turn without taking the floor: no turn, and it has no number.

    `kind` is continuer, assessment or repair (:data:`mmagents.interfaces.asides.AsideKind`). It
    follows the `unit`-th unit of the turn, from 1; whoever heard the turn heard it. `start` and
    `end`, in seconds from the talk's beginning, are there once the turn is over.
    """

    speaker: str
    text: str
    kind: str
    unit: int
    start: NotRequired[float]
    end: NotRequired[float]


class Units(TypedDict):
    """The units of a turn that were heard, as a row of the record holds them.

    `ends` are the characters of the row's text at which each ends, and `completion` how surely it
    was complete there, 0-1. `times` are when each began and ended, in seconds from the talk's
    beginning. `again` counts, from 0, the units that say again what was said right before them,
    because a listener had asked for it; it is there only where there are such. `cut` is there only
    where the turn was cut, after the last of them.
    """

    ends: list[int]
    completion: list[float]
    times: NotRequired[list[list[float]]]
    again: NotRequired[list[int]]
    cut: NotRequired[Cut]


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


def nothing_said() -> Planned:
    """Return what is kept of a turn that is to be said, before its words are settled."""
    return {"text": "", "ends": [], "completion": [], "said": 0, "places": []}
