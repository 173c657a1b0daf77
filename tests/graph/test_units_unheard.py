"""What was not said was never heard: unsaid words reach nobody, wherever a turn is cut."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mmagents.floor.adjacency import Designation
from mmagents.floor.conditions import ALL_SHOWN
from mmagents.graph.build import graph
from mmagents.interfaces.analyst import Analyst
from mmagents.interfaces.player import Asked, Chosen, Draft, Thought, Wish
from mmagents.interfaces.repair import Dropped
from mmagents.interfaces.talk import Utterance
from mmagents.interfaces.view import View
from mmagents.models.variables import view_variables
from mmagents.nodes.context import Context
from mmagents.nodes.interrupts import as_heard_by_people
from mmagents.nodes.record import TurnRow
from mmagents.nodes.step import Step
from mmagents.nodes.table import table_for
from mmagents.nodes.turn.recognition import Read, read
from mmagents.nodes.turn.row import as_heard
from mmagents.nodes.values import heard_turn
from mmagents.prompts.render import Prompts
from mmagents.scenarios.loader import load_scenario
from mmagents.showing.faces import Faces
from mmagents.showing.html.ledger import ledger
from mmagents.showing.html.talk import turns
from mmagents.showing.onlooker import SPECTATOR, Onlooker, seen_row
from tests.graph.conftest import LIMIT, Rigged
from tests.graph.leaks import strings

PARTS = {
    "en": ["Word {0} is mine.", "I went to {0} then.", "{call}, where was {0}?", "Well, {0}!"],
    "ja": [
        "{0}は私のです。",
        "{0}へ行きました。",
        "{call}さん、{0}はどこでしたか？",
        "{0}ですね。",
    ],
}


@dataclass
class Seen:
    """Everything that anybody at the table was given."""

    views: list[View] = field(default_factory=list)
    read: list[Utterance] = field(default_factory=list)


class Talker:
    """Says sentences with a token in each that occurs nowhere else; comes in by lot."""

    def __init__(self, seat: str, seed: int, seen: Seen) -> None:
        self.seat, self.seed, self.seen = seat, seed, seen

    def lot(self, view: View, what: str) -> random.Random:
        return random.Random(f"{self.seed}:{view.turn}:{self.seat}:{what}")

    async def think(self, view: View) -> Thought:
        self.seen.views.append(view)
        draw = self.lot(view, "bid")
        return Thought("", draw.choice(["speak", "listen"]), draw.randrange(10))

    async def speak(self, view: View) -> str:
        self.seen.views.append(view)
        return self.said(view, "words")

    def said(self, view: View, what: str) -> str:
        draw = self.lot(view, what)
        call = draw.choice([one.call for one in view.public.seats()])
        parts = draw.choices(PARTS[view.language], k=draw.randint(1, 6))
        return " ".join(one.format(f"zq{draw.getrandbits(48)}x", call=call) for one in parts)

    async def draft(self, view: View) -> Draft:
        return Draft(await self.think(view), self.said(view, "draft"), Designation())

    async def repair(self, view: View, dropped: tuple[Dropped, ...]) -> str:
        return self.said(view, f"again {len(dropped)}")

    async def listen(self, view: View) -> Wish | None:
        self.seen.views.append(view)
        draw = self.lot(view, view.heard[-1].text)
        return Wish(draw.random() * 9, "by lot") if draw.random() < 0.5 else None

    async def choose(self, view: View, asked: Asked) -> Chosen:
        self.seen.views.append(view)
        return Chosen(asked.options[0].id)


class Listening:
    """An analyst that keeps what it is given, and answers by rule."""

    def __init__(self, reader: Analyst, seen: Seen) -> None:
        self.reader, self.seen = reader, seen

    async def normalize(self, utterance: Utterance) -> tuple[str, ...]:
        self.seen.read.append(utterance)
        return await self.reader.normalize(utterance)

    async def detect(self, utterance: Utterance) -> Designation:
        self.seen.read.append(utterance)
        return await self.reader.detect(utterance)


class Watched(Rigged):
    """A table of talkers, people where they are seated, and an analyst that keeps what it reads."""

    seen: Seen

    def analyst(self) -> Analyst:
        return Listening(super().analyst(), self.seen)


def watched(seed: int, people: tuple[str, ...] = (), **given: Any) -> Watched:
    seen, seats = Seen(), dict.fromkeys(people, "human")
    fields = dict(Context(**{"medium": "units", "seats": seats, **given}))
    talkers = {one: Talker(one, seed, seen) for one in load_scenario("mini").seats()}
    players = {seat: one for seat, one in talkers.items() if seat not in people}
    return Watched.model_construct(**fields, players=players, seen=seen)


def play(seed: int, **given: Any) -> tuple[Watched, dict[str, Any]]:
    context = watched(seed, **given)
    return context, graph.invoke({"scenario": "mini", "seed": seed}, LIMIT, context=context)


def tokens(text: str) -> set[str]:
    return set(re.findall(r"zq\d+x", text))


def given_to_the_table(context: Watched, state: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield where and what: every string that somebody or something at the table was given."""
    rows: list[TurnRow] = state["history"]
    for view in context.seen.views:
        yield from (("view", one) for one in strings(view))
    for view in context.seen.views[-4:]:
        told = Prompts().render("think", view.language, view_variables(view))
        yield from (("prompt", one) for one in (told.system, told.user))
    for utterance in context.seen.read:
        yield from (("analyst", one) for one in strings(utterance))
    table = table_for("mini", context)
    faces = Faces.of(table, table.language)
    eyes = [SPECTATOR, *(Onlooker("seat", seat) for seat in table.seats)]
    for onlooker in eyes:
        found = [seen_row(row, onlooker, table.seats) for row in rows]
        yield from (("page", one) for row in found for one in strings(row))
        noticed = [row for row in found if row]
        drawn = turns(noticed, range(len(noticed)), faces, hidden=True)
        yield from (("page", one) for one in drawn.values())
    for row in rows:
        yield "host's page", ledger(row, rows, faces, hidden=False)
        yield from (("person", one) for one in strings(as_heard_by_people(row, ALL_SHOWN)))
        public = {key: value for key, value in row.items() if key != "ledger"}
        yield from (("record", one) for one in strings(public))
    kept = {name: value for name, value in state.items() if name != "history"}
    yield from (("state", one) for one in strings(kept))


def unheard(context: Watched, state: dict[str, Any]) -> set[str]:
    """Return where unsaid words turned up."""
    unsaid = {one for row in state["history"] for one in tokens(row["ledger"].get("unsaid", ""))}
    given = given_to_the_table(context, state)
    return {where for where, text in given if "zq" in text and unsaid & tokens(text)}


@settings(max_examples=5, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**6),
    condition=st.sampled_from(["cssn-or-ss", "ss", "bidding"]),
    language=st.sampled_from(["en", "ja"]),
    played=st.sampled_from(
        [{}, {"pace.overlap": True}, {"pace": "lean"}, {"pace": "draft"}, {"repair": True}]
    ),
    window=st.sampled_from(["sliding", "growing"]),
)
def test_what_was_not_said_reaches_nobody_at_the_table(
    seed: int, condition: str, language: str, played: dict[str, Any], window: str
) -> None:
    given = {
        "condition": condition,
        "language": language,
        "memory.window": window,
        "memory.k": 3,
        **played,
    }
    context, state = play(seed, turns=6, **given)
    rows = state["history"]
    assert unheard(context, state) == set()
    for row in rows:
        units, unsaid = row["units"], row["ledger"].get("unsaid")
        assert units["ends"][-1] == len(row["text"])
        assert ("cut" in units) == bool(unsaid)
    heard = {row["turn"]: row["text"] for row in rows}
    for view in context.seen.views:
        assert all(heard[one.turn].startswith(one.text) for one in view.heard)


def in_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_of(row: TurnRow) -> Any:
        return replace(heard_turn(row), text=row["text"] + row["ledger"].get("unsaid", ""))

    for module in ("view", "grown"):
        monkeypatch.setattr(f"mmagents.nodes.views.{module}.heard_turn", all_of)


def in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    async def all_of(step: Step, utterance: Utterance) -> Read:
        found = await read(step, utterance)
        return found._replace(items=(*found.items, step.state["planned"]["text"]))

    monkeypatch.setattr("mmagents.nodes.turn.normalize.read", all_of)


def at_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_of(step: Step) -> Step:
        words = {**step.state["words"], "text": step.state["planned"]["text"]}
        return as_heard(replace(step, state={**step.state, "words": words}))

    monkeypatch.setattr("mmagents.nodes.ways.units.offers.as_heard", all_of)


@pytest.mark.parametrize(
    ("leak", "where"), [(in_a_view, "view"), (in_memory, "record"), (at_a_place, "view")]
)
def test_a_leak_that_was_planted_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert where in unheard(*play(1, turns=6))
