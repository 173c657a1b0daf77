"""All measures of one conversation, in the sections of the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mmagents.lab.breakdowns.structural import MEASURES as BREAKDOWNS
from mmagents.lab.judging.measures import MEASURES as READ
from mmagents.lab.judging.measures import OF, judge_measure
from mmagents.lab.measures.floor import IMPORTANCE, rule_measure
from mmagents.lab.measures.floor import MEASURES as FLOOR
from mmagents.lab.measures.measure import REGISTERED, Measures, TalkMeasure
from mmagents.lab.measures.pairs import MEASURES as PAIRS
from mmagents.lab.measures.persona import ALIGNMENT
from mmagents.lab.measures.persona import MEASURES as PERSONA
from mmagents.lab.measures.provenance import MEASURES as FACTS
from mmagents.lab.measures.story import MEASURES as STORY
from mmagents.lab.measures.text import MEASURES as WORDS
from mmagents.lab.measures.truth import MEASURES as TRUTH
from mmagents.lab.measures.truth import REPAIR
from mmagents.lab.realism.of_games import MEASURES as REALISM
from mmagents.scenarios.plain import readable

BREAKDOWN = "Breakdowns"
READ_BY = "Read by models and people"
EACH_JUDGE = "Read by each model"
INFORMATION = "Information and reasoning"
TURNS = "Turns, bids, pairs and topics"
WORDING = "Words"
TRUE_TO_ITSELF = "Consistency and factualness"
MINDS = "Beliefs, regards and votes"
SECTIONS: Mapping[str, Measures] = {
    BREAKDOWN: BREAKDOWNS,
    EACH_JUDGE: {},
    READ_BY: READ,
    INFORMATION: FACTS,
    TURNS: {**FLOOR, **IMPORTANCE, **PAIRS, **STORY},
    "Beside people's meetings": REALISM,
    WORDING: WORDS,
    TRUE_TO_ITSELF: TRUTH,
    "Repair": REPAIR,
    MINDS: {**ALIGNMENT, **PERSONA},
    "Measures of your own": REGISTERED,
}
"""The measures of a conversation, by the section of the report that shows them."""


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
