"""The end of the evening, a step each: the vote, and the settlement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mmagents.interfaces.player import Asked, Chosen, Option
from mmagents.interfaces.texts.catalogue import game as sentence
from mmagents.nodes.detective import asking
from mmagents.nodes.evening.choices import ask_seats
from mmagents.nodes.evening.deeds import Deed, end_step, put_on_record
from mmagents.nodes.evening.outcome import decided_by, leaders, outcome_of
from mmagents.nodes.state import State, Vote
from mmagents.nodes.step import Step
from mmagents.nodes.table import Table


async def vote(step: Step) -> dict[str, Any]:
    """Ask all who vote, unheard by the others, for what and why; then read the votes out."""
    state, table = step.state, step.table
    asked = ballot(table, leaders(state["votes"]), voters(step))
    chosen, calls = await ask_seats(step, asked)
    votes: list[Vote] = [
        {"seat": seat, "whom": one.id, "reason": one.reason}
        for seat, one in chosen.items()
        if one.id
    ]
    deeds = [
        Deed(
            seat, "vote", _read_out(seat, one, table, state["ballots"]), table.seats,
            reason="" if one.id else one.reason, noted={"vote": one.id} if one.id else {},
        )
        for seat, one in chosen.items()
    ]  # fmt: skip
    change = {"votes": votes, "ballots": state["ballots"] + 1}
    once_more = votes_again({**state, **change})  # type: ignore[typeddict-item]  # they are its keys
    return await end_step(step, deeds, calls, change, once_more=once_more)


def voters(step: Step) -> list[str]:
    """Return who votes: under interrogation the detective alone."""
    if step.context.interrogates():
        return [asking(step.table.scenario, step.context.floor.detective)]
    return step.table.scenario.voters()


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
    language = table.language
    if not one.id:
        return sentence(language, "votes-not", who=table.name(seat))
    who = _capital(table.scenario.option_name(one.id, language))
    how = ("votes" if table.scenario.verdict else "accuses") + ("" if one.reason else "-bare")
    said = sentence(language, how, who=who, reason=_capital(one.reason))
    return sentence(language, "once-more", said=said) if ballots else said


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


async def settle(step: Step) -> dict[str, Any]:
    """Tell the truth, score the missions and the talk, and end the evening."""
    change = await step.aside(award, step)
    outcome = outcome_of(step.state, step.table, change.get("owners"))
    await step.aside(step.forget_if_over, over=True)
    turn, stopped = change.get("turn", step.state["turn"]), step.state["stopped"]
    told = {"stopped": stopped} if stopped else {}  # the vote before it had nothing usable
    return {**change, **told, "outcome": outcome, "turn": max(1, turn - 1), "ended": True}


def award(step: Step) -> dict[str, Any]:
    """Return what it changes that the story's prize passes to whomever the vote fell on."""
    state, table, verdict = step.state, step.table, step.table.scenario.verdict
    winner = decided_by(state["votes"], state["tie"], state["seed"])
    if verdict is None or verdict.prize is None or winner not in table.seats:
        return {}
    prize = next(one for one in table.scenario.resources if one.id == verdict.prize)
    thing = _capital(prize.name.in_(table.language))
    text = sentence(table.language, "falls", thing=thing, other=table.name(winner))
    change = put_on_record(step, [Deed(winner, "transfer", text, table.seats)])
    return {**change, "owners": {**state["owners"], prize.id: winner}}


def votes_again(state: State) -> bool:
    """Tell whether those tied are to be voted on once more."""
    tied = len(leaders(state["votes"])) > 1
    return state["tie"] == "again" and state["ballots"] == 1 and tied
