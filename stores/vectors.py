"""Vectors of texts that were embedded lately, so that no text is embedded once for each seat."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mmagents.stores.embeddings import Embedder

AT_ONCE = 512
"""Texts in one call to the embedder, and as many vectors are kept: 1 MB at 512 dimensions."""


class Vectors:
    """An embedder, and the vectors it returned last."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._recent: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def of(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Return the vector of each text; those not seen lately are embedded in one call."""
        import numpy as np

        found = {text: self._recent[text] for text in texts if text in self._recent}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        if new:
            vectors = np.asarray(self._embedder.embed(new), dtype=np.float32)
            # Each vector a copy: a row of the whole would keep the whole.
            found.update((text, vectors[at].copy()) for at, text in enumerate(new))
        for text, vector in found.items():
            self._recent[text] = vector
            self._recent.move_to_end(text)
        while len(self._recent) > AT_ONCE:
            self._recent.popitem(last=False)
        return found
