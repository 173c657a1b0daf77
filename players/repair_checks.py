"""What screens and diagnoses a candidate: by rule, or by a model where one is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mmagents.players.diagnose_repetition import diagnose_repetition
from mmagents.players.repair import About, Diagnose, Fault, Finding, Screen, Suspicion
from mmagents.players.screen_repetition import screen_repetition


@dataclass(frozen=True, slots=True)
class Checks:
    """The screens, in no order, and who diagnoses what they suspect."""

    screens: tuple[Screen, ...]
    diagnose: Diagnose


_RULES: Mapping[Fault, Diagnose] = {"repetition": diagnose_repetition}


async def by_rule(candidate: str, suspicion: Suspicion, about: About) -> Finding:
    """Diagnose by the rule for this kind of fault."""
    return await _RULES[suspicion.fault](candidate, suspicion, about)


def open_checks() -> Checks:
    """Return the screens and the diagnosis of a run."""
    return Checks((screen_repetition,), by_rule)
