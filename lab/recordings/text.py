"""Words and names as files hold them: nothing in them begins a line, a tier, or a formula. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from mmagents.floor.adjacency import EVERYONE
from mmagents.lab.recordings.recording import Recording, Utterance

NOBODY = "nobody"
"""How files say that something was put to nobody in particular; left out, it is not known."""
TO_ALL = frozenset({EVERYONE, "all", "everybody", "group", "全員", "みんな"})
"""How files say that something was put to all."""
NO_WORDS = "∅"
"""Stands for an utterance of which only the times are known, where an empty text is silence."""
STARTS = frozenset("=+-@\t\r\n＝＋－＠")
"""What a formula begins with, full-width forms included; lists of them follow OWASP's, on CSV
injection. Whatever begins so is preceded by an apostrophe, which spreadsheets take for "this is
text"."""
_SEPARATORS = frozenset(',;|@"')


def safe(text: str) -> str:
    """Return text that a spreadsheet shows as it is; :func:`plain` gives it back."""
    return f"'{text}" if text[:1] in STARTS or _is_escaped(text) else text


def plain(cell: str) -> str:
    """Return the text that :func:`safe` made a cell of."""
    return cell[1:] if _is_escaped(cell) else cell


def _is_escaped(text: str) -> bool:
    """Tell whether a text is what an apostrophe, or several, made of another."""
    return text[:1] == "'" and text.lstrip("'")[:1] in STARTS and text.lstrip("'") != ""


def shown(text: str, keep: str = "") -> str:
    """Return text with control characters as their pictures (␊ for a line feed).

    What is no character (a lone surrogate, U+FFFE, U+FFFF) becomes �.

    Args:
        text: any text.
        keep: control characters that stay as they are.
    """
    return "".join(one if one in keep else _picture(one) for one in text)


def _picture(one: str) -> str:
    code = ord(one)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if one in "\x85\u2028\u2029":
        return "␤"
    if 0x80 <= code < 0xA0 or 0xD800 <= code < 0xE000 or code & 0xFFFE == 0xFFFE:
        return "\N{REPLACEMENT CHARACTER}"
    return one


def label_of(name: str, taken: Iterable[str]) -> str:
    """Return a name for a tier or a column: printable, one of its kind, with nothing that parts.

    Args:
        name: what somebody is called, any text.
        taken: labels that are in use.
    """
    clean = "".join(" " if one in _SEPARATORS or not _is_plain(one) else one for one in name)
    label = " ".join(clean.split())[:60].strip()
    if not label or label.casefold() in TO_ALL | {NOBODY}:
        label = f"{label} 1".strip() if label else "P1"
    used = {one.casefold() for one in taken}
    found, number = label, 1
    while found.casefold() in used:
        number += 1
        found = f"{label} {number}"
    return found


def _is_plain(one: str) -> bool:
    return unicodedata.category(one)[0] in "LMNPS" or one == " "


def labels_of(recording: Recording) -> dict[str, str]:
    """Return by id the label of each who is named, speaks or is spoken to."""
    said = recording.utterances
    named = (to for one in said for to in one.addressees or () if to != EVERYONE)
    found: dict[str, str] = {}
    for id in dict.fromkeys([*recording.names, *(one.speaker for one in said), *named]):
        found[id] = label_of(recording.names.get(id, id), found.values())
    return found


def addressees_in(one: Utterance, labels: Mapping[str, str]) -> str:
    """Return whom an utterance was put to, in labels joined by ", "; "" where it is not known."""
    if one.addressees is None:
        return ""
    if EVERYONE in one.addressees:
        return EVERYONE
    return ", ".join(labels[to] for to in dict.fromkeys(one.addressees)) or NOBODY
