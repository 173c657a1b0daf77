"""Perplexity: how little a model expects the words of a talk (SDR, section 3.2: GPT-2 does)."""

from __future__ import annotations

import math
from collections import defaultdict

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.judging.parts import Fluency
from mmagents.evaluation.judging.verdicts import Kind
from mmagents.evaluation.measures.measure import ABSENT, Figure, Measure, Measures, by_name
from mmagents.evaluation.statistics.sums import mean


def perplexity(talk: Conversation) -> Figure:
    """Return exp(-mean log-probability of a token) over all turns, mean over the models.

    Absent where no model gave log-probabilities; None where no turn has two tokens.
    """
    found: dict[str, list[Fluency]] = defaultdict(list)
    for one in talk.readings.get("model", ()):
        if one.kind == Kind.FLUENCY and one.said is not None:
            found[one.by].append(one.said)
    return mean([_of(said) for said in found.values()]) if found else ABSENT


def _of(said: list[Fluency]) -> float | None:
    tokens = sum(one.tokens for one in said)
    return math.exp(-sum(one.logprob for one in said) / tokens) if tokens else None


MEASURES: Measures = by_name(
    Measure(
        "model:perplexity", "perplexity (by models)", "perplexity", "less", perplexity,
        "exp of minus the mean log-probability of a token, each turn by itself, all turns of a "
        "conversation together, mean of the models (SDR, section 3.2, where it is GPT-2's); "
        "figures of different models must not be compared.",
    ),
)  # fmt: skip
