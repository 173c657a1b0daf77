"""Select the speaker: apply the rules of the floor and write down why (section 3.2.2)."""

from __future__ import annotations

from typing import Any

from mmagents.floor.bids import Bid, calibrated, heeded, ranked, too_low
from mmagents.floor.conditions import INTRODUCTIONS, Condition, by_influence, in_pairs, in_rounds
from mmagents.floor.places import came_in
from mmagents.floor.rules import rule_of
from mmagents.floor.situation import Decision
from mmagents.interfaces.analyst import Moderator
from mmagents.nodes.evening.stages import IN_ROUNDS
from mmagents.nodes.record import bid_row
from mmagents.nodes.state import Floor
from mmagents.nodes.step import Step
from mmagents.nodes.talk.situation import gathering_of, own_past, situation_of
from mmagents.nodes.views.room import of_this_talk, pair_now
from mmagents.scenarios.game import IN_PAIRS


async def select_speaker(step: Step) -> dict[str, Any]:
    """Decide by the condition's strategy; complete the ledger of the turn."""
    state, threshold = step.state, step.context.threshold
    nominated, calls = await nominate(step)
    bids = weighed(step)
    decision = decide(step, bids, nominated)
    low = unheeded(bids, threshold) if rule_of(decision.rule).by_bids else ""
    pair = pair_now(state)
    due = pair if decision.due else None
    floor: Floor = {"speaker": decision.speaker, "rule": decision.rule, "due": due}
    return {
        "floor": floor,
        "calls": calls,
        "ledger": {
            "bids": [bid_row(bid) for bid in bids],
            "designated": list(pair["to"]) if pair else [],
            "tie": list(decision.tie),
            "reason": decision.reason + low,
        },
    }


def condition_now(step: Step) -> Condition:
    """Return who speaks next in the talk under way: the run's condition, as its phase has it."""
    condition, phase = step.context.floor(), step.state["phase"]
    if phase == "introduction":
        return INTRODUCTIONS
    order = step.state["now"].get("order")
    if order == "influence":
        return by_influence(condition)
    if order == IN_ROUNDS:
        return in_rounds(condition)
    return in_pairs(condition) if phase in IN_PAIRS else condition


async def nominate(step: Step) -> tuple[str | None, list[dict[str, Any]]]:
    """Return whom the moderator names, None where none is asked, and the calls it took."""
    analyst = step.context.analyst() if condition_now(step).asks_moderator else None
    if not isinstance(analyst, Moderator):
        return None, []
    with step.recording() as calls:
        named = await analyst.moderate(gathering_of(step))
    return named, calls


def weighed(step: Step) -> list[Bid]:
    """Return the bids of the turn as the ledger holds them: calibrated if wanted, ranked."""
    bids = [Bid.of(bid) for bid in step.state["ledger"]["bids"]]
    if step.context.calibrate:
        bids = calibrated(bids, own_past(step.state["history"]))
    by_seat = {bid.seat: bid for bid in bids}
    return [by_seat[bid.seat] for bid in ranked(heeded(bids, step.context.threshold))]


def decide(step: Step, bids: list[Bid], nominated: str | None = None) -> Decision:
    """Return who has the floor in this turn."""
    now = situation_of(step, heeded(bids, step.context.threshold), nominated)
    condition = condition_now(step)
    return came_in(condition.choose(now), who_came_in(step), condition, now)


def who_came_in(step: Step) -> str | None:
    """Return who came in at a place within the last turn of this talk, if anybody did."""
    last = of_this_talk(step.state)
    cut = last["units"].get("cut") if last and "units" in last else None
    return cut["by"] if cut and cut["rule"] == "1b" else None


def bids_count(step: Step) -> bool:
    """Tell whether the floor of this turn depends on who wants it."""
    if not condition_now(step).bids_count:
        return False
    # If nobody wants the floor and a rule of bids decides, then bids count.
    return rule_of(decide(step, []).rule).by_bids


def a_bid_changes_it(step: Step) -> bool:
    """Tell whether the floor of this turn depends on bids: not where somebody came in before."""
    return bids_count(step) and who_came_in(step) not in step.here


def thinkers(step: Step) -> tuple[str, ...]:
    """Return who thinks before this turn: all who are there, or the one who is about to speak."""
    return (decide(step, []).speaker,) if condition_now(step).speaker_thinks else step.here


def unheeded(bids: list[Bid], threshold: int) -> str:
    """Return in words whose wish to speak was too low, or nothing."""
    low = [f"{bid.seat} at {bid.importance}" for bid in bids if too_low(bid, threshold)]
    return f"; below the threshold of {threshold}: {', '.join(low)}" if low else ""
