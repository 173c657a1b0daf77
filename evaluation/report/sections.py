"""All measures of one conversation, in the sections of the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mmagents.evaluation.breakdowns.structural import MEASURES as BREAKDOWNS
from mmagents.evaluation.judging.each_judge import OF, judge_measure
from mmagents.evaluation.judging.fluency import MEASURES as PERPLEXITY
from mmagents.evaluation.judging.measures import MEASURES as READ
from mmagents.evaluation.measures.alignment import MEASURES as ALIGNMENT
from mmagents.evaluation.measures.floor import MEASURES as FLOOR
from mmagents.evaluation.measures.floor import rule_measure
from mmagents.evaluation.measures.importance import MEASURES as IMPORTANCE
from mmagents.evaluation.measures.measure import REGISTERED, Measures, TalkMeasure
from mmagents.evaluation.measures.pairs import MEASURES as PAIRS
from mmagents.evaluation.measures.persona import MEASURES as PERSONA
from mmagents.evaluation.measures.provenance import MEASURES as INFORMATION
from mmagents.evaluation.measures.repair import MEASURES as REPAIR
from mmagents.evaluation.measures.story import MEASURES as STORY
from mmagents.evaluation.measures.text import MEASURES as WORDS
from mmagents.evaluation.measures.truth import MEASURES as TRUTH
from mmagents.evaluation.realism.of_games import MEASURES as REALISM
from mmagents.evaluation.report.frames import readable

TURNS = "Turns, bids, pairs and topics"
BESIDE_PEOPLE = "Beside people's meetings"
YOUR_OWN = "Measures of your own"
EACH_JUDGE = "Read by each model for itself"
SECTIONS: Mapping[str, Measures] = {
    "Breakdowns": BREAKDOWNS,
    "Information and reasoning": INFORMATION,
    TURNS: {**FLOOR, **IMPORTANCE, **PAIRS, **STORY},
    BESIDE_PEOPLE: REALISM,
    "Words": {**WORDS, **PERPLEXITY},
    "Consistency and factualness": TRUTH,
    "Repair": REPAIR,
    "Beliefs, regards and votes": {**ALIGNMENT, **PERSONA},
    "Read by models and people": READ,
    EACH_JUDGE: {},
    YOUR_OWN: REGISTERED,
}


OPTIONAL = frozenset({YOUR_OWN, EACH_JUDGE, BESIDE_PEOPLE})
"""Sections that are left out where they hold nothing."""


def all_measures() -> Measures:
    """Return every measure but those of the rules, which depend on what was played."""
    return {name: one for section in SECTIONS.values() for name, one in section.items()}


def definitions(names: Sequence[str]) -> Measures:
    """Return the measures among `names`, in the order of :data:`SECTIONS`.

    Those of each judge for itself and those of the rules come last.
    """
    known = all_measures()
    rules = sorted(name for name in set(names) if name.startswith("rule:"))
    judges = dict.fromkeys(name for name in names if OF in name)
    return {
        **{name: one for name, one in known.items() if name in set(names)},
        **{name: _readable(judge_measure(name)) for name in judges},
        **{name: rule_measure(name.removeprefix("rule:")) for name in rules},
    }


def section_of(name: str) -> str:
    """Return the section of :data:`SECTIONS` in which a measure stands."""
    if OF in name:
        return EACH_JUDGE
    return next((title for title, section in SECTIONS.items() if name in section), TURNS)


def _readable(measure: TalkMeasure) -> TalkMeasure:
    """Return a measure in whose texts a judge's name may stand as it is."""
    said = {"label": readable(measure.label), "description": readable(measure.description)}
    return replace(measure, **said)  # type: ignore[arg-type]  # two texts
