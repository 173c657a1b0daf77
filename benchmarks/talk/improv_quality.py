"""How good is the talk of improvising seats? Figures over many games, read from the record alone.

python -m benchmarks improv --story halcyon-light --language ja --games 20 --turns 30
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from benchmarks import given, played
from mmagents.floor.adjacency import ACCUSING, EVERYONE
from mmagents.players.improv.state.notebook import ASKED, ASKING, digests
from mmagents.scenarios.loader import load_scenario
from mmagents.scenarios.recognise.facts import Askable, compile_cast, compile_topics, people_named
from mmagents.scenarios.recognise.negation import normalised
from mmagents.scenarios.recognise.words import holds, matching_form
from mmagents.scenarios.schema import Fact, Scenario

Row = dict[str, Any]


class Reader:
    """Reads topics and people from the words of a story's talk."""

    def __init__(self, story: Scenario, language: str) -> None:
        self.story, self.language = story, language
        self.topics = compile_topics(story, language)
        self.cast = compile_cast(story, language)
        self.of_fact = {fact.id: fact for fact in story.facts}

    def topics_of(self, row: Row) -> set[str]:
        """Return the topics a turn names or tells a fact of."""
        form = matching_form(normalised(row["text"]), self.language)
        named = {one.id for one in self.topics if self._named(one, form, row)}
        asked = {
            fact.topic for fact in self.story.facts
            if matching_form(fact.ask.in_(self.language), self.language).strip() in form
        }  # fmt: skip
        return named | asked | {self.of_fact[fact].topic for fact in row["facts"]}

    def _named(self, topic: Askable, form: str, row: Row) -> bool:
        around = {row["speaker"], *row["addressees"], *self.people_of(row)}
        return (
            (topic.person is None or topic.person in around)
            and bool(topic.keys)
            and all(holds(form, entry) for entry in topic.keys)
        )

    def people_of(self, row: Row) -> set[str]:
        """Return those whom a turn names, its speaker's listeners included."""
        return set(people_named(row["text"], self.cast, self.language))


def follows(row: Row, before: Row, reader: Reader) -> bool:
    """Tell whether a turn takes up the one before, by the record."""
    if row["answers"] == before["turn"] or row["second_pair_part"]:
        return True
    if set(row["facts"]) & set(before["facts"]):
        return True
    if reader.topics_of(row) & reader.topics_of(before):
        return True
    people = reader.people_of(row) - {row["speaker"]}
    shared = people & ({before["speaker"]} | reader.people_of(before))
    return bool(shared)


def _presses(row: Row, guard: str, fact: Fact, reader: Reader) -> bool:
    """Tell whether a turn asked this seat about the matter, accused it, or put it in question."""
    if row["first_pair_part"] not in ASKING or row["speaker"] == guard:
        return False
    if not {guard, EVERYONE} & set(row["addressees"]):
        return False
    accused = row["first_pair_part"] in ACCUSING
    against = any(reader.of_fact[one].implies.get(guard, 0) > 0 for one in row["facts"])
    return accused or against or fact.topic in reader.topics_of(row)


def betrayals(rows: list[Row], reader: Reader) -> list[str]:
    """Return guarded facts that their guard said although nobody had pressed for it."""
    found, out = [], set()
    for row in rows:
        for fact_id in row["facts"]:
            fact = reader.of_fact[fact_id]
            price = fact.guarded_by.get(row["speaker"])
            if price and fact_id not in out and row["speaker"] in fact.known_by:
                earlier = rows[: row["turn"] - 1]
                if not any(_presses(one, row["speaker"], fact, reader) for one in earlier):
                    found.append(f"turn {row['turn']}: {row['speaker']} told {fact_id}")
            out.add(fact_id)
    return found


def repeats(rows: list[Row], within: int = 30) -> list[str]:
    """Return the sentences said twice within so many turns."""
    last: dict[int, int] = {}
    found = []
    for row in rows:
        for digest in digests(row["text"]):
            if digest in last and row["turn"] - last[digest] < within:
                found.append(f"turn {last[digest]} and {row['turn']}: {row['text']}")
            last[digest] = row["turn"]
    return found


def asked_again(rows: list[Row], reader: Reader) -> list[str]:
    """Return questions put to one who had answered the same question, in the same words."""
    answered: set[tuple[str, str]] = set()
    found = []
    wordings = {
        matching_form(normalised(question.rstrip("?？")), reader.language).strip(): topic.id
        for topic in reader.story.topics for question in topic.questions.in_(reader.language)
    }  # fmt: skip
    for row in rows:
        form = matching_form(normalised(row["text"]), reader.language)
        for wording in wordings:
            if wording not in form or row["first_pair_part"] not in ASKED:
                continue
            for whom in row["addressees"]:
                if (whom, wording) in answered:
                    found.append(f"turn {row['turn']}: {row['text']}")
                reply = next((r for r in rows if r["answers"] == row["turn"]), None)
                if reply and reply["second_pair_part"] not in ("evasion", "refusal"):
                    answered.add((whom, wording))
    return found


def measure(story_id: str, language: str, manner: str, games: int, turns: int) -> dict[str, Any]:
    """Play the games and return the figures."""
    reader = Reader(load_scenario(story_id), language)
    guarded = {fact.id for fact in reader.story.facts if fact.guarded_by}
    figures: dict[str, Any] = defaultdict(list)
    for name in ("rules", "importance", "pairs", "seconds"):
        figures[name] = Counter()
    for seed in range(1, games + 1):
        rows = played(story_id, seed, language=language, manner=manner, turns=turns)["history"]
        pairs = [follows(row, before, reader) for before, row in pairwise(rows)]
        out = {fact for row in rows for fact in row["facts"]}
        figures["follows"].append(sum(pairs) / len(pairs))
        figures["out"].append(len(out) / len(reader.of_fact))
        figures["guarded out"].append(len(out & guarded) / max(1, len(guarded)))
        most = max(Counter(row["speaker"] for row in rows).values())
        figures["share"].append(most / len(rows))
        for name, found in (
            ("betrayals", betrayals(rows, reader)), ("repeats", repeats(rows)),
            ("asked again", asked_again(rows, reader)),
        ):  # fmt: skip
            figures[name] += [f"seed {seed}, {one}" for one in found]
        figures["rules"].update(row["rule"] for row in rows)
        figures["pairs"].update(row["first_pair_part"] or "none" for row in rows)
        figures["seconds"].update(row["second_pair_part"] or "none" for row in rows)
        figures["importance"].update(
            bid["importance"] for row in rows for bid in row["ledger"]["bids"]
        )
    return figures


def main(argv: Sequence[str] | None = None) -> None:
    """Print the figures for a story and a language."""
    args = given(
        argv,
        __doc__,
        story="halcyon-light",
        language="en",
        manner="conversation",
        games=20,
        turns=30,
    )
    figures = measure(args.story, args.language, args.manner, args.games, args.turns)
    print(f"{args.story} ({args.language}, {args.manner}), {args.games} games, {args.turns} turns")
    for name in ("follows", "out", "guarded out", "share"):
        values = figures[name]
        print(f"  {name:14} mean {statistics.mean(values):.0%}, "
              f"from {min(values):.0%} to {max(values):.0%}")  # fmt: skip
    for name in ("rules", "pairs", "seconds"):
        print(f"  {name:14} {dict(figures[name].most_common())}")
    print(f"  importance     {dict(sorted(figures['importance'].items()))}")
    for name in ("betrayals", "repeats", "asked again"):
        print(f"  {name:14} {len(figures[name])}")
        for one in figures[name][:5]:
            print(f"      {one}")
