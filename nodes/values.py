"""From the JSON that the state holds to the values that rules and players work with, and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import cast

from mmagents.floor.adjacency import Designation, FirstPart, Obligation
from mmagents.interfaces.talk import CutOff, HeardAside, HeardTurn
from mmagents.nodes.record import DesignationRow, TurnRow
from mmagents.nodes.state import OpenPair

_ALWAYS = {"turn", "by", "to", "first_pair_part", "expects", "text"}
"""What every open pair has; what else it may have stands there only where there is something."""


def heard_turn(row: TurnRow) -> HeardTurn:
    """Return a turn as those who heard it know it: without ledger, rule or bids."""
    cut = row.get("units", {}).get("cut")
    return HeardTurn(
        turn=row["turn"],
        speaker=row["speaker"],
        text=row["text"],
        first_pair_part=row["first_pair_part"],  # type: ignore[arg-type]  # JSON of the literal
        addressees=tuple(row["addressees"]),
        answers=row["answers"],
        second_pair_part=row["second_pair_part"],  # type: ignore[arg-type]  # JSON of the literal
        facts=tuple(row["facts"]),
        cut=CutOff(cut["by"], cut["rule"] == "1a") if cut else None,
        asides=tuple(
            HeardAside(one["speaker"], one["text"], one["kind"], one["unit"])
            for one in row.get("asides", ())
        ),
    )


def obligation(pair: OpenPair) -> Obligation:
    """Return an open pair as the obligation it is."""
    lists: dict[str, tuple[str, ...] | tuple[int, ...]] = {
        "to": tuple(pair["to"]),
        "expects": tuple(pair["expects"]),
        "had_say": tuple(pair.get("had_say", ())),
    }
    if "within" in pair:
        lists["within"] = tuple(pair["within"])
    return Obligation(**{**pair, **lists})  # type: ignore[arg-type]  # JSON of the literals


def open_pair(due: Obligation) -> OpenPair:
    """Return an obligation as the state holds it."""
    names = ("to", "expects", "had_say")
    pair = {**asdict(due), **{name: list(getattr(due, name)) for name in names}}
    pair["within"] = list(due.within or ())
    return cast("OpenPair", {key: one for key, one in pair.items() if one or key in _ALWAYS})


def designation_of(reading: DesignationRow) -> Designation:
    """Return a reading as the designation it is."""
    return Designation(
        first_pair_part=reading["first_pair_part"],  # type: ignore[arg-type]  # JSON of the literal
        addressees=tuple(reading["addressees"]),
        expects=tuple(reading["expects"]),  # type: ignore[arg-type]  # JSON of the literal
        answers=reading["answers"],
        second_pair_part=reading["second_pair_part"],  # type: ignore[arg-type]  # JSON
        closes=reading["closes"],
        earlier=tuple(
            FirstPart(one["first_pair_part"], tuple(one["addressees"]), tuple(one["expects"]))  # type: ignore[arg-type]  # JSON
            for one in reading.get("earlier", [])
        ),
    )


def reading_of(found: Designation) -> DesignationRow:
    """Return a designation as plain JSON, without what the floor does not go by."""
    lists = {"addressees": list(found.addressees), "expects": list(found.expects)}
    reading = {**asdict(found), **lists}
    del reading["recipient"], reading["earlier"]
    if found.earlier:
        reading["earlier"] = [
            {**asdict(one), "addressees": list(one.addressees), "expects": list(one.expects)}
            for one in found.earlier
        ]
    return cast("DesignationRow", reading)
