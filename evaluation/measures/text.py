"""Measures of the words of a conversation: how varied they are, and how far apart the turns lie.

Sources: Chu, Chen & Nakayama 2024, *Cohesive Conversations* (SDR), section 3 and appendix C.2;
Gu et al. 2024, *AgentGroupChat*, section 6.4. SDR measures a corpus of dialogues; within one
conversation a turn stands for the dialogue. For the corpus see
:mod:`mmagents.evaluation.measures.corpus`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measures.measure import Figures, Measure, entropy, mean, ratio
from mmagents.evaluation.measures.words import words
from mmagents.floor.adjacency import EVERYONE
from mmagents.nodes.state import TurnRow
from mmagents.stores.embeddings import Embedder, open_embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float64]

SDR = "SDR, appendix C.2"

MEASURES: Mapping[str, Measure] = {
    "words_per_turn": Measure(
        "words per turn",
        "Mean number of words in a turn (SDR, Table 1).",
        "words",
    ),
    **{
        f"distinct_{n}": Measure(
            f"Distinct-{n}",
            f"Different word {n}-grams of all turns by all of them (Li et al. 2016; {SDR}, which "
            "takes them over summaries); it falls with length, so compare only conversations of "
            "as many turns, and see words per turn.",
            "share",
            "more",
        )
        for n in (1, 2, 3)
    },
    "semantic_distance": Measure(
        "semantic distance",
        f"Mean of 1 - cosine over all pairs of turns (Dziri et al. 2019; {SDR}, where it is pairs "
        "of dialogues); by the lexical embedder, unless another is named, it is distance in "
        "spelling.",
        "0-2",
        "more",
    ),
    "agent_diversity": Measure(
        "agent diversity",
        "How differently a seat talks to different listeners: 1 minus the normalised cosine "
        "(1 + cosine) / 2 between what it says to each, embeddings of turns weighted by their "
        f"length, mean over seats with two listeners or more ({SDR}, Algorithm 1).",
        "share",
        "more",
    ),
    "bigram_entropy": Measure(
        "2-gram entropy",
        "Shannon entropy of the word bigrams of all turns together, none across two turns "
        "(AgentGroupChat, section 6.4); it grows with length.",
        "bits",
    ),
}


def text_measures(conversation: Conversation, embedder: Embedder | None = None) -> Figures:
    """Return the measures of :data:`MEASURES` for one conversation.

    Args:
        conversation: the conversation.
        embedder: what semantic distance and agent diversity are measured in; by default the
            project's lexical one (hashed character n-grams), which needs no model and sees
            spelling, not meaning. Figures of different embedders must not be compared.

    Raises:
        MMAgentsError: if a package for the language is missing, or the embedder fails.
    """
    spoken = [words(row["text"], conversation.language) for row in conversation.rows]
    vectors = embed([row["text"] for row in conversation.rows], embedder)
    return {
        "words_per_turn": mean([len(turn) for turn in spoken]),
        **{f"distinct_{n}": distinct(spoken, n) for n in (1, 2, 3)},
        "semantic_distance": mean_distance(vectors),
        "agent_diversity": _agent_diversity(conversation.rows, vectors, list(map(len, spoken))),
        "bigram_entropy": entropy(Counter(ngrams(spoken, 2)).values()),
    }


def ngrams(turns: Iterable[Sequence[str]], n: int) -> Iterable[tuple[str, ...]]:
    """Yield the n-grams of words of each turn; none reaches across two turns."""
    for turn in turns:
        yield from zip(*(turn[start:] for start in range(n)), strict=False)


def distinct(turns: Iterable[Sequence[str]], n: int) -> float | None:
    """Return Distinct-n: different n-grams by all n-grams, in (0, 1]; None if there are none."""
    found = list(ngrams(turns, n))
    return ratio(len(set(found)), len(found))


def embed(texts: Sequence[str], embedder: Embedder | None = None) -> Vectors:
    """Return one vector of length 1 for each text, as rows; by default by spelling."""
    import numpy as np

    vectors = np.asarray((embedder or open_embedder()).embed(texts), dtype=np.float64)
    return unit(vectors.reshape(len(texts), -1)) if len(texts) else np.zeros((0, 1))


def unit(vectors: Vectors) -> Vectors:
    """Return the rows brought to length 1; rows of zeros stay as they are."""
    import numpy as np

    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(lengths == 0.0, 1.0, lengths), dtype=np.float64)


def mean_cosine(vectors: Vectors) -> float | None:
    """Return the mean cosine over all pairs of unit rows; None if there is no pair.

    The sum over pairs follows from the length of the sum of the rows, so that the cost grows with
    the rows and not with their pairs.
    """
    number = len(vectors)
    if number < 2:
        return None
    total = vectors.sum(axis=0)
    squares = float((vectors * vectors).sum())
    cosine = (float(total @ total) - squares) / (number * (number - 1))
    return min(1.0, max(-1.0, cosine))


def mean_distance(vectors: Vectors) -> float | None:
    """Return the mean of 1 - cosine over all pairs of unit rows, 0-2; None if there is no pair."""
    cosine = mean_cosine(vectors)
    return None if cosine is None else 1.0 - cosine


def diversity(vectors: Vectors) -> float | None:
    """Return 1 minus the normalised cosine of all pairs of unit rows, 0-1; None without a pair.

    SDR says that similarity is normalised; (1 + cosine) / 2 is this project's reading of it, and
    its embeddings are others, so that figures are not comparable with those of the paper.
    """
    cosine = mean_cosine(vectors)
    return None if cosine is None else 1.0 - (1.0 + cosine) / 2.0


def weighted(vectors: Vectors, lengths: Sequence[int]) -> Vectors:
    """Return the mean of the rows weighted by `lengths`, brought to length 1.

    A text without a word weighs as if it had one, so that something is left.
    """
    import numpy as np

    weights = np.asarray([max(1, length) for length in lengths], dtype=np.float64)
    return unit(weights @ vectors)


def listener(row: TurnRow, rows: Mapping[int, TurnRow]) -> str:
    """Return whom a turn is said to: its one addressee, else whom it answers, else everyone."""
    if len(row["addressees"]) == 1:
        return row["addressees"][0]
    asked = rows.get(row["answers"]) if row["answers"] is not None else None
    return EVERYONE if row["addressees"] or asked is None else asked["speaker"]


def _agent_diversity(
    rows: Sequence[TurnRow], vectors: Vectors, lengths: Sequence[int]
) -> float | None:
    import numpy as np

    by_turn = {row["turn"]: row for row in rows}
    said: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for index, row in enumerate(rows):
        said[row["speaker"]][listener(row, by_turn)].append(index)
    found: list[float | None] = []
    for talks in said.values():
        kept = [weighted(vectors[at], [lengths[i] for i in at]) for at in talks.values()]
        found.append(diversity(np.stack(kept)))
    return mean([value for value in found if value is not None])
