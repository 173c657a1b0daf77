"""Measures of what was talked about: facts that came out, and how long one topic held.

Source: Nonomura & Mori 2025 (MMAgents), section 4.2.3, on information shared and conclusions
reasoned, and section 6, on 6 of 10 turns spent on one clue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from mmagents.floor.adjacency import ACCUSING, QUESTIONS
from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import Measure, Measures, by_name
from mmagents.lab.statistics.sums import mean, ratio
from mmagents.nodes.record import TurnRow
from mmagents.scenarios.recognise.facts import compile_topics, people_named, topics_named

ASKING = QUESTIONS | ACCUSING | {"request"}
"""First pair parts that are about whom they are put to, not about their speaker."""

RUBRIC = "MMAgents, section 4.2.3"
TOPIC = (
    "a turn is on the topics its words name and those of the facts it tells or, where there are "
    "none, on those of the turn it answers (MMAgents, section 6)"
)


def topics_by_turn(conversation: Conversation) -> list[frozenset[str]]:
    """Return the topics that each turn is on, in order of the turns; see :data:`TOPIC`."""
    table = conversation.table
    askables = compile_topics(table.scenario, table.language)
    of_fact = {fact.id: fact.topic for fact in table.scenario.facts}
    found: dict[int, frozenset[str]] = {}
    for row in conversation.rows:
        named = topics_named(row["text"], table.language, askables, _meant(row, conversation))
        told = (of_fact[fact] for fact in row["facts"] if fact in of_fact)
        own = frozenset((*named, *told))
        answered = row["answers"] if row["answers"] is not None else row["turn"]
        found[row["turn"]] = own or found.get(answered, frozenset())
    return list(found.values())


def _meant(row: TurnRow, conversation: Conversation) -> set[str]:
    """Return whose doings a turn may be about.

    They are those it names and those it is put to; its speaker too, unless it asks others about
    theirs.
    """
    named = people_named(row["text"], conversation.table.public.cast, conversation.language)
    speaker = () if row["first_pair_part"] in ASKING else (row["speaker"],)
    return {*named, *row["addressees"], *speaker}


def longest_run(topics: Iterable[frozenset[str]]) -> int:
    """Return the most turns in a row that share one topic; 0 if no turn is on any."""
    longest, running = 0, Counter[str]()
    for turn in topics:
        running = Counter({topic: running[topic] + 1 for topic in turn})
        longest = max(longest, *running.values(), 0)
    return longest


def facts_said(talk: Conversation) -> set[str]:
    """Return the facts that were said."""
    return {fact for row in talk.rows for fact in row["facts"]}


def turns_by_topic(talk: Conversation) -> Counter[str]:
    """Return how many turns are on each topic that was raised."""
    return Counter(topic for turn in talk.once(topics_by_turn) for topic in turn)


def _said_of(talk: Conversation, *, conclusions: bool) -> float | None:
    """Return the share of the story's facts, or of its conclusions, that were said."""
    scenario = talk.table.scenario
    drawn = {fact.id for fact in scenario.conclusions()}
    of = drawn if conclusions else {fact.id for fact in scenario.facts} - drawn
    return ratio(len(facts_said(talk) & of), len(of)) if talk.rows else None


def _new_facts(talk: Conversation) -> float | None:
    scenario = talk.table.scenario
    known = {fact.id for fact in (*scenario.facts, *scenario.conclusions())}
    return ratio(len(facts_said(talk) & known), len(talk.rows))


def _with_turns(
    of: Callable[[Conversation], float | None],
) -> Callable[[Conversation], float | None]:
    """Return what takes a figure of a conversation that has a turn."""
    return lambda talk: of(talk) if talk.rows else None


MEASURES: Measures = by_name(
    Measure("facts_new_per_turn", "new facts a turn", "facts", "more", _new_facts,
            f"Facts and conclusions of the story said for the first time, by turns ({RUBRIC})."),
    Measure("facts_out_share", "facts out", "share", "more",
            lambda talk: _said_of(talk, conclusions=False),
            "Share of the story's facts that were said, cover stories included and conclusions "
            f"left out ({RUBRIC})."),
    Measure("conclusions_out_share", "conclusions out", "share", "more",
            lambda talk: _said_of(talk, conclusions=True),
            "Share of the story's conclusions, which nobody is given and reasoning must reach, "
            f"that were said ({RUBRIC})."),
    Measure("topics_raised_share", "topics raised", "share", None, _with_turns(
                lambda talk: ratio(len(talk.once(turns_by_topic)), len(talk.table.scenario.topics))
            ), f"Share of the story's topics that some turn is on; {TOPIC}."),
    Measure("topic_longest_run", "longest run on one topic", "turns", "less",
            _with_turns(lambda talk: longest_run(talk.once(topics_by_turn))),
            f"Most turns in a row on one topic; {TOPIC}."),
    Measure("topic_mean_turns", "turns on a topic", "turns", None,
            lambda talk: mean(list(talk.once(turns_by_topic).values())),
            f"Mean number of turns on a topic, over the topics raised; {TOPIC}."),
    Measure("topic_largest_share", "largest share of one topic", "share", "less",
            lambda talk: ratio(max(talk.once(turns_by_topic).values(), default=0), len(talk.rows)),
            f"Share of the turns on the topic with most; 0.6 in the paper's example; {TOPIC}."),
)  # fmt: skip
