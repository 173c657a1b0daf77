"""Who knows what is sacred: no view holds what its seat has not heard, found or been given."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields, is_dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mmagents.graph.build import graph
from mmagents.nodes.context import LAYERS, Context
from mmagents.nodes.floor import STRATEGIES
from mmagents.nodes.open_game import before_the_first_turn
from mmagents.nodes.table import table_for
from mmagents.nodes.view import view_of
from mmagents.players.base import Player, Thought, View
from mmagents.scenarios.loader import load_scenario
from mmagents.scenarios.schema import Scenario

STORY = load_scenario("mini")
SEATS = STORY.seats()


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


def sheet_words(seat: str, language: str) -> set[str]:
    if seat not in STORY.seats():  # a detective from outside, who has no sheet in the story
        return set()
    sheet = STORY.sheet(seat)
    texts = [sheet.background, sheet.personality, sheet.objective]
    texts += [moment.what for moment in sheet.timeline]
    texts += [mission.text for mission in sheet.missions]
    texts += [secret.text for secret in sheet.secrets]
    return {text.in_(language) for text in texts}


def allowed(seat: str, heard_facts: set[str]) -> set[str]:
    """The facts a seat may hold: given, heard, and whatever follows from those."""
    may = {fact.id for fact in STORY.facts if seat in fact.known_by} | heard_facts
    while True:
        more = {f.id for f in STORY.conclusions() for road in f.roads if set(road) <= may} - may
        if not more:
            return may
        may |= more


def leaks(view: View, heard: list[dict], thoughts: dict[str, list[str]]) -> list[str]:
    """Return whatever stands in the view and should not."""
    may = allowed(view.seat, {fact for row in heard for fact in row["facts"]})
    found = leaks_among(strings(view), view.seat, view.language, heard, thoughts)
    return found + [fact.id for fact in view.known if fact.id not in may]


def leaks_among(
    here: list[str], seat: str, language: str, heard: list[dict], thoughts: dict[str, list[str]]
) -> list[str]:
    """Return what of `here` a seat should not see, having heard `heard`."""
    said = {row["text"] for row in heard}
    may = allowed(seat, {fact for row in heard for fact in row["facts"]})
    own = {words for fact in may for words in fact_words(STORY, fact, language)}
    others = {
        words
        for fact in STORY.facts
        if fact.id not in may
        for words in fact_words(STORY, fact.id, language)
    }
    others |= {w for other in SEATS if other != seat for w in sheet_words(other, language)}
    others |= {t for other, mine in thoughts.items() if other != seat for t in mine}
    others |= {STORY.solution.method.in_(language), STORY.solution.motive.in_(language)}
    others -= own | sheet_words(seat, language)
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

    async def speak(self, view: View) -> str:
        self.seen.append(view)
        draw = random.Random(f"{self.seed}:{view.turn}:{self.seat}:words")
        known = [fact.told or fact.text for fact in view.known]
        call = draw.choice([person.call for person in view.public.cast])
        return draw.choice([*known, f"{call}, where were you?", "Did anyone see it?", "", "…"])


class Gossiping(Context):
    model_config: ClassVar = {"arbitrary_types_allowed": True, "extra": "forbid", "frozen": True}
    game_seed: int
    seen: list[View]
    thoughts: dict[str, list[str]]

    def player(self, seat: str) -> Player:
        return Gossip(seat, self.game_seed, self.seen, self.thoughts)


@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**6),
    condition=st.sampled_from(sorted(STRATEGIES)),
    language=st.sampled_from(["en", "ja"]),
    off=st.sets(st.sampled_from(LAYERS)),
)
def test_no_view_of_any_game_holds_what_its_seat_did_not_hear(
    seed: int, condition: str, language: str, off: set[str]
) -> None:
    memories = tuple(one for one in LAYERS if one not in off)
    context = Gossiping.model_construct(
        **Context(condition=condition, language=language, turns=8, memories=memories).model_dump(),
        game_seed=seed,
        seen=[],
        thoughts={},
    )
    rows = graph.invoke({"scenario": "mini", "seed": seed}, context=context)["history"]
    assert len(context.seen) == sum(len(row["heard_by"]) + 1 for row in rows)
    assert len(rows) == 8 or condition == "interrogation"
    for view in context.seen:
        heard = [row for row in rows if row["turn"] < view.turn and view.seat in row["heard_by"]]
        assert leaks(view, heard, context.thoughts) == []
        assert all(memory.turn < view.turn for memory in view.memories)


@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**6),
    language=st.sampled_from(["en", "ja"]),
    overlap=st.booleans(),
    phases=st.lists(
        st.sampled_from(["exploration", "private_chat", "confidential_meeting", "update"]),
        max_size=4,
    ),
)
def test_no_view_of_any_evening_holds_what_was_whispered_found_or_thought_elsewhere(
    seed: int, language: str, overlap: bool, phases: list[str]
) -> None:
    context = Gossiping.model_construct(
        **Context(
            evening="whole",
            language=language,
            overlap=overlap,
            lengths={"discussion": 4, "private_chat": 3, "confidential_meeting": 3},
        ).model_dump(),
        game_seed=seed,
        seen=[],
        thoughts={},
    )
    evening = [*phases, "discussion", "private_chat", "exploration", "discussion", "accusation"]
    with told_otherwise(evening) as story:
        end = graph.invoke(
            {"scenario": str(story), "seed": seed}, {"recursion_limit": 999}, context=context
        )
    rows = end["history"]
    assert {row["rule"] for row in rows} >= {"look", "vote", "meet"}
    assert any(len(row["heard_by"]) == 2 for row in rows)
    for view in context.seen:
        before = [row for row in rows if row["turn"] < view.turn]
        heard = [row for row in before if view.seat in row["heard_by"]]
        assert leaks(view, heard, context.thoughts) == []
        assert {turn.turn for turn in view.heard} <= {row["turn"] for row in heard}
        assert {memory.turn for memory in view.memories} <= {row["turn"] for row in heard}
        mine = {row["turn"]: row for row in heard}
        for fact in view.known:
            together = any(
                fact.id in row["facts"] and set(view.present) <= set(row["heard_by"])
                for row in mine.values()
            )
            assert together or not fact.public


@contextmanager
def told_otherwise(phases: list[str]) -> Iterator[Path]:
    """Yield the story with another evening, and a clue at each of its places."""
    story = json.loads(STORY.model_dump_json(exclude_defaults=True))
    story["phases"] = [{"kind": kind} for kind in phases]
    plain = [f for f in STORY.facts if not f.roads and not f.cover_story]
    story["clues"] = [
        {
            "id": f"card-{at}",
            "place": STORY.places[at % len(STORY.places)].id,
            "name": {"en": f"card {at}", "ja": f"札{at}"},
            "text": fact.text.model_dump(),
            "facts": [fact.id],
        }
        for at, fact in enumerate(plain)
    ]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mini.yaml"
        file.write_text(json.dumps(story), "utf-8")
        yield file


def test_the_search_for_leaks_finds_one() -> None:
    table = table_for("mini", Context(language="en"))
    view = view_of(
        SEATS[0], state=state_of([]), table=table, context=Context(), memories=(), due=None
    )
    assert leaks(view, [], {}) == []
    secret = next(f for f in STORY.facts if f.known_by and SEATS[0] not in f.known_by)
    spoilt = replace(view, thoughts=(f"I know it: {secret.text.in_('en')}",))
    assert leaks(spoilt, [], {}) != []


def row(turn: int, heard_by: list[str], text: str) -> dict:
    return {
        "turn": turn,
        "speaker": SEATS[0],
        "text": text,
        "rule": "1b",
        "first_pair_part": None,
        "addressees": [],
        "expects": [],
        "answers": None,
        "second_pair_part": None,
        "closes_sequence": False,
        "closed": [],
        "heard_by": heard_by,
        "phase": "discussion",
        "facts": [],
        "knowledge": [],
        "ledger": {"bids": [], "designated": [], "tie": [], "reason": ""},
    }


def state_of(rows: list[dict]) -> dict:
    table = table_for("mini", Context())
    start = before_the_first_turn(table, Context(), "mini")
    return {**start, "phase": "discussion", "turn": len(rows) + 1, "history": rows}


@given(st.lists(st.sets(st.sampled_from(SEATS)), max_size=12), st.integers(1, 6))
def test_a_view_holds_the_last_k_turns_that_were_heard_and_no_other(
    hearers: list[set[str]], k: int
) -> None:
    rows = [row(n, sorted(who), f"words of turn {n}.") for n, who in enumerate(hearers, 1)]
    table = table_for("mini", Context())
    for seat in SEATS:
        view = view_of(
            seat, state=state_of(rows), table=table, context=Context(k=k), memories=(), due=None
        )
        heard = [r["turn"] for r in rows if seat in r["heard_by"]]
        assert [turn.turn for turn in view.heard] == heard[-k:]


@pytest.mark.parametrize("seat", SEATS)
def test_a_view_says_nothing_of_who_knows_or_hides_what(seat: str) -> None:
    view = view_of(
        seat,
        state=state_of([]),
        table=table_for("mini", Context()),
        context=Context(),
        memories=(),
        due=None,
    )
    names = set(asdict(view.known[0]))
    assert not names & {"known_by", "guarded_by", "roads"}
