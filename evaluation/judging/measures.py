"""Measures of a conversation from what models or people said of it.

Those of models and of people are kept apart, by the first part of a measure's name: `model:` or
`people:`. Each rater's figure is worked out first, then their mean is taken, so that a rater who
read less counts no less. What is missing is left out: it is neither sound, nor low, nor not
reached.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence

from mmagents.evaluation.breakdowns.categories import KINDS, Category
from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.judging.verdicts import (
    CRITERIA,
    TRUTHS,
    Breakdowns,
    Kind,
    Points,
    Score,
    Scores,
    Truth,
    Verdict,
)
from mmagents.evaluation.measures.measure import Figures, Measure, mean, ratio
from mmagents.evaluation.measures.truth import by_third, read_as
from mmagents.scenarios.schema import RubricItem

SOURCES: Mapping[str, str] = {"model": "models", "people": "people"}
"""By the first part of a measure's name: who said it."""
Readings = Mapping[str, Sequence[Verdict]]
"""Verdicts by source (see :data:`SOURCES`)."""
CRITERION: Mapping[str, str] = {
    "coherence": "follows from what was said and hangs together",
    "cooperativeness": "works on the matter with the others",
    "diversity": "brings different matter and points of view",
}
"""What each criterion of MMAgents, section 4.2.2, asks of talk."""


def of_conversations(readings: Readings, ids: Container[str]) -> dict[str, list[Verdict]]:
    """Return the verdicts on these conversations, by source, in the order of their keys."""
    return {
        source: sorted((one for one in found if one.id in ids), key=lambda one: one.key)
        for source, found in readings.items()
    }


def by_conversation(readings: Readings) -> dict[str, dict[str, list[Verdict]]]:
    """Return the verdicts by conversation and source."""
    held: dict[str, dict[str, list[Verdict]]] = {}
    for source, verdicts in readings.items():
        for one in verdicts:
            held.setdefault(one.id, {}).setdefault(source, []).append(one)
    return held


def breakdown_names(source: str) -> tuple[str, ...]:
    """Return the names of the measures by category, and of strategic evasions."""
    return (
        *(f"{source}:breakdown-{one}" for one in Category),
        f"{source}:breakdown-strategic",
    )


def score_names(source: str, *, turns: bool = False) -> tuple[str, ...]:
    """Return the names of the scores of whole conversations, or of turns."""
    return tuple(f"{source}:{'turn-' if turns else ''}{one}" for one in CRITERIA)


def truth_names(source: str) -> tuple[str, ...]:
    """Return the names of the measures of consistency and factualness."""
    return tuple(name for one in TRUTHS for name in by_third(f"{source}:{one}", (), "-"))


def _truths(source: str, who: str) -> dict[str, Measure]:
    """Return how to read what :func:`truth_names` names."""
    how = f"scored by {who} with what the screening finds, mean of the raters (SDR, section 3.2)"
    return {
        name: measure
        for one in TRUTHS
        for name, measure in read_as(f"{source}:{one}", one, who, how, "-").items()
    }


def _measures(source: str, who: str) -> dict[str, Measure]:
    by = f" (by {who})"
    read = f"by {who}, mean of the raters"
    return {
        f"{source}:breakdown-turns": Measure(
            f"turns that break down{by}",
            f"Turns with at least one breakdown of the eleven categories, of the turns read {read} "
            "(MMAgents, section 4.2.1).",
            "per 10 turns",
            "less",
        ),
        **{
            f"{source}:breakdown-{one}": Measure(
                f"{KINDS[one].name['en']}{by}",
                f"Breakdowns of this kind, of the turns read {read} (MMAgents, section 4.2.1).",
                "per 10 turns",
                "less",
            )
            for one in Category
        },
        f"{source}:breakdown-strategic": Measure(
            f"strategic evasions{by}",
            f"Evasions taken for a move in the game, found {read}; no breakdowns (MMAgents, "
            "section 6).",
            "per 10 turns",
        ),
        **{
            f"{source}:{one}": Measure(
                f"{one}{by}",
                f"Whether the whole conversation {asks}, scored {read} (MMAgents, section 4.2.2).",
                "1-5",
                "more",
            )
            for one, asks in CRITERION.items()
        },
        **{
            f"{source}:turn-{one}": Measure(
                f"{one} of turns{by}",
                f"Whether a turn {asks}, scored {read}, mean of the turns (after MMAgents, section "
                "4.2.2, which scores whole conversations).",
                "1-5",
                "more",
            )
            for one, asks in CRITERION.items()
        },
        f"{source}:rubric-shared": Measure(
            f"information shared{by}",
            f"Share of the rubric's points for information that was said, found {read} (MMAgents, "
            "section 4.2.3).",
            "share",
            "more",
        ),
        f"{source}:rubric-reasoned": Measure(
            f"conclusions reasoned{by}",
            f"Share of the rubric's points for conclusions that were drawn aloud, found {read} "
            "(MMAgents, section 4.2.3).",
            "share",
            "more",
        ),
        f"{source}:rubric-points": Measure(
            f"points of the rubric{by}",
            f"All points of the rubric, found {read} (MMAgents, section 4.2.3).",
            "points",
            "more",
        ),
    }


MEASURES: Mapping[str, Measure] = {
    name: measure
    for source, who in SOURCES.items()
    for name, measure in (_measures(source, who) | _truths(source, who)).items()
}


def verdict_measures(
    conversation: Conversation, source: str, verdicts: Sequence[Verdict]
) -> Figures:
    """Return the measures of a source that its verdicts on a conversation give.

    Args:
        conversation: the conversation.
        source: one of :data:`SOURCES`.
        verdicts: those of the source on this conversation.

    Returns:
        Measures of :data:`MEASURES` of those kinds of which there is a verdict; None where all of
        them are missing.
    """
    by_kind: dict[Kind, dict[str, list[Verdict]]] = defaultdict(lambda: defaultdict(list))
    for one in verdicts:
        by_kind[one.kind][one.by].append(one)
    found: Figures = {}
    if read := by_kind.get(Kind.BREAKDOWN):
        found |= _broken(source, list(read.values()))
    for kind, names in (
        (Kind.CONVERSATION, score_names(source)),
        (Kind.TURN, score_names(source, turns=True)),
    ):
        if read := by_kind.get(kind):
            found |= {
                name: _mean_of([_score(of, criterion) for of in read.values()])
                for name, criterion in zip(names, CRITERIA, strict=True)
            }
    if read := by_kind.get(Kind.TRUTH):
        found |= _true(source, list(read.values()))
    if read := by_kind.get(Kind.RUBRIC):
        found |= _points(source, conversation, list(read.values()))
    return found


def _mean_of(figures: Sequence[float | None]) -> float | None:
    return mean([one for one in figures if one is not None])


def _broken(source: str, by_rater: Sequence[Sequence[Verdict]]) -> Figures:
    rated = [[one.said for one in of if isinstance(one.said, Breakdowns)] for of in by_rater]

    def rate(counts: Sequence[int]) -> float | None:
        return _mean_of(
            [ratio(10 * count, len(of)) for count, of in zip(counts, rated, strict=True)]
        )

    def counted(category: Category | None) -> list[int]:
        """Count breakdowns of a category, or strategic evasions of any."""
        return [
            sum(
                found.strategic if category is None else (
                    found.category is category and not found.strategic
                )
                for one in of
                for found in one.breakdowns
            )
            for of in rated
        ]  # fmt: skip

    return {
        f"{source}:breakdown-turns": rate([sum(one.broken for one in of) for of in rated]),
        **{f"{source}:breakdown-{one}": rate(counted(one)) for one in Category},
        f"{source}:breakdown-strategic": rate(counted(None)),
    }


def _score(of: Sequence[Verdict], criterion: str) -> float | None:
    """Return the mean score of one rater's verdicts."""
    given: list[Score | None] = [
        getattr(one.said, criterion) for one in of if isinstance(one.said, Scores)
    ]
    return mean([one.score for one in given if one is not None])


def _true(source: str, by_rater: Sequence[Sequence[Verdict]]) -> Figures:
    found: Figures = {}
    for one in TRUTHS:
        raters = [
            by_third(
                f"{source}:{one}",
                [float(of.said.of(one).score) for of in rated if isinstance(of.said, Truth)],
                "-",
            )
            for rated in by_rater
        ]
        found |= {name: _mean_of([rater[name] for rater in raters]) for name in raters[0]}
    return found


def _points(
    source: str, conversation: Conversation, by_rater: Sequence[Sequence[Verdict]]
) -> Figures:
    items = conversation.table.scenario.rubric
    said = [one.said for of in by_rater for one in of if isinstance(one.said, Points)]
    kinds = {
        "shared": [item for item in items if item.kind == "shared"],
        "reasoned": [item for item in items if item.kind == "reasoned"],
    }
    found: Figures = {
        f"{source}:rubric-{kind}": _mean_of(
            [
                None if got is None else ratio(got, sum(item.points for item in of))
                for got in (_earned(one, of) for one in said)
            ]
        )
        for kind, of in kinds.items()
    }
    return found | {f"{source}:rubric-points": _mean_of([_earned(one, items) for one in said])}


def _earned(said: Points, items: Sequence[RubricItem]) -> int | None:
    """Return the points that were reached; None if a point was not decided on."""
    if any(item.id not in said.items for item in items):
        return None
    return sum(item.points for item in items if said.items[item.id].reached)
