"""How far raters agree: judges with one another, people with one another, and both together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mmagents.lab.judging.measures import SOURCES, Readings, by_conversation
from mmagents.lab.judging.verdicts import (
    CRITERIA,
    TRUTHS,
    Breakdowns,
    BrokenTurns,
    Kind,
    Points,
    Scored,
    Verdict,
)
from mmagents.lab.statistics.agreement import Agreement, Level, alpha, fleiss, icc

Given = Iterator[tuple[Hashable, str | int]]
SOUND = "none"
BOTH = "models and people"
NO_NUMBERS = "no numbers"


@dataclass(frozen=True, slots=True)
class Agreed:
    """How far the raters of one source agree on one thing, taken to be on a scale of `level`.

    `alpha` is Krippendorff's, over what two or more rated; `kappa` is Fleiss', over what all rated;
    `icc` the intraclass correlation over the same, for numbers only (SDR, section 3.2).
    """

    source: str
    on: str
    raters: tuple[str, ...]
    level: Level
    alpha: Agreement
    kappa: Agreement
    icc: Agreement


def agreements(readings: Readings) -> list[Agreed]:
    """Return how far the raters agree, on everything that two or more of them rated."""
    found: list[Agreed] = []
    sources: dict[str, Sequence[Verdict]] = {
        who: readings.get(source, ()) for source, who in SOURCES.items()
    }
    apart = [{one.by for one in of} for of in sources.values()]
    if all(sources.values()):
        sources[BOTH] = [one for of in sources.values() for one in of]
    for who, given in sources.items():
        verdicts = [*given, *by_conversation(given)]
        for on, level, ratings in _matters(verdicts):
            table = _table(verdicts, ratings)
            raters = tuple(sorted({by for row in table.values() for by in row}))
            if len(raters) < 2 or (who == BOTH and any(one.issuperset(raters) for one in apart)):
                continue
            rows = [[row.get(by) for by in raters] for _, row in sorted(table.items(), key=repr)]
            numbers = (
                icc(rows) if level != "nominal" else Agreement(None, 0, len(raters), NO_NUMBERS)
            )
            found.append(Agreed(who, on, raters, level, alpha(rows, level), fleiss(rows), numbers))
    return found


def _table(
    verdicts: Sequence[Verdict], ratings: Callable[[Verdict], Given]
) -> Mapping[Hashable, Mapping[str, str | int]]:
    """Return by item and rater what was given."""
    table: dict[Hashable, dict[str, str | int]] = {}
    for one in verdicts:
        for item, given in ratings(one):
            table.setdefault(item, {})[one.by] = given
    return table


def _matters(
    verdicts: Sequence[Verdict],
) -> Iterator[tuple[str, Level, Callable[[Verdict], Given]]]:
    kinds = {one.kind for one in verdicts}
    if Kind.BREAKDOWN_WHOLE in kinds:
        yield "how many turns of a conversation break down", "ordinal", _broken_turns
    if Kind.BREAKDOWN in kinds:
        yield "whether a turn breaks down", "nominal", _broken
        yield "how a turn breaks down", "nominal", _category
    for kind, of in (
        (Kind.CONVERSATION, ""),
        (Kind.TURN, " of turns"),
        (Kind.GRADED, ", all points defined"),
        (Kind.GRADED_TURN, " of turns, all points defined"),
    ):
        if kind in kinds:
            for criterion in CRITERIA:
                yield f"{criterion}{of}", "ordinal", _scores(kind, criterion)
    if Kind.TRUTH in kinds:
        for name in TRUTHS:
            yield f"{name} of turns", "ordinal", _scores(Kind.TRUTH, name)
    if Kind.RUBRIC in kinds:
        yield "points of the rubric", "nominal", _ticks


def _broken_turns(one: Verdict) -> Given:
    if isinstance(one.said, BrokenTurns):
        yield one.id, len(one.said.turns)


def _broken(one: Verdict) -> Given:
    if isinstance(one.said, Breakdowns):
        yield (one.id, one.turn), "broken" if one.said.broken else SOUND


def _category(one: Verdict) -> Given:
    """Yield the first category that is no strategic evasion."""
    if isinstance(one.said, Breakdowns):
        named = (str(found.category) for found in one.said.breakdowns if not found.strategic)
        yield (one.id, one.turn), next(named, SOUND)


def _scores(kind: Kind, criterion: str) -> Callable[[Verdict], Given]:
    def scores(one: Verdict) -> Given:
        if one.kind is kind and isinstance(one.said, Scored):
            given = one.said.of(criterion)
            if given is not None:
                yield (one.id, one.turn), given

    return scores


def _ticks(one: Verdict) -> Given:
    if isinstance(one.said, Points):
        for id, ticked in one.said.items.items():
            yield (one.id, id), "reached" if ticked.reached else SOUND
