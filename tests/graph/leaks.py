"""What no view may hold: a search through all a seat is shown for what it should not know."""

import random
from dataclasses import fields, is_dataclass
from typing import Any

from mmagents.floor.adjacency import Designation
from mmagents.interfaces.player import Asked, Chosen, Draft, Thought
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import View
from mmagents.scenarios.loader import load_scenario
from mmagents.scenarios.schema import Scenario

MINI = load_scenario("mini")


def strings(value: object) -> list[str]:
    """Every string anywhere in a view."""
    if isinstance(value, str):
        return [value]
    if is_dataclass(value):
        return [s for field in fields(value) for s in strings(getattr(value, field.name))]
    if isinstance(value, dict):
        return [s for pair in value.items() for part in pair for s in strings(part)]
    if isinstance(value, list | tuple | set | frozenset):
        return [s for part in value for s in strings(part)]
    return []


def fact_words(story: Scenario, fact_id: str, language: str) -> set[str]:
    fact = story.fact(fact_id)
    return {fact.text.in_(language), *(told.in_(language) for told in fact.told.values())}


def sheet_words(story: Scenario, seat: str, language: str) -> set[str]:
    sheet = story.sheet(seat)
    texts = [sheet.background, sheet.personality, sheet.objective]
    texts += [moment.what for moment in sheet.timeline]
    texts += [mission.text for mission in sheet.missions]
    texts += [secret.text for secret in sheet.secrets]
    texts += [belief.text for belief in sheet.beliefs]
    texts += [relation.words for relation in sheet.relations.values()]
    return {text.in_(language) for text in texts}


def allowed(story: Scenario, seat: str, heard_facts: set[str]) -> set[str]:
    """The facts a seat may hold: given, heard, and whatever follows from those."""
    may = {fact.id for fact in story.facts if seat in fact.known_by} | heard_facts
    while True:
        more = {f.id for f in story.conclusions() for road in f.roads if set(road) <= may} - may
        if not more:
            return may
        may |= more


def leaks(
    view: View, heard: list[dict], thoughts: dict[str, list[str]], story: Scenario = MINI
) -> list[str]:
    """Return whatever stands in the view and should not."""
    may = allowed(story, view.seat, {fact for row in heard for fact in row["facts"]})
    found = leaks_among(strings(view), view.seat, view.language, heard, thoughts, story)
    return found + [fact.id for fact in view.known if fact.id not in may]


def leaks_among(
    here: list[str],
    seat: str,
    language: str,
    heard: list[dict],
    thoughts: dict[str, list[str]],
    story: Scenario = MINI,
) -> list[str]:
    """Return what of `here` a seat should not see, having heard `heard`."""
    said = {row["text"] for row in heard}
    may = allowed(story, seat, {fact for row in heard for fact in row["facts"]})
    own = {words for fact in may for words in fact_words(story, fact, language)}
    others = {
        words
        for fact in story.facts
        if fact.id not in may
        for words in fact_words(story, fact.id, language)
    }
    seats = story.seats()
    others |= {w for other in seats if other != seat for w in sheet_words(story, other, language)}
    others |= {t for other, mine in thoughts.items() if other != seat for t in mine}
    if story.solution is not None:
        others |= {story.solution.method.in_(language), story.solution.motive.in_(language)}
    others -= own | (sheet_words(story, seat, language) if seat in seats else set())
    return [w for w in others for text in here if w in text and not any(w in s for s in said)]


class Gossip:
    """A player that blurts out what it knows, asks, and keeps every view it was given."""

    def __init__(
        self, seat: str, seed: int, seen: list[View], thoughts: dict[str, list[str]]
    ) -> None:
        self.seat, self.seed, self.seen, self.thoughts = seat, seed, seen, thoughts

    async def think(self, view: View) -> Thought:
        self.seen.append(view)
        draw = random.Random(f"{self.seed}:{view.turn}:{self.seat}")
        thought = f"{self.seat} keeps {draw.random()} to itself"
        self.thoughts.setdefault(self.seat, []).append(thought)
        action = draw.choice(["speak", "listen"])
        return Thought(thought, action, draw.randrange(10), {"mine": thought})

    async def draft(self, view: View) -> Draft:
        thought, words = await self.think(view), await self.speak(view)
        lot = random.Random(f"{self.seed}:{view.turn}:{self.seat}:declared")
        declared = Designation(answers=lot.choice([None, view.turn - 1]))
        self.thoughts[self.seat].append(unsaid := f"{words} {self.seat} drafts {lot.random()}")
        return Draft(thought, unsaid, declared)

    async def speak(self, view: View) -> str:
        self.seen.append(view)
        draw = random.Random(f"{self.seed}:{view.turn}:{self.seat}:words")
        known = [fact.told or fact.text for fact in view.known]
        call = draw.choice([person.call for person in view.public.cast])
        return draw.choice([*known, f"{call}, where were you?", "Did anyone see it?", "", "…"])

    async def choose(self, view: View, asked: Asked) -> Chosen:
        self.seen.append(view)
        draw = random.Random(f"{self.seed}:{view.turn}:{self.seat}:{asked.kind}")
        there_are = [one.id for one in asked.options if one.id or asked.kind != "partner"]
        thought = f"{self.seat} chooses for {draw.random()}"
        self.thoughts.setdefault(self.seat, []).append(thought)
        return Chosen(draw.choice(there_are), "" if asked.kind == "vote" else thought)


def check(views: list[View], rows: list[dict[str, Any]], thoughts: dict[str, list[str]]) -> None:
    """Hold every view of a game of `MINI` to what its seat had heard by then of `rows`."""
    for view in views:
        before = [row for row in rows if row["turn"] < view.turn]
        heard = {row["turn"]: row for row in before if view.seat in row["heard_by"]}
        assert leaks(view, list(heard.values()), thoughts) == []
        assert all(heard[one.turn]["text"] == one.text for one in view.heard)
        assert all(one.text in heard[one.turn]["knowledge"] for one in view.memories)
        told = view.heard if view.lately is None else view.lately
        shown = {one.turn for one in told if isinstance(one, HeardTurn)}
        assert not {one.turn for one in view.memories} & shown
        for fact in view.known:
            together = any(
                fact.id in row["facts"] and set(view.present) <= set(row["heard_by"])
                for row in heard.values()
            )
            assert together or not fact.public
