"""In a story of sides: no view holds another's sheet, persona, plans or secret things."""

import random
from dataclasses import replace
from typing import Any

import pytest

from mmagents.interfaces.persona import NOTE, SinceReflection, Talk
from mmagents.interfaces.player import Asked, Chosen, Thought
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.players.strategist.rules import RuledStrategist
from mmagents.scenarios.loader import load_scenario
from mmagents.scenarios.schema import Scenario
from tests.graph.conftest import Rigged, played
from tests.graph.leaks import leaks, strings
from tests.graph.orchard import ORCHARD

pytestmark = pytest.mark.slow


LENGTHS = {"discussion": 4, "private_chat": 2, "confidential_meeting": 2}


class Marked:
    """A strategist whose every private writing bears its name, and who gives things away freely."""

    def __init__(self, seat: str, seed: int, inner: RuledStrategist, seen: list[View]) -> None:
        self.mark, self.seed, self.inner, self.seen = f"‹{seat}›", seed, inner, seen

    def signed(self, text: str) -> str:
        return f"{text} {self.mark}"

    def noted(self, notes: dict[str, Any]) -> dict[str, Any]:
        """Return notes with the mark in all that the persona writes."""
        if NOTE not in notes:
            return notes
        kept = notes[NOTE]
        signed = {one: self.signed(kept[one]) for one in ("plan", "strategy", "reflection")}
        signed["summaries"] = [self.signed(one) for one in kept["summaries"]]
        signed["regards"] = {
            whom: [score, self.signed(words)] for whom, (score, words) in kept["regards"].items()
        }
        return {**notes, NOTE: {**kept, **signed}}

    def thought(self, found: Thought) -> Thought:
        return replace(found, thought=self.signed(found.thought), notes=self.noted(found.notes))

    async def think(self, view: View) -> Thought:
        self.seen.append(view)
        return self.thought(await self.inner.think(view))

    async def speak(self, view: View) -> str:
        self.seen.append(view)
        return await self.inner.speak(view)

    async def reflect(self, view: View, since: SinceReflection) -> Thought:
        self.seen.append(view)
        return self.thought(await self.inner.reflect(view, since))

    async def sum_up(self, view: View, talk: Talk) -> Thought:
        self.seen.append(view)
        return self.thought(await self.inner.sum_up(view, talk))

    async def choose(self, view: View, asked: Asked) -> Chosen:
        self.seen.append(view)
        found = await self.inner.choose(view, asked)
        if asked.kind in ("side", "transfer"):
            lot = random.Random(f"{self.seed}:{view.turn}:{self.mark}:{asked.kind}")
            found = replace(found, id=lot.choice(asked.options).id)
        private = found.reason if asked.kind in ("vote", "winner") else self.signed(found.reason)
        return replace(found, reason=private, notes=self.noted(found.notes))


def watched(name: str, seed: int, **given: Any) -> tuple[list[View], list[dict[str, Any]]]:
    """Return every view of a game, and its record."""
    plain = Context(
        **{
            "evening.kind": "whole",
            "evening.persona": "strategist",
            "evening.lengths": LENGTHS,
            **given,
        }
    )
    seen: list[View] = []

    def player(seat: str) -> Any:
        inner = plain.player(seat)
        assert isinstance(inner, RuledStrategist)
        return Marked(seat, seed, inner, seen)

    context = Rigged.model_construct(**dict(plain), players=player)
    return seen, played(context, name, seed)


def check(view: View, rows: list[dict[str, Any]], story: Scenario) -> None:
    rounds = [row["turn"] for row in rows if row["rule"] == "round"]
    size, until = len(story.seats()), view.turn
    if view.turn in rounds and view.phase == "discussion":
        until = rounds[rounds.index(view.turn) // size * size]  # it is not heard yet
    heard = [row for row in rows if row["turn"] < until and view.seat in row["heard_by"]]
    assert leaks(view, heard, {}, story) == []
    here = strings(view)
    assert not [one for one in here if "‹" in one.replace(f"‹{view.seat}›", "")]
    assert {one.turn for one in view.heard} <= {row["turn"] for row in heard}
    assert all(one.public or one.owner == view.seat for one in view.resources)
    mine = {one.id for one in view.resources}
    told = " ".join(row["text"] for row in heard)
    for thing in story.resources:
        if thing.id not in mine:
            description, name = thing.description.in_(view.language), thing.name.in_(view.language)
            assert not [one for one in here if description in one]
            assert name in told or not [one for one in here if name in one]


@pytest.mark.parametrize(
    ("name", "language", "seed", "protocol"),
    [
        (ORCHARD, "en", 1, "hybrid"), (ORCHARD, "ja", 2, "hybrid"), ("one-coat", "en", 4, "hybrid"),
        (ORCHARD, "en", 3, "agentgroupchat"), (ORCHARD, "ja", 5, "agentgroupchat"),
    ],
)  # fmt: skip
def test_no_view_holds_another_s_beliefs_regards_plans_or_secret_things(
    name: str, language: str, seed: int, protocol: str
) -> None:
    story = load_scenario(name)
    rounds = 2 if name == ORCHARD else 1
    seen, rows = watched(
        name, seed, language=language, evening={"rounds": rounds, "protocol": protocol}
    )
    assert {row["rule"] for row in rows} >= {"reflect", "meet", "vote", "side", "transfer"}
    assert {view.seat for view in seen} == set(story.seats())
    handed = {len(row["heard_by"]) for row in rows if row["rule"] == "transfer"}
    assert 2 in handed or name != ORCHARD  # a secret thing, and two alone saw it
    for view in seen:
        check(view, rows, story)


def test_the_search_finds_what_is_another_s() -> None:
    story = load_scenario(ORCHARD)
    seen, rows = watched(ORCHARD, 1, evening={"rounds": 1})
    view, ivo = (next(one for one in seen if one.seat == seat) for seat in ("maud", "ivo"))
    for spoilt in (
        replace(view, sheet=ivo.sheet),
        replace(view, thoughts=("It must be me. ‹ivo›",)),
        replace(view, notes=ivo.notes | {"persona": "‹ivo›"}),
        replace(view, resources=ivo.resources),
    ):
        with pytest.raises(AssertionError):
            check(spoilt, rows, story)
