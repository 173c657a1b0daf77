"""A game kept in a folder: begun, watched, gone on with, gone back in."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Collection, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from langchain_core.runnables import RunnableConfig
from langgraph.errors import GraphDrained
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import RunControl
from langgraph.types import Command

from mmagents.graph.build import builder, graph
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import most_turns
from mmagents.nodes.state import BidRow, Floor, Ledger, OpenPair, Outcome, TurnRow, nothing_yet
from mmagents.nodes.views.long_term import let_go_below
from mmagents.players.person.person import Ask
from mmagents.scenarios.errors import MMAgentsError
from mmagents.scenarios.loader import load_scenario
from mmagents.stores.checkpoints import open_checkpointer
from mmagents.stores.saved_game import SavedGame, friendly_disk_errors

THREAD = "game"
STEPS_A_TURN = 6
"""Supersteps of the cycle: think, select, rule, speak, the two readers, close."""
STEPS_A_ROUND = 3
"""Those that repair adds for every candidate: screen, diagnose, and regenerate or publish."""
BETWEEN_TURNS = {
    ("think_all",): "close_turn",
    ("select_speaker",): "close_turn",
    ("open_phase",): "close_turn",
    (): "close_turn",
    ("explore",): "open_phase",
    ("vote",): "open_phase",
}
"""What can be next between two turns: the thinking, the floor where it was done ahead, another
phase, nothing, another look, another vote; and the step after which a game goes on there."""
ABOUT_TO_TALK = (("think_all",), ("select_speaker",))
ABOUT_TO_SPEAK = (("speak",),)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.

    thought: one of those `present` has thought of its bid. floor: the ledger of a turn about to be
    spoken, and who has the floor. turn: a turn spoken, or a deed; `stopped` says which limit ended
    the game with it, if one did. phase: a part of the evening began. outcome: the evening has
    ended. asks: the game waits for people, each asked as `asks` says by seat; this is the last
    event until it is gone on with.
    """

    kind: Literal["thought", "floor", "turn", "phase", "outcome", "asks"]
    bid: BidRow | None = None
    present: tuple[str, ...] = ()
    ledger: Ledger | None = None
    floor: Floor | None = None
    row: TurnRow | None = None
    stopped: str = ""
    phase: str = ""
    outcome: Outcome | None = None
    asks: Mapping[str, Ask] | None = None


def steps(scenario: str, context: Context) -> int:
    """Return a limit of supersteps that no game comes near."""
    more = STEPS_A_ROUND * (context.repair_rounds + 1) if context.repair else 0
    return (STEPS_A_TURN + more) * (most_turns(load_scenario(scenario), context) + 4)


def config_for(saved: SavedGame, context: Context) -> RunnableConfig:
    """Return a configuration whose recursion limit the turn limit can never reach."""
    return {
        "configurable": {"thread_id": THREAD},
        "recursion_limit": steps(str(saved.scenario), context),
        "metadata": {"game": saved.path.name},
        "run_name": "mmagents",
    }


async def watch(
    compiled: CompiledStateGraph[Any, Any, Any, Any],
    start: Mapping[str, Any] | Command[Any] | None,
    context: Context,
    config: RunnableConfig,
    control: RunControl | None = None,
) -> AsyncGenerator[Event]:
    """Run the graph from `start` (None: from where it stopped), and yield what happens.

    It ends before the next step once `control` asks for that; all there is has been kept by then.
    Closed half-way, it has stopped the graph before it returns: nothing is written after that.
    """
    stream: Any = compiled.astream(
        start, config, context=context, stream_mode=["updates", "custom"], control=control
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
        elif node == "open_phase":
            yield Event("phase", phase=change["phase"])
        elif node == "settle":
            yield Event("outcome", outcome=change["outcome"])
        rows = (change or {}).get("history", ()) if node != "open_game" else ()
        stopped = (change or {}).get("stopped", "") if node != "open_game" else ""
        for at, row in enumerate(rows, 1):
            yield Event("turn", row=row, stopped=stopped if at == len(rows) else "")
        if stopped and not rows:
            yield Event("turn", stopped=stopped)


async def play(scenario: str, seed: int, context: Context) -> AsyncIterator[Event]:
    """Play a game that is not kept."""
    config: RunnableConfig = {"recursion_limit": steps(context.story_file or scenario, context)}
    async for event in watch(graph, {"scenario": scenario, "seed": seed}, context, config):
        yield event


@asynccontextmanager
async def _opened(saved: SavedGame) -> AsyncIterator[CompiledStateGraph[Any, Any, Any, Any]]:
    with friendly_disk_errors(saved.path):
        async with open_checkpointer(saved.checkpoints) as saver:
            yield builder.compile(checkpointer=saver, name="mmagents")


def context_of(saved: SavedGame) -> Context:
    """Return the context a saved game is played in: its own, with its own story and memory."""
    return Context(
        **{
            **saved.meta["context"],
            "memory_path": str(saved.memory),
            "story_file": str(saved.scenario),
        }
    )


async def values_of(saved: SavedGame) -> dict[str, Any]:
    """Return the state that a saved game stands in; empty before its first step."""
    async with _opened(saved) as compiled:
        state = await compiled.aget_state(config_for(saved, context_of(saved)))
        return dict(state.values)


async def history_of(saved: SavedGame) -> list[TurnRow]:
    """Return all turns that a saved game holds."""
    return list((await values_of(saved)).get("history", []))


async def go_on(
    saved: SavedGame,
    changes: Mapping[str, Any] | None = None,
    control: RunControl | None = None,
    answers: Mapping[str, Any] | None = None,
) -> AsyncIterator[Event]:
    """Play a saved game from where it stands to its end.

    The record in the folder is first made equal to the checkpoint, so that a turn half-written when
    the game was killed is written once.

    Args:
        saved: the game, open and locked.
        changes: fields of the context that are different from now on, as plain JSON; a game that
            had ended goes on if they make it longer, or raise the limit that ended it.
        control: asks the game to stop before its next step; it is gone on with from there.
        answers: of people by seat, to what the game waits for (see
            :mod:`mmagents.players.person.answers`). Those that cannot be taken, and seats left
            out, are asked again. Left out, a game that waits asks as before.
    """
    if changes:
        saved.update_meta({"context": {**saved.meta["context"], **changes}})
    context = context_of(saved)
    config = config_for(saved, context)
    async with _opened(saved) as compiled:
        state = await compiled.aget_state(config)
        rows: list[TurnRow] = list(state.values.get("history", []))
        saved.rewrite(rows)
        start: Mapping[str, Any] | Command[Any] | None = None
        if not state.values.get("scenario"):
            if "forked_from" in saved.meta:
                raise MMAgentsError(
                    f"The fork in {saved.path} was cut short before its past was copied. "
                    "Remove the folder and fork again."
                )
            start = {"scenario": saved.meta["scenario"], "seed": saved.meta["seed"]}
        elif state.values.get("ended") and may_go_on(state.values, context):
            change = {"ended": False, "stopped": "", "turn": len(rows) + 1}
            await compiled.aupdate_state(config, change, as_node=_stopped_in(rows))
        elif state.values.get("ended"):
            return
        elif answers and state.interrupts:
            start = Command(resume=dict(answers))
        async with aclosing(watch(compiled, start, context, config, control)) as events:
            async for event in events:
                if event.row is not None and event.row["turn"] <= len(rows):
                    # what a step did whose checkpoint was never kept: read above, told again here
                    event = replace(event, row=None)  # noqa: PLW2901
                elif event.row is not None:
                    saved.append(event.row)
                if event.row is not None or event.kind != "turn" or event.stopped:
                    yield event


def may_go_on(values: Mapping[str, Any], context: Context) -> bool:
    """Tell whether a game that has ended has turns left: a limit ended it, or it grew longer."""
    if context.evening == "discussion":
        return len(values["history"]) < context.turns
    return bool(values.get("stopped"))


def _stopped_in(rows: list[TurnRow]) -> str:
    """Return the step after which a limit ended a game, as far as it matters what comes next."""
    steps_again = {"look": "explore", "vote": "vote"}
    return steps_again.get(rows[-1]["rule"], "close_turn") if rows else "close_turn"


def put_away(saved: SavedGame) -> None:
    """Let go of what is held in memory for a game that this process is done with."""
    let_go_below(str(saved.memory))


async def _state_before(
    compiled: CompiledStateGraph[Any, Any, Any, Any],
    config: RunnableConfig,
    turn: int,
    wanted: Collection[tuple[str, ...]],
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the first state after the turn before `turn` in which one of `wanted` comes next.

    The second value returned is what comes next in it.

    Raises:
        MMAgentsError: if the game never came to that turn, or several happened in one step with it.
    """
    found: dict[str, Any] = {}
    following: tuple[str, ...] = ()
    there_are: set[int] = set()
    async for snapshot in compiled.aget_state_history(config):  # the newest first
        played = len(snapshot.values.get("history", []))
        if found and played != turn - 1:
            break
        if snapshot.next in wanted:
            there_are.add(played + 1)
        if snapshot.next in wanted and played == turn - 1:
            found, following = {**snapshot.values, "turn": turn}, snapshot.next
    if not found:
        before = max((one for one in there_are if one < turn), default=0)
        raise MMAgentsError(
            f"The game has no turn {turn} to go back to"
            + (", or nobody talks then." if wanted is not BETWEEN_TURNS else ".")
            + (f" The nearest before it is {before}." if before else "")
        )
    return found, following


async def fork(
    source: SavedGame,
    turn: int,
    target: SavedGame,
    say: tuple[str, str] | None = None,
    speaker: str | None = None,
) -> None:
    """Put into `target` the game of `source` as it stood before turn `turn`.

    Args:
        source: the game to go back in; it is not changed.
        turn: the first turn that is to be played differently.
        target: a folder just created, whose meta says how the game goes on.
        say: seat and words of that turn, or None to let the table play it anew.
        speaker: the seat that has the floor in that turn, whatever the rules say; it finds its own
            words.
    """
    wanted = ABOUT_TO_TALK if say else ABOUT_TO_SPEAK if speaker else BETWEEN_TURNS
    async with _opened(source) as compiled:
        config = config_for(source, context_of(source))
        values, follows = await _state_before(compiled, config, turn, wanted)
    values = {**values, "ended": False, "stopped": ""}
    values |= {"seed": target.meta["seed"], "game": target.path.name}
    as_node = BETWEEN_TURNS.get(follows, "close_turn")
    if say is not None:
        values |= {"calls": [], **_words_put_in(values, *say)}
        as_node = "speak"
    elif speaker is not None:
        values |= _floor_given(values, speaker)
        as_node = "self_selection"
    else:
        values |= {"ledger": nothing_yet(), "calls": []}
    context = context_of(target)
    async with _opened(target) as compiled:
        await compiled.aupdate_state(config_for(target, context), values, as_node=as_node)
    target.rewrite(values["history"])


def _due_to(values: Mapping[str, Any], seat: str) -> tuple[OpenPair | None, list[str]]:
    """Return what the last turn made due of a seat, and to whom it was put."""
    pair = next((p for p in values["open_pairs"] if p["turn"] == values["turn"] - 1), None)
    return (pair if pair and pair["to"] == [seat] else None), pair["to"] if pair else []


def _words_put_in(values: Mapping[str, Any], seat: str, text: str) -> dict[str, Any]:
    """Return the floor and the words of a turn that somebody wrote by hand."""
    due, designated = _due_to(values, seat)
    reason = "these words were put in by hand when the game was forked"
    return {
        "words": {"speaker": seat, "text": text},
        "floor": {"speaker": seat, "rule": "1a" if due else "1b", "due": due},
        "ledger": {"bids": [], "designated": designated, "tie": [], "reason": reason},
    }


def _floor_given(values: Mapping[str, Any], seat: str) -> dict[str, Any]:
    """Return the floor of a turn that somebody gave by hand, the bids as they were.

    Raises:
        MMAgentsError: if the seat is not there.
    """
    here = [bid["seat"] for bid in values["ledger"]["bids"]]
    if seat not in here:
        raise MMAgentsError(f"{seat} does not hear that turn. Those who do: {', '.join(here)}.")
    due, _ = _due_to(values, seat)
    reason = "the floor was given by hand when the game was forked"
    return {
        "floor": {"speaker": seat, "rule": "1a" if due else "1b", "due": due},
        "ledger": {**values["ledger"], "tie": [], "reason": reason},
    }
