"""Messages as hosts have them, as who said what: of LangChain, of OpenAI, or pairs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mmagents.errors import MMAgentsError

Message = Any
"""A LangChain message, an OpenAI dict, or a pair (name, text)."""

UNSPOKEN = frozenset({"system", "developer", "tool", "function", "remove"})
"""Types and roles of messages that nobody says to the others."""
_UNNAMED = {"human": "user", "ai": "assistant"}
"""Who speaks in a LangChain message without a name, by its type: as OpenAI names the roles."""


class Said(NamedTuple):
    """What somebody said, and the place of the message among those given, from 0."""

    speaker: str
    text: str
    place: int


def listed(messages: Iterable[Message]) -> list[Message]:
    """Return messages as a list.

    Raises:
        MMAgentsError: if this is a single one.
    """
    if isinstance(messages, (str, bytes, Mapping)):
        raise MMAgentsError("Messages are a list, oldest first; this is a single one.")
    return list(messages)


def said_in(messages: Sequence[Message]) -> list[Said]:
    """Return what was said, oldest first.

    Left out are instructions, results of tools, and messages that only call tools.

    Args:
        messages: LangChain messages (`content`, `name`, `type`), OpenAI dicts (`role`, `content`,
            `name`) or pairs (name, text), mixed as they come. Of content in parts the text counts.

    Raises:
        MMAgentsError: if one is none of these.
    """
    found = (_said(message, place) for place, message in enumerate(messages))
    return [one for one in found if one is not None]


def _said(message: Message, place: int) -> Said | None:
    if isinstance(message, (tuple, list)):
        if len(message) == 2 and all(isinstance(part, str) for part in message):
            return Said(message[0], message[1], place)
        raise _strange(message, place)
    plain = isinstance(message, Mapping)
    get = message.get if plain else lambda field: getattr(message, field, None)
    kind, content, name = get("role" if plain else "type"), get("content"), get("name")
    there = plain or hasattr(message, "content")
    if not there or not isinstance(kind, str) or not isinstance(name, str | None):
        raise _strange(message, place)
    if kind in UNSPOKEN:
        return None
    text = _text(content, message, place)
    if not text.strip() and get("tool_calls"):
        return None
    return Said(name or _UNNAMED.get(kind, kind), text, place)


def _text(content: object, message: Message, place: int) -> str:
    """Return the text of a message's content; pictures and the like have none."""
    if isinstance(content, str):
        return content
    if content is None:
        return ""
    if not isinstance(content, Sequence):
        raise _strange(message, place)
    parts = (part if isinstance(part, str) else _text_of_part(part) for part in content)
    return "\n".join(part for part in parts if part)


def _text_of_part(part: object) -> str:
    text = part.get("text") if isinstance(part, Mapping) else None
    return text if isinstance(text, str) else ""


def _strange(message: Message, place: int) -> MMAgentsError:
    shown = repr(message)
    return MMAgentsError(
        f"Message {place}, {shown[:60] + '…' if len(shown) > 60 else shown}, is no LangChain "
        "message, no dict with role and content, and no pair (name, text)."
    )
