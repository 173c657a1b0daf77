"""Read the fields of an answer that a model wrote in words instead of JSON."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from mmagents.models.answers.fields import folded, spellings
from mmagents.models.answers.json_text import without_fences, without_reasoning

_LINE = re.compile(
    r"^\s*+(?:[-*•・#>]++\s++|\d{1,2}[.)．、]\s*+)?[*_`\"]*+(?P<name>[^\W\d][^:：=*`\"]{0,39}?)"
    r"(?<![_\s])[*_`\"]*+\s*+[:：=]\s*+(?:[*_`]++\s*+)?(?P<value>.*)$"
)
_OTHERS = ("earlier", "told")
"""Names of fields that have no other spelling."""


def labelled(text: str, fields: Sequence[str]) -> dict[str, str]:
    """Return the fields that stand a line each: `Importance: 7`, `**Importance:** 7`, `重要度：７`.

    A line without the name of a field goes on with the field before it; the name of another one
    ends it. Nothing is returned unless
    two fields are named, or the only one there is.
    """
    names = {
        folded(one): name for name in fields for one in (name, *spellings("fields").get(name, ()))
    }
    found: dict[str, str] = {}
    others = {folded(one) for one in (*spellings("fields"), *_OTHERS)} - set(names)
    last = ""
    for line in without_fences(without_reasoning(text)).splitlines():
        match = _LINE.match(line)
        label = folded(match["name"]) if match else ""
        name = names.get(label)
        if match and name and name not in found:
            found[name], last = match["value"].rstrip().rstrip("*_`").strip(), name
        elif label in others:
            last = ""
        elif last and line.strip():
            found[last] = f"{found[last]}\n{line.strip()}".strip()
    return found if len(found) >= min(2, len(fields)) else {}


def thought_in(text: str, actions: Mapping[str, str]) -> dict[str, str]:
    """Return thought, action and importance from plain sentences; nothing unless both are stated.

    "I would rather listen, the importance is 3." The importance is the number after its name, the
    action the only one of them that is named.

    Args:
        text: what the model wrote.
        actions: by folded spelling, the action it stands for.
    """
    said = unicodedata.normalize("NFKC", without_fences(without_reasoning(text)))
    named = "|".join(map(re.escape, ("importance", *spellings("fields")["importance"])))
    number = re.search(rf"(?:{named})[^\d.!?。]{{0,20}}(\d{{1,2}})\b", said, re.IGNORECASE)
    words = {folded(word) for word in re.findall(r"[A-Za-z]+", said)}
    meant = {
        code
        for spelling, code in actions.items()
        if (spelling in words if spelling.isascii() else spelling in folded(said))
    }
    if number is None or len(meant) != 1:
        return {}
    return {"thought": " ".join(said.split()), "action": meant.pop(), "importance": number[1]}
