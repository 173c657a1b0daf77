"""Words in matching form, keys looked for among them, and what of a text is affirmed or denied.

English goes by tokens, casefolded, without possessive and plural endings; Japanese by characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from mmagents.scenarios.recognise.negation import clauses, normalised

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


class Assertion(NamedTuple):
    """A text in matching form: all that it declares, what of it is affirmed, what is denied."""

    declared: str
    affirmed: str
    denied: str


def assertion(text: str, language: str) -> Assertion:
    """Return what `text` affirms and denies; its questions do neither."""
    affirmed: list[str] = []
    denied: list[str] = []
    for clause in clauses(normalised(text), language):
        (denied if clause.negated else affirmed).append(matching_form(clause.text, language))
    return Assertion("\n".join(affirmed + denied), "\n".join(affirmed), "\n".join(denied))


def affirms(said: Assertion, keys: Keys) -> bool:
    """Tell whether all keys are there outside a negation's reach."""
    return all(holds(said.affirmed, entry) for entry in keys)


def denies(said: Assertion, keys: Keys) -> bool:
    """Tell whether all keys are there and at least half of them within a negation's reach."""
    return (
        bool(said.denied)
        and all(holds(said.declared, entry) for entry in keys)
        and 2 * sum(holds(said.denied, entry) for entry in keys) >= len(keys)
    )
