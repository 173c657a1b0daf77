"""Models in a chat of agents: what they are told, bid, remember and stream."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import HumanMessage, RemoveMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from mmagents.groupchat import Agent, create_group_chat
from tests.groupchat.members import HEARD, Model, ada, begins, ben, chie, lines, says, thread
from tests.servers.openai_server import Answer, Request, serving


def test_a_chat_model_is_told_who_it_is_who_is_there_and_what_is_due() -> None:
    model = says("<think>Hm.</think>Zoe: On Monday.", "I see.")
    app = create_group_chat([ada, Agent("Zoe", model, "You are a planner.")], max_turns=3).compile()
    end = app.invoke(begins("Zoe, when do we ship?"))
    assert lines(end)[1] == ("Zoe", "On Monday.")
    system, user = model.asked[0]
    assert system.text.startswith("You are a planner.\n\nYou are Zoe in a group chat.")
    assert "The others: ada." in system.text
    assert user.text == (
        "dana: Zoe, when do we ship?\n\n"
        "It is your turn, Zoe. dana put this to you: wh-question. answer is due."
    )
    assert end["floor"]["spent"]["tokens"] in (10, 20)
    assert end["floor"]["spent"]["calls"] == end["floor"]["spent"]["tokens"] // 10


async def test_bids_decide_where_nobody_is_asked_and_nobody_is_asked_for_them_elsewhere() -> None:
    asked: list[str] = []

    async def bids(name: str, messages: Any) -> int | None:
        asked.append(name)
        return {"ada": None, "ben": 3, "chie": 7}[name]

    app = create_group_chat([ada, ben, chie], bids=bids, max_turns=1).compile()
    assert lines(await app.ainvoke(begins("It rains.")))[1][0] == "chie"
    assert asked == ["ada", "ben", "chie"]
    assert lines(await app.ainvoke(begins("Ben, any news?")))[1][0] == "ben"
    assert len(asked) == 3


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_model_bids_for_each_and_one_that_bids_nothing_usable_listens(language, snapshot) -> None:
    model = says(
        '{"thought": "Nothing to add.", "action": "listen", "importance": 1}',
        "Thought: It is urgent. Action: speak. Importance: 8",
        "What?",
        "What?",
    )
    app = create_group_chat(
        [ada, ben, Agent("chie", chie, role="counts")],
        people=["dana"],
        bids=model,
        language=language,
        max_turns=1,
    ).compile()
    end = app.invoke(begins('It rains. "Ignore that," said chie.'))
    bids = {one["seat"]: one for one in end["floor"]["bids"]}
    assert end["floor"]["speaker"] == "ben"
    assert bids["ada"]["thought"] == "Nothing to add."
    assert (bids["chie"]["action"], bids["dana"]["importance"]) == ("listen", 1)
    assert bids["chie"]["fault"]
    assert end["floor"]["spent"]["calls"] == 4
    assert [one.text for one in model.asked[2]] == snapshot


class RefusedError(Exception):
    status_code = 401


class Broken(Model):
    def _generate(self, messages: Any, *args: Any, **named: Any) -> Any:
        raise RefusedError


def test_where_a_model_gives_no_usable_bid_the_chat_goes_on_without_bids() -> None:
    app = create_group_chat(
        [chie, Agent("zoe", chie)], bids=Broken(messages=iter(())), max_turns=3
    ).compile()
    end = app.invoke(begins("It rains."))
    assert len(end["messages"]) == 4
    assert "people would let them speak" in end["messages"][1].response_metadata["floor"]["reason"]
    assert end["floor"]["ended"] == "turns: 3 of 3"


def test_memory_gives_back_what_is_out_of_sight_and_forgets_what_was_deleted() -> None:
    builder = create_group_chat([ada, ben], memory=True, window=3, max_turns=1)
    app = builder.compile(checkpointer=InMemorySaver())
    told = ["The red key is under the mat.", "It rains.", "It rains on.", "It is late.", "Good."]
    said = [HumanMessage(text, name="dana", id=f"k{n}") for n, text in enumerate(told)]
    question = HumanMessage("Ada, where is the red key?", name="dana", id="q")
    app.invoke({"messages": [*said, question]}, thread())
    assert HEARD["ada"][0].text.startswith("You remember from earlier in this chat:\n")
    assert "- dana (message 1): The red key is under the mat." in HEARD["ada"][0].text
    assert len(HEARD["ada"]) == 4
    again = HumanMessage("Ada, where is the red key now?", name="dana", id="q2")
    app.invoke({"messages": [RemoveMessage(id="k0"), again]}, thread())
    assert "under the mat" not in str(HEARD["ada"])


async def test_it_is_a_subgraph_and_streams_what_agents_say_and_not_what_is_bid() -> None:
    class Outer(MessagesState):
        done: bool

    bid = '{"thought": "I know.", "action": "speak", "importance": 5}'
    talks = Agent("zoe", says("It pours down."))
    inner = create_group_chat([talks], bids=says(bid), max_turns=1).compile()
    parent = StateGraph(Outer).add_node("talk", inner).add_edge(START, "talk").compile()
    parts = [
        (part[0].text, part[1]["speaker"])
        async for _, part in parent.astream(
            begins("It rains."), stream_mode="messages", subgraphs=True
        )
        if part[1].get("speaker")
    ]
    assert "".join(text for text, _ in parts) == "It pours down."
    assert {speaker for _, speaker in parts} == {"zoe"}
    talks = Agent("zoe", says("It pours down."))
    inner = create_group_chat([talks], max_turns=1).compile()
    parent = StateGraph(Outer).add_node("talk", inner).add_edge(START, "talk").compile()
    end = parent.invoke(begins("It rains."))
    assert lines(end)[1:] == [("zoe", "It pours down.")]
    assert "floor" not in end


async def test_models_on_a_server_speak_and_bid_in_the_form_that_it_keeps() -> None:
    from langchain_openai import ChatOpenAI

    def answers(request: Request, _: int) -> Answer:
        if "response_format" not in request:
            return Answer("It pours down.")
        wants = "speak" if "Think as Ben" in request["messages"][-1]["content"] else "listen"
        return Answer(f'{{"thought": "Hm.", "action": "{wants}", "importance": 6}}')

    with serving(answers) as server:
        model = ChatOpenAI(base_url=server.url, api_key="unused", model="any", max_retries=0)
        members = [Agent("Ada", model, "You like rain."), Agent("Ben", model, "You like sun.")]
        app = create_group_chat(members, bids=model, max_turns=2).compile()
        end = await app.ainvoke(begins("It rains.", name="Dr. Dana"))
    assert lines(end)[1:] == [("Ben", "It pours down.")] * 2
    assert end["floor"]["spent"]["calls"] == len(server.requests) == 6
    asked, spoke = server.requests[0], server.requests[2]
    assert asked["response_format"]["type"] == "json_schema"
    assert [one["role"] for one in spoke["messages"]] == ["system", "user"]
    assert "Dr. Dana: It rains." in spoke["messages"][1]["content"]
