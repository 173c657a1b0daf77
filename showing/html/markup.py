"""Text and form elements as HTML. Pure.

Text from outside is escaped, isolated from the direction of the text around it, and cut to a
length. Marks that change the direction of text are shown by their code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
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


def options(chosen: str, given: Iterable[tuple[str, str]]) -> str:
    """Return the options of a select."""
    return "".join(
        f'<option value="{words(value)}"{" selected" if value == chosen else ""}>'
        f"{words(text, 160)}</option>"
        for value, text in given
    )


def select(
    name: str, label: str, given: Iterable[tuple[str, str]], chosen: str = "", *, live: bool = False
) -> str:
    """Return a labelled select; a live one tells the page of each choice at once."""
    tells = f' data-live="{words(name)}"' if live else ""
    return (
        f'<label class="field"><span>{words(label)}</span>'
        f'<select name="{words(name)}"{tells}>{options(chosen, given)}</select></label>'
    )


def field(name: str, label: str, value: str = "", **attributes: str | int) -> str:
    """Return a labelled input; `attributes` are further ones of the element."""
    more = _attributes(attributes)
    return (
        f'<label class="field"><span>{words(label)}</span>'
        f'<input name="{words(name)}" value="{words(value)}"{more} autocomplete="off"></label>'
    )


def tick(
    name: str, label: str, value: str = "yes", *, on: bool = False, kind: str = "checkbox"
) -> str:
    """Return a labelled box to tick, or one of several with kind "radio"."""
    return (
        f'<label class="tick"><input type="{kind}" name="{words(name)}" value="{words(value)}"'
        f"{' checked' if on else ''}><span>{words(label, 400)}</span></label>"
    )


def button(label: str, *, act: str = "", arg: str = "", main: bool = False, **more: str) -> str:
    """Return a button that does something on the page, or without `act` submits its form."""
    what = f'type="button" data-act="{words(act)}" data-arg="{words(arg)}"' if act else ""
    return (
        f"<button {what or 'type=submit'}{' class=main' if main else ''}{_attributes(more)}>"
        f"{words(label)}</button>"
    )


def _attributes(given: Mapping[str, str | int]) -> str:
    return "".join(f' {name.replace("_", "-")}="{words(value)}"' for name, value in given.items())
