"""Vectors from spelling alone: hashed character n-grams, for any language, without a model.

Character n-grams need neither a tokenizer nor a word list, so that Japanese, which writes no
spaces, is searched as well as English (McNamee & Mayfield 2004, "Character n-gram tokenization for
European language text retrieval", Information Retrieval 7).
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, cast

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


def grams(text: str) -> Iterator[tuple[str, float]]:
    """Yield the n-grams of `text` and their weights.

    Words of the Latin kind are padded with a space on both sides, so that beginnings and ends
    count. Of n-grams of kana, those in hiragana alone are mostly particles and inflection.
    """
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        spaced = not _JAPANESE.search(word)
        weight = COMMON if word in _FUNCTION_WORDS else 1.0
        padded = f" {word} " if spaced else word
        if not spaced:  # one ideograph is a word already
            yield from ((letter, 1.0) for letter in padded if _IDEOGRAPH.match(letter))
        for size in range(SMALLEST, LARGEST + 1):
            for start in range(len(padded) - size + 1):
                gram = padded[start : start + size]
                yield gram, COMMON if not spaced and _HIRAGANA.fullmatch(gram) else weight


def weigh(text: str) -> dict[str, float]:
    """Return each n-gram of `text` with its weight, damped where it is repeated."""
    counts: Counter[str] = Counter()
    weights: dict[str, float] = {}
    for gram, weight in grams(text):
        counts[gram] += 1
        weights[gram] = max(weight, weights.get(gram, 0.0))
    return {gram: weights[gram] * math.sqrt(count) for gram, count in counts.items()}


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

        hashed = _hasher(self.dimensions).transform(weigh(text) for text in texts)
        vectors = np.asarray(hashed.toarray(), dtype=np.float64)
        lengths = np.linalg.norm(vectors, axis=1)
        vectors[lengths == 0.0, 0] = 1.0
        vectors /= np.where(lengths == 0.0, 1.0, lengths)[:, None]
        return cast("list[list[float]]", vectors.tolist())


@lru_cache(maxsize=4)
def _hasher(dimensions: int) -> Any:  # scikit-learn is not typed
    from sklearn.feature_extraction import FeatureHasher

    return FeatureHasher(n_features=dimensions, input_type="dict", alternate_sign=True)
