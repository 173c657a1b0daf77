"""Where each fact came from: who said it first, who heard it, who held it, what follows from it.

Facts are recognised in the words of every turn again, by rule (see
:mod:`mmagents.nodes.turn.recognition`): those a fact is about must be named, speak, or belong to
what is answered. Columns of the record that say the same are not read, so that a transcript from
anywhere can be traced; for a game of this version both agree. Turns whose facts a model found are
taken as it found them (column `facts_by`); :func:`readings_of` counts the readings.

Rubric: MMAgents, section 4.2.3, figure 7: points for information shared, and for reasoning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from mmagents.analysts.rules.listening import as_listened
from mmagents.floor.conditions import NOTHING_SHOWN
from mmagents.interfaces.talk import Utterance
from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import Measure, Measures, by_name
from mmagents.lab.statistics.sums import ratio
from mmagents.nodes.record import shown_row
from mmagents.nodes.settings import field_in
from mmagents.nodes.turn.recognition import turn_to_read
from mmagents.nodes.values import heard_turn
from mmagents.nodes.views.room import heard_by_all
from mmagents.scenarios.proof import closure
from mmagents.scenarios.recognise.tellables import tellables
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


def readings_of(conversations: Iterable[Conversation]) -> dict[str, int]:
    """Return by reading how many turns' facts rest on it; readings of no turn are left out."""
    found = Counter(row.get("facts_by", "rules") for one in conversations for row in one.rows)
    return {reading: found[reading] for reading in ("model", "rules") if found[reading]}


def facts_by_turn(conversation: Conversation) -> Iterator[tuple[str, ...]]:
    """Yield the facts that the words of each turn convey, in order of the turns."""
    table, context = conversation.table, conversation.context
    for at, row in enumerate(conversation.rows):
        if row.get("facts_by") == "model":
            yield tuple(row["facts"])
            continue
        utterance = _listened(conversation, at, field_in(context, "memory.k"))
        yield tellables(table.scenario, utterance.language).told(turn_to_read(utterance))


def _listened(conversation: Conversation, at: int, k: int) -> Utterance:
    """Return a turn, and the last `k` before it that all its hearers heard, as listeners do."""
    rows, table = conversation.rows, conversation.table
    row = rows[at]
    before = [*takewhile(lambda one: one["phase"] == row["phase"], reversed(rows[:at]))]
    recent = heard_by_all(rows[:at], tuple(row["heard_by"]), k)
    return as_listened(
        Utterance(
            speaker=row["speaker"],
            text=row["text"],
            language=table.language,
            cast=table.public.cast,
            recent=tuple(heard_turn(shown_row(one, NOTHING_SHOWN)) for one in recent),
        ),
        since=before[-1]["turn"] - 1 if before else row["turn"] - 1,
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
