"""An experiment's folder read for a report: what was played, by whom, and what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mmagents.lab.conversation import Conversation, read
from mmagents.lab.experiments.experiment import Experiment
from mmagents.lab.experiments.grid import Cell
from mmagents.lab.experiments.playing import Outcome
from mmagents.models.choice import READING, RULES, Models
from mmagents.nodes.context import Context
from mmagents.players.open import IMPROV, SCRIPTED, STRATEGIST, as_strategist


@dataclass(frozen=True, slots=True)
class CellPlayed:
    """What became of one cell; `stopped` counts by limit the conversations that it ended early.

    `players` and `readers` name who sat at the table and who read what was said, each once.
    `tokens_cached` are those of prompts that servers say they had read before.
    """

    cell: Cell
    planned: int
    played: int
    turns: int
    stopped: Mapping[str, int]
    calls: int
    tokens: int
    money: float
    players: tuple[str, ...]
    readers: tuple[str, ...]
    models: bool
    language: str
    tokens_cached: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """An experiment as far as it got.

    `failures` holds id and reason of what failed in the last run and has not been played since.
    """

    name: str
    turns: int
    cells: tuple[CellPlayed, ...]
    conversations: tuple[Conversation, ...]
    failures: tuple[tuple[str, str], ...]

    @property
    def models(self) -> bool:
        """Whether a model had a part in any conversation."""
        return any(cell.models for cell in self.cells)

    def rows(self, labels: Sequence[str]) -> list[dict[str, Any]]:
        """Return a row a cell: what was played, by whom, and what it took."""
        return [
            {
                "group": label,
                "cell": cell.cell.id,
                "planned": cell.planned,
                "played": cell.played,
                "turns": cell.turns,
                "ended_at_a_limit": ", ".join(f"{n} ({of})" for of, n in cell.stopped.items()),
                "players": ", ".join(cell.players),
                "read_by": ", ".join(cell.readers),
                "calls": cell.calls,
                "tokens": cell.tokens,
                "tokens_cached": cell.tokens_cached,
                "language": cell.language,
            }
            for label, cell in zip(labels, self.cells, strict=True)
        ]


def read_played(experiment: Experiment) -> Played:
    """Return what an experiment holds."""
    talks: dict[str, list[Conversation]] = {cell.id: [] for cell in experiment.grid.cells}
    ended: dict[str, list[Outcome]] = {id: [] for id in talks}
    for planned, outcome in experiment.outcomes():
        if outcome is not None:
            id, path = planned.cell.id, experiment.path_of(planned)
            talks[id].append(read(path, planned.cell.factors, planned.id))
            ended[id].append(outcome)
    cells = [_cell(experiment, one, talks[one.id], ended[one.id]) for one in experiment.grid.cells]
    played = tuple(one for held in talks.values() for one in held)
    return Played(
        experiment.grid.name,
        experiment.grid.turns,
        tuple(cells),
        played,
        _failures(experiment, {one.id for one in played}),
    )


def _cell(
    experiment: Experiment, cell: Cell, held: Sequence[Conversation], ended: Sequence[Outcome]
) -> CellPlayed:
    players, readers = seated(cell.context, _seats(experiment, cell, held))
    stopped = Counter(one.over for one in ended if one.over != "turns")
    return CellPlayed(
        cell=cell,
        planned=experiment.grid.conversations,
        played=len(held),
        turns=sum(len(one.rows) for one in held),
        stopped=dict(sorted(stopped.items())),
        calls=sum(one.spent.get("calls", 0) for one in ended),
        tokens=sum(one.spent.get("tokens", 0) for one in ended),
        money=sum(one.spent.get("money", 0.0) for one in ended),
        tokens_cached=sum(map(_kept, held)),
        players=players,
        readers=readers,
        models=any(is_model(one) for one in (*players, *readers)),
        language=held[0].language if held else "",
    )


def _kept(talk: Conversation) -> int:
    calls = (call for row in talk.rows for call in row["ledger"].get("calls", ()))
    return sum(call.get("tokens_cached", 0) for call in calls)


def _seats(experiment: Experiment, cell: Cell, held: Sequence[Conversation]) -> tuple[str, ...]:
    if held:
        return held[0].seats
    from mmagents.scenarios.loader import load_scenario

    return tuple(load_scenario(str(experiment.story_of(cell))).seats())


def seated(context: Context, seats: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return who plays, and who reads what was said: improv, scripted, rules, or models by name."""
    models = context.choice_of_models()
    players = [
        name
        for seat in seats
        for name in _players(context.seats.get(seat), models, context.evening.persona)
    ]
    unasked = set() if context.played_condition().asks_moderator else {"moderate"}
    tasks = [task for task in READING if task not in unasked]
    readers = [models.spec(task) or RULES for task in tasks]
    if context.floor.read_by:
        readers = [context.floor.read_by]
    return tuple(dict.fromkeys(players)), tuple(dict.fromkeys(readers))


def _players(spec: str | None, models: Models, minded: str) -> list[str]:
    strategist, spec = as_strategist(spec)
    names = _named(spec, models)
    if strategist or minded == STRATEGIST:
        return [one if one.startswith(SCRIPTED) else f"{STRATEGIST}:{one}" for one in names]
    return names


def _named(spec: str | None, models: Models) -> list[str]:
    if spec and spec.startswith(SCRIPTED):
        return [SCRIPTED + Path(spec.removeprefix(SCRIPTED)).name]
    if spec:
        return [spec]
    speak, think = models.spec("speak"), models.spec("think")
    return [one for one in dict.fromkeys((speak, think)) if one] or [IMPROV]


def is_model(name: str) -> bool:
    """Tell whether a name of :func:`seated` is that of a model, or of code that may ask one."""
    name = as_strategist(name)[1] or name
    return name not in (IMPROV, RULES) and not name.startswith(SCRIPTED)


def _failures(experiment: Experiment, played: set[str]) -> tuple[tuple[str, str], ...]:
    """Return what failed and is still not there, in the grid's order, without paths."""
    why = {str(one["id"]): str(one["error"]) for one in experiment.failures()}
    here = {str(experiment.folder), str(experiment.folder.resolve())}
    found = []
    for planned in experiment.grid.planned():
        if planned.id in why and planned.id not in played:
            said = why[planned.id]
            for path in sorted(here, key=len, reverse=True):
                said = said.replace(path, "the experiment's folder")
            found.append((planned.id, said))
    return tuple(sorted(found))
