"""Where each fact came from: who said it first, who heard it, who held it, what follows from it.

Facts are recognised in the words of every turn anew, by the rule of the game (see
:func:`mmagents.nodes.talk.normalize_knowledge.facts_said`): those a fact is about must be named,
speak, or belong to the question answered. Columns of the record that say the same are not read,
so that a transcript from anywhere can be traced; for a game of this version both agree.

Rubric: MMAgents, section 4.2.3, figure 7: points for information shared, and for reasoning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mmagents.evaluation.conversation import Conversation, designation_in
from mmagents.evaluation.measures.measure import Measure, Measures, by_name
from mmagents.evaluation.statistics.sums import ratio
from mmagents.floor.adjacency import Obligation
from mmagents.floor.pairs import take_up
from mmagents.scenarios.proof import closure
from mmagents.scenarios.recognise.facts import people_named, recognise
from mmagents.scenarios.schema import Scenario

RUBRIC = "MMAgents, section 4.2.3"


@dataclass(frozen=True, slots=True)
class FirstSaid:
    """The first time a fact was said.

    Attributes:
        turn: from 1.
        heard_by: the seats that heard it, in the record's order.
        held_by: the seats that held it before: given, heard, found, or following from what they
            held.
    """

    fact: str
    turn: int
    speaker: str
    heard_by: tuple[str, ...]
    held_by: tuple[str, ...]

    @property
    def founded(self) -> bool:
        """Whether its speaker held it; if not, it was a guess, or made up."""
        return self.speaker in self.held_by


@dataclass(frozen=True, slots=True)
class Points:
    """Points of the rubric, and how many there are.

    Attributes:
        shared: for information that was said.
        reasoned: for conclusions that were said.
        reachable: for conclusions that followed from what was said, said or not: never fewer.
        shared_of: all points for information.
        reasoned_of: all points for conclusions.
    """

    shared: int
    reasoned: int
    reachable: int
    shared_of: int
    reasoned_of: int


@dataclass(frozen=True, slots=True)
class Provenance:
    """What came out in a conversation, and from whom.

    Attributes:
        said: every fact and conclusion that was said, by turn.
        disclosure: by turn, how many facts, conclusions left out, were out after it.
        concluded: by conclusion, the turn after which it followed from what was said at the table,
            or in which it was said; None if never.
        concluded_by_seat: the same for each seat, with what it was given and has heard; 0 for what
            it could tell before the first turn.
        solvable_at: the turn after which the proof of the solution followed from what was said.
        solvable_by_seat: the same for each seat, with what it was given and has heard. The culprit
            needs no proof; its figure is what it was given, as for any other.
        rubric: by item, whether all its facts were said.
        reachable: by item, whether all its facts were said or followed from what was.
        points: the sums.
    """

    said: tuple[FirstSaid, ...]
    disclosure: tuple[int, ...]
    concluded: Mapping[str, int | None]
    concluded_by_seat: Mapping[str, Mapping[str, int | None]]
    solvable_at: int | None
    solvable_by_seat: Mapping[str, int | None]
    rubric: Mapping[str, bool]
    reachable: Mapping[str, bool]
    points: Points


class _Holder:
    """What somebody holds, and since which turn; what follows from it is held too."""

    def __init__(self, scenario: Scenario, given: Sequence[str] = ()) -> None:
        self._scenario = scenario
        self._facts: frozenset[str] = frozenset()
        self.since: dict[str, int] = {}
        self.learn(given, 0)

    def learn(self, facts: Sequence[str], turn: int) -> None:
        """Add what came in `turn`, and what follows."""
        if not self._facts.issuperset(facts):
            self._facts = closure(self._scenario, self._facts.union(facts))
            for fact in self._facts.difference(self.since):
                self.since[fact] = turn

    def all_since(self, facts: Sequence[str]) -> int | None:
        """Return the turn since which all of `facts` are held; None if they are not."""
        if not self._facts.issuperset(facts):
            return None
        return max((self.since[fact] for fact in facts), default=0)


def trace(conversation: Conversation) -> Provenance:
    """Return what came out in a conversation, by whom and when."""
    scenario, seats = conversation.table.scenario, conversation.seats
    conclusions = [fact.id for fact in scenario.conclusions()]
    table = _Holder(scenario)
    holders = {
        seat: _Holder(scenario, [one.id for one in scenario.facts if seat in one.known_by])
        for seat in seats
    }
    said: dict[str, FirstSaid] = {}
    disclosure: list[int] = []
    deeds = list(conversation.deeds)
    for row, facts in zip(conversation.rows, facts_by_turn(conversation), strict=True):
        while deeds and deeds[0]["turn"] < row["turn"]:
            done = deeds.pop(0)
            for seat in done["heard_by"]:
                holders[seat].learn(done["facts"], done["turn"])
        for fact in facts:
            if fact not in said:
                held_by = tuple(seat for seat in seats if fact in holders[seat].since)
                said[fact] = FirstSaid(
                    fact, row["turn"], row["speaker"], tuple(row["heard_by"]), held_by
                )
        table.learn(facts, row["turn"])
        for seat in seats:
            if seat in row["heard_by"] or seat == row["speaker"]:
                holders[seat].learn(facts, row["turn"])
        disclosure.append(len(said.keys() - set(conclusions)))
    proof = scenario.solution.proof if scenario.solution else []
    rubric = {item.id: said.keys() >= set(item.facts) for item in scenario.rubric}
    reachable = {item.id: table.all_since(item.facts) is not None for item in scenario.rubric}
    return Provenance(
        said=tuple(said.values()),
        disclosure=tuple(disclosure),
        concluded={one: table.since.get(one) for one in conclusions},
        concluded_by_seat={
            seat: {one: holder.since.get(one) for one in conclusions}
            for seat, holder in holders.items()
        },
        solvable_at=table.all_since(proof) if proof else None,
        solvable_by_seat={
            seat: holder.all_since(proof) if proof else None for seat, holder in holders.items()
        },
        rubric=rubric,
        reachable=reachable,
        points=_points(scenario, rubric, reachable),
    )


def facts_by_turn(conversation: Conversation) -> Iterator[tuple[str, ...]]:
    """Yield the facts that the words of each turn convey, in order of the turns."""
    table = conversation.table
    cast, language = table.public.cast, table.language
    open_pairs: list[Obligation] = []
    for row in conversation.rows:
        present = {row["speaker"], *people_named(row["text"], cast, language)}
        asked = [
            pair
            for pair in open_pairs
            if pair.to == (row["speaker"],) and pair.by != row["speaker"]
        ]
        if asked:
            present |= {asked[-1].by, *people_named(asked[-1].text, cast, language)}
        yield recognise(row["text"], language, table.facts, present)
        open_pairs, _ = take_up(
            open_pairs,
            designation_in(row),
            speaker=row["speaker"],
            text=row["text"],
            turn=row["turn"],
        )


def _points(
    scenario: Scenario, rubric: Mapping[str, bool], reachable: Mapping[str, bool]
) -> Points:
    shared = [item for item in scenario.rubric if item.kind == "shared"]
    reasoned = [item for item in scenario.rubric if item.kind == "reasoned"]
    return Points(
        shared=sum(item.points for item in shared if rubric[item.id]),
        reasoned=sum(item.points for item in reasoned if rubric[item.id]),
        reachable=sum(item.points for item in reasoned if reachable[item.id]),
        shared_of=sum(item.points for item in shared),
        reasoned_of=sum(item.points for item in reasoned),
    )


MEASURES: Measures = by_name(
    Measure("rubric_shared", "information shared", "share", "more",
            lambda talk: ratio((of := talk.once(trace).points).shared, of.shared_of),
            f"Share of the rubric's points for information that was said ({RUBRIC})."),
    Measure("rubric_reasoned", "conclusions reasoned", "share", "more",
            lambda talk: ratio((of := talk.once(trace).points).reasoned, of.reasoned_of),
            f"Share of the rubric's points for conclusions that were said ({RUBRIC})."),
    Measure("rubric_reachable", "conclusions within reach", "share", "more",
            lambda talk: ratio((of := talk.once(trace).points).reachable, of.reasoned_of),
            "Share of the rubric's points for conclusions that followed from what was said, "
            f"whether anybody drew them or not ({RUBRIC})."),
    Measure("solvable_at", "solvable at", "turns", "less",
            lambda talk: talk.once(trace).solvable_at,
            "The turn after which the proof of the solution followed from what was said; not "
            "defined where it never did, so look at the number of conversations too."),
    Measure("facts_unfounded", "facts without a source", "facts", "less",
            lambda talk: sum(not one.founded for one in talk.once(trace).said),
            "Facts first said by a seat that was not given them, had neither heard nor found "
            "them, and could not conclude them."),
)  # fmt: skip
