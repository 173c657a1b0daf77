"""A turn said unit by unit, a step each: say the next, see who has the floor there, stop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from mmagents.analysts.rules.reading import only_begun, read
from mmagents.floor.adjacency import Designation, Obligation
from mmagents.floor.bids import Bid, weight
from mmagents.floor.places import Place, at_place, hold_of
from mmagents.floor.units import units_of
from mmagents.interfaces.talk import Utterance
from mmagents.nodes.record import Cut, PlaceRow
from mmagents.nodes.state import State
from mmagents.nodes.step import Step
from mmagents.nodes.turn.floor import condition_now
from mmagents.nodes.views.view import utterance_of
from mmagents.nodes.ways.units.offers import offers_at, offers_of_people
from mmagents.nodes.ways.units.planned import Planned, nothing_said, planned_in

UNSTATED = 5
"""The bid of a speaker that made none: the middle of the scale."""


async def say_unit(step: Step) -> dict[str, Any]:
    """Say the next unit of the turn; from then on the words are those that were heard so far."""
    state, words = step.state, step.state["words"]
    planned = planned_in(state)
    if not planned["said"]:
        planned = planned_of(words["text"], step)
    said = planned["said"] + 1
    heard = planned["text"][: planned["ends"][said - 1]]
    return {"planned": {**planned, "said": said}, "words": {**words, "text": heard}}


def planned_of(text: str, step: Step) -> Planned:
    """Return what is to be said; words with which clues are shown are one unit."""
    shown = "shown" in step.state["words"]
    found = () if shown else units_of(text, step.table.language)
    whole = not found or found[-1].end != len(text)
    return {
        **nothing_said(),
        "text": text,
        "ends": [len(text)] if whole else [one.end for one in found],
        "completion": [1.0] if whole else [round(one.completion, 2) for one in found],
    }


async def transition_place(step: Step) -> dict[str, Any]:
    """See who has the floor at the end of a unit that is not the last (SSJ, section 4.3).

    People are asked first, unless the words have selected somebody. Where one comes in, nobody else
    is asked.
    """
    planned, condition = planned_in(step.state), condition_now(step)
    place = place_of(step, planned)
    selected = at_place(place, condition).rule == "1a"
    offers = offers_of_people(step) if condition.bids_count and not selected else ()
    with step.recording(unit=planned["said"]) as calls:
        if condition.bids_count and not offers:
            offers = await offers_at(step)
    place = replace(place, offers=offers)
    found = at_place(place, condition)
    row: PlaceRow = {
        "unit": planned["said"],
        "rule": cast("Any", found.rule),
        "to": found.speaker,
        "hold": hold_of(place),
        "offers": [{"seat": o.seat, "height": o.height, "why": o.why} for o in offers],
        "reason": found.reason,
    }
    return {"planned": {**planned, "places": [*planned["places"], row]}, "calls": calls}


async def stop_speaking(state: State) -> dict[str, Any]:
    """Leave the rest unsaid: somebody else has the floor."""
    planned = planned_in(state)
    last = planned["places"][-1]
    cut: Cut = {
        "by": last["to"],
        "rule": cast("Any", last["rule"]),
        "at": len(state["words"]["text"]),
    }
    return {"planned": {**planned, "cut": cut}, "words": {**state["words"], "cut": True}}


def place_of(step: Step, planned: Planned) -> Place:
    """Return the place after the last unit heard, as the rules look at it before anybody comes in.

    What the words do is read by rule, whoever the analyst of the game is: a place asks no model.
    """
    state, said = step.state, planned["said"]
    seat, due = state["words"]["speaker"], state["floor"]["due"]
    obliges = condition_now(step).obliges
    found = read(replace(utterance_of(step), cut=True)) if obliges else Designation()
    bids = (Bid.of(one) for one in state["ledger"]["bids"])
    return Place(
        turn=state["turn"],
        seed=state["seed"],
        units=said,
        completion=planned["completion"][said - 1],
        speaker=seat,
        bid=next((weight(one) for one in bids if one.seat == seat), UNSTATED),
        owes=due is not None and found.answers != due["turn"],
        seats=step.here,
        pair=None if only_begun(_last_unit(step, planned)) else _pair(step, found),
    )


def _last_unit(step: Step, planned: Planned) -> Utterance:
    """Return the last unit heard, as words of their own."""
    begun, until = [0, *planned["ends"]][planned["said"] - 1 : planned["said"] + 1]
    return replace(utterance_of(step), text=planned["text"][begun:until])


def _pair(step: Step, found: Designation) -> Obligation | None:
    words, kind = step.state["words"], found.first_pair_part
    if kind is None or not found.addressees:
        return None
    to, turn = found.addressees, step.state["turn"]
    return Obligation(turn, words["speaker"], to, kind, found.expects, words["text"])
