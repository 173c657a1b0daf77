"""Find the JSON object in what a model wrote: prose, fences and small faults round it allowed."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

_REASONING = re.compile(r"<(/?)(think|thinking|reasoning|thought)>", re.IGNORECASE)
_ENDS_REASONING = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "，": ",", "：": ":"})
_MOST_STARTS = 50
"""Opening brackets that are tried before the text is given up."""


def without_reasoning(text: str) -> str:
    """Return what follows the visible reasoning that some local models put before an answer.

    Blocks are taken out, and so is all before an end without a beginning. The time it takes grows
    with the text's length and not faster.
    """
    marks = list(_REASONING.finditer(text))
    ends: dict[str, list[re.Match[str]]] = {}
    for mark in reversed(marks):
        if mark[1]:
            ends.setdefault(mark[2].lower(), []).append(mark)
    kept, at = [], 0
    for mark in marks:
        closing = ends.get(mark[2].lower(), [])
        while closing and closing[-1].start() < mark.end():
            closing.pop()
        if not mark[1] and closing and mark.start() >= at:
            kept.append(text[at : mark.start()])
            at = closing[-1].end()
    rest = "".join((*kept, text[at:]))
    begins = [end.end() for end in _ENDS_REASONING.finditer(rest)]
    return rest[begins[-1] if begins else 0 :].strip()


def without_fences(text: str) -> str:
    """Return the inside of the longest code fence, or the text itself if it has none."""
    blocks = _FENCE.findall(text)
    return str(max(blocks, key=len)).strip() if blocks else text.strip()


def find_json(text: str) -> tuple[Any, bool]:
    """Return the object or list that `text` holds, and whether it had to be looked for.

    Raises:
        ValueError: if it holds none.
    """
    try:
        return _container(json.loads(text)), False
    except (ValueError, RecursionError):
        pass
    found = [value for one in _candidates(text) for value in _values(one)]
    if not found:
        raise ValueError("no JSON object or list")
    objects = [one for one in found if isinstance(one, dict) and one]
    return (max(reversed(objects), key=len) if objects else found[0]), True


def _container(value: Any) -> Any:
    """Unwrap JSON that was written as a string, and refuse what is neither object nor list."""
    if isinstance(value, str):
        value = json.loads(value)
    if not isinstance(value, dict | list):
        raise ValueError("neither object nor list")
    return value


def _candidates(text: str) -> Iterator[str]:
    bare = without_reasoning(text)
    inside = without_fences(bare)
    yield inside
    if inside != bare:
        yield bare


def _values(text: str) -> list[Any]:
    """Return the containers in a text, outermost ones only; mend small faults if need be."""
    for form in (text, _TRAILING_COMMA.sub("", text), text.translate(_STRAIGHT)):
        found = list(_decoded(form))
        if found:
            return found
    start = min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=-1)
    return [] if start < 0 else _mended(_TRAILING_COMMA.sub("", text[start:]))


def _decoded(text: str) -> Iterator[Any]:
    decoder, at = json.JSONDecoder(strict=False), 0
    for _ in range(_MOST_STARTS):
        match = re.compile(r"[{\[]").search(text, at)
        if match is None:
            return
        try:
            value, at = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            at = match.end()
            continue
        yield value


def _mended(text: str) -> list[Any]:
    """Read Python's way of writing an object, or an object that breaks off."""
    end = max(text.rfind("}"), text.rfind("]")) + 1
    try:
        value = ast.literal_eval(text[:end])
        if isinstance(value, dict | list):
            return [value]
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        pass
    try:
        return [json.loads(_TRAILING_COMMA.sub("", _closed(text)), strict=False)]
    except (ValueError, RecursionError):
        return []


def _closed(text: str) -> str:
    """Return a text that breaks off with its open strings and brackets closed."""
    ends: list[str] = []
    quoted = escaped = False
    for char in text:
        if quoted:
            quoted, escaped = (char != '"' or escaped), char == "\\" and not escaped
        elif char == '"':
            quoted = True
        elif char in "{[":
            ends.append("}" if char == "{" else "]")
        elif char in "}]" and ends:
            ends.pop()
    whole = text[:-1] if escaped else text
    whole = (whole + '"' if quoted else whole).rstrip().rstrip(",:")
    return whole + "".join(reversed(ends))
