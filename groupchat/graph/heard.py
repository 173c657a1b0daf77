"""What one member is given of a chat, and what of its answer goes into the chat."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    convert_to_messages,
)

from mmagents.groupchat.graph.agents import Agent
from mmagents.groupchat.graph.state import text
from mmagents.groupchat.messages import Said, said_in
from mmagents.models.answers.json_text import without_reasoning
from mmagents.prompts.tasks import terms_in

_PLAIN_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
"""Names that servers of the OpenAI protocol take; others are refused with HTTP 400."""
_LINE = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def labelled(said: Said, language: str) -> str:
    """Return a message under the name of whoever wrote it.

    Its further lines are indented, so that no line of it passes for another's message.
    """
    return f"{said.speaker}{text(language, 'colon')}" + "\n  ".join(_LINE.split(said.text))


def heard_by(
    agent: Agent,
    messages: Sequence[BaseMessage],
    *,
    language: str,
    others: Sequence[str],
    floor: Mapping[str, Any],
    recalled: str = "",
    window: int | None = None,
) -> list[BaseMessage]:
    """Return the messages that an agent is given: its own as an AI's, all others under names.

    Instructions and results of tools in the chat are left out. The last is never its own: where it
    would be, it is told that it is its turn.

    Args:
        agent: who hears them.
        messages: of the chat, oldest first.
        language: of the chat.
        others: names of the other members.
        floor: why it has the floor.
        recalled: what it remembers of what is no longer among them.
        window: how many of the last messages it is given; all if None.
    """
    said = said_in(messages)[-window if window else 0 :]
    told: list[BaseMessage] = [HumanMessage(recalled)] if recalled else []
    for one in said:
        own = one.speaker == agent.name
        name = one.speaker if _PLAIN_NAME.match(one.speaker) else None
        words = one.text if own else labelled(one, language)
        kind = AIMessage if own else HumanMessage
        told.append(kind(words, name=name, id=messages[one.place].id))
    if agent.is_model:
        table = text(language, "table", name=agent.name, others=_listed(others, language))
        system = SystemMessage("\n\n".join(filter(None, (agent.prompt, table))))
        return [system, *_taking_turns([*told, HumanMessage(_cue(agent, said, floor, language))])]
    if not said or said[-1].speaker == agent.name:
        told.append(HumanMessage(_cue(agent, said, floor, language)))
    return told


def _cue(agent: Agent, said: Sequence[Said], floor: Mapping[str, Any], language: str) -> str:
    if not said:
        return text(language, "nothing", name=agent.name)
    due = floor.get("due")
    if not due:
        return text(language, "turn", name=agent.name)
    terms = terms_in(language)
    expects = text(language, "or").join(terms[one] for one in due["expects"])
    what = terms[due["what"]]
    return text(language, "owed", name=agent.name, by=due["by"], what=what, expects=expects)


def _listed(names: Sequence[str], language: str) -> str:
    return text(language, "comma").join(names)


def _taking_turns(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Return messages so that an AI's and others' take turns, as many models ask for."""
    found: list[BaseMessage] = []
    for one in messages:
        if found and type(found[-1]) is type(one):
            both = f"{found[-1].text}\n\n{one.text}"
            found[-1] = type(one)(both, id=one.id)
        else:
            found.append(one)
    return found


def answer_of(agent: Agent, result: Any, given: Sequence[BaseMessage]) -> AIMessage | None:
    """Return what an agent says to the others: the last text that it wrote; None if it wrote none.

    What it called, and what tools told it, stays its own.

    Args:
        agent: who answers.
        result: what its call returned.
        given: the messages that it was given.

    Raises:
        TypeError: if the result holds no messages.
    """
    known = {one.id for one in given if one.id}
    own = [one for one in _messages_in(result) if isinstance(one, AIMessage)]
    new = [one for one in own if not (one.id and one.id in known)]
    for one in reversed(new):
        words = _words(agent, one.text)
        if words and not one.tool_calls:
            return one.model_copy(update={"content": words})
    return None


def _messages_in(result: Any) -> list[BaseMessage]:
    if isinstance(result, str):
        return [AIMessage(result)]
    if isinstance(result, BaseMessage):
        kept = isinstance(result, AIMessage)
        return [result if kept else AIMessage(result.text, id=None)]
    found = result.get("messages") if isinstance(result, Mapping) else result
    if isinstance(found, BaseMessage):
        return [found]
    if not isinstance(found, list):
        raise TypeError(f"it returned {type(result).__name__}, which holds no messages")
    return convert_to_messages(found)


def _words(agent: Agent, said: str) -> str:
    """Return words without reasoning in tags and without the agent's own name before them."""
    bare = without_reasoning(said).strip() if agent.is_model else said.strip()
    return re.sub(rf"\A{re.escape(agent.name)}\s*[:：]\s*", "", bare, flags=re.I)


def in_chat(
    name: str, answer: AIMessage, messages: Sequence[BaseMessage], why: Mapping[str, Any]
) -> AIMessage:
    """Return an answer as a message of the chat, with the reason why its writer had the floor.

    It keeps the id it has, by which what was streamed of it is known. One that has none, or that of
    another message, gets one that follows from what was said.
    """
    taken = {one.id for one in messages}
    identifier = answer.id
    if not identifier or identifier in taken:
        identifier = id_after(messages, name, answer.text)
    return AIMessage(
        answer.text,
        name=name,
        id=identifier,
        usage_metadata=answer.usage_metadata,
        response_metadata={**answer.response_metadata, "floor": dict(why)},
    )


def id_after(messages: Sequence[BaseMessage], name: str, words: str) -> str:
    """Return an id for a message that follows others: the same for the same words."""
    before = messages[-1].id if messages else ""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, repr((before, len(messages), name, words))))
