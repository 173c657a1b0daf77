"""The end of the evening: votes, whom the table accuses, and what everybody has reached."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.nodes.choosing import choices
from mmagents.nodes.context import Context
from mmagents.nodes.desk import desk_for, dies_with_the_call
from mmagents.nodes.happening import Happening, put_on_record
from mmagents.nodes.knowledge import known_facts, speakers_of
from mmagents.nodes.recollection import let_go
from mmagents.nodes.spending import plus
from mmagents.nodes.state import Outcome, Reached, State, TurnRow, Vote
from mmagents.nodes.table import Table
from mmagents.nodes.wording import say
from mmagents.players.base import Asked, Chosen, Option
from mmagents.scenarios.schema import Mission, Scenario, Scored, Text


def leaders(votes: Sequence[Vote]) -> list[str]:
    """Return those with the most votes, by id; all of them in a tie."""
    counts = Counter(vote["whom"] for vote in votes)
    most = max(counts.values(), default=0)
    return sorted(whom for whom, count in counts.items() if count == most)


async def vote(state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
    """Ask all who vote, unheard by the others, for what and why; then read the votes out."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    table = desk.table
    asked = ballot(table, leaders(state["votes"]))
    chosen, calls = await choices(state, desk, context, asked)
    votes: list[Vote] = [
        {"seat": seat, "whom": one.id, "reason": one.reason}
        for seat, one in chosen.items()
        if one.id
    ]
    happenings = [
        Happening(seat, "vote", _read_out(seat, one, table), table.seats, reason=_abstained(one))
        for seat, one in chosen.items()
    ]
    change = await asyncio.to_thread(put_on_record, state, desk, happenings, calls)
    return {
        **change,
        "votes": votes,
        "ballots": state["ballots"] + 1,
        "spent": plus(state["spent"], calls, context.prices),
    }


def ballot(table: Table, tied: Sequence[str]) -> dict[str, Asked]:
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
        for seat in scenario.voters()
    }


def _read_out(seat: str, one: Chosen, table: Table) -> str:
    people = {person.id: person.call for person in table.public.cast}
    if not one.id:
        return say(table.language, "votes-not", who=people[seat])
    who = people.get(one.id) or table.scenario.option_name(one.id, table.language)
    if not one.reason:
        return say(table.language, "votes-bare", who=who)
    return say(table.language, "votes", who=who, reason=one.reason)


def _abstained(one: Chosen) -> str:
    return "" if one.id else one.reason


def decided_by(votes: Sequence[Vote], tie: str, seed: int) -> str | None:
    """Return on whom or what the vote falls, by the story's rule for ties; None for nothing."""
    first = leaders(votes)
    if len(first) == 1:
        return first[0]
    if tie == "lot" and first:
        return Random(f"{seed}:verdict").choice(first)
    return None


def is_reached(
    mission: Scored, decided: str | None, culprit: str | None, vote: str | None, said: set[str],
    known: set[str],
) -> bool:  # fmt: skip
    """Tell whether all that a mission asks for holds.

    Args:
        mission: what it asks for.
        decided: on whom or what the vote fell.
        culprit: who did it; None in a story without one.
        vote: for whom or what the seat itself voted.
        said: the facts said before the whole table.
        known: the facts that the seat knows.
    """
    return all(
        (
            mission.culprit_found is None or mission.culprit_found == (decided == culprit),
            mission.accused is None or mission.accused == decided,
            mission.not_accused is None or mission.not_accused != decided,
            mission.won is None or mission.won == decided,
            mission.not_won is None or mission.not_won != decided,
            mission.votes_for is None or mission.votes_for == vote,
            said >= set(mission.said),
            not said & set(mission.unsaid),
            known >= set(mission.knows),
        )
    )


def said_to_all(history: Sequence[TurnRow], seats: Sequence[str]) -> set[str]:
    """Return the facts said before the whole table."""
    return {f for row in history if set(row["heard_by"]) >= set(seats) for f in row["facts"]}


def _missions(
    state: State, table: Table, seat: str, decided: str | None, said: set[str]
) -> list[Reached]:
    scenario, found = table.scenario, state["found"].get(seat, {})
    heard = state["known"].get(seat, {})
    speakers = speakers_of(state["history"])
    facts = known_facts(scenario, table.language, seat, heard, speakers, found)
    known = {fact.id for fact in facts}
    vote = next((one["whom"] for one in state["votes"] if one["seat"] == seat), None)

    culprit = scenario.solution.culprit if scenario.solution else None

    def reached(mission: Mission) -> bool | None:
        if mission.scored is None:
            return None
        return is_reached(mission.scored, decided, culprit, vote, said, known)

    return [
        {"mission": one.id, "points": one.points, "reached": reached(one)}
        for one in scenario.sheet(seat).missions
    ]


def outcome_of(state: State, table: Table, tie: str) -> Outcome:
    """Return how the evening ended."""
    scenario, solution = table.scenario, table.scenario.solution
    decided = decided_by(state["votes"], tie, state["seed"])
    found = solution is not None and decided == solution.culprit
    said = said_to_all(state["history"], table.seats)
    text = last_words(scenario, decided, found=found)
    missions = {seat: _missions(state, table, seat, decided, said) for seat in table.seats}
    return {
        "accused": decided if solution else None,
        "culprit": solution.culprit if solution else None,
        "found": found if solution else None,
        "decided": decided,
        "votes": state["votes"],
        "missions": missions,
        "points": {
            seat: sum(one["points"] for one in reached if one["reached"])
            for seat, reached in missions.items()
        },
        "rubric": [item.id for item in scenario.rubric if said >= set(item.facts)],
        "rubric_points": sum(i.points for i in scenario.rubric if said >= set(i.facts)),
        "rubric_of": sum(item.points for item in scenario.rubric),
        "proof_said": _share(solution.proof, said) if solution else None,
        "method": solution.method.in_(table.language) if solution else "",
        "motive": solution.motive.in_(table.language) if solution else "",
        "epilogue": text.in_(table.language) if text else "",
    }


def last_words(scenario: Scenario, decided: str | None, *, found: bool) -> Text | None:
    """Return what the story has to be read aloud at the end, if anything."""
    if scenario.epilogue is not None:
        return scenario.epilogue.found if found else scenario.epilogue.escaped
    words = {ending.option: ending.text for ending in scenario.endings}
    return words.get(decided) or words.get(None)


def _share(facts: Sequence[str], said: set[str]) -> float:
    return round(sum(fact in said for fact in facts) / len(facts), 4)


async def settle(state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
    """Tell the truth, score the missions and the talk, and end the evening."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    outcome = outcome_of(state, desk.table, state["tie"])
    if dies_with_the_call(context, config):
        await asyncio.to_thread(let_go, desk.recollection)
    return {"outcome": outcome, "turn": max(1, state["turn"] - 1), "ended": True}


def again(state: State) -> bool:
    """Tell whether those tied are to be voted on once more."""
    tied = len(leaders(state["votes"])) > 1
    return state["tie"] == "again" and state["ballots"] == 1 and tied
