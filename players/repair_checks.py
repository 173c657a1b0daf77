"""What screens and diagnoses a candidate: by rule, or by a model where one is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mmagents.players.diagnose_contradiction import diagnose_contradiction
from mmagents.players.diagnose_hallucination import diagnose_hallucination
from mmagents.players.diagnose_repetition import diagnose_repetition
from mmagents.players.nli import by_rules
from mmagents.players.repair import About, Diagnose, Fault, Finding, Screen, Suspicion
from mmagents.players.screen_contradiction import screen_contradiction
from mmagents.players.screen_hallucination import screen_hallucination
from mmagents.players.screen_obligation import diagnose_obligation, screen_obligation
from mmagents.players.screen_repetition import screen_repetition


@dataclass(frozen=True, slots=True)
class Checks:
    """The screens, in no order, and who diagnoses what they suspect."""

    screens: tuple[Screen, ...]
    diagnose: Diagnose


_RULES: Mapping[Fault, Diagnose] = {
    "repetition": diagnose_repetition,
    "contradiction": diagnose_contradiction,
    "hallucination": diagnose_hallucination,
    "obligation": diagnose_obligation,
}


async def by_rule(candidate: str, suspicion: Suspicion, about: About) -> Finding:
    """Diagnose by the rule for this kind of fault."""
    return await _RULES[suspicion.fault](candidate, suspicion, about)


def open_checks() -> Checks:
    """Return the screens and the diagnosis of a run."""
    screens = (
        screen_repetition,
        screen_contradiction(by_rules),
        screen_hallucination,
        screen_obligation,
    )
    return Checks(screens, by_rule)
