"""Find the JSON object in what a model wrote: prose, fences and small faults round it allowed."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from pydantic_core import from_json

_REASONING = re.compile(r"<(/?)(think|thinking|reasoning|thought)>", re.IGNORECASE)
_ENDS_REASONING = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "，": ",", "：": ":"})
_CONTROLS = dict.fromkeys(range(32), " ")
_OPENING = re.compile(r"[{\[]")
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
    with suppress(ValueError, RecursionError):
        value = json.loads(text)
        value = json.loads(value) if isinstance(value, str) else value
        if isinstance(value, dict | list):
            return value, False
    bare = without_reasoning(text)
    found = [value for one in dict.fromkeys((without_fences(bare), bare)) for value in _values(one)]
    if not found:
        raise ValueError("no JSON object or list")
    objects = [one for one in found if isinstance(one, dict) and one]
    return (max(reversed(objects), key=len) if objects else found[0]), True


def _values(text: str) -> list[Any]:
    """Return the outermost containers in a text, small faults mended, by the form that holds most.

    What the first bracket opens counts, if it is broken too: its parts would be taken for it.
    """
    opening = _OPENING.search(text)
    if opening is None:
        return []
    text = text[opening.start() :]
    plain = _TRAILING_COMMA.sub("", text)
    forms = [[*_decoded(one)] for one in (text, plain, plain.translate(_STRAIGHT))]
    found = max(forms, key=lambda form: sum(end - start for _, start, end in form))
    whole = [] if found and found[0][1] == 0 else _mended(plain)
    return whole or [value for value, *_ in found]


def _decoded(text: str) -> Iterator[tuple[Any, int, int]]:
    """Yield the containers that are right as they stand, and where each begins and ends."""
    decoder, end = json.JSONDecoder(strict=False), 0
    for _ in range(_MOST_STARTS):
        match = _OPENING.search(text, end)
        if match is None:
            return
        end = match.end()
        with suppress(ValueError, RecursionError):
            value, end = decoder.raw_decode(text, match.start())
            yield value, match.start(), end


def _mended(text: str) -> list[Any]:
    """Read Python's way of writing a container, or one that breaks off."""
    with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
        return [ast.literal_eval(text[: max(text.rfind("}"), text.rfind("]")) + 1])]
    with suppress(ValueError):
        return [from_json(text.translate(_CONTROLS), allow_partial="trailing-strings")]
    return []
