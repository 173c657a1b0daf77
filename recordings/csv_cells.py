"""Words in the cells of a CSV file, so that no spreadsheet takes them for a formula. Pure."""

from __future__ import annotations

STARTS = frozenset("=+-@\t\r\n＝＋－＠")
"""What a formula begins with, full-width forms included; lists of them follow OWASP's, on CSV
injection. Whatever begins so is preceded by an apostrophe, which spreadsheets take for "this is
text"."""


def safe(text: str) -> str:
    """Return text that a spreadsheet shows as it is; :func:`plain` gives it back."""
    return f"'{text}" if text[:1] in STARTS or _is_escaped(text) else text


def plain(cell: str) -> str:
    """Return the text that :func:`safe` made a cell of."""
    return cell[1:] if _is_escaped(cell) else cell


def _is_escaped(text: str) -> bool:
    """Tell whether a text is what an apostrophe, or several, made of another."""
    return text[:1] == "'" and text.lstrip("'")[:1] in STARTS and text.lstrip("'") != ""
