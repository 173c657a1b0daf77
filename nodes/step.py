"""What a step of the game works with: the state, the run, the story laid out, the memories."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.interfaces.accounts import recording
from mmagents.interfaces.analyst import Analyst
from mmagents.interfaces.player import Player
from mmagents.nodes.context import Context
from mmagents.nodes.served import MEMORY, check_served
from mmagents.nodes.state import State, Words
from mmagents.nodes.table import Table, table_for
from mmagents.nodes.views.long_term import Recollection, in_process, let_go, recollection_of
from mmagents.nodes.views.room import present
from mmagents.nodes.waiting import LEXICAL, waits_for_players
from mmagents.players.person.player import HumanPlayer
from mmagents.stores.servers.chroma_server import is_server

P = ParamSpec("P")
T = TypeVar("T")
SERVED_MEMORY = Path(".mmagents") / "memory"
"""Where a server keeps long-term memory, below the folder it was started in."""


def is_served(config: RunnableConfig) -> bool:
    """Tell whether a LangGraph server runs the graph: it names the assistant in a configuration."""
    return "assistant_id" in {**config.get("configurable", {}), **(config.get("metadata") or {})}


def _unheard(told: Any) -> None:
    """Let go what nobody watches."""


def _ending(work: Callable[[], T]) -> T:
    """Call something in a thread, so that every fault of it ends the wait for it.

    No future can carry a StopIteration: a state that a client of a server wrote, with a speaker who
    made no bid, would hold one of its workers for ever.
    """
    try:
        return work()
    except StopIteration as error:
        raise LookupError("The state of the game does not fit together.") from error


@dataclass(frozen=True, slots=True)
class Step:
    """What a step works with; it returns what it changes in the state.

    Attributes:
        state: the game before the step.
        context: the run.
        table: the story in the language of the game.
        config: of the call.
        tell: tells whoever watches what happens within the step.
        players: who answers for a seat in this step, instead of the player of the context.
        reader: who reads what was said in this step, instead of the analyst of the context.
        thinking: the seats that think in this step, where these are not all who could.
        pairs: how first pair parts stay open here, where that is not as in speech; arguments of
            :func:`mmagents.floor.pairs.take_up`.
        calls_ahead: questions put to models for the next turn already.
        stopped: why the game ends with this turn though it has turns left; "" if it does not.
    """

    state: State
    context: Context
    table: Table
    config: RunnableConfig = field(default_factory=RunnableConfig)
    tell: Callable[[Any], None] = _unheard
    players: Mapping[str, Player] = field(default_factory=dict)
    reader: Analyst | None = None
    thinking: tuple[str, ...] | None = None
    pairs: Mapping[str, Any] = field(default_factory=dict)
    calls_ahead: Sequence[dict[str, Any]] = ()
    stopped: str = ""

    @classmethod
    def open(cls, state: State, config: RunnableConfig, runtime: Runtime[Context]) -> Step:
        """Return the step of a call. Blocks: the story may have to be read.

        Raises:
            MMAgentsError: if the story cannot be read, or does not fit the run's context, or a
                server's client names code, a file or an address that the operator has not opened.
        """
        context = runtime.context or Context()
        if is_served(config):
            context.check_allowed()
            check_served(context, state.get("scenario", ""))
        table = table_for(state.get("scenario", ""), context)
        return cls(state, context, table, config, runtime.stream_writer)

    @property
    def here(self) -> tuple[str, ...]:
        """The seats that hear what is said now."""
        return present(self.state, self.table.seats)

    @property
    def people(self) -> tuple[str, ...]:
        """The seats of people among those who are here."""
        return tuple(one for one in self.here if isinstance(self.player(one), HumanPlayer))

    def player(self, seat: str) -> Player:
        """Return who answers for a seat in this step."""
        return self.players.get(seat) or self.context.player(seat)

    def seating(self, players: Mapping[str, Player]) -> Step:
        """Return the step in which others answer for some seats."""
        return replace(self, players={**self.players, **players})

    def limited_to(self, seats: tuple[str, ...]) -> Step:
        """Return the step in which these seats think, and no others."""
        return replace(self, thinking=seats)

    def analyst(self) -> Analyst:
        """Return who reads what was said in this step."""
        return self.reader or self.context.analyst()

    def read_by(self, reader: Analyst) -> Step:
        """Return the step in which somebody else reads what was said."""
        return replace(self, reader=reader)

    def having_called(self, calls: Sequence[dict[str, Any]]) -> Step:
        """Return the step in which questions for the next turn were put to models already."""
        return replace(self, calls_ahead=calls)

    @property
    def recollection(self) -> Recollection:
        """The memories of the game, the same while the process lives. Blocks."""
        path, game = self._memory_path(), self.state["game"]
        found = recollection_of(path, game, self.table.seats, self.context.memory.embeddings)
        found.leave_out(
            self.table.questions if self.context.memory.recall == "beyond-history" else None
        )
        return found

    @property
    def blocks(self) -> bool:
        """Whether memory waits for a disk or for a server of embeddings."""
        if is_served(self.config):
            return True
        return not in_process(self._memory_path()) or self.context.memory.embeddings != LEXICAL

    @property
    def waits(self) -> bool:
        """Whether anything in the step may have to be waited for."""
        return self.blocks or waits_for_players(self.context)

    async def aside(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Call what may block: in a thread where memory does, otherwise here and now."""
        if self.blocks:
            return await asyncio.to_thread(_ending, partial(work, *given, **named))
        return work(*given, **named)

    async def together(self, *asked: Awaitable[T]) -> list[T]:
        """Return what each comes to: side by side, or in turn where nothing is waited for."""
        if self.waits:
            return list(await asyncio.gather(*asked))
        return [await one for one in asked]

    @contextmanager
    def recording(self, **about: Any) -> Iterator[list[dict[str, Any]]]:
        """Collect the questions put to models within; once it is left, the list holds them.

        Args:
            about: what else their JSON says.
        """
        found: list[dict[str, Any]] = []
        with recording(game=self.state["game"], turn=self.state["turn"]) as calls:
            yield found
        found += [{**call.as_json(), **about} for call in calls]

    def forget_if_over(self, *, over: bool) -> None:
        """Close the memories of a game that is over. Blocks.

        Whoever goes on with it all the same has them opened again, or filled from the history.
        """
        if over:
            let_go(self._memory_path(), self.state["game"])

    def _memory_path(self) -> str | None:
        """Return the folder or the address for long-term memory, or None to keep it in the process.

        Under a server, memory is kept on disk by thread, as the server keeps the thread itself, or
        where the operator said. On a Chroma server games are told apart by their thread.
        """
        served = is_served(self.config)
        path = self.context.memory.path or (os.getenv(MEMORY) if served else None)
        if path is None:
            return str(Path.cwd() / SERVED_MEMORY) if served else None
        if is_server(path) and "#" not in path:
            return f"{path}#{self.config.get('configurable', {}).get('thread_id', '')}"
        return path


def saying(step: Step, words: Words) -> Step:
    """Return the step in which these words have been said."""
    return replace(step, state={**step.state, "words": words})
