"""What happens while a game is played, as whoever watches is told of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any, Literal

from langchain_core.runnables import RunnableConfig
from langgraph.errors import GraphDrained
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import RunControl
from langgraph.types import Command, Durability

from mmagents.graph.build import compiled
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import most_turns
from mmagents.nodes.record import AsideRow, BidRow, Ledger, TurnRow
from mmagents.nodes.settings import Units
from mmagents.nodes.state import Floor, Outcome, Words
from mmagents.players.person.ask import Ask
from mmagents.scenarios.loader import load_scenario

STEPS_A_TURN = 6
"""Supersteps of the cycle: think, select, rule, speak, the two readers, close."""
STEPS_A_ROUND = 3
"""Those that repair adds for every candidate: screen, diagnose, and regenerate or publish."""
STEPS_A_UNIT = 3
"""Those that each unit adds where turns are said unit by unit: it is said, its end is seen, and
listeners respond to it."""
UNITS_A_TURN = 40
"""More units than turns have on average: a long turn of a model has about ten."""

NOTING = frozenset({"think_all", "speak", "normalize_knowledge"})
"""Steps that put no turn on the record, but may change the rows of earlier ones."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.

    thought: one of those `present` has thought of its bid. floor: the ledger of a turn about to be
    spoken, and who has the floor. unit: one more unit of a turn was said; `unit` holds the words so
    far, `asides` what listeners said to them, and `last` tells whether they are all of them. turn:
    a turn spoken, or a deed; `stopped` says which limit ended the game with it, if one did. noted:
    an earlier turn has been normalised, so that its row is another. phase: a part of the evening
    began. outcome: the evening has ended. asks: the game waits for people, each asked as `asks`
    says by seat; this is the last event until it is gone on with.
    """

    kind: Literal["thought", "floor", "unit", "turn", "noted", "phase", "outcome", "asks"]
    bid: BidRow | None = None
    present: tuple[str, ...] = ()
    ledger: Ledger | None = None
    floor: Floor | None = None
    unit: Words | None = None
    asides: tuple[AsideRow, ...] = ()
    last: bool = False
    row: TurnRow | None = None
    stopped: str = ""
    phase: str = ""
    outcome: Outcome | None = None
    asks: Mapping[str, Ask] | None = None


def steps(scenario: str, context: Context) -> int:
    """Return a limit of supersteps that no game comes near."""
    more = STEPS_A_ROUND * (context.repair.rounds + 1) if context.repair else 0
    more += STEPS_A_UNIT * UNITS_A_TURN if isinstance(context.medium, Units) else 0
    return (STEPS_A_TURN + more) * (most_turns(load_scenario(scenario), context) + 4)


async def watch(
    compiled: CompiledStateGraph[Any, Any, Any, Any],
    start: Mapping[str, Any] | Command[Any] | None,
    context: Context,
    config: RunnableConfig,
    control: RunControl | None = None,
    durability: Durability | None = None,
) -> AsyncGenerator[Event]:
    """Run the graph from `start` (None: from where it stopped), and yield what happens.

    `durability` is LangGraph's: with "exit" the last step alone is kept.

    It ends before the next step once `control` asks for that; all there is has been kept by then.
    Closed half-way, it has stopped the graph before it returns: nothing is written after that.
    """
    stream: Any = compiled.astream(
        start,
        config,
        context=context,
        stream_mode=["updates", "custom"],
        control=control,
        durability=durability,
    )
    with suppress(GraphDrained):
        async with aclosing(stream):
            async for mode, update in stream:
                if mode == "custom":
                    yield Event("thought", bid=update["bid"], present=tuple(update["present"]))
                    continue
                for event in _events(update):
                    yield event


def _events(update: Mapping[str, Any]) -> Iterator[Event]:
    for node, change in update.items():
        if node == "__interrupt__":
            yield Event("asks", asks=change[0].value["asks"])
            continue
        if node == "select_speaker":
            yield Event("floor", ledger=change["ledger"], floor=change["floor"])
        elif node == "say_unit":
            planned = change["planned"]
            last = planned["said"] == len(planned["ends"])
            asides = tuple(planned.get("asides", ()))
            yield Event("unit", unit=change["words"], asides=asides, last=last)
        elif node == "open_phase":
            yield Event("phase", phase=change["phase"])
        elif node == "settle":
            yield Event("outcome", outcome=change["outcome"])
        rows = (change or {}).get("history", ()) if node != "open_game" else ()
        stopped = (change or {}).get("stopped", "") if node != "open_game" else ""
        late = len(rows) - 1 if node == "close_turn" else len(rows) if node in NOTING else 0
        yield from (Event("noted", row=row) for row in rows[:late])
        rows = rows[late:]
        for at, row in enumerate(rows, 1):
            yield Event("turn", row=row, stopped=stopped if at == len(rows) else "")
        if stopped and not rows:
            yield Event("turn", stopped=stopped)


async def play(scenario: str, seed: int, context: Context) -> AsyncIterator[Event]:
    """Play a game that is not kept."""
    config: RunnableConfig = {
        "recursion_limit": steps(context.evening.story_file or scenario, context)
    }
    async for event in watch(compiled(), {"scenario": scenario, "seed": seed}, context, config):
        if event.kind != "noted":
            yield event
