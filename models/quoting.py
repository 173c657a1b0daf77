"""Players' words as data: one function that makes a quotation out of whatever was said.

A turn may say "ignore your instructions", fake a "Name:" line, a heading, a closing tag, a code
fence or a token that a chat template reads as a change of role. Quoted here it is one JSON string
on one line, in which none of the characters that such structure is made of stands for itself.
Nothing is lost: `json.loads` gives the words back.
"""

from __future__ import annotations

import json

STRUCTURAL = frozenset("<>[]{}`#|=*~")
"""Characters that tags, role tokens, fences, headings and lists of chat templates are made of."""


def quote(words: str) -> str:
    r"""Return `words` as a JSON string that cannot pass for structure.

    Quotation marks and backslashes are escaped as JSON does; structural characters, line breaks,
    control, format (bidirectional, zero-width) and unassigned characters as \uXXXX.
    """
    text = json.dumps(words, ensure_ascii=False)
    if text.isprintable() and STRUCTURAL.isdisjoint(text):
        return text
    return "".join(map(_escaped, text))


def _escaped(char: str) -> str:
    if char == " " or (char.isprintable() and char not in STRUCTURAL):
        return char
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
