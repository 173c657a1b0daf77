"""A good story, broken in exactly one way."""

from typing import NamedTuple

from mmagents.scenarios.problem import Problem


class Broken(NamedTuple):
    rule: str
    edits: tuple[tuple[str, str], ...]
    field: str
    says: str
    severity: str = "error"

    def told_by(self, found: list[Problem]) -> bool:
        """Return whether one of the problems names the field and says what to do."""
        at_field = [one for one in found if one.field == self.field]
        return any(self.says in one.message and one.severity == self.severity for one in at_field)


def swap(old: str, new: str) -> tuple[tuple[str, str], ...]:
    return ((old, new),)


BED = '    whereabouts: {person: bram, place: shed, at: "15:10", until: "15:25"}'
FULL = "      en: The raffle tin was still full at 15:05."
SHED = 'at: "15:13"\n        place: shed'


def ids(cases: list[Broken]) -> list[str]:
    return [case.rule for case in cases]
