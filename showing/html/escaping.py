"""From words to markup: whatever anybody said or wrote stays words. Pure.

Text is escaped, stands isolated for the direction it runs in, and is cut where it would swamp a
page. Marks that turn the direction of what follows are shown as what they are.
"""

from __future__ import annotations

import re
from html import escape

from mmagents.interfaces.texts.catalogue import page as say

LONGEST = 4_000
"""Characters of one text that a page shows; the downloads hold all of it."""
TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks of direction (Unicode Standard Annex 9), which could make a line read as another."""
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def plain(given: object, longest: int = LONGEST) -> str:
    """Return a text as it is shown, before it is escaped."""
    said = str(given)
    if len(said) > longest:
        said = f"{said[:longest]}…"
    said = CONTROLS.sub("\ufffd", said)
    return TURNS.sub(lambda found: f"[U+{ord(found[0]):04X}]", said)


def words(given: object, longest: int = LONGEST) -> str:
    """Return a text as HTML, for the inside of an element or of a quoted attribute."""
    return escape(plain(given, longest), quote=True)


def bdi(given: object, longest: int = LONGEST) -> str:
    """Return a text as HTML, isolated from the direction of what stands around it."""
    return f"<bdi>{words(given, longest)}</bdi>"


def text(lang: str, key: str, **given: object) -> str:
    """Return a text of the page's own as HTML."""
    return words(say(lang, key, **given))
