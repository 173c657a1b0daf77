"""Measures of many conversations together, by the definitions of SDR.

Chu, Chen & Nakayama 2024, *Cohesive Conversations* (SDR), appendix C.2: a dialogue is one unit,
here one conversation; an agent is one seat of one story.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measures.measure import Figures, Measure, mean
from mmagents.evaluation.measures.text import (
    SDR,
    distinct,
    diversity,
    embed,
    mean_distance,
    weighted,
)
from mmagents.evaluation.measures.words import words
from mmagents.stores.embeddings import Embedder, open_embedder

if TYPE_CHECKING:
    from mmagents.evaluation.measures.text import Vectors

MEASURES: Mapping[str, Measure] = {
    **{
        f"corpus_distinct_{n}": Measure(
            f"Distinct-{n} of the corpus",
            f"Different word {n}-grams of all conversations by all of them ({SDR}, which takes "
            "them over summaries); it falls with the number of conversations.",
            "share",
            "more",
        )
        for n in (1, 2, 3)
    },
    "corpus_distance": Measure(
        "distance between conversations",
        "Mean of 1 - cosine over all pairs of conversations, each the mean of its turns' "
        f"embeddings weighted by length ({SDR}).",
        "0-2",
        "more",
    ),
    "corpus_agent_diversity": Measure(
        "agent diversity over conversations",
        "How differently a seat talks in different conversations: 1 minus the normalised cosine "
        f"(1 + cosine) / 2 between them, mean over seats ({SDR}, Algorithm 1).",
        "share",
        "more",
    ),
}


def corpus_measures(
    conversations: Sequence[Conversation], embedder: Embedder | None = None
) -> Figures:
    """Return the measures of :data:`MEASURES` over `conversations` together.

    Args:
        conversations: those of one cell, say; all in one language, or the figures mean little.
        embedder: see :func:`mmagents.evaluation.measures.text.text_measures`.

    Raises:
        MMAgentsError: if a package for the language is missing, or the embedder fails.
    """
    import numpy as np

    opened = embedder or open_embedder()
    spoken: list[list[str]] = []
    whole: list[Vectors] = []
    seats: dict[tuple[str, str], list[Vectors]] = defaultdict(list)
    for one in conversations:
        turns = [words(row["text"], one.language) for row in one.rows]
        if not turns:
            continue
        spoken += turns
        lengths = list(map(len, turns))
        vectors = embed([row["text"] for row in one.rows], opened)
        whole.append(weighted(vectors, lengths))
        at: dict[str, list[int]] = defaultdict(list)
        for index, row in enumerate(one.rows):
            at[row["speaker"]].append(index)
        for seat, held in at.items():
            talk = weighted(vectors[held], [lengths[i] for i in held])
            seats[one.table.scenario.id, seat].append(talk)
    found = [diversity(np.stack(talks)) for talks in seats.values()]
    return {
        **{f"corpus_distinct_{n}": distinct(spoken, n) for n in (1, 2, 3)},
        "corpus_distance": mean_distance(np.stack(whole)) if whole else None,
        "corpus_agent_diversity": mean([value for value in found if value is not None]),
    }
