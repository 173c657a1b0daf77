"""Vectors from spelling alone: hashed character n-grams, for any language, without a model.

Character n-grams need neither a tokenizer nor a word list, so that Japanese, which writes no
spaces, is searched as well as English (McNamee & Mayfield 2004, "Character n-gram tokenization for
European language text retrieval", Information Retrieval 7).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIMENSIONS = 512
SMALLEST, LARGEST = 2, 4
"""Lengths of the n-grams, in characters."""
COMMON = 0.15
"""Weight of an n-gram that only holds a sentence together, against 1 for one that carries it."""

_WORD = re.compile(r"\w+")
_JAPANESE = re.compile(r"[\u3041-\u30ff\u3400-\u9fff々]")
_HIRAGANA = re.compile(r"[\u3041-\u309f\u30fc]+")
_FUNCTION_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a about after all also am an and any are as at be been before but by can could did do does
        for from had has have he her hers him his how i if in into is it its just me my no not of on
        or our out own say says said she so some tell than that the their them then there they this
        to up us was we were what when where which who whom whose why will with would you your
        """,
    )
)
_IDEOGRAPH = re.compile(r"[\u3400-\u9fff々]")


def grams(word: str) -> Iterator[tuple[str, float]]:
    """Yield the n-grams of one word, casefolded, and their weights.

    Words of the Latin kind are padded with a space on both sides, so that beginnings and ends
    count. Of n-grams of kana, those in hiragana alone are mostly particles and inflection.
    """
    spaced = not _JAPANESE.search(word)
    weight = COMMON if word in _FUNCTION_WORDS else 1.0
    padded = f" {word} " if spaced else word
    if not spaced:  # one ideograph is a word already
        yield from ((letter, 1.0) for letter in padded if _IDEOGRAPH.match(letter))
    for size in range(SMALLEST, LARGEST + 1):
        for start in range(len(padded) - size + 1):
            gram = padded[start : start + size]
            yield gram, COMMON if not spaced and _HIRAGANA.fullmatch(gram) else weight


class Weighed(NamedTuple):
    """The n-grams of a word: each as a number that is its own, its weight, and its hash."""

    grams: NDArray[np.int64]
    weights: NDArray[np.float64]
    hashes: NDArray[np.int64]


@lru_cache(maxsize=20_000)
def weighed(word: str) -> Weighed:
    """Return the n-grams of one word; the same words come again and again in a talk.

    The hash is MurmurHash3 (32 bits, signed), as in scikit-learn's FeatureHasher. A longer one is
    the number by which the same n-gram is known in another word.
    """
    import mmh3
    import numpy as np

    found = list(grams(word))
    return Weighed(
        np.array([mmh3.hash64(gram)[0] for gram, _ in found], dtype=np.int64),
        np.array([weight for _, weight in found], dtype=np.float64),
        np.array([mmh3.hash(gram) for gram, _ in found], dtype=np.int64),
    )


class LexicalEmbedder:
    """Hashed character n-grams, normalised to length 1."""

    def __init__(self, dimensions: int = DIMENSIONS) -> None:
        self.id = f"lexical-1-{dimensions}"
        self.dimensions = dimensions

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector of length 1 for each text, in order.

        A text without a letter or digit gets the same vector as every other such text, so that
        cosine is defined.
        """
        if not texts:
            return []
        import numpy as np

        vectors = np.array([self._counted(text) for text in texts])
        lengths = np.linalg.norm(vectors, axis=1)
        vectors[lengths == 0.0, 0] = 1.0
        vectors /= np.where(lengths == 0.0, 1.0, lengths)[:, None]
        return cast("list[list[float]]", vectors.tolist())

    def _counted(self, text: str) -> NDArray[np.float64]:
        """Return the n-grams of a text counted into `dimensions` by their hashes.

        Each counts by its weight, damped where it is repeated; its hash gives place and sign
        (Weinberger et al. 2009, "Feature hashing for large scale multitask learning", ICML).
        """
        import numpy as np

        words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
        found = [one for one in map(weighed, words) if one.grams.size]
        if not found:
            return np.zeros(self.dimensions)
        every, weights, hashes = (np.concatenate(columns) for columns in zip(*found, strict=True))
        order = np.argsort(every, kind="stable")
        first = np.flatnonzero(np.diff(every[order], prepend=every[order[0]] - 1))
        counts = np.diff(first, append=len(order))
        weight = np.maximum.reduceat(weights[order], first) * np.sqrt(counts)
        hashed = hashes[order][first]
        place, sign = np.abs(hashed) % self.dimensions, np.where(hashed < 0, -1.0, 1.0)
        counted = np.bincount(place, weight * sign, self.dimensions)
        return np.asarray(counted, dtype=np.float64)
