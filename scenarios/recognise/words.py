"""Words in matching form, and the keys that are looked for among them.

English goes by tokens, casefolded, without possessive and plural endings; Japanese by characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mmagents.scenarios.recognise.negation import normalised

Keys = tuple[tuple[str, ...], ...]
"""What must all be found; each entry the alternatives of which one is enough, in matching form."""

_TOKEN = re.compile(r"\d+(?:[:.]\d+)+|[^\W_]+(?:'[^\W_]+)*")


def _stem(token: str) -> str:
    """Return an English token without its possessive and plural endings."""
    token = token.removesuffix("'s")
    if len(token) <= 3 or token.endswith(("ss", "us", "is")):
        return token
    if token.endswith("ies"):
        return token[:-3] + "y"
    if token.endswith(("xes", "ches", "shes", "sses", "zes")):
        return token[:-2]
    return token.removesuffix("s")


def matching_form(text: str, language: str) -> str:
    """Return what keys are looked for in: tokens between blanks, for Japanese plain characters."""
    folded = text.casefold()
    if language == "ja":
        return re.sub(r"\s+", "", folded)
    return f" {' '.join(_stem(token) for token in _TOKEN.findall(folded))} "


def compile_keys(keys: Iterable[str], language: str) -> Keys:
    """Return `keys`, as they stand in a story, in matching form."""
    entries = []
    for entry in keys:
        forms = (matching_form(normalised(one), language) for one in entry.split("|"))
        if found := tuple(form for form in forms if form.strip()):
            entries.append(found)
    return tuple(entries)


def holds(text: str, entry: tuple[str, ...]) -> bool:
    """Tell whether one of the alternatives of `entry` stands in `text`, both in matching form."""
    return any(
        form in text and (not _has_digit_edge(form) or _whole_number(form, text)) for form in entry
    )


def _has_digit_edge(form: str) -> bool:
    return form[0].isdigit() or form[-1].isdigit()


def _whole_number(form: str, text: str) -> bool:
    """Tell whether `form` stands in `text` with no digit before or after (1時 is not 21時)."""
    start = text.find(form)
    while start >= 0:
        end = start + len(form)
        cut_before = form[0].isdigit() and text[start - 1 : start].isdigit()
        cut_after = form[-1].isdigit() and text[end : end + 1].isdigit()
        if not cut_before and not cut_after:
            return True
        start = text.find(form, start + 1)
    return False
