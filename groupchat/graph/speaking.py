"""A turn of one agent or person: what it is given, what it says, and what comes of a failure.

An agent that fails or says nothing lets its turn pass. The chat goes on, the floor says why it was
passed, and the traceback goes to the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from langchain_core.messages import BaseMessage, HumanMessage
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langchain_core.runnables.config import merge_configs
from langgraph.errors import GraphBubbleUp

from mmagents.errors import MMAgentsError
from mmagents.groupchat.graph import heard, people
from mmagents.groupchat.graph.agents import Agent
from mmagents.groupchat.graph.spending import Counter, plus
from mmagents.groupchat.graph.state import ChatState
from mmagents.models.client.faults import redact

if TYPE_CHECKING:
    from mmagents.groupchat.graph.remembering import Remembering
    from mmagents.nodes.spending import Price

_LOG = logging.getLogger("mmagents.groupchat")
_THREAD = frozenset({"thread_id", "checkpoint_id", "checkpoint_ns", "checkpoint_map"})
_CHECKPOINTER = "__pregel_checkpointer"
_LONGEST = 300
"""Characters of an error that the floor holds."""
_WHY = ("turn", "rule", "reason", "due", "tie")
"""What a message keeps of the floor by which it was spoken."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """What all agents of a chat hear it by.

    Attributes:
        language: of the chat.
        names: of all members.
        window: how many of the last messages an agent is given; all if None.
        memory: the agents' memories, if they have any.
        prices: of the models.
    """

    language: str
    names: Sequence[str]
    window: int | None
    memory: Remembering | None
    prices: Mapping[str, Price]

    def given_to(self, agent: Agent, state: ChatState) -> list[BaseMessage]:
        """Return the messages that an agent is given. Blocks where there is memory."""
        messages = state["messages"]
        return heard.heard_by(
            agent,
            messages,
            language=self.language,
            others=[name for name in self.names if name != agent.name],
            floor=state["floor"],
            recalled=self.memory.recall(agent.name, messages) if self.memory else "",
            window=self.window,
        )


def agent_node(agent: Agent, hearing: Hearing) -> Runnable[ChatState, dict[str, Any]]:
    """Return the node in which an agent speaks, with and without an event loop."""
    runs = agent.runs  # a variable of the node itself, by which LangGraph finds a subgraph

    def call(state: ChatState, config: RunnableConfig) -> dict[str, Any]:
        given, counter = hearing.given_to(agent, state), Counter(hearing.prices)
        try:
            result = runs.invoke(_input(agent, given, state), _config(agent, config, counter))
            return _update(agent, state, given, result, counter)
        except GraphBubbleUp:  # an interrupt, or a command to the graph outside
            raise
        except Exception as error:
            return _failed(agent.name, state, error, counter)

    async def acall(state: ChatState, config: RunnableConfig) -> dict[str, Any]:
        counter = Counter(hearing.prices)
        given = (
            await asyncio.to_thread(hearing.given_to, agent, state)
            if hearing.memory
            else hearing.given_to(agent, state)
        )
        try:
            entered = _input(agent, given, state)
            result = await runs.ainvoke(entered, _config(agent, config, counter))
            return _update(agent, state, given, result, counter)
        except GraphBubbleUp:
            raise
        except Exception as error:
            return _failed(agent.name, state, error, counter)

    return RunnableLambda(call, acall, name=agent.name)


def person_node(name: str, all_people: Sequence[str]) -> Runnable[ChatState, dict[str, Any]]:
    """Return the node in which a person is asked."""

    def call(state: ChatState, config: RunnableConfig) -> dict[str, Any]:
        if not config.get("configurable", {}).get(_CHECKPOINTER):
            raise MMAgentsError(
                f"It is the turn of {name}, a person, and the chat is not kept while it waits. "
                "Compile it with a checkpointer, name a thread in the config, and go on with "
                "Command(resume=WORDS)."
            )
        messages, floor = state["messages"], state["floor"]
        answer = people.answer_of(name, all_people, messages, floor)
        if not answer.words:
            return _passed(state, name, "let it pass")
        said = HumanMessage(
            answer.words,
            name=answer.name,
            id=heard.id_after(messages, answer.name, answer.words),
            response_metadata={"floor": {key: floor.get(key) for key in _WHY}},
        )
        return {"messages": [said], "floor": {"passed": [], "speaker": answer.name}}

    return RunnableLambda(call, name=name)


def _input(agent: Agent, given: list[BaseMessage], state: ChatState) -> Any:
    if agent.is_model:
        return given
    seen = {"floor": state["floor"]} if agent.sees_floor else {}
    return {"messages": given, **seen}


def _config(agent: Agent, config: RunnableConfig, counter: Counter) -> RunnableConfig:
    """Return the config of an agent's call. On a server it has no thread: it is given all."""
    if agent.is_elsewhere:
        kept = {k: v for k, v in config.get("configurable", {}).items() if k not in _THREAD}
        return {**config, "configurable": kept}
    about = RunnableConfig(callbacks=[counter], metadata={"speaker": agent.name})
    return merge_configs(config, about)


def _update(
    agent: Agent, state: ChatState, given: Sequence[BaseMessage], result: Any, counter: Counter
) -> dict[str, Any]:
    answer = heard.answer_of(agent, result, given)
    if agent.is_elsewhere:
        counter.count(answer)
    spent = {"spent": plus(state["floor"]["spent"], counter.spent)}
    if answer is None:
        return _passed(state, agent.name, "said nothing", **spent)
    why = {key: state["floor"].get(key) for key in _WHY}
    said = heard.in_chat(agent.name, answer, state["messages"], why)
    return {"messages": [said], "floor": {"passed": [], **spent}}


def _failed(name: str, state: ChatState, error: Exception, counter: Counter) -> dict[str, Any]:
    _LOG.warning("%s failed and lets the turn pass.", name, exc_info=error)
    why = redact(f"{type(error).__name__}: {error}")[:_LONGEST]
    return _passed(state, name, why, spent=plus(state["floor"]["spent"], counter.spent))


def _passed(state: ChatState, name: str, why: str, **more: Any) -> dict[str, Any]:
    passed = [*state["floor"]["passed"], {"speaker": name, "why": why}]
    return {"floor": {"passed": passed, **more}}
