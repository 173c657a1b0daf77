"""From which likeness on an utterance counts as said before.

The paper's thresholds are cosines of sentence embeddings (SDR, appendices B.1 and C.1). The
lexical embedder compares spelling: its thresholds are those that let as many pairs through
(`python -m benchmarks likeness` links them, and its docstring says how). They reach the same
share of pairs, not the same pairs: what is said again in quite other words has a low cosine there.
"""

from __future__ import annotations

from collections.abc import Mapping

from mmagents.interfaces.repair import PAPER, Thresholds

LEXICAL = "lexical"
"""The name of the embedder that compares spelling."""


SPELLING: Mapping[str, Thresholds] = {
    "en": Thresholds(0.74, 0.78, 0.89, 0.93),
    "ja": Thresholds(0.56, 0.63, 0.68, 0.74),
}
"""By language, what they correspond to for the lexical embedder, to two places."""


def thresholds_for(embeddings: str, language: str, *, calibrated: bool) -> Thresholds:
    """Return the thresholds of a run.

    Those of the paper for any embeddings but the lexical ones, where nothing was calibrated for the
    language, and where calibration is switched off.
    """
    if not calibrated or embeddings != LEXICAL:
        return PAPER
    return SPELLING.get(language, PAPER)
