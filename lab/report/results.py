"""The results of an experiment: one row a conversation, long tables beside it, groups compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mmagents.lab.conversation import Conversation
from mmagents.lab.judging.agreement import Agreed, agreements
from mmagents.lab.judging.measures import Readings, judge_measures, judges_in
from mmagents.lab.judging.verdicts import Verdict
from mmagents.lab.measures.floor import rule_measures
from mmagents.lab.measures.measure import Measures, figures_of
from mmagents.lab.measures.text import CORPUS
from mmagents.lab.report import rows
from mmagents.lab.report.rows import Grouped, agreement_rows, rater_rows, verdict_rows
from mmagents.lab.report.sections import all_measures
from mmagents.lab.statistics.compare import Comparison, compare

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class Group:
    """The conversations of one cell.

    Its label is the levels by which it differs from others; the condition if it is the only one.
    """

    label: str
    factors: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that a report shows. Rows follow the order of the groups, then the ids.

    `varied` are the factors that differ between cells, `comparisons` the groups compared by
    measure. `tables` are as they are written: `conversations` has a row a conversation with its id,
    group, every factor and every measure; the others are described where their rows are made.
    `judges` are the models that judged, where there are several.
    """

    groups: tuple[Group, ...]
    varied: tuple[str, ...]
    conversations: Mapping[str, Conversation]
    tables: Mapping[str, DataFrame]
    agreed: Sequence[Agreed]
    comparisons: Mapping[str, Comparison]
    judges: Sequence[str] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The groups' names, in order."""
        return tuple(group.label for group in self.groups)

    @property
    def figures(self) -> DataFrame:
        """A row a conversation."""
        return self.tables["conversations"]

    @property
    def with_facts(self) -> bool:
        """Whether any story has facts to bring out; a talk without a story has none."""
        return any(one.table.scenario.facts for one in self.conversations.values())

    def mean(self, name: str, group: int) -> float:
        """Return the mean of a measure in a group, by its index; 0 without a figure."""
        found = self.comparisons.get(name)
        return (found.groups[group].mean if found else None) or 0.0

    def there(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return those of the measures that any conversation has a figure of."""
        known = self.comparisons
        return tuple(n for n in names if n in known and any(one.n for one in known[n].groups))


def results(
    conversations: Sequence[Conversation],
    *,
    cells: Sequence[Mapping[str, str]] = (),
    readings: Readings | None = None,
) -> Results:
    """Return the results of an experiment; the order of `conversations` changes nothing.

    `cells` are the factors of every cell, those without a conversation too; by default those that
    occur.

    Raises:
        MMAgentsError: if a package for a measure is missing.
    """
    groups, varied = groups_of(cells or [one.factors for one in conversations])
    label = {_key(group.factors): group.label for group in groups}
    labels = [group.label for group in groups]
    read, said = _readings(readings or {}, {one.id for one in conversations})
    talks = sorted(
        (
            Grouped(label[_key(one.factors)], replace(one, readings=said.get(one.id, {})))
            for one in conversations
        ),
        key=lambda one: (labels.index(one.group), one.talk.id),
    )
    played = [one.talk for one in talks]
    judges = judges_in(played)
    measures = {**all_measures(), **rule_measures(played), **judge_measures(judges)}
    figures = _figures(talks, measures)
    comparisons = {
        name: compare(
            {label: figures.loc[figures["group"] == label, name].tolist() for label in labels}
        )
        for name in measures
        if name in figures.columns
    }
    agreed = agreements(read)
    tables = {
        "conversations": figures,
        "comparisons": rows.comparison_rows(comparisons),
        "pairs": rows.pair_rows(comparisons),
        "corpus": _corpus(talks, labels),
        **{name: of(talks) for name, of in rows.TABLES.items()},
        "verdicts": verdict_rows(read, {one.talk.id: one.group for one in talks}),
        "raters": rater_rows(read),
        "agreement": agreement_rows(agreed),
    }
    by_id = {one.talk.id: one.talk for one in talks}
    return Results(groups, varied, by_id, tables, agreed, comparisons, judges)


def groups_of(cells: Sequence[Mapping[str, str]]) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    """Return the groups of an experiment in order, and the factors that differ between them."""
    distinct = list({_key(cell): cell for cell in cells}.values())
    factors = list(dict.fromkeys(factor for cell in distinct for factor in cell))
    varied = tuple(one for one in factors if len({cell.get(one) for cell in distinct}) > 1)
    named = varied or tuple(one for one in ("condition", *factors[:1]) if one in factors)[:1]
    return tuple(
        Group(" / ".join(cell.get(one, "-") for one in named), cell) for cell in distinct
    ), varied


def _key(factors: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(factors.items()))


def _readings(readings: Readings, ids: set[str]) -> tuple[Readings, dict[str, Readings]]:
    """Return the verdicts on these conversations in the order of their keys: all, and by id."""
    read = {
        source: sorted((one for one in found if one.id in ids), key=lambda one: one.key)
        for source, found in readings.items()
    }
    by_id: dict[str, dict[str, list[Verdict]]] = defaultdict(dict)
    for source, found in read.items():
        for one in found:
            by_id[one.id].setdefault(source, []).append(one)
    return read, dict(by_id)


def _figures(talks: Sequence[Grouped], measures: Measures) -> DataFrame:
    """Return a row a conversation; measures that apply to none have no column."""
    import pandas as pd

    found = [figures_of(measures, one.talk) for one in talks]
    names = [name for name in measures if any(name in one for one in found)]
    rows = [
        {
            "id": one.talk.id,
            "group": one.group,
            **{f"factor:{key}": value for key, value in one.talk.factors.items()},
            **{name: figures.get(name) for name in names},
        }
        for one, figures in zip(talks, found, strict=True)
    ]
    return pd.DataFrame(rows).astype(dict.fromkeys(names, float))


def _corpus(talks: Sequence[Grouped], labels: Sequence[str]) -> DataFrame:
    """Return by group the measures of its conversations together."""
    import pandas as pd

    held = {label: [one.talk for one in talks if one.group == label] for label in labels}
    return pd.DataFrame([{"group": of, **figures_of(CORPUS, held[of])} for of in labels])
