"""Measures of the turns of a conversation: the floor, the bids, the pairs and the story."""

from __future__ import annotations

from collections.abc import Mapping

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measures import floor, importance, pairs, story
from mmagents.evaluation.measures.importance import importance_table
from mmagents.evaluation.measures.measure import Figures, Measure
from mmagents.evaluation.measures.pairs import answers_matrix

__all__ = ["MEASURES", "answers_matrix", "importance_table", "measure_of", "turn_measures"]

MEASURES: Mapping[str, Measure] = {
    **floor.MEASURES,
    **importance.MEASURES,
    **pairs.MEASURES,
    **story.MEASURES,
}


def turn_measures(conversation: Conversation) -> Figures:
    """Return the measures of :data:`MEASURES`; `rule:<rule>` of a scheme only where it occurs.

    All are read from the record alone: no model, no key, nothing drawn by lot.
    """
    return {
        **floor.floor_measures(conversation),
        **importance.importance_measures(conversation),
        **pairs.pair_measures(conversation),
        **story.story_measures(conversation),
    }


def measure_of(name: str) -> Measure:
    """Return how to read a figure of :func:`turn_measures`, whatever rules occurred.

    Raises:
        KeyError: if there is no such measure.
    """
    return floor.measure_of_rule(name) if name.startswith("rule:") else MEASURES[name]
