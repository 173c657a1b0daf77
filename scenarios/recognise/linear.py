"""Expressions that search a text in time by its length, whatever somebody wrote into it.

A repeat without an end goes through the rest of the text from every place it may begin in, which
takes time by the square of its length. Here each has an end, so that `.*` reaches over the longest
sentences that people say and no further. What an expression must not have either are two ways to
read the same words inside a repeat ("come", "now" and "come now"): their number doubles with each.
"""

from __future__ import annotations

import re

_REPEAT = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|([*+]|\{\d+,\})", re.S)
REACH = 100
"""How often `*` and `+` repeat at most, so that what searches a text takes time by its length."""


def linear(expression: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern whose repeats end after `REACH`; one that is possessive stays so."""

    def ended(found: re.Match[str]) -> str:
        repeat, before = found.group(1), found.string[: found.start()]
        if not repeat or (repeat == "+" and before.endswith(("*", "+", "?", "}"))):
            return found.group()
        least = {"*": "0", "+": "1"}.get(repeat) or repeat[1:-2]
        return f"{{{least},{REACH}}}"

    return re.compile(_REPEAT.sub(ended, expression), flags)
