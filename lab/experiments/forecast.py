"""What an experiment will take: calls exactly, tokens and money roughly, before anything is played.

A few turns are played by rule-based players, and what a model would be told in them is rendered and
measured. Tokens follow from the length of the text: a rule of thumb, off by a third either way.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ConfigDict, Field

from mmagents.analysts.open import open_analyst
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.analyst import Analyst, ListedFact, Noted
from mmagents.interfaces.player import Player, Thought
from mmagents.interfaces.talk import Utterance
from mmagents.interfaces.view import View
from mmagents.lab.experiments.experiment import uses_models
from mmagents.lab.experiments.grid import Cell, Grid
from mmagents.lab.experiments.playing import finished
from mmagents.models.choice import RULES, Models, prompts_of
from mmagents.models.utterances import detect_variables, normalise_variables
from mmagents.models.variables import as_told, view_variables
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import most_turns
from mmagents.nodes.spending import Price, money, price_of
from mmagents.players.open import IMPROV, as_strategist, needs_no_model, open_player
from mmagents.players.person.player import HUMAN
from mmagents.scenarios.loader import load_scenario

CHARACTERS_A_TOKEN: Mapping[str, float] = {"en": 4.2, "ja": 1.1}
"""Rules of thumb for the tokenizers of today's models."""
TOKENS_OUT: Mapping[str, int] = {
    "think": 60,
    "speak": 60,
    "choose": 50,
    "summarise": 60,
    "reflect": 150,
    "guess": 400,
    "consider": 40,
    "perceive": 60,
    "normalise": 60,
    "detect": 50,
}
"""About how many tokens the answers of each task have."""
TRIED = 8
"""Turns that are played to measure prompts."""


@dataclass(frozen=True, slots=True)
class OfModel:
    """What one model will be asked, and roughly what it costs; None without a price."""

    calls: int
    tokens_in: int
    tokens_out: int
    money: float | None


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an experiment will take in all; tokens and money roughly.

    `money` is None without prices for every model; `seconds`, of one core, where one is waited for.
    `by_model` has the same for each model. `left_out` says what is not counted.
    """

    conversations: int
    turns: int
    calls: int
    tokens: int
    money: float | None
    seconds: float | None
    by_model: Mapping[str, OfModel] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()


class _Measuring(Context):
    """A context whose seats play improv and measure what a model in their place would be told."""

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid", frozen=True)

    told: list[tuple[str, str, int]] = Field(default_factory=list)
    """Seat, task, and characters of the prompt."""

    def player(self, seat: str) -> Player:
        return _Seat(self)

    def analyst(self) -> Analyst:
        return _Reader(self)

    def note(self, seat: str, task: Any, language: str, variables: Mapping[str, Any]) -> None:
        said = prompts_of(self.choice_of_models()).render(task, language, variables)
        self.told.append((seat, task, len(said.system) + len(said.user)))


class _Seat:
    def __init__(self, context: _Measuring) -> None:
        self._context, self._plays = context, open_player(IMPROV, Models())

    async def think(self, view: View) -> Thought:
        told = as_told(view, self._context.wording(), speaking=False)
        self._context.note(view.seat, "think", view.language, view_variables(told))
        return await self._plays.think(view)

    async def speak(self, view: View) -> str:
        told = as_told(view, self._context.wording(), speaking=True)
        self._context.note(view.seat, "speak", view.language, view_variables(told))
        return await self._plays.speak(view)


class _Reader:
    def __init__(self, context: _Measuring) -> None:
        self._context, self._reads = context, open_analyst(Models())

    async def normalize(self, utterance: Utterance) -> tuple[str, ...]:
        self._context.note("", "normalise", utterance.language, normalise_variables(utterance))
        return await self._reads.normalize(utterance)

    async def recognize(self, utterance: Utterance, listed: tuple[ListedFact, ...]) -> Noted:
        told = normalise_variables(utterance, listed=listed)
        self._context.note("", "normalise", utterance.language, told)
        return Noted(await self._reads.normalize(utterance), None)

    async def detect(self, utterance: Utterance) -> Designation:
        self._context.note("", "detect", utterance.language, detect_variables(utterance))
        return await self._reads.detect(utterance)


def forecast(grid: Grid, prices: Mapping[str, Price] | None = None) -> Forecast:
    """Return what a grid will take; plays a few turns of every cell.

    Neither a key nor a connection is needed, whatever models, embeddings and checks the grid names:
    improv plays, the rules read, and memory is searched by spelling.

    Args:
        grid: the grid.
        prices: of models for which the grid has none.
    """
    asked: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    seconds, all_turns = 0.0, 0
    known: dict[str, Price] = dict(prices or {})
    for cell in grid.cells:
        known |= cell.context.limits.prices
        took, told = _of_cell(cell)
        turns = grid.conversations * _turns(cell, grid)
        all_turns += turns
        seconds += took * turns
        for spec, amounts in told.items():
            asked[spec] = [a + b * turns for a, b in zip(asked[spec], amounts, strict=True)]
    by_model = {spec: _of_model(spec, amounts, known) for spec, amounts in sorted(asked.items())}
    costs = [one.money for one in by_model.values() if one.money is not None]
    offline = not any(uses_models(cell.context) for cell in grid.cells)
    return Forecast(
        conversations=grid.conversations * len(grid.cells),
        turns=all_turns,
        calls=sum(one.calls for one in by_model.values()),
        tokens=sum(one.tokens_in + one.tokens_out for one in by_model.values()),
        money=round(sum(costs), 4) if costs and len(costs) == len(by_model) else None,
        seconds=round(seconds, 1) if offline else None,
        by_model=by_model,
        left_out=_left_out(grid),
    )


def _of_model(spec: str, amounts: Sequence[float], prices: Mapping[str, Price]) -> OfModel:
    calls, tokens_in, tokens_out = map(round, amounts)
    call = {"model": spec, "tokens_in": tokens_in, "tokens_out": tokens_out}
    cost = round(money(call, prices), 4) if price_of(spec, prices) else None
    return OfModel(calls, tokens_in, tokens_out, cost)


def _left_out(grid: Grid) -> tuple[str, ...]:
    """Return what a forecast of a grid does not count, in words."""
    contexts = [cell.context for cell in grid.cells]
    found = {
        "embeddings by a provider": any(one.memory.embeddings != "lexical" for one in contexts),
        "calls for repair, which depend on what is said": any(
            one.repair is not None and uses_models(one) for one in contexts
        ),
        "what a whole evening asks beside its talk": any(
            one.evening.kind == "whole" and uses_models(one) for one in contexts
        ),
        "what the paces lean and draft spare": any(
            one.pace.kind != "paper" and uses_models(one) for one in contexts
        ),
    }
    return tuple(what for what, left in found.items() if left)


def _turns(cell: Cell, grid: Grid) -> int:
    """Return the turns of a conversation; for an evening the most its talk can have."""
    if cell.context.evening.kind == "discussion":
        return grid.turns
    return most_turns(load_scenario(cell.story), cell.context)


def _of_cell(cell: Cell) -> tuple[float, Mapping[str, list[float]]]:
    """Return seconds a turn; and by model calls, tokens in and tokens out a turn."""
    from mmagents.graph.build import graph

    turns = min(TRIED, cell.context.turns)
    plain = cell.context.model_dump() | {
        "turns": turns, "evening.kind": "discussion", "evening.persona": "plain",
        "evening.story_file": str(cell.story), "memory.embeddings": "lexical",
        "repair": None, "pace.kind": "paper", "models.cache": None, "limits": {},
    }  # fmt: skip
    measuring = _Measuring(**plain)
    config: Any = {"recursion_limit": 7 * turns + 200}
    start: Any = {"scenario": str(cell.story), "seed": 0}
    if not uses_models(cell.context):  # else nobody asks how long it takes
        finished(graph.ainvoke(start, config, context=_Measuring(**plain)))  # what is opened once
    started = time.perf_counter()
    finished(graph.ainvoke(start, config, context=measuring))
    took = time.perf_counter() - started
    found: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    language = cell.context.language or "en"
    for seat, task, characters in measuring.told:
        spec = model_of(cell.context, seat, task)
        if spec is not None:
            read = characters / CHARACTERS_A_TOKEN.get(language, CHARACTERS_A_TOKEN["en"])
            told = (1.0, read, TOKENS_OUT[task])
            found[spec] = [a + b / turns for a, b in zip(found[spec], told, strict=True)]
    return took / turns, found


def model_of(context: Context, seat: str, task: Any) -> str | None:
    """Return the model that does a task for a seat ("" for the analyst); None where none does."""
    spec = as_strategist(context.seats.get(seat))[1] or context.choice_of_models().spec(task)
    return None if spec is None or spec == RULES or needs_no_model(spec) else spec


def of_one_game(story: str, context: Context, turns: int) -> Forecast:
    """Return what one game will take, in a language that its context names.

    Args:
        story: its id or file.
        context: how it is run.
        turns: how many it has at most.
    """
    fields = context.model_dump(exclude=OF_THE_GAME, exclude_defaults=True)
    people = {seat: IMPROV for seat, player in context.seats.items() if player == HUMAN}
    fields |= {"seats": {**context.seats, **people}} if context.seats else {}
    return forecast(
        Grid(
            name="estimate", scenarios=[story], conditions=[context.condition], conversations=1,
            turns=turns, **fields,
        )
    )  # fmt: skip


OF_THE_GAME: Any = {
    "turns": True,
    "condition": True,
    "evening": {"kind", "lengths", "story_file"},
    "memory": {"path"},
}
"""Fields of the context that a forecast of one game sets itself."""
