"""What a text affirms and what it denies, in the form that keys are looked for in."""

from __future__ import annotations

from typing import NamedTuple

from mmagents.scenarios.recognise.negation import clauses, normalised
from mmagents.scenarios.recognise.words import Keys, holds, matching_form


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
