"""Members of chats, whose words are written down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.messages.ai import UsageMetadata

HEARD: dict[str, list[BaseMessage]] = {}


def ada(state: dict[str, Any]) -> str:
    HEARD["ada"] = state["messages"]
    return "Ben, shall we ship on Friday?"


def ben(state: dict[str, Any]) -> AIMessage:
    HEARD["ben"] = state["messages"]
    return AIMessage("Ben: Yes, on Friday. Dana, is that fine?")


def chie(state: dict[str, Any]) -> list[BaseMessage]:
    return [AIMessage(f"I count {len(state['messages'])} messages.")]


def begins(text: str, name: str | None = "dana") -> dict[str, Any]:
    return {"messages": [HumanMessage(text, name=name, id="1")]}


def lines(state: dict[str, Any]) -> list[tuple[str | None, str]]:
    return [(one.name, one.text) for one in state["messages"]]


def plain(state: dict[str, Any]) -> Any:
    return [one.model_dump() for one in state["messages"]], state["floor"]


def thread(name: str = "1") -> Any:
    return {"configurable": {"thread_id": name}}


class Model(GenericFakeChatModel):
    """A chat model whose answers are written down, and which reports what they cost."""

    asked: list[list[BaseMessage]] = []  # noqa: RUF012  # pydantic copies it for each

    def _generate(self, messages: list[BaseMessage], *args: Any, **named: Any) -> Any:
        self.asked.append(messages)
        return super()._generate(messages, *args, **named)


def says(*texts: str) -> Model:
    def each() -> Iterator[AIMessage]:
        for text in texts:
            usage = UsageMetadata(input_tokens=8, output_tokens=2, total_tokens=10)
            yield AIMessage(text, usage_metadata=usage, response_metadata={"model_name": "m"})

    return Model(messages=each())
