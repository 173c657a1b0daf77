"""Forms as HTML: starting a game, forking it, acting in a seat. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mmagents.showing.html.escaping import words


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
