"""Every judge for itself: the measures of models' readings again, from one model's verdicts alone.

MMAgents, section 5 and supplementary figures S3 and S4, reports GPT-4, Claude and Gemini each for
itself. A measure of one judge is called as the measure of all, and then `@` and the judge's name:
`model:coherence@openai:gpt-4o`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.judging.measures import MEASURES, SOURCES, score_names, whole_names
from mmagents.evaluation.measures.measure import Figure, Measures, TalkMeasure, by_name

OF = "@"
SOURCE = "model"


def judges_in(talks: Iterable[Conversation]) -> tuple[str, ...]:
    """Return the models that judged, by name; none where there is only one, as all is its own."""
    found = sorted({one.by for talk in talks for one in talk.readings.get(SOURCE, ())})
    return tuple(found) if len(found) > 1 else ()


def of_judge(name: str, judge: str) -> str:
    """Return the name of a measure as one judge has it."""
    return f"{name}{OF}{judge}"


def of_all(name: str) -> str:
    """Return the name of the measure over all judges; any other name as it is."""
    return name.partition(OF)[0]


def judge_measure(name: str) -> TalkMeasure:
    """Return the measure of one judge from its name."""
    base, _, judge = name.partition(OF)
    all_judges = MEASURES[base]

    def of(talk: Conversation) -> Figure:
        own = [one for one in talk.readings.get(SOURCE, ()) if one.by == judge]
        return all_judges.of(replace(talk, readings={SOURCE: own}))

    label = all_judges.label.replace(f"by {SOURCES[SOURCE]}", f"by {judge}")
    description = f"{all_judges.description} Here by {judge} alone."
    return replace(all_judges, name=name, label=label, of=of, description=description)


def judge_measures(judges: Sequence[str]) -> Measures:
    """Return what every judge found by itself.

    These are the measures that the paper has by judge, the rate of turns that break down read one
    by one, and the points of the rubric.
    """
    names = (
        f"{SOURCE}:whole-breakdown-turns",
        *whole_names(SOURCE),
        f"{SOURCE}:breakdown-turns",
        *score_names(SOURCE),
        *score_names(SOURCE, turns=True),
        f"{SOURCE}:rubric-points",
    )
    return by_name(*(judge_measure(of_judge(name, judge)) for judge in judges for name in names))
