"""What an experiment will take: calls exactly, tokens and money roughly, before anything is played.

A few turns are played by rule-based players, and what a model would be told in them is rendered and
measured. Tokens follow from the length of the text: a rule of thumb, off by a third either way.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ConfigDict, Field

from mmagents.analysts.open import open_analyst
from mmagents.evaluation.experiments.experiment import uses_models
from mmagents.evaluation.experiments.grid import Cell, Grid
from mmagents.evaluation.experiments.playing import finished
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.analyst import Analyst, ListedFact, Noted
from mmagents.interfaces.player import Player, Thought
from mmagents.interfaces.talk import Utterance
from mmagents.interfaces.view import View
from mmagents.models.choice import RULES, Models, prompts_of
from mmagents.models.utterances import detect_variables, normalise_variables
from mmagents.models.variables import as_told, view_variables
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import most_turns
from mmagents.nodes.spending import money, price_of
from mmagents.players.open import IMPROV, as_strategist, needs_no_model, open_player
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
"""About what the answers of each task come to."""
TRIED = 8
"""Turns that are played to measure prompts."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an experiment will take in all; tokens and money roughly.

    `money` is None without prices for every model; `seconds`, of one core, where one is waited for.
    """

    conversations: int
    turns: int
    calls: int
    tokens: int
    money: float | None
    seconds: float | None


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


def forecast(grid: Grid) -> Forecast:
    """Return what a grid will take; plays a few turns of every cell."""
    total: dict[str, float] = dict.fromkeys(("calls", "tokens", "money", "seconds"), 0.0)
    priced, offline, all_turns = True, True, 0
    for cell in grid.cells:
        one = _of_cell(cell)
        turns = grid.conversations * _turns(cell, grid)
        all_turns += turns
        for name in total:
            total[name] += one[name] * turns
        priced &= bool(one["priced"])
        offline &= not uses_models(cell.context)
    conversations = grid.conversations * len(grid.cells)
    return Forecast(
        conversations=conversations,
        turns=all_turns,
        calls=round(total["calls"]),
        tokens=round(total["tokens"]),
        money=round(total["money"], 4) if priced and total["calls"] else None,
        seconds=round(total["seconds"], 1) if offline else None,
    )


def _turns(cell: Cell, grid: Grid) -> int:
    """Return the turns of a conversation; of an evening, at most, and of its talk alone."""
    if cell.context.evening == "discussion":
        return grid.turns
    return most_turns(load_scenario(cell.story), cell.context)


def _of_cell(cell: Cell) -> dict[str, float]:
    """Return calls, tokens, money and seconds a turn."""
    from mmagents.graph.build import graph

    turns = min(TRIED, cell.context.turns)
    plain = cell.context.model_dump() | {
        "turns": turns, "evening": "discussion", "persona": "plain",
        "story_file": str(cell.story), "cache": None, "max_calls": None,
        "max_tokens": None, "max_seconds": None, "max_money": None,
    }  # fmt: skip
    measuring = _Measuring(**plain)
    config: Any = {"recursion_limit": 7 * turns + 200}
    start: Any = {"scenario": str(cell.story), "seed": 0}
    finished(graph.ainvoke(start, config, context=_Measuring(**plain)))  # what is opened once
    started = time.perf_counter()
    finished(graph.ainvoke(start, config, context=measuring))
    took = time.perf_counter() - started
    found = {"calls": 0.0, "tokens": 0.0, "money": 0.0, "seconds": took / turns, "priced": 1.0}
    language = cell.context.language or "en"
    for seat, task, characters in measuring.told:
        spec = model_of(cell.context, seat, task)
        if spec is None:
            continue
        tokens = characters / CHARACTERS_A_TOKEN.get(language, CHARACTERS_A_TOKEN["en"])
        found["calls"] += 1 / turns
        found["tokens"] += (tokens + TOKENS_OUT[task]) / turns
        prices = cell.context.prices
        call = {"model": spec, "tokens_in": tokens, "tokens_out": TOKENS_OUT[task]}
        found["priced"] *= price_of(spec, prices) is not None
        found["money"] += money(call, prices) / turns
    return found


def model_of(context: Context, seat: str, task: Any) -> str | None:
    """Return the model that does a task for a seat ("" for the analyst); None where none does."""
    spec = as_strategist(context.seats.get(seat))[1] or context.choice_of_models().spec(task)
    return None if spec is None or spec == RULES or needs_no_model(spec) else spec
