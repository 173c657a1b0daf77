"""A person's turn: the graph stops and tells what there is to know, until the person has answered.

It stops with `{"speaker", "rule", "why", "due", "messages", "error"}` and is gone on with by
`Command(resume=ANSWER)`. An answer is a text, `{"say": text}`, or `{"say": text, "name": another}`
where another person takes the turn instead. Blank words, and `{"pass": True}`, let the turn pass.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from langchain_core.messages import BaseMessage
from langgraph.types import interrupt

from mmagents.groupchat.messages import said_in

SHOWN = 10
"""The last messages that whoever is asked is shown."""


class Answer(NamedTuple):
    """What was answered: by whom, and the words; empty where the turn was let pass."""

    name: str
    words: str


def answer_of(
    name: str, people: Collection[str], messages: Sequence[BaseMessage], floor: Mapping[str, Any]
) -> Answer:
    """Return what a person answers. The graph stops here until there is an answer.

    Args:
        name: of the person whose turn it is.
        people: names of all who may answer instead.
        messages: of the chat.
        floor: why it is this person's turn.
    """
    asked = {
        "speaker": name,
        "rule": floor["rule"],
        "why": floor["reason"],
        "due": floor["due"],
        "messages": [{"name": one.speaker, "text": one.text} for one in said_in(messages)[-SHOWN:]],
    }
    error = ""
    while True:
        found = read(interrupt({**asked, "error": error}), name, people)
        if isinstance(found, Answer):
            return found
        error = found


def read(given: Any, name: str, people: Collection[str]) -> Answer | str:
    """Return an answer, or why it cannot be taken."""
    if isinstance(given, str):
        return Answer(name, given.strip())
    if isinstance(given, Mapping):
        who, words = given.get("name", name), given.get("say", "")
        if given.get("pass") is True and not words:
            return Answer(name, "")
        if who not in people:
            return f"No person is called {who!r}. There is: {', '.join(people)}."
        if isinstance(words, str) and "say" in given:
            return Answer(who, words.strip())
    return "Answer with a text, {'say': text}, {'say': text, 'name': another} or {'pass': true}."
