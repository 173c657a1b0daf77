"""How an evening ended: on what the vote fell, and what everybody has reached. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from mmagents.interfaces.player import Asked, Chosen, Option
from mmagents.interfaces.texts.catalogue import game as sentence
from mmagents.nodes.detective import asking
from mmagents.nodes.evening.choices import ask_seats
from mmagents.nodes.evening.deeds import Deed, end_step, put_on_record
from mmagents.nodes.record import TurnRow
from mmagents.nodes.state import Outcome, Reached, State, Vote
from mmagents.nodes.step import Step
from mmagents.nodes.table import Table
from mmagents.nodes.views.knowledge import known_facts, speakers_of
from mmagents.scenarios.game import Scored
from mmagents.scenarios.schema import Scenario
from mmagents.scenarios.seats import Mission
from mmagents.scenarios.texts import Text


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


def leaders(votes: Sequence[Vote]) -> list[str]:
    """Return those with the most votes, by id; all of them in a tie."""
    counts = Counter(vote["whom"] for vote in votes)
    most = max(counts.values(), default=0)
    return sorted(whom for whom, count in counts.items() if count == most)


def decided_by(votes: Sequence[Vote], tie: str, seed: int) -> str | None:
    """Return on whom or what the vote falls, by the story's rule for ties; None for nothing."""
    first = leaders(votes)
    if len(first) == 1:
        return first[0]
    if tie == "lot" and first:
        return Random(f"{seed}:verdict").choice(first)
    return None


@dataclass(frozen=True, slots=True)
class AtEnd:
    """How things stand for one seat when the evening ends.

    Attributes:
        decided: on whom or what the vote fell; None where on nothing.
        culprit: who did it; None in a story without one.
        vote: for whom or what the seat itself voted, if it did.
        said: the facts said before the whole table.
        known: the facts that the seat knows.
        has: the resources that the seat has.
        side: the camp that the seat stands in, if any.
    """

    decided: str | None
    culprit: str | None
    vote: str | None
    said: Collection[str]
    known: Collection[str]
    has: Collection[str] = ()
    side: str | None = None


def is_reached(mission: Scored, end: AtEnd) -> bool:
    """Tell whether all that a mission asks for holds."""
    decided = end.decided
    return all(
        (
            mission.culprit_found is None or mission.culprit_found == (decided == end.culprit),
            mission.accused is None or mission.accused == decided,
            mission.not_accused is None or mission.not_accused != decided,
            mission.won is None or mission.won == decided,
            mission.not_won is None or mission.not_won != decided,
            mission.owns is None or mission.owns in end.has,
            mission.in_camp is None or mission.in_camp == end.side,
            mission.votes_for is None or mission.votes_for == end.vote,
            set(mission.said) <= set(end.said),
            not set(mission.unsaid) & set(end.said),
            set(mission.knows) <= set(end.known),
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
    end = AtEnd(
        decided=decided,
        culprit=scenario.solution.culprit if scenario.solution else None,
        vote=next((one["whom"] for one in state["votes"] if one["seat"] == seat), None),
        said=said,
        known={fact.id for fact in facts},
        has=[thing for thing, owner in state["owners"].items() if owner == seat],
        side=state["sides"].get(seat),
    )

    def reached(mission: Mission) -> bool | None:
        return None if mission.scored is None else is_reached(mission.scored, end)

    return [
        {"mission": one.id, "points": one.points, "reached": reached(one)}
        for one in scenario.sheet(seat).missions
    ]


def outcome_of(
    state: State, table: Table, owners: Mapping[str, str | None] | None = None
) -> Outcome:
    """Return how the evening ended; `owners` after the prize was awarded, if one was."""
    state = {**state, "owners": dict(owners or state["owners"])}
    scenario, solution = table.scenario, table.scenario.solution
    decided = decided_by(state["votes"], state["tie"], state["seed"])
    found = solution is not None and decided == solution.culprit
    said = said_to_all(state["history"], table.seats)
    text = last_words(scenario, decided, found=found)
    missions = {seat: _missions(state, table, seat, decided, said) for seat in table.seats}
    judged = state.get("judged") or []
    winner = decided_by(judged, "nobody", state["seed"])
    outcome: Outcome = {
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
    return {**outcome, "judged": judged, "winner": winner} if judged else outcome


def last_words(scenario: Scenario, decided: str | None, *, found: bool) -> Text | None:
    """Return what the story has to be read aloud at the end, if anything."""
    if scenario.epilogue is not None:
        return scenario.epilogue.found if found else scenario.epilogue.escaped
    words = {ending.option: ending.text for ending in scenario.endings}
    return words.get(decided) or words.get(None)


def _share(facts: Sequence[str], said: set[str]) -> float:
    return round(sum(fact in said for fact in facts) / len(facts), 4)
