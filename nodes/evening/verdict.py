"""The end of the evening, a step each: the vote, and the settlement."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.interfaces.player import Asked, Chosen, Option
from mmagents.nodes.context import Context
from mmagents.nodes.detective import asking
from mmagents.nodes.evening.choices import choices
from mmagents.nodes.evening.end_of_step import close_deeds
from mmagents.nodes.evening.outcome import decided_by, leaders, outcome_of
from mmagents.nodes.evening.rows import Happening, put_on_record
from mmagents.nodes.state import State, Vote
from mmagents.nodes.table import Table
from mmagents.nodes.tools import Desk, desk_for, dies_with_the_call
from mmagents.nodes.views.long_term import let_go
from mmagents.nodes.wording import say


async def vote(state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
    """Ask all who vote, unheard by the others, for what and why; then read the votes out."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    table = desk.table
    asked = ballot(table, leaders(state["votes"]), voters(table, context))
    chosen, calls = await choices(state, desk, context, asked)
    votes: list[Vote] = [
        {"seat": seat, "whom": one.id, "reason": one.reason}
        for seat, one in chosen.items()
        if one.id
    ]
    words = {seat: _read_out(seat, one, table, state["ballots"]) for seat, one in chosen.items()}
    happenings = [
        Happening(
            seat, "vote", words[seat], table.seats, reason=_abstained(one),
            noted={"vote": one.id} if one.id else {},
        )
        for seat, one in chosen.items()
    ]  # fmt: skip
    change = {"votes": votes, "ballots": state["ballots"] + 1}
    once_more = again({**state, **change})  # type: ignore[typeddict-item]  # they are its keys
    return await close_deeds(
        state, desk, context, config, happenings, calls, change, once_more=once_more
    )


def voters(table: Table, context: Context) -> list[str]:
    """Return who votes: under interrogation the detective alone."""
    if context.interrogates():
        return [asking(table.scenario, context.detective)]
    return table.scenario.voters()


def ballot(table: Table, tied: Sequence[str], voting: Sequence[str]) -> dict[str, Asked]:
    """Return by seat what it may vote for: among `tied`, if there are any, else all there is."""
    scenario, verdict = table.scenario, table.scenario.verdict
    among = list(tied) or scenario.options() or list(table.seats)
    oneself = verdict is not None and verdict.for_oneself
    options = {one: Option(one, scenario.option_name(one, table.language)) for one in among}
    return {
        seat: Asked(
            "vote",
            tuple(option for one, option in options.items() if oneself or one != seat)
            or tuple(options.values()),
            verdict.question.in_(table.language) if verdict else "",
        )
        for seat in voting
    }


def _read_out(seat: str, one: Chosen, table: Table, ballots: int) -> str:
    """Return a vote in words; `ballots` is how often it was voted before."""
    people = {person.id: person.name for person in table.public.cast}
    if not one.id:
        return say(table.language, "votes-not", who=people[seat])
    who = people.get(one.id) or table.scenario.option_name(one.id, table.language)
    who = who[:1].upper() + who[1:]
    how = "votes" if table.scenario.verdict else "accuses"
    if not one.reason:
        how = f"{how}-bare"
    reason = one.reason[:1].upper() + one.reason[1:]
    said = say(table.language, how, who=who, reason=reason)
    return say(table.language, "once-more", said=said) if ballots else said


def _abstained(one: Chosen) -> str:
    return "" if one.id else one.reason


async def settle(state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
    """Tell the truth, score the missions and the talk, and end the evening."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    change = await asyncio.to_thread(award, state, desk)
    outcome = outcome_of(state, desk.table, change.get("owners"))
    if dies_with_the_call(context, config):
        await asyncio.to_thread(let_go, desk.recollection)
    turn = change.get("turn", state["turn"])
    return {**change, "outcome": outcome, "turn": max(1, turn - 1), "ended": True}


def award(state: State, desk: Desk) -> dict[str, Any]:
    """Return what it changes that the story's prize passes to whomever the vote fell on."""
    table, verdict = desk.table, desk.table.scenario.verdict
    winner = decided_by(state["votes"], state["tie"], state["seed"])
    if verdict is None or verdict.prize is None or winner not in table.seats:
        return {}
    prize = next(one for one in table.scenario.resources if one.id == verdict.prize)
    name, who = prize.name.in_(table.language), table.public.person(winner).name
    text = say(table.language, "falls", thing=name[:1].upper() + name[1:], other=who)
    change = put_on_record(state, desk, [Happening(winner, "transfer", text, table.seats)])
    return {**change, "owners": {**state["owners"], prize.id: winner}}


def again(state: State) -> bool:
    """Tell whether those tied are to be voted on once more."""
    tied = len(leaders(state["votes"])) > 1
    return state["tie"] == "again" and state["ballots"] == 1 and tied
