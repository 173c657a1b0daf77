"""Measures of a conversation from what models or people said of it.

Those of models and of people are kept apart, by the first part of a measure's name: `model:` or
`people:`. Each rater's figure is worked out first, then their mean is taken, so that a rater who
read less counts no less. What is missing is left out: it is neither sound, nor low, nor not
reached.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from mmagents.lab.breakdowns.categories import KINDS, Category
from mmagents.lab.conversation import Conversation
from mmagents.lab.judging.verdicts import (
    CRITERIA,
    TRUTHS,
    Breakdowns,
    BrokenTurns,
    Earned,
    Kind,
    Points,
    Scores,
    Ticked,
    Verdict,
)
from mmagents.lab.measures.measure import ABSENT, Figure, Measure, Measures, TalkMeasure, by_name
from mmagents.lab.measures.truth import score_measures
from mmagents.lab.statistics.sums import mean, ratio
from mmagents.scenarios.schema import RubricItem


def by_rater(talk: Conversation, source: str, kind: Kind) -> list[list[Any]]:
    """Return what each rater of a source said of one kind, what is missing left out."""
    found: dict[str, list[Any]] = {}
    for one in talk.readings.get(source, ()):
        if one.kind is kind:
            found.setdefault(one.by, []).extend([] if one.said is None else [one.said])
    return list(found.values())


def summed(verdicts: Sequence[Verdict], turns: frozenset[int]) -> Points | None:
    """Return the points of one rater's turns of one conversation; None unless all were rated.

    MMAgents, section 5, sums the scores of utterances in each conversation, and does not say
    whether an item can be scored twice. Here an item counts once, at the first turn that earns it.

    Args:
        verdicts: of one rater on one conversation.
        turns: the numbers of all turns of the conversation.
    """
    said = {one.turn: one.said for one in verdicts if isinstance(one.said, Earned)}
    if not said or not turns <= said.keys():
        return None
    items: dict[str, Ticked] = {}
    for turn in sorted(turns):
        for id, earned in said[turn].points.items():
            if earned and not items.get(id, Ticked(reached=False)).reached:
                items[id] = Ticked(reached=True, turn=turn)
            items.setdefault(id, Ticked(reached=False))
    return Points(items=items)


def by_conversation(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return a verdict a rater and conversation from those on its utterances.

    The turns of a conversation are those that anybody rated; a rater who left some out has none.
    """
    held: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
    turns: dict[str, set[int]] = defaultdict(set)
    for one in verdicts:
        if one.kind is Kind.UTTERANCE:
            held[one.id, one.by].append(one)
            turns[one.id].add(one.turn)
    found: Mapping[tuple[str, str], Points | None] = {
        key: summed(of, frozenset(turns[key[0]])) for key, of in held.items()
    }
    return [
        Verdict(id=id, kind=Kind.RUBRIC, turn=0, by=by, said=said)
        for (id, by), said in found.items()
        if said is not None
    ]


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


def whole_names() -> tuple[str, ...]:
    """Return the names of the measures by category of conversations that were read at once."""
    return tuple(f"model:whole-breakdown-{one}" for one in Category)


def score_names(source: str, *, turns: bool = False) -> tuple[str, ...]:
    """Return the names of the scores of whole conversations, or of turns."""
    return tuple(f"{source}:{'turn-' if turns else ''}{one}" for one in CRITERIA)


def _read(
    source: str, kind: Kind, of_rater: Callable[[list[Any]], float | None]
) -> Callable[[Conversation], Figure]:
    """Return what takes the mean of the raters' figures; absent where nobody read for it."""

    def of(talk: Conversation) -> Figure:
        raters = by_rater(talk, source, kind)
        return mean([of_rater(said) for said in raters]) if raters else ABSENT

    return of


def _rate(counts: Callable[[Breakdowns], int]) -> Callable[[list[Breakdowns]], float | None]:
    return lambda said: ratio(10 * sum(map(counts, said)), len(said))


def _kinds(category: Category | None) -> Callable[[Breakdowns], int]:
    """Return what counts the breakdowns of a category, or the strategic evasions of any."""
    if category is None:
        return lambda said: sum(one.strategic for one in said.breakdowns)
    return lambda said: sum(
        one.category is category and not one.strategic for one in said.breakdowns
    )


def _scores(criterion: str) -> Callable[[list[Scores]], float | None]:
    return lambda said: mean([one.of(criterion) for one in said])


def _whole(source: str, count: Callable[[BrokenTurns], int]) -> Callable[[Conversation], Figure]:
    """Return what counts in a conversation that was read at once, by ten turns."""

    def of(talk: Conversation) -> Figure:
        raters = by_rater(talk, source, Kind.BREAKDOWN_WHOLE)
        turns = len(talk.rows)
        found = [ratio(10 * count(said), turns) for of_rater in raters for said in of_rater]
        return mean(found) if raters else ABSENT

    return of


def _of_category(category: Category) -> Callable[[BrokenTurns], int]:
    return lambda said: sum(one.category is category for one in said.broken)


Ratings = Callable[[Conversation, str], list[Points | None] | None]
"""From a conversation and a source: each rater's points, or None where nobody rated it."""


def _at_once(talk: Conversation, source: str) -> list[Points | None] | None:
    raters = by_rater(talk, source, Kind.RUBRIC)
    return [said for of_rater in raters for said in of_rater] if raters else None


def _by_utterance(talk: Conversation, source: str) -> list[Points | None] | None:
    held: dict[str, list[Verdict]] = {}
    for one in talk.readings.get(source, ()):
        if one.kind is Kind.UTTERANCE:
            held.setdefault(one.by, []).append(one)
    turns = frozenset(row["turn"] for row in talk.rows)
    return [summed(of, turns) for of in held.values()] or None


def _points(source: str, kind: str | None, rated: Ratings) -> Callable[[Conversation], Figure]:
    """Return what takes the share of the points of a kind that were reached, or all points."""

    def of(talk: Conversation) -> Figure:
        found = rated(talk, source)
        items = [one for one in talk.table.scenario.rubric if kind in (None, one.kind)]
        most = 1 if kind is None else sum(item.points for item in items)
        earned = [None if said is None else _earned(said, items) for said in found or ()]
        figures = [None if got is None else ratio(got, most) for got in earned]
        return ABSENT if found is None else mean(figures)

    return of


def _earned(said: Points, items: Sequence[RubricItem]) -> int | None:
    """Return the points that were reached; None if a point was not decided on."""
    if any(item.id not in said.items for item in items):
        return None
    return sum(item.points for item in items if said.items[item.id].reached)


def _scores_of(talk: Conversation, kind: str, source: str, read: Kind) -> list[list[float]] | None:
    """Return the scores of turns that each rater gave; None where nobody read for them."""
    raters = by_rater(talk, source, read)
    given = [[one.of(kind) for one in said] for said in raters]
    return [[float(one) for one in of if one is not None] for of in given] or None


def scores_given(talk: Conversation, kind: str) -> dict[str, list[list[float]]]:
    """Return the scores of turns for consistency or factualness, by who gave them and by rater."""
    found = {who: _scores_of(talk, kind, one, Kind.TRUTH) for one, who in SOURCES.items()}
    return {who: scores for who, scores in found.items() if scores}


def _truths(source: str, who: str) -> list[TalkMeasure]:
    found = "scored by {}, told {}, mean of the raters (SDR, {})"
    ways = [("", Kind.TRUTH, who, found.format(who, "what the screening finds", "section 3.2"))]
    if source == "model":
        told = found.format(who, "the turns before instead", "NLI-G study and figure 7")
        ways.append(("previous-", Kind.TRUTH_PREVIOUS, f"{who}, told the turns before", told))
    return [
        measure
        for way, kind, by, how in ways
        for one in TRUTHS
        for measure in score_measures(
            f"{source}:{way}{one}", one, by, how,
            partial(_scores_of, kind=one, source=source, read=kind), "-",
        )
    ]  # fmt: skip


def _by_models() -> list[TalkMeasure]:
    """Return the breakdowns of conversations read at once."""
    read = "by models, mean of the raters"
    return [
        Measure("model:whole-breakdown-turns", "turns that break down (by models)",
                "per 10 turns", "less", _whole("model", lambda said: len(said.turns)),
                f"Turns with at least one breakdown; the whole conversation read at once {read} "
                "under the conditions of figure 6, and everything found counts (MMAgents, section "
                "4.2.1)."),
        *(
            Measure(f"model:whole-breakdown-{one}", f"{KINDS[one].name['en']} (by models)",
                    "per 10 turns", "less", _whole("model", _of_category(one)),
                    f"Breakdowns of this kind; the whole conversation read at once {read} "
                    "(MMAgents, section 4.2.1, and figure 14).")
            for one in Category
        ),
    ]  # fmt: skip


def _by_people() -> list[TalkMeasure]:
    """Return the breakdowns of turns, and the points of the rubric by utterance and at once."""
    read = "each turn read by itself by people, mean of the raters"
    kinds = (
        ("shared", "information shared", "share", "the share of those for information"),
        ("reasoned", "conclusions reasoned", "share", "the share of those for conclusions"),
        ("points", "points of the rubric", "points", "all of them"),
    )
    ways: Sequence[tuple[str, str, Ratings, str]] = (
        ("utterance", ", by utterance", _by_utterance,
         "each utterance rated, each point counted once a conversation, at the first turn that "
         "earns it, and summed (MMAgents, sections 4.2.3 and 5)"),
        ("rubric", "", _at_once,
         "the conversation rated once (after MMAgents, section 4.2.3, where each utterance is "
         "rated)"),
    )  # fmt: skip
    return [
        Measure("people:breakdown-turns", "turns that break down (by people)",
                "per 10 turns", "less", _read("people", Kind.BREAKDOWN, _rate(lambda s: s.broken)),
                f"Turns with at least one breakdown of the eleven categories, {read}; strategic "
                "evasions are left out (in MMAgents, section 4.2.1, a model reads a conversation "
                "at once)."),
        *(
            Measure(f"people:breakdown-{one}", f"{KINDS[one].name['en']} (by people)",
                    "per 10 turns", "less", _read("people", Kind.BREAKDOWN, _rate(_kinds(one))),
                    f"Breakdowns of this kind, {read}.")
            for one in Category
        ),
        Measure("people:breakdown-strategic", "strategic evasions (by people)", "per 10 turns",
                None, _read("people", Kind.BREAKDOWN, _rate(_kinds(None))),
                f"Evasions taken for a move in the game, {read}; no breakdowns here (MMAgents, "
                "section 6, discusses them and counts them)."),
        *(
            Measure(f"people:{way}-{kind}", f"{label}{told} (by people)", unit, "more",
                    _points("people", None if kind == "points" else kind, rated),
                    f"Points of the rubric, {what}, found by people, mean of the raters: {how}.")
            for way, told, rated, how in ways
            for kind, label, unit, what in kinds
        ),
    ]  # fmt: skip


def _scored(source: str, who: str) -> list[TalkMeasure]:
    """Return the scores of whole conversations and of turns, 1 to 5."""
    ours = "by a prompt of this project, which defines all five points and tells the cast"
    ways: Sequence[tuple[str, Kind, Kind, str, str]] = (
        ("", Kind.CONVERSATION, Kind.TURN, "MMAgents, section 4.2.2",
         "MMAgents, section 6 and supplementary figure S5"),
        *([("graded-", Kind.GRADED, Kind.GRADED_TURN, ours, ours)] if source == "model" else []),
    )  # fmt: skip
    read = f"scored by {who}, mean of the raters"
    return [
        measure
        for way, whole, turn, of_whole, of_turns in ways
        for one, asks in CRITERION.items()
        for by in (f"{', all points defined' if way else ''} (by {who})",)
        for measure in (
            Measure(f"{source}:{way}{one}", f"{one}{by}", "1-5", "more",
                    _read(source, whole, _scores(one)),
                    f"Whether the whole conversation {asks}, {read} ({of_whole})."),
            Measure(f"{source}:{way}turn-{one}", f"{one} of turns{by}", "1-5", "more",
                    _read(source, turn, _scores(one)),
                    f"Whether a turn {asks}, {read}, mean of the turns ({of_turns})."),
        )
    ]  # fmt: skip


MEASURES: Measures = by_name(
    *_by_models(),
    *_by_people(),
    *(
        measure
        for source, who in SOURCES.items()
        for measure in (*_scored(source, who), *_truths(source, who))
    ),
)

OF = "@"
"""A measure of one judge is called as that of all, and then `@` and the judge's name, as MMAgents,
section 5 and supplementary figures S3 and S4, reports GPT-4, Claude and Gemini each for itself."""


def judges_in(talks: Iterable[Conversation]) -> tuple[str, ...]:
    """Return the models that judged, by name; none where there is only one, as all is its own."""
    found = sorted({one.by for talk in talks for one in talk.readings.get("model", ())})
    return tuple(found) if len(found) > 1 else ()


def of_judge(name: str, judge: str) -> str:
    """Return the name of a measure as one judge has it; "" for all judges."""
    return f"{name}{OF}{judge}" if judge else name


def judge_measure(name: str) -> TalkMeasure:
    """Return the measure of one judge from its name."""
    base, _, judge = name.partition(OF)
    all_judges = MEASURES[base]

    def of(talk: Conversation) -> Figure:
        own = [one for one in talk.readings.get("model", ()) if one.by == judge]
        return all_judges.of(replace(talk, readings={"model": own}))

    label = all_judges.label.replace(f"by {SOURCES['model']}", f"by {judge}")
    description = f"{all_judges.description} Here by {judge} alone."
    return replace(all_judges, name=name, label=label, of=of, description=description)


def judge_measures(judges: Sequence[str]) -> Measures:
    """Return what every judge found by itself, of all that the paper has by judge."""
    names = (
        "model:whole-breakdown-turns",
        *whole_names(),
        *score_names("model"),
        *score_names("model", turns=True),
    )
    return by_name(*(judge_measure(of_judge(name, judge)) for judge in judges for name in names))
