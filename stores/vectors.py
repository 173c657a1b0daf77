"""Vectors of texts that were embedded lately, so that no text is embedded once for each seat."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mmagents.stores.embeddings import Embedder

REMEMBERED = 1024
"""Texts whose vectors are kept: more than the seats are given in one call."""


class Vectors:
    """An embedder, and the vectors it returned last."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._recent: OrderedDict[str, list[float]] = OrderedDict()

    def of(self, texts: Sequence[str]) -> dict[str, list[float]]:
        """Return the vector of each text; those not seen lately are embedded in one call."""
        found = {text: self._recent[text] for text in texts if text in self._recent}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        if new:
            found.update(zip(new, self._embedder.embed(new), strict=True))
        for text, vector in found.items():
            self._recent[text] = vector
            self._recent.move_to_end(text)
        while len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)
        return found
