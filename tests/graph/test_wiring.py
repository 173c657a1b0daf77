from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph

from mmagents.graph.cycle import READERS, RULES, add_cycle


class Talk(TypedDict):
    floor: dict[str, Any]
    ledger: dict[str, Any]
    overlap: bool
    rooms: list[str]
    ended: bool
    said: list[str]


def named(name: str, returns: Any) -> Any:
    async def step(state: Talk) -> dict[str, Any]:
        return returns(state)

    step.__name__ = name
    return step


def test_the_cycle_goes_round_the_steps_of_any_talk_without_a_story() -> None:
    rules = ["1a", "1b", "1c", "equal", "round-robin"]
    steps = [
        named("think_all", lambda _: {"ledger": {"bids": []}}),
        named("select_speaker", lambda state: {"floor": {"rule": rules[len(state["said"])]}}),
        *(
            named(rule, lambda state, rule=rule: {"floor": {**state["floor"], "by": rule}})
            for rule in RULES.values()
        ),
        named("speak", lambda state: {"said": [*state["said"], state["floor"]["by"]]}),
        *(named(reader, lambda _: {}) for reader in READERS.values()),
        named("close_turn", lambda state: {"ended": len(state["said"]) == len(rules)}),
    ]
    builder = StateGraph(Talk)
    builder.add_edge(START, "think_all")
    add_cycle(builder, steps, over={"next phase": END, "game over": END})
    start: Talk = {
        "floor": {}, "ledger": {}, "overlap": False, "rooms": ["all"], "ended": False, "said": [],
    }  # fmt: skip
    assert builder.compile().invoke(start)["said"] == list(RULES.values())
