"""All measures of one conversation, in the sections of the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mmagents.evaluation.breakdowns.structural import MEASURES as BREAKDOWNS
from mmagents.evaluation.judging.measures import MEASURES as READ
from mmagents.evaluation.measures.floor import MEASURES as FLOOR
from mmagents.evaluation.measures.floor import rule_measure
from mmagents.evaluation.measures.importance import MEASURES as IMPORTANCE
from mmagents.evaluation.measures.measure import REGISTERED, Measures
from mmagents.evaluation.measures.pairs import MEASURES as PAIRS
from mmagents.evaluation.measures.persona import MEASURES as PERSONA
from mmagents.evaluation.measures.provenance import MEASURES as INFORMATION
from mmagents.evaluation.measures.repair import MEASURES as REPAIR
from mmagents.evaluation.measures.story import MEASURES as STORY
from mmagents.evaluation.measures.text import MEASURES as WORDS
from mmagents.evaluation.measures.truth import MEASURES as TRUTH

TURNS = "Turns, bids, pairs and topics"
YOUR_OWN = "Measures of your own"
SECTIONS: Mapping[str, Measures] = {
    "Breakdowns": BREAKDOWNS,
    "Information and reasoning": INFORMATION,
    TURNS: {**FLOOR, **IMPORTANCE, **PAIRS, **STORY},
    "Words": WORDS,
    "Consistency and factualness": TRUTH,
    "Repair": REPAIR,
    "Beliefs, regards and votes": PERSONA,
    "Read by models and people": READ,
    YOUR_OWN: REGISTERED,
}


def all_measures() -> Measures:
    """Return every measure but those of the rules, which depend on what was played."""
    return {name: one for section in SECTIONS.values() for name, one in section.items()}


def definitions(names: Sequence[str]) -> Measures:
    """Return the measures among `names`, in the order of :data:`SECTIONS`, the rules at last."""
    known = all_measures()
    rules = sorted(name for name in set(names) if name.startswith("rule:"))
    return {
        **{name: one for name, one in known.items() if name in set(names)},
        **{name: rule_measure(name.removeprefix("rule:")) for name in rules},
    }


def section_of(name: str) -> str:
    """Return the section of :data:`SECTIONS` in which a measure stands."""
    return next((title for title, section in SECTIONS.items() if name in section), TURNS)
