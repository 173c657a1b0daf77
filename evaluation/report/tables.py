"""Tables of an experiment: one row a conversation, long tables beside it, groups compared. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mmagents.evaluation.breakdowns import structural
from mmagents.evaluation.breakdowns.categories import Breakdown
from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.judging import measures as verdict_measures
from mmagents.evaluation.judging.agreement import Agreed, agreements
from mmagents.evaluation.judging.measures import Readings, by_conversation, of_conversations
from mmagents.evaluation.judging.tables import agreement_rows, rater_rows, verdict_rows
from mmagents.evaluation.measures import persona as persona_measures
from mmagents.evaluation.measures import persuasion, provenance
from mmagents.evaluation.measures import repair as repair_measures
from mmagents.evaluation.measures import text as text_measures
from mmagents.evaluation.measures import truth as truth_measures
from mmagents.evaluation.measures import turns as turn_measures
from mmagents.evaluation.measures.corpus import corpus_measures
from mmagents.evaluation.measures.measure import Figures, Measure
from mmagents.evaluation.measures.provenance import Provenance
from mmagents.evaluation.report import long_tables
from mmagents.evaluation.statistics.compare import Comparison, compare
from mmagents.stores.embeddings import open_embedder

if TYPE_CHECKING:
    from pandas import DataFrame

SECTIONS: Mapping[str, Mapping[str, Measure]] = {
    "Breakdowns": structural.MEASURES,
    "Information and reasoning": provenance.MEASURES,
    "Turns, bids, pairs and topics": turn_measures.MEASURES,
    "Words": text_measures.MEASURES,
    "Consistency and factualness": truth_measures.MEASURES,
    "Repair": repair_measures.MEASURES,
    "Beliefs, regards and votes": persona_measures.MEASURES,
    "Read by models and people": verdict_measures.MEASURES,
}
"""The registries of all measures of one conversation, in the order of the report."""


@dataclass(frozen=True, slots=True)
class Group:
    """The conversations of one cell.

    Attributes:
        label: the levels by which it differs from the others; the condition if it is the only one.
        factors: all its levels, by factor.
    """

    label: str
    factors: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Seen:
    """A conversation and what was worked out of it once, for all tables."""

    conversation: Conversation
    group: str
    breakdowns: Sequence[Breakdown]
    provenance: Provenance
    figures: Figures


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that a report shows. Rows follow the order of the groups, then the ids.

    Attributes:
        groups: the cells, in the order of the grid.
        varied: the factors that differ between cells.
        figures: a row a conversation: id, group, every factor, every measure.
        breakdowns: a row a breakdown: id, group, turn, category, of, strategic, reason.
        importance: by group, story, seat and importance: count.
        answers: by group, story, asker and answerer: count, zeros included.
        disclosure: by group and turn: conversations, mean, low and high quartile of the share of
            the story's facts that are out.
        rules: by group and rule: turns, share.
        rubric: by group, story and item: kind, points, conversations, said, reachable.
        points: by group and story: mean points shared, reasoned, reachable, and how many there are.
        corpus: by group: the measures of its conversations together.
        verdicts: a row a score, point or breakdown that a model or a person gave.
        raters: by who gave verdicts, and of which kind: how many, missing, calls, tokens.
        agreed: how far they agree.
        readings: what they said, by conversation and source.
        votes: a row a vote: who, for what, what it favoured at first, who persuaded it.
        personas: a row a belief or regard of a strategist after each of its reflections.
        comparisons: by measure, its groups compared.
    """

    groups: tuple[Group, ...]
    varied: tuple[str, ...]
    figures: DataFrame
    breakdowns: DataFrame
    importance: DataFrame
    answers: DataFrame
    disclosure: DataFrame
    rules: DataFrame
    rubric: DataFrame
    points: DataFrame
    corpus: DataFrame
    verdicts: DataFrame
    raters: DataFrame
    agreed: Sequence[Agreed]
    readings: Mapping[str, Readings]
    votes: DataFrame
    personas: DataFrame
    comparisons: Mapping[str, Comparison]

    @property
    def labels(self) -> tuple[str, ...]:
        """The groups' names, in order."""
        return tuple(group.label for group in self.groups)

    def tables(self) -> dict[str, DataFrame]:
        """Return all tables by name, as they are written."""
        return {
            "conversations": self.figures,
            "comparisons": long_tables.comparison_rows(self.comparisons),
            "pairs": long_tables.pair_rows(self.comparisons),
            "breakdowns": self.breakdowns,
            "importance": self.importance,
            "answers": self.answers,
            "disclosure": self.disclosure,
            "rules": self.rules,
            "rubric": self.rubric,
            "points": self.points,
            "corpus": self.corpus,
            "verdicts": self.verdicts,
            "raters": self.raters,
            "agreement": agreement_rows(self.agreed),
            "votes": self.votes,
            "personas": self.personas,
        }


def results(
    conversations: Sequence[Conversation],
    *,
    cells: Sequence[Mapping[str, str]] = (),
    readings: Readings | None = None,
) -> Results:
    """Return the tables of an experiment; the order of `conversations` changes nothing.

    Args:
        conversations: those that were played; all with the same factors.
        cells: the factors of every cell in the order of the grid, those without a conversation
            too; by default those that occur, as they are met.
        readings: what models and people said of the conversations.

    Raises:
        MMAgentsError: if a package for a measure is missing.
    """
    groups, varied = groups_of(cells or [one.factors for one in conversations])
    label = {_key(group.factors): group.label for group in groups}
    labels = [group.label for group in groups]
    by_id = sorted(conversations, key=lambda one: one.id)
    read = of_conversations(readings or {}, {one.id for one in by_id})
    held = by_conversation(read)
    seen = sorted(
        (_seen(one, label[_key(one.factors)], held.get(one.id, {})) for one in by_id),
        key=lambda one: labels.index(one.group),
    )
    figures = _figures(seen)
    names = [name for name in figures.columns if name in definitions(figures.columns)]
    return Results(
        groups=groups,
        varied=varied,
        figures=figures,
        breakdowns=long_tables.breakdown_rows(seen),
        importance=long_tables.importance_rows(seen),
        answers=long_tables.answer_rows(seen),
        disclosure=long_tables.disclosure_rows(seen),
        rules=long_tables.rule_rows(seen),
        rubric=long_tables.rubric_rows(seen),
        points=long_tables.point_rows(seen),
        corpus=_corpus(seen, labels),
        verdicts=verdict_rows(read, {one.conversation.id: one.group for one in seen}),
        raters=rater_rows(read),
        agreed=agreements(read),
        readings=held,
        votes=persuasion.vote_rows(seen),
        personas=persuasion.persona_rows(seen),
        comparisons={name: compare(_by_group(figures, name, labels)) for name in names},
    )


def groups_of(cells: Sequence[Mapping[str, str]]) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    """Return the groups of an experiment in order, and the factors that differ between them."""
    distinct = list({_key(cell): cell for cell in cells}.values())
    factors = list(dict.fromkeys(factor for cell in distinct for factor in cell))
    varied = tuple(one for one in factors if len({cell.get(one) for cell in distinct}) > 1)
    named = varied or tuple(one for one in ("condition", *factors[:1]) if one in factors)[:1]
    return tuple(
        Group(" / ".join(cell.get(one, "-") for one in named), cell) for cell in distinct
    ), varied


def definitions(names: Sequence[str]) -> dict[str, Measure]:
    """Return how to read each measure among `names`, in the order of :data:`SECTIONS`."""
    found = {
        name: measure
        for section in SECTIONS.values()
        for name, measure in section.items()
        if name in set(names)
    }
    others = [name for name in names if name.startswith("rule:") and name not in found]
    return {**found, **{name: turn_measures.measure_of(name) for name in sorted(others)}}


def section_of(name: str) -> str:
    """Return the section of :data:`SECTIONS` in which a measure stands."""
    return next(
        (title for title, section in SECTIONS.items() if name in section),
        "Turns, bids, pairs and topics",
    )


def _key(factors: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(factors.items()))


def _seen(conversation: Conversation, group: str, readings: Readings) -> Seen:
    found = structural.structural(conversation)
    traced = provenance.trace(conversation)
    judged: Figures = {}
    for source, verdicts in readings.items():
        judged |= verdict_measures.verdict_measures(conversation, source, verdicts)
    figures = {
        **structural.breakdown_measures(conversation, found),
        **provenance.provenance_measures(conversation, traced),
        **turn_measures.turn_measures(conversation),
        **text_measures.text_measures(conversation, open_embedder()),
        **truth_measures.truth_measures(conversation),
        **repair_measures.repair_measures(conversation),
        **persona_measures.persona_measures(conversation),
        **judged,
    }
    return Seen(conversation, group, found, traced, figures)


def _figures(seen: Sequence[Seen]) -> DataFrame:
    import pandas as pd

    names = list(definitions(list(dict.fromkeys(name for one in seen for name in one.figures))))
    rows: list[dict[str, Any]] = []
    for one in seen:
        # A rule that no turn of this conversation was given by has a share of 0, not none.
        zero = 0.0 if one.conversation.rows else None
        absent = {name: zero for name in names if name.startswith("rule:")}
        factors = {f"factor:{key}": value for key, value in one.conversation.factors.items()}
        rows.append(
            {
                "id": one.conversation.id,
                "group": one.group,
                **factors,
                **{name: {**absent, **one.figures}.get(name) for name in names},
            }
        )
    table = pd.DataFrame(rows)
    return table.astype(dict.fromkeys(names, float))


def _by_group(
    figures: DataFrame, name: str, labels: Sequence[str]
) -> dict[str, Sequence[float | None]]:
    return {label: figures.loc[figures["group"] == label, name].tolist() for label in labels}


def _corpus(seen: Sequence[Seen], labels: Sequence[str]) -> DataFrame:
    import pandas as pd

    embedder = open_embedder()
    rows = [
        {
            "group": label,
            **corpus_measures([one.conversation for one in seen if one.group == label], embedder),
        }
        for label in labels
    ]
    return pd.DataFrame(rows)
