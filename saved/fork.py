"""Go back in a game: what it was before a turn becomes a game of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.graph.state import CompiledStateGraph

from mmagents.errors import MMAgentsError
from mmagents.nodes.record import RECORDED, nothing_yet
from mmagents.nodes.state import OpenPair, State
from mmagents.nodes.views.room import pair_now
from mmagents.saved.games import config_for, context_of, opened, played_anew
from mmagents.saved.saved_game import END, STEPS, SavedGame

BETWEEN_TURNS = {
    ("think_all",): "close_turn",
    ("select_speaker",): "close_turn",
    ("open_phase",): "close_turn",
    (): "close_turn",
    ("explore",): "open_phase",
    ("vote",): "open_phase",
    ("speak_in_round",): "open_phase",
}
"""What can be next between two turns: the thinking, the floor where it was done ahead, another
phase, nothing, another look, vote or round; and the step after which a game goes on there."""
ABOUT_TO_TALK = (("think_all",), ("select_speaker",))
ABOUT_TO_SPEAK = (("speak",),)


async def state_before(
    source: SavedGame, turn: int, wanted: Collection[tuple[str, ...]]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the first state after the turn before `turn` in which one of `wanted` comes next.

    The second value returned is what comes next in it. A game of which only the end was kept is
    played again for it.

    Raises:
        MMAgentsError: if the game never came to that turn, or several happened in one step with it.
    """
    config = config_for(source, context_of(source))
    if source.meta.get(STEPS) == END:
        async with played_anew(source) as (compiled, _):
            return await _found_in(compiled, config, turn, wanted)
    async with opened(source, to_read=True) as compiled:
        return await _found_in(compiled, config, turn, wanted)


async def _found_in(
    compiled: CompiledStateGraph[Any, Any, Any, Any],
    config: RunnableConfig,
    turn: int,
    wanted: Collection[tuple[str, ...]],
) -> tuple[dict[str, Any], tuple[str, ...]]:
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
    values, follows = await state_before(source, turn, wanted)
    values = {**values, "ended": False, "stopped": ""}
    values |= {"seed": target.meta["seed"], "game": target.path.name}
    if RECORDED in source.meta:  # its stretches were those of the file; from here on there is one
        values["rooms"] = [{**room, "turns": None} for room in values["rooms"][:1]]
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
    async with opened(target) as compiled:
        await compiled.aupdate_state(config_for(target, context), values, as_node=as_node)
    target.rewrite(values["history"])


def _due_to(values: Mapping[str, Any], seat: str) -> tuple[OpenPair | None, list[str]]:
    """Return what the last turn made due of a seat, and to whom it was put."""
    pair = pair_now(cast("State", values))
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
        MMAgentsError: if the seat is not there, or has not thought.
    """
    here = [bid["seat"] for bid in values["ledger"]["bids"]]
    if seat not in here and seat in values["rooms"][0]["members"]:
        raise MMAgentsError(
            f"Nobody bids for that turn, and {seat} has not thought of it; it is {here[0]}'s. "
            "Put words into a mouth instead, with --say."
        )
    if seat not in here:
        raise MMAgentsError(f"{seat} does not hear that turn. Those who do: {', '.join(here)}.")
    due, _ = _due_to(values, seat)
    reason = "the floor was given by hand when the game was forked"
    return {
        "floor": {"speaker": seat, "rule": "1a" if due else "1b", "due": due},
        "ledger": {**values["ledger"], "tie": [], "reason": reason},
    }
