"""Select the speaker: apply the rules of the floor and write down why (section 3.2.2)."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

from langgraph.runtime import Runtime

from mmagents.nodes.context import Context
from mmagents.nodes.floor import STRATEGIES, designation, obliges, ranked
from mmagents.nodes.pairs import of_turn
from mmagents.nodes.room import of_this_talk
from mmagents.nodes.round import Decision, Round
from mmagents.nodes.situation import gathering_of, round_of
from mmagents.nodes.standing import by_influence
from mmagents.nodes.state import Bid, Floor, State
from mmagents.nodes.table import Table, table_for
from mmagents.nodes.weighing import calibrated, heeded, own_past, too_low
from mmagents.players.base import Moderator
from mmagents.players.llm_accounts import recording
from mmagents.scenarios.game import IN_PAIRS

BY_BIDS = frozenset({"1b", "1c", "bid"})
"""The rules for which it matters whether a wish to speak was heeded."""


async def nominate(
    state: State, context: Context, table: Table
) -> tuple[str | None, list[dict[str, Any]]]:
    """Return whom the moderator names, None where none is asked, and the calls it took."""
    analyst = context.analyst() if context.condition == "moderator" else None
    if not isinstance(analyst, Moderator):
        return None, []
    with recording(game=state["game"], turn=state["turn"]) as calls:
        named = await analyst.moderate(gathering_of(state, context, table))
    return named, [call.as_json() for call in calls]


def weighed(state: State, context: Context) -> list[Bid]:
    """Return the bids of the turn as the ledger holds them: calibrated if wanted, ranked."""
    bids = state["ledger"]["bids"]
    if context.calibrate:
        bids = calibrated(bids, own_past(state["history"]))
    by_seat = {bid["seat"]: bid for bid in bids}
    return [by_seat[bid["seat"]] for bid in ranked(heeded(bids, context.threshold))]


def decide(
    state: State, context: Context, table: Table, bids: list[Bid], nominated: str | None
) -> Decision:
    """Return who has the floor in this turn."""
    heard = heeded(bids, context.threshold)
    if state["phase"] == "introduction":
        return introducing(round_of(state, context, table, heard), state["room_from"])
    if state["now"].get("order") == "influence":
        return standing(state, context, table, round_of(state, context, table, heard))
    if state["phase"] in IN_PAIRS and of_this_talk(state) is None:
        first = state["rooms"][0]["members"][0]
        return Decision(first, "first", f"{first} asked for this talk")
    return STRATEGIES[context.condition](round_of(state, context, table, heard, nominated))


def bids_count(state: State, context: Context, table: Table) -> bool:
    """Tell whether the floor of this turn depends on who wants it."""
    nobody: list[Bid] = []  # if nobody wants it and a rule of bids decides, then bids count
    return decide(state, context, table, nobody, None).rule in BY_BIDS


def introducing(table: Round, before: int) -> Decision:
    """Return whose turn it is to say who they are: one after the other, as the cast stands."""
    place = (table.turn - before - 1) % len(table.seats)
    reason = f"place {place + 1} of {len(table.seats)} as they introduce themselves"
    return Decision(table.seats[place], "round-robin", reason)


def standing(state: State, context: Context, table: Table, here: Round) -> Decision:
    """Return whose turn it is where a talk goes by influence.

    The principals speak in order of influence, over and over (AgentGroupChat, section 3.3). Anybody
    else speaks when asked, if the run's condition has rule 1a, and the order goes on after that.
    """
    seats = table.scenario.principals() or table.seats
    order = by_influence(state, table, seats, f"{state['room_from']}:standing")
    seat, why = designation(here) if obliges(context.condition) else (None, "")
    if seat is not None and seat not in order:
        return Decision(seat, "1a", why, due=here.pair)
    rows = itertools.takewhile(
        lambda row: row["turn"] > state["room_from"], reversed(state["history"])
    )
    lap, place = divmod(sum(row["rule"] == "influence" for row in rows), len(order))
    reason = f"place {place + 1} of {len(order)} in round {lap + 1}, by influence"
    return Decision(order[place], "influence", reason)


def unheeded(bids: list[Bid], threshold: int) -> str:
    """Return in words whose wish to speak was too low, or nothing."""
    low = [f"{b['seat']} at {b['importance']}" for b in bids if too_low(b, threshold)]
    return f"; below the threshold of {threshold}: {', '.join(low)}" if low else ""


async def select_speaker(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """Decide by the condition's strategy; complete the ledger of the turn."""
    context = Context.of(runtime)
    table = await asyncio.to_thread(table_for, state["scenario"], context)
    nominated, calls = await nominate(state, context, table)
    bids = weighed(state, context)
    decision = decide(state, context, table, bids, nominated)
    low = unheeded(bids, context.threshold) if decision.rule in BY_BIDS else ""
    pair = of_turn(state["open_pairs"], state["turn"] - 1)
    floor: Floor = {"speaker": decision.speaker, "rule": decision.rule, "due": decision.due}
    return {
        "floor": floor,
        "calls": calls,
        "ledger": {
            "bids": bids,
            "designated": list(pair["to"]) if pair else [],
            "tie": list(decision.tie),
            "reason": decision.reason + low,
        },
    }
