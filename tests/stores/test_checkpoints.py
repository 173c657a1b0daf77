import sys
from pathlib import Path
from typing import Annotated, Any

import pytest
from langgraph.channels import DeltaChannel
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from mmagents.errors import MMAgentsError
from mmagents.stores.checkpoints import open_checkpointer
from tests.processes import python_printing

STEPS = 60
CONFIG: Any = {"configurable": {"thread_id": "game"}, "recursion_limit": 10_000}


def extend(rows: list[int], writes: Any) -> list[int]:
    return [*rows, *(row for write in writes for row in write)]


class Growing(TypedDict):
    rows: Annotated[list[int], DeltaChannel(extend, snapshot_frequency=20)]
    turn: int


async def step(state: Growing) -> dict[str, Any]:
    if __name__ == "child":
        sys.stdout.write(f"{state['turn']}\n")
        sys.stdout.flush()
    return {"rows": [state["turn"]], "turn": state["turn"] + 1}


def again(state: Growing) -> str:
    return "step" if state["turn"] <= STEPS else END


builder = StateGraph(Growing)
builder.add_node("step", step)
builder.add_edge(START, "step")
builder.add_conditional_edges("step", again, ["step", END])


async def play_on(path: Path) -> list[int]:
    async with open_checkpointer(path) as saver:
        graph = builder.compile(checkpointer=saver)
        begun = (await graph.aget_state(CONFIG)).values
        start: Any = None if begun else {"rows": [], "turn": 1}
        result = await graph.ainvoke(start, CONFIG, durability="sync")
        return list(result["rows"])


async def test_a_game_is_read_back_step_by_step(tmp_path: Path) -> None:
    assert await play_on(tmp_path / "db") == list(range(1, STEPS + 1))
    async with open_checkpointer(tmp_path / "db") as saver:
        graph = builder.compile(checkpointer=saver)
        states = [state.values async for state in graph.aget_state_history(CONFIG)]
    played = [values for values in states if values.get("rows")]
    assert len(played) == STEPS
    assert all(values["rows"] == list(range(1, values["turn"])) for values in played)


async def test_one_can_go_back_and_on_differently(tmp_path: Path) -> None:
    await play_on(tmp_path / "db")
    async with open_checkpointer(tmp_path / "db") as saver:
        graph = builder.compile(checkpointer=saver)
        history = [state async for state in graph.aget_state_history(CONFIG)]
        tenth = next(state for state in history if state.values.get("turn") == 10)
        changed = await graph.aupdate_state(tenth.config, {"turn": 50})
        result = await graph.ainvoke(None, {**CONFIG, **changed})
    assert result["rows"] == [*range(1, 10), *range(50, STEPS + 1)]


async def test_commits_go_to_a_log_without_a_sync_each(tmp_path: Path) -> None:
    async with open_checkpointer(tmp_path / "db") as saver:
        async with saver.conn.execute("PRAGMA journal_mode") as cursor:
            assert await cursor.fetchone() == ("wal",)
        async with saver.conn.execute("PRAGMA synchronous") as cursor:
            assert await cursor.fetchone() == (1,)


async def test_a_file_of_something_else_is_an_error_in_words_and_stays(tmp_path: Path) -> None:
    (tmp_path / "db").write_bytes(b"no database at all" * 100)
    with pytest.raises(MMAgentsError, match="is damaged, or is no file of checkpoints"):
        async with open_checkpointer(tmp_path / "db"):
            pass
    assert (tmp_path / "db").read_bytes() == b"no database at all" * 100


PLAYER = """
import asyncio, runpy, sys
from pathlib import Path
module = runpy.run_path(sys.argv[1], run_name="child")
asyncio.run(module["play_on"](Path(sys.argv[2])))
"""


@pytest.mark.slow
async def test_killed_in_mid_game_no_step_is_lost_or_done_twice(tmp_path: Path) -> None:
    for steps in (1, 2, 23, 41):
        path = tmp_path / f"after-{steps}"
        with python_printing(tmp_path, PLAYER, __file__, path) as (_, lines):
            for turn in range(1, steps + 1):
                assert lines.readline() == f"{turn}\n"
        assert await play_on(path) == list(range(1, STEPS + 1))
