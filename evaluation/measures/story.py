"""Measures of what was talked about: facts that came out, and how long one topic held.

Source: Nonomura & Mori 2025 (MMAgents), section 4.2.3, on information shared and conclusions
reasoned, and section 6, on 6 of 10 turns spent on one clue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measures.measure import Figures, Measure, mean, ratio
from mmagents.nodes.state import TurnRow
from mmagents.scenarios.recognise.facts import compile_topics, people_named, topics_named

ASKING = frozenset(
    ("yes-no-question", "wh-question", "alternative-question", "request", "accusation", "complaint")
)
"""First pair parts that are about whom they are put to, not about their speaker."""

RUBRIC = "MMAgents, section 4.2.3"
TOPIC = (
    "a turn is on the topics its words name and those of the facts it tells or, where there are "
    "none, on those of the turn it answers (MMAgents, section 6)"
)

MEASURES: Mapping[str, Measure] = {
    "facts_new_per_turn": Measure(
        "new facts a turn",
        f"Facts and conclusions of the story said for the first time, by turns ({RUBRIC}).",
        "facts",
        "more",
    ),
    "facts_out_share": Measure(
        "facts out",
        "Share of the story's facts that were said, cover stories included and conclusions left "
        f"out ({RUBRIC}).",
        "share",
        "more",
    ),
    "conclusions_out_share": Measure(
        "conclusions out",
        "Share of the story's conclusions, which nobody is given and reasoning must reach, that "
        f"were said ({RUBRIC}).",
        "share",
        "more",
    ),
    "topics_raised_share": Measure(
        "topics raised", f"Share of the story's topics that some turn is on; {TOPIC}.", "share"
    ),
    "topic_longest_run": Measure(
        "longest run on one topic", f"Most turns in a row on one topic; {TOPIC}.", "turns", "less"
    ),
    "topic_mean_turns": Measure(
        "turns on a topic",
        f"Mean number of turns on a topic, over the topics raised; {TOPIC}.",
        "turns",
    ),
    "topic_largest_share": Measure(
        "largest share of one topic",
        f"Share of the turns on the topic with most; 0.6 in the paper's example; {TOPIC}.",
        "share",
        "less",
    ),
}


def story_measures(conversation: Conversation) -> Figures:
    """Return the measures of :data:`MEASURES`."""
    rows, scenario = conversation.rows, conversation.table.scenario
    conclusions = {fact.id for fact in scenario.conclusions()}
    given = {fact.id for fact in scenario.facts} - conclusions
    said = {fact for row in rows for fact in row["facts"]}
    topics = topics_by_turn(conversation)
    held = Counter(topic for turn in topics for topic in turn)
    return {
        "facts_new_per_turn": ratio(len(said & (given | conclusions)), len(rows)),
        "facts_out_share": ratio(len(said & given), len(given)) if rows else None,
        "conclusions_out_share": ratio(len(said & conclusions), len(conclusions)) if rows else None,
        "topics_raised_share": ratio(len(held), len(scenario.topics)) if rows else None,
        "topic_longest_run": longest_run(topics) if rows else None,
        "topic_mean_turns": mean(list(held.values())),
        "topic_largest_share": ratio(max(held.values(), default=0), len(rows)),
    }


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
