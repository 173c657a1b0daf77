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
    """The first time a fact was said, and the seats that held it before.

    They were given it, heard it, found it, or could conclude it.
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

    `reachable` are those for conclusions that followed from what was said, whether said or not.
    """

    shared: int
    reasoned: int
    reachable: int
    shared_of: int
    reasoned_of: int


@dataclass(frozen=True, slots=True)
class Provenance:
    """What came out in a conversation, and from whom.

    `said` has every fact and conclusion that was said, by turn; `disclosure` by turn how many
    facts, conclusions left out, were out after it; `solvable_at` the turn after which the proof of
    the solution followed from what was said. By item, `rubric` tells whether all its facts were
    said, `reachable` whether they were said or followed from what was.
    """

    said: tuple[FirstSaid, ...]
    disclosure: tuple[int, ...]
    solvable_at: int | None
    rubric: Mapping[str, bool]
    reachable: Mapping[str, bool]
    points: Points


def trace(conversation: Conversation) -> Provenance:
    """Return what came out in a conversation, by whom and when."""
    scenario = conversation.table.scenario
    conclusions = {fact.id for fact in scenario.conclusions()}
    proof = set(scenario.solution.proof if scenario.solution else ())
    table: frozenset[str] = frozenset()
    held = {
        seat: _with(scenario, frozenset(), [f.id for f in scenario.facts if seat in f.known_by])
        for seat in conversation.seats
    }
    said: dict[str, FirstSaid] = {}
    disclosure: list[int] = []
    solvable_at: int | None = None
    deeds = list(conversation.deeds)
    for row, facts in zip(conversation.rows, facts_by_turn(conversation), strict=True):
        turn, speaker = row["turn"], row["speaker"]
        while deeds and deeds[0]["turn"] < turn:
            done = deeds.pop(0)
            for seat in done["heard_by"]:
                held[seat] = _with(scenario, held[seat], done["facts"])
        for fact in facts:
            if fact not in said:
                held_by = tuple(seat for seat in held if fact in held[seat])
                said[fact] = FirstSaid(fact, turn, speaker, tuple(row["heard_by"]), held_by)
        table = _with(scenario, table, facts)
        for seat in held.keys() & {*row["heard_by"], speaker}:
            held[seat] = _with(scenario, held[seat], facts)
        disclosure.append(len(said.keys() - conclusions))
        if solvable_at is None and proof and table >= proof:
            solvable_at = turn
    rubric = {item.id: said.keys() >= set(item.facts) for item in scenario.rubric}
    reachable = {item.id: table.issuperset(item.facts) for item in scenario.rubric}
    points = _points(scenario, rubric, reachable)
    return Provenance(
        tuple(said.values()), tuple(disclosure), solvable_at, rubric, reachable, points
    )


def _with(scenario: Scenario, held: frozenset[str], facts: Sequence[str]) -> frozenset[str]:
    """Return what is held once `facts` have come too, with what follows."""
    return held if held.issuperset(facts) else closure(scenario, held.union(facts))


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
