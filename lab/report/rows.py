"""The long tables of an experiment, one row an observation, and how they are written as CSV.

They hold what the record shows, what raters said, and how groups compare.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mmagents.lab.breakdowns.structural import structural
from mmagents.lab.conversation import Conversation
from mmagents.lab.judging.agreement import Agreed
from mmagents.lab.judging.measures import SOURCES, Readings, scores_given
from mmagents.lab.judging.verdicts import (
    TRUTHS,
    Breakdowns,
    BrokenTurns,
    Earned,
    OfTen,
    Points,
    Score,
    Scored,
    Summary,
    Verdict,
)
from mmagents.lab.measures.floor import importance_counts
from mmagents.lab.measures.pairs import answers_matrix
from mmagents.lab.measures.persona import personas, persuasions, regards
from mmagents.lab.measures.provenance import trace
from mmagents.lab.measures.truth import errors_by_tenth, scores_by_rule
from mmagents.lab.recordings.text import safe
from mmagents.lab.statistics.agreement import in_words
from mmagents.lab.statistics.sums import mean
from mmagents.scenarios.plain import readable

if TYPE_CHECKING:
    from pandas import DataFrame

    from mmagents.lab.statistics.compare import Comparison


def verdict_rows(readings: Readings, groups: Mapping[str, str]) -> DataFrame:
    """Return a row a score, point or breakdown, one for a sound turn and for a missing verdict."""
    rows = (
        (
            one.id, groups[one.id], SOURCES[source], readable(one.by), str(one.kind),
            one.turn or None, item, value, of, strategic, readable(reason),
        )
        for source in SOURCES
        for one in readings.get(source, ())
        for item, value, of, strategic, reason in _said(one)
    )  # fmt: skip
    columns = "id group source by kind turn item value of strategic reason"
    return frame(columns, rows).astype(dict.fromkeys(("turn", "of"), "Int64"))


def _said(one: Verdict) -> Iterator[tuple[str, str, int | None, bool | None, str]]:
    """Yield item, value, turn it is of, whether strategic, and the reason."""
    match one.said:
        case None:
            yield "", "missing", None, None, one.missing
        case Breakdowns() | BrokenTurns():
            yield from _broken(one.said)
        case Earned(points=points, reason=reason):
            for id, earned in points.items():
                yield id, REACHED[earned], None, None, reason
        case Scored():
            for name in type(one.said).model_fields:
                given: Score | OfTen | None = getattr(one.said, name)
                if given is not None:
                    yield name, str(given.score), None, None, given.reason
        case Summary(summary=words):
            yield "summary", "", None, None, words
        case Points(items=items):
            for id, ticked in items.items():
                yield id, REACHED[ticked.reached], ticked.turn, None, ticked.reason


REACHED = {True: "reached", False: "not reached"}


def _broken(
    said: Breakdowns | BrokenTurns,
) -> Iterator[tuple[str, str, int | None, bool | None, str]]:
    """Yield the breakdowns: of a turn, what it is of; of a whole conversation, the turn itself."""
    if isinstance(said, BrokenTurns):
        for at in said.broken:
            yield str(at.category), "broken", at.turn, None, at.reason
    else:
        for it in said.breakdowns:
            value = "strategic" if it.strategic else "broken"
            yield str(it.category), value, it.of, it.strategic, it.reason
    if not (said.broken if isinstance(said, BrokenTurns) else said.breakdowns):
        yield "", "sound", None, None, ""


def rater_rows(readings: Readings) -> DataFrame:
    """Return a row a rater and kind: verdicts, those that are missing, calls and tokens."""
    found: dict[tuple[str, str, str], list[Verdict]] = {}
    for source, who in SOURCES.items():
        for one in sorted(readings.get(source, ()), key=lambda one: (one.by, one.kind)):
            found.setdefault((who, readable(one.by), str(one.kind)), []).append(one)
    return frame(
        "source by kind verdicts missing calls tokens",
        (
            (
                *key, sum(one.said is not None for one in of), sum(one.said is None for one in of),
                sum(one.calls for one in of), sum(one.tokens_in + one.tokens_out for one in of),
            )
            for key, of in found.items()
        ),
    )  # fmt: skip


def agreement_rows(agreed: Sequence[Agreed]) -> DataFrame:
    """Return a row a source and matter: Krippendorff's alpha, Fleiss' kappa, and the ICC."""
    return frame(
        "source on raters names level alpha alpha_items kappa kappa_items in_words reason icc "
        "icc_items",
        (
            (
                one.source, one.on, len(one.raters), readable(", ".join(one.raters)), one.level,
                one.alpha.value, one.alpha.items, one.kappa.value, one.kappa.items,
                "" if one.kappa.value is None else in_words(one.kappa.value),
                one.alpha.reason or one.kappa.reason, one.icc.value, one.icc.items,
            )
            for one in agreed
        ),
    )  # fmt: skip


class Grouped(NamedTuple):
    """A conversation, and the label of its group."""

    group: str
    talk: Conversation

    @property
    def story(self) -> str:
        """The id of its story."""
        return self.talk.table.scenario.id


def frame(columns: str, rows: Iterable[Sequence[Any]]) -> DataFrame:
    """Return rows as a table that has its columns, named in one string, even without a row."""
    import pandas as pd

    return pd.DataFrame(list(rows), columns=columns.split())


def anchor(name: str) -> str:
    """Return a name as it may stand in an id of the page and in the name of a file."""
    return "".join(
        one
        if one.isascii() and (one.isalnum() or one in "._-")
        else "-"
        if one == ":"
        else f"-{ord(one):x}-"
        for one in name
    )


def as_csv(table: DataFrame) -> bytes:
    """Return a table as CSV: figures with ten digits, formulas in words marked as text."""
    words = table.select_dtypes(exclude="number").columns
    table = table.assign(**{name: table[name].map(_cell) for name in words})
    text: str = table.to_csv(index=False, lineterminator="\n", float_format="%.10g")
    return text.encode("utf-8", "replace")


def _cell(value: Any) -> Any:
    return safe(value) if isinstance(value, str) else value


def breakdown_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return a row a breakdown, strategic evasions among them."""
    return frame(
        "id group turn category of strategic reason",
        (
            (
                one.talk.id, one.group, found.turn, str(found.category), found.of, found.strategic,
                readable(found.reason),
            )
            for one in talks
            for found in one.talk.once(structural)
        ),
    ).astype({"of": "Int64"})  # fmt: skip


def importance_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return how often each seat of a group bid each importance; groups without bids are absent."""
    counts: Counter[tuple[str, str, str, int]] = Counter()
    for one in talks:
        for (seat, importance), count in importance_counts(one.talk).items():
            counts[one.group, one.story, seat, importance] += count
    bid = {key[:2] for key, count in counts.items() if count}
    return frame(
        "group scenario seat importance count",
        ((*key, count) for key, count in counts.items() if key[:2] in bid),
    )


def answer_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return who took up whose first pair parts, and how often, by group; zeros too."""
    counts: dict[tuple[str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    seats: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for one in talks:
        found = answers_matrix(one.talk)
        counts[one.group, one.story].update(found)
        named = (seat for pair in found for seat in pair)
        seats[one.group, one.story] |= dict.fromkeys((*one.talk.seats, *named))
    return frame(
        "group scenario asker answerer count",
        (
            (*key, asker, answerer, counter[asker, answerer])
            for key, counter in counts.items()
            for asker in seats[key]
            for answerer in seats[key]
        ),
    )


def disclosure_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return by group and turn the share of the story's facts, conclusions left out, that are out.

    `low` and `high` are quartiles. Conversations that ended before a turn do not count at it.
    """
    import numpy as np

    shares: dict[str, list[list[float]]] = defaultdict(list)
    for one in talks:
        story = one.talk.table.scenario
        given = len({one.id for one in story.facts} - {one.id for one in story.conclusions()})
        if given:
            shares[one.group].append([out / given for out in one.talk.once(trace).disclosure])
    rows = []
    for group, curves in shares.items():
        for turn in range(1, max(map(len, curves), default=0) + 1):
            values = [curve[turn - 1] for curve in curves if len(curve) >= turn]
            low, high = np.quantile(values, (0.25, 0.75)).tolist()
            rows.append((group, turn, len(values), mean(values), low, high))
    return frame("group turn conversations mean low high", rows)


def rubric_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return by group and item of the rubric in how many conversations it was said, or followed."""
    held: dict[tuple[str, str, str], list[Grouped]] = defaultdict(list)
    items: dict[tuple[str, str, str], tuple[str, int, str]] = {}
    for one in talks:
        for item in one.talk.table.scenario.rubric:
            key, text = (one.group, one.story, item.id), item.text.in_(one.talk.language)
            held[key].append(one)
            items.setdefault(key, (item.kind, item.points, readable(text)))
    return frame(
        "group scenario item kind points text conversations said reachable",
        (
            (
                *key, *items[key], len(of),
                sum(one.talk.once(trace).rubric[key[2]] for one in of),
                sum(one.talk.once(trace).reachable[key[2]] for one in of),
            )
            for key, of in held.items()
        ),
    )  # fmt: skip


def vote_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return a row a vote: who, for what, what was favoured at first, who persuaded."""
    return frame(
        "id group scenario voter voted at_first turned by weight",
        (
            (
                one.talk.id, one.group, one.story, found.voter, found.voted, found.at_first or "",
                bool(found.at_first) and found.at_first != found.voted, found.by or "",
                found.weight,
            )
            for one in talks
            for found in persuasions(one.talk)
        ),
    )  # fmt: skip


def persona_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return a row a belief or regard of a seat after each of its reflections."""
    return frame(
        "id group scenario seat round of about score",
        (
            (one.talk.id, one.group, one.story, seat, at, kind, about, score)
            for one in talks
            for seat, rounds in one.talk.once(personas).items()
            for at, kept in enumerate(rounds)
            for kind, scores in (("belief", kept["beliefs"]), ("regard", regards(kept)))
            for about, score in scores.items()
        ),
    )


def error_rows(talks: Sequence[Grouped]) -> DataFrame:
    """Return the errors by group, kind, who scored, and tenth of the talk (SDR, figure 6).

    Turns are pooled over the conversations of a group, and over the raters of a source.
    """
    counts: dict[tuple[str, str, str, int], list[int]] = defaultdict(lambda: [0, 0])
    for one in talks:
        for kind in TRUTHS:
            scored = {"rules": scores_by_rule(one.talk, kind), **scores_given(one.talk, kind)}
            for by, raters in scored.items():
                for scores in raters:
                    for tenth, (turns, errors) in enumerate(errors_by_tenth(scores), start=1):
                        held = counts[one.group, kind, by, tenth]
                        held[0] += turns
                        held[1] += errors
    return frame(
        "group kind by tenth turns errors rate",
        ((*key, turns, errors, errors / turns) for key, (turns, errors) in counts.items() if turns),
    )


TABLES: Mapping[str, Callable[[Sequence[Grouped]], DataFrame]] = {
    "breakdowns": breakdown_rows,
    "importance": importance_rows,
    "answers": answer_rows,
    "disclosure": disclosure_rows,
    "rubric": rubric_rows,
    "votes": vote_rows,
    "personas": persona_rows,
    "errors": error_rows,
}
"""By name, what makes a table of the conversations."""


def comparison_rows(comparisons: Mapping[str, Comparison]) -> DataFrame:
    """Return a row a measure and group: how its figures lie, and the test over all groups."""
    return frame(
        "measure group n missing mean sd median low high h df p epsilon_squared not_tested",
        (
            (
                name, one.name, one.n, one.missing, one.mean, one.sd, one.median,
                *(one.interval or (None, None)),
                found.h, found.df, found.p, found.epsilon_squared, found.not_enough,
            )
            for name, found in comparisons.items()
            for one in found.groups
        ),
    )  # fmt: skip


def pair_rows(comparisons: Mapping[str, Comparison]) -> DataFrame:
    """Return a row a measure and pair of groups: Dunn's p, Cliff's delta and its interval."""
    return frame(
        "measure first second p delta low high magnitude",
        (
            (name, one.first, one.second, one.p, one.delta, *one.interval, one.magnitude)
            for name, found in comparisons.items()
            for one in found.pairs
        ),
    )
