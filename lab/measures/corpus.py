"""Measures of many conversations together, by the definitions of SDR.

Chu, Chen & Nakayama 2024, *Cohesive Conversations* (SDR), appendix C.2: a dialogue is one unit,
here one conversation; an agent is one seat of one story. All should be in one language.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import ABSENT, Figure, Measure, by_name
from mmagents.lab.measures.text import (
    SDR,
    distinct,
    diversity,
    mean_distance,
    weighted,
    words_of,
)
from mmagents.lab.measures.words import words
from mmagents.lab.statistics.sums import mean

if TYPE_CHECKING:
    from mmagents.lab.measures.text import Vectors


def distance(talks: Sequence[Conversation]) -> float | None:
    """Return the mean distance between conversations, each the weighted mean of its turns."""
    import numpy as np

    whole = [weighted(talk, range(len(talk.rows))) for talk in talks if talk.rows]
    return mean_distance(np.stack(whole)) if whole else None


def agent_diversity(talks: Sequence[Conversation]) -> float | None:
    """Return how differently a seat talks in different conversations, mean over seats."""
    import numpy as np

    seats: dict[tuple[str, str], list[Vectors]] = defaultdict(list)
    for talk in talks:
        held: dict[str, list[int]] = defaultdict(list)
        for index, row in enumerate(talk.rows):
            held[row["speaker"]].append(index)
        for seat, turns in held.items():
            seats[talk.table.scenario.id, seat].append(weighted(talk, turns))
    return mean([diversity(np.stack(vectors)) for vectors in seats.values()])


def _distinct(n: int) -> Callable[[Sequence[Conversation]], float | None]:
    return lambda talks: distinct([turn for one in talks for turn in one.once(words_of)], n)


def summaries(talks: Sequence[Conversation]) -> dict[str, list[list[str]]]:
    """Return by model the words of each summary that it wrote of these conversations."""
    found: dict[str, list[list[str]]] = defaultdict(list)
    for talk in talks:
        for one in talk.readings.get("model", ()):
            if one.kind == "summary" and one.said is not None:
                found[one.by].append(words(one.said.summary, talk.language))
    return found


def _of_summaries(n: int) -> Callable[[Sequence[Conversation]], Figure]:
    def of(talks: Sequence[Conversation]) -> Figure:
        written = summaries(talks)
        if talks and not written:
            return ABSENT
        return mean([distinct(of_model, n) for of_model in written.values()])

    return of


MEASURES: dict[str, Measure[Sequence[Conversation]]] = by_name(
    *(
        Measure(f"corpus_distinct_{n}", f"Distinct-{n} of the corpus", "share", "more",
                _distinct(n),
                f"Different word {n}-grams of all conversations by all of them ({SDR}, which "
                "takes them over summaries); it falls with the number of conversations.")
        for n in (1, 2, 3)
    ),
    *(
        Measure(f"summary_distinct_{n}", f"Distinct-{n} of summaries", "share", "more",
                _of_summaries(n),
                f"Different word {n}-grams of the summaries of all conversations by all of them, "
                f"mean over the models that wrote summaries ({SDR}, where a model trained to "
                "summarise dialogues writes them); it falls with the number of conversations.")
        for n in (1, 2, 3)
    ),
    Measure("corpus_distance", "distance between conversations", "0-2", "more", distance,
            "Mean of 1 - cosine over all pairs of conversations, each the mean of its turns' "
            f"embeddings weighted by length ({SDR})."),
    Measure("corpus_agent_diversity", "agent diversity over conversations", "share", "more",
            agent_diversity,
            "How differently a seat talks in different conversations: 1 minus the normalised "
            f"cosine (1 + cosine) / 2 between them, mean over seats ({SDR}, Algorithm 1)."),
)  # fmt: skip
