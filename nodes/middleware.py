"""Ways of taking turns, each in one place: middleware around the steps of a turn.

A turn is five steps and its close (:mod:`mmagents.nodes.turn`), as in MMAgents, section 3.2. What
else a turn may be - said unit by unit, screened before it is heard, written beside others - is a
:class:`TurnMiddleware`. It is for a turn what LangChain's `AgentMiddleware` is for a model call:
it brings its settings and channels, wraps steps, adds nodes between speaking and reading, and adds
its own fields to the record. The steps know none of them, and none knows another.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from mmagents.nodes.combining import REGISTERED, Registered

if TYPE_CHECKING:
    from pydantic import BaseModel

    from mmagents.nodes.context import Context
    from mmagents.nodes.record import TurnRow
    from mmagents.nodes.step import Step
    from mmagents.prompts.tasks import Task

Update = dict[str, Any]
"""What a step changes in the state, by channel."""
Do = Callable[["Step"], Coroutine[Any, Any, Update]]
"""A step of a turn, or a step with the middleware inside this one round it."""
Hook = Literal["wrap_think", "wrap_speak", "wrap_normalize", "wrap_detect", "wrap_close"]


@dataclass(frozen=True, slots=True)
class Branch:
    """An edge that leaves the plain cycle of a turn.

    Attributes:
        label: of the edge, as the drawing has it.
        node: where it leads.
        taken: given the state, whether it is taken.
    """

    label: str
    node: str
    taken: Callable[[Mapping[str, Any]], bool]


class Wiring(Protocol):
    """The edges of a graph, as a way of taking turns adds its own."""

    def edge(self, node: str, to: str) -> None:
        """Lead from one node to another."""

    def route(self, node: str, follow: Callable[[Any], str], to: Mapping[str, str]) -> None:
        """Lead from a node to where the label says that `follow` returns, given the state."""

    def onward(self, node: str, *first: Branch) -> None:
        """Lead from a node to what comes after it: `first`, other ways, or those who read."""


class TurnMiddleware:
    """A way of taking turns. Override what it changes; the rest stays as the paper has it.

    Attributes:
        name: of its settings in the context, and of what it adds to the record.
        settings: what a run can tell it, in `Context.ways`; None for those that are shipped, whose
            settings are fields of the context.
        state: a TypedDict of its channels; None if it has none.
        begins: by channel, what it holds when a game begins.
        after_speaking: where words go before they are read, if anywhere.
        beside_reading: what runs side by side with the two readers, if anything.
        after_closing: where the next turn begins, if not with thinking.
        nodes: the functions of its nodes, each given the step, or the state if it says so.
        not_with: by the name of another way, why the two do not go together.
    """

    name: ClassVar[str]
    settings: ClassVar[type[BaseModel] | None] = None
    state: ClassVar[type[Any] | None] = None
    begins: ClassVar[Mapping[str, Any]] = {}
    after_speaking: ClassVar[Branch | None] = None
    beside_reading: ClassVar[Branch | None] = None
    after_closing: ClassVar[Branch | None] = None
    nodes: ClassVar[tuple[Callable[[Any], Coroutine[Any, Any, Update]], ...]] = ()
    not_with: ClassVar[Mapping[str, str]] = {}

    def of(self, context: Context) -> Any:
        """Return its settings in a run; None where it is off."""
        return context.ways.get(self.name)

    def on(self, step: Step) -> bool:
        """Tell whether it has a part in this step."""
        return self.of(step.context) is not None

    def add_edges(self, wiring: Wiring) -> None:
        """Add the edges from its nodes. Left as it is, its one node leads to those who read."""
        if self.after_speaking is not None:
            wiring.onward(self.after_speaking.node)

    async def wrap_think(self, step: Step, think: Do) -> Update:
        """Run `think` in the way it needs, and return what is to change."""
        return await think(step)

    async def wrap_speak(self, step: Step, speak: Do) -> Update:
        """Run `speak` in the way it needs, and return what is to change."""
        return await speak(step)

    async def wrap_normalize(self, step: Step, normalize: Do) -> Update:
        """Run `normalize` in the way it needs, and return what is to change."""
        return await normalize(step)

    async def wrap_detect(self, step: Step, detect: Do) -> Update:
        """Run `detect` in the way it needs, and return what is to change."""
        return await detect(step)

    async def wrap_close(self, step: Step, close: Do) -> Update:
        """Run `close` in the way it needs, and return what is to change."""
        return await close(step)

    def row(self, step: Step, row: TurnRow) -> TurnRow:
        """Return a turn as the record holds it, with what this way adds."""
        return row

    def told(self, row: TurnRow) -> Iterator[str]:
        """Yield sentences on what it did in a turn, for `mmagents explain`."""
        yield from ()

    def incompatible(self, context: Context) -> Iterator[str]:
        """Yield what does not go with it in a run that uses it, and what to leave out."""
        yield from ()

    def tasks(self, context: Context) -> Iterator[Task]:
        """Yield what it asks of models in a run."""
        yield from ()


WAYS: list[TurnMiddleware] = []
"""The ways of taking turns that are registered, the outermost first."""


def register(way: TurnMiddleware) -> TurnMiddleware:
    """Add a way of taking turns, inside those that are there. A name that is there is replaced.

    The graph that is compiled once per process (:mod:`mmagents.graph.build`) has those that were
    registered before it was imported: `mmagents --load MODULE`, or an entry point.
    """
    WAYS[:] = [one for one in WAYS if one.name != way.name]
    WAYS.append(way)
    about = (way.__doc__ or "").partition("\n")[0].rstrip(".")
    REGISTERED[way.name] = Registered(about, way.settings, way.incompatible)
    return way


def noted(row: TurnRow, name: str, what: Any) -> TurnRow:
    """Return a row with what a way of taking turns of one's own keeps of the turn, plain JSON."""
    return {**row, "ways": {**row.get("ways", {}), name: what}}


def told_of(row: TurnRow) -> Iterator[str]:
    """Yield what the ways of taking turns say of a turn."""
    for way in WAYS:
        yield from way.told(row)


def around(
    step_of_turn: Do, hook: Hook, then: Callable[[Step, Update], Awaitable[None]] | None = None
) -> Do:
    """Return a step of the turn with every way of taking turns round it that has a part in it.

    Args:
        step_of_turn: the step as the paper has it; the node takes its name.
        hook: the method of the ways that wraps it.
        then: what follows when all of them are done.
    """

    async def run(step: Step) -> Update:
        do = step_of_turn
        for way in reversed(WAYS):
            if getattr(type(way), hook) is not getattr(TurnMiddleware, hook) and way.on(step):
                do = partial(getattr(way, hook), **{hook.removeprefix("wrap_"): do})
        found = await do(step)
        if then is not None:
            await then(step, found)
        return found

    run.__name__ = step_of_turn.__name__
    run.__doc__ = step_of_turn.__doc__
    return run
