"""Who knows what is sacred: no view holds what its seat has not heard, found or been given."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver

from mmagents.floor.conditions import CONDITIONS
from mmagents.graph.build import builder
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.evening.open_game import before_the_first_turn
from mmagents.nodes.settings import LAYERS
from mmagents.nodes.step import Step
from mmagents.nodes.table import table_for
from mmagents.nodes.views.view import view_of
from tests.graph.conftest import Rigged, played
from tests.graph.leaks import MINI as STORY
from tests.graph.leaks import Gossip, check, leaks
from tests.lab.rows import row

SEATS = STORY.seats()
LENGTHS = {"discussion": 3, "private_chat": 3, "confidential_meeting": 3}


class Gossiping(Rigged):
    """A table of gossips, people where they are seated; what is shown to any of them is kept."""

    seen: list[View]
    thoughts: dict[str, list[str]]


def gossiping(seed: int, people: tuple[str, ...] = (), **given: Any) -> Gossiping:
    seen, thoughts = list[View](), dict[str, list[str]]()
    fields = dict(Context(seats=dict.fromkeys(people, "human"), **given))
    there = {*SEATS, "detective"} - {*people}
    players = {one: Gossip(one, seed, seen, thoughts) for one in there}
    return Gossiping.model_construct(**fields, players=players, seen=seen, thoughts=thoughts)


def state_of(rows: list[Any]) -> dict[str, Any]:
    start = before_the_first_turn(table_for("mini", Context()), Context(), "mini")
    return {**start, "phase": "discussion", "turn": len(rows) + 1, "history": rows}


@settings(max_examples=10, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**6),
    condition=st.sampled_from(sorted(set(CONDITIONS) - {"interrogation"})),
    language=st.sampled_from(["en", "ja"]),
    off=st.sets(st.sampled_from(LAYERS)),
    pace=st.sampled_from(["paper", "lean", "draft"]),
    window=st.sampled_from(["sliding", "growing"]),
)
def test_no_view_of_any_game_holds_what_its_seat_did_not_hear(
    seed: int, condition: str, language: str, off: set[str], pace: str, window: str
) -> None:
    memories = tuple(one for one in LAYERS if one not in off)
    given = {"condition": condition, "language": language, "pace": pace, "memory.layers": memories}
    context = gossiping(seed, turns=6, memory={"window": window, "k": 2}, **given)
    rows = played(context, seed=seed)
    if pace == "paper":
        assert len(context.seen) == sum(len(row["heard_by"]) + 1 for row in rows)
    assert len(rows) == 6
    check(context.seen, rows, context.thoughts)


@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**6),
    language=st.sampled_from(["en", "ja"]),
    how=st.sampled_from([{}, {"pace.overlap": True}, {"pace": "lean"}, {"pace": "draft"}]),
    phases=st.lists(
        st.sampled_from(["exploration", "private_chat", "confidential_meeting", "update"]),
        max_size=3,
    ),
    window=st.sampled_from(["sliding", "growing"]),
)
def test_no_view_of_any_evening_holds_what_was_whispered_found_or_thought_elsewhere(
    seed: int, language: str, how: dict[str, Any], phases: list[str], window: str
) -> None:
    how = {**how, "language": language, "memory.window": window}
    context = gossiping(seed, evening={"kind": "whole", "lengths": LENGTHS}, **how)
    evening = [*phases, "private_chat", "exploration", "discussion", "accusation"]
    with told_otherwise(evening) as story:
        rows = played(context, str(story), seed)
    assert {row["rule"] for row in rows} >= {"look", "vote", "meet"}
    assert any(len(row["heard_by"]) == 2 for row in rows)
    check(context.seen, rows, context.thoughts)


@settings(max_examples=6, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**6),
    language=st.sampled_from(["en", "ja"]),
    detective=st.sampled_from([None, "kit"]),
    rounds=st.integers(1, 2),
)
def test_no_view_of_an_interrogation_holds_what_another_was_asked_or_told(
    seed: int, language: str, detective: str | None, rounds: int
) -> None:
    context = gossiping(
        seed,
        condition="interrogation",
        evening={"kind": "whole", "rounds": rounds},
        language=language,
        floor={"detective": detective},
    )
    rows = played(context, seed=seed)
    asked = [row for row in rows if row["phase"] == "interrogation"]
    assert all(len(row["heard_by"]) == 2 for row in asked)
    assert {view.seat for view in context.seen} == set(SEATS) | {detective or "detective"}
    check(context.seen, rows, context.thoughts)


@pytest.mark.slow
@settings(max_examples=3, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**6),
    language=st.sampled_from(["en", "ja"]),
    spots=st.lists(st.integers(0, 10**6), min_size=2, max_size=2),
)
def test_rewound_into_and_out_of_whispers_and_meetings_each_knows_what_it_now_has_heard(
    seed: int, language: str, spots: list[int]
) -> None:
    evening = ["private_chat", "confidential_meeting", "exploration", "discussion", "accusation"]
    compiled = builder.compile(checkpointer=InMemorySaver())
    with told_otherwise(evening) as story, TemporaryDirectory() as memory:
        given: Any = {"evening.kind": "whole", "language": language, "evening.lengths": LENGTHS}
        config: Any = {"configurable": {"thread_id": "1"}, "recursion_limit": 999}
        start: Any = {"scenario": str(story), "seed": seed}
        thoughts: dict[str, list[str]] = {}
        for again, spot in enumerate([None, *spots]):
            context = gossiping(seed + again, memory={"path": memory}, **given)
            if spot is not None:
                start, back = None, _in_a_talk_apart(compiled, config, spot)
                config = compiled.update_state(back.config, {"seed": seed + again})
                config["recursion_limit"] = 999
            rows = compiled.invoke(start, config, context=context)["history"]
            thoughts = {one: [*thoughts.get(one, []), *context.thoughts.get(one, [])]
                        for one in {*thoughts, *context.thoughts}}  # fmt: skip
            check(context.seen, rows, thoughts)
            config = {"configurable": {"thread_id": "1"}, "recursion_limit": 999}


def _in_a_talk_apart(compiled: Any, config: Any, spot: int) -> Any:
    """Return where a talk apart was under way, as it stands between two turns."""
    there = [
        one
        for one in compiled.get_state_history(config)
        if one.next == ("think_all",)
        and one.values["phase"] in ("private_chat", "confidential_meeting")
    ]
    return there[spot % len(there)]


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
    view = view_of(Step(state_of([]), Context(), table), SEATS[0])
    assert leaks(view, [], {}) == []
    secret = next(f for f in STORY.facts if f.known_by and SEATS[0] not in f.known_by)
    spoilt = replace(view, thoughts=(f"I know it: {secret.text.in_('en')}",))
    assert leaks(spoilt, [], {}) != []


@given(st.lists(st.sets(st.sampled_from(SEATS)), max_size=12), st.integers(1, 6))
def test_a_view_holds_the_last_k_turns_that_were_heard_and_no_other(
    hearers: list[set[str]], k: int
) -> None:
    rows = [row(n, SEATS[0], heard_by=sorted(who)) for n, who in enumerate(hearers, 1)]
    table = table_for("mini", Context())
    for seat in SEATS:
        view = view_of(Step(state_of(rows), Context(memory={"k": k}), table), seat)
        heard = [r["turn"] for r in rows if seat in r["heard_by"]]
        assert [turn.turn for turn in view.heard] == heard[-k:]
