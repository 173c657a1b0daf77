"""Judge a story as a whole: what the schema, field by field, cannot see.

The rules stand in five modules: ids that point at nothing (:mod:`.references`), words that are
missing (:mod:`.translations`), what time and talk allow (:mod:`.plot`), the order of the evening
(:mod:`.evening`), and what the texts give away (:mod:`.wording`). The last three need the first two
to hold, so they are asked only then.
"""

from __future__ import annotations

from mmagents.scenarios.check import evening, plot, references, translations, wording
from mmagents.scenarios.problem import Problem
from mmagents.scenarios.schema import Scenario

__all__ = ["Problem", "lint", "unusable"]


def lint(scenario: Scenario) -> list[Problem]:
    """Return what is wrong with `scenario`, in the order of the rules; empty if nothing is.

    A talk without a story has no plot to judge: its format is all it has to keep to.

    While ids point at nothing or words are missing, only that is reported: every other rule would
    stumble over it.
    """
    if scenario.kind == "talk":
        return []
    broken = [*references.check(scenario), *translations.check(scenario)]
    if any(problem.severity == "error" for problem in broken):
        return broken
    story = [*plot.check(scenario), *evening.check(scenario), *wording.check(scenario)]
    return [*broken, *story]


def unusable(scenario: Scenario) -> list[Problem]:
    """Return only what would make a game of `scenario` stumble: missing ids and missing words."""
    if scenario.kind == "talk":
        return []
    broken = [*references.check(scenario), *translations.check(scenario)]
    return [problem for problem in broken if problem.severity == "error"]
