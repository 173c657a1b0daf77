"""Measures of the words of a conversation: how varied they are, and how far apart the turns lie.

Sources: Chu, Chen & Nakayama 2024, *Cohesive Conversations* (SDR), section 3 and appendix C.2;
Gu et al. 2024, *AgentGroupChat*, section 6.4. SDR measures a corpus of dialogues; within one
conversation a turn stands for the dialogue. Measures of the corpus (:data:`CORPUS`) take
one conversation as one dialogue, and one seat of one story as one agent; all conversations should
be in one language.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from mmagents.floor.adjacency import EVERYONE
from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import ABSENT, Figure, Measure, Measures, by_name
from mmagents.lab.measures.words import words
from mmagents.lab.statistics.sums import entropy, mean, ratio
from mmagents.nodes.record import TurnRow
from mmagents.stores.embeddings import open_embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float64]


SDR = "SDR, appendix C.2"


def words_of(talk: Conversation) -> list[list[str]]:
    """Return the words of each turn."""
    return [words(row["text"], talk.language) for row in talk.rows]


def ngrams(turns: Iterable[Sequence[str]], n: int) -> Iterable[tuple[str, ...]]:
    """Yield the n-grams of words of each turn; none reaches across two turns."""
    for turn in turns:
        yield from zip(*(turn[start:] for start in range(n)), strict=False)


def distinct(turns: Iterable[Sequence[str]], n: int) -> float | None:
    """Return Distinct-n: different n-grams by all n-grams, in (0, 1]; None if there are none."""
    found = list(ngrams(turns, n))
    return ratio(len(set(found)), len(found))


def vectors_of(talk: Conversation) -> Vectors:
    """Return a vector of length 1 for each turn, as rows, by the conversation's embedder.

    The lexical one (hashed character n-grams) needs no model and sees spelling, not meaning.
    Figures of different embedders must not be compared.
    """
    import numpy as np

    if not talk.rows:
        return np.zeros((0, 1))
    embedder = talk.embedder or open_embedder()
    vectors = np.asarray(embedder.embed([row["text"] for row in talk.rows]), dtype=np.float64)
    return unit(vectors.reshape(len(talk.rows), -1))


def unit(vectors: Vectors) -> Vectors:
    """Return the rows brought to length 1; rows of zeros stay as they are."""
    import numpy as np

    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(lengths == 0.0, 1.0, lengths), dtype=np.float64)


def mean_cosine(vectors: Vectors) -> float | None:
    """Return the mean cosine over all pairs of unit rows; None if there is no pair.

    It follows from the length of the sum of the rows, so that the cost grows with the rows only.
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


def weighted(talk: Conversation, part: Sequence[int]) -> Vectors:
    """Return the mean of some turns' vectors, weighted by words (at least one), of length 1."""
    import numpy as np

    spoken, vectors = talk.once(words_of), talk.once(vectors_of)
    weights = np.asarray([max(1, len(spoken[at])) for at in part], dtype=np.float64)
    return unit(weights @ vectors[list(part)])


def listener(row: TurnRow, rows: Mapping[int, TurnRow]) -> str:
    """Return whom a turn is said to: its one addressee, else whom it answers, else everyone."""
    if len(row["addressees"]) == 1:
        return row["addressees"][0]
    asked = rows.get(row["answers"]) if row["answers"] is not None else None
    return EVERYONE if row["addressees"] or asked is None else asked["speaker"]


def agent_diversity(talk: Conversation) -> float | None:
    """Return how differently a seat talks to different listeners, mean over seats."""
    by_turn = {row["turn"]: row for row in talk.rows}
    said: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for index, row in enumerate(talk.rows):
        said[row["speaker"]][listener(row, by_turn)].append(index)
    return mean([diversity_of(talk, list(talks.values())) for talks in said.values()])


def diversity_of(talk: Conversation, parts: Sequence[Sequence[int]]) -> float | None:
    """Return how much parts of a conversation differ; a part is given by the indices of turns."""
    import numpy as np

    return diversity(np.stack([weighted(talk, part) for part in parts]))


def _distinct(n: int) -> Callable[[Conversation], float | None]:
    return lambda talk: distinct(talk.once(words_of), n)


MEASURES: Measures = by_name(
    Measure("words_per_turn", "words per turn", "words", None,
            lambda talk: mean([len(turn) for turn in talk.once(words_of)]),
            "Mean number of words in a turn (SDR, Table 1)."),
    *(
        Measure(f"distinct_{n}", f"Distinct-{n}", "share", "more", _distinct(n),
                f"Different word {n}-grams of all turns by all of them (Li et al. 2016; {SDR}, "
                "which takes them over summaries); it falls with length, so compare only "
                "conversations of as many turns, and see words per turn.")
        for n in (1, 2, 3)
    ),
    Measure("semantic_distance", "semantic distance", "0-2", "more",
            lambda talk: mean_distance(talk.once(vectors_of)),
            f"Mean of 1 - cosine over all pairs of turns (Dziri et al. 2019; {SDR}, where it is "
            "pairs of dialogues); by the lexical embedder, unless another is named, it is "
            "distance in spelling."),
    Measure("agent_diversity", "agent diversity", "share", "more", agent_diversity,
            "How differently a seat talks to different listeners: 1 minus the normalised cosine "
            "(1 + cosine) / 2 between what it says to each, embeddings of turns weighted by "
            f"their length, mean over seats with two listeners or more ({SDR}, Algorithm 1)."),
    Measure("bigram_entropy", "2-gram entropy", "bits", None,
            lambda talk: entropy(Counter(ngrams(talk.once(words_of), 2)).values()),
            "Shannon entropy of the word bigrams of all turns together, none across two turns "
            "(AgentGroupChat, section 6.4); it grows with length."),
)  # fmt: skip


def distance(talks: Sequence[Conversation]) -> float | None:
    """Return the mean distance between conversations, each the weighted mean of its turns."""
    import numpy as np

    whole = [weighted(talk, range(len(talk.rows))) for talk in talks if talk.rows]
    return mean_distance(np.stack(whole)) if whole else None


def diversity_of_agents(talks: Sequence[Conversation]) -> float | None:
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


def _corpus_distinct(n: int) -> Callable[[Sequence[Conversation]], float | None]:
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


CORPUS: dict[str, Measure[Sequence[Conversation]]] = by_name(
    *(
        Measure(f"corpus_distinct_{n}", f"Distinct-{n} of the corpus", "share", "more",
                _corpus_distinct(n),
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
            diversity_of_agents,
            "How differently a seat talks in different conversations: 1 minus the normalised "
            f"cosine (1 + cosine) / 2 between them, mean over seats ({SDR}, Algorithm 1)."),
)  # fmt: skip
