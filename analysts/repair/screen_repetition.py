"""Screening for repetition: is the candidate near to what was said before (SDR, section 2.1)?"""

from __future__ import annotations

import re
from collections.abc import Mapping

from mmagents.interfaces.repair import About, Earlier, Suspicion

TOP = 5
"""Utterances compared (SDR, appendix C.1)."""
BASE, STEP = 0.85, 0.05
"""The threshold of similarity and how far it moves (appendix C.1)."""
SAME = 0.95
"""Similarity from which no diagnosis is needed (appendix C.1). An answer that was asked for since
is diagnosed all the same: people who are asked twice say the same twice."""
SHORT: Mapping[str, int] = {"en": 10, "ja": 20}
"""Shorter utterances pass, as the glue of talk (appendix C.1): words, for Japanese characters. The
project's bilingual stories take 2.0 characters for a word."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CHARACTER = re.compile(r"[^\W_]")


def length(text: str, language: str) -> int:
    """Return how many words a text has, or how many characters a Japanese one."""
    return len((_CHARACTER if language == "ja" else _WORD).findall(text))


def threshold(earlier: Earlier) -> float:
    """Return the similarity from which an utterance counts as said before (appendix B.1).

    Lower where the same speaker said it in the same talk; higher where the same speaker said it in
    another talk, to others; between the two for somebody else's words.
    """
    if not earlier.own:
        return BASE
    return BASE - STEP if earlier.here else BASE + STEP


async def screen_repetition(candidate: str, about: About) -> list[Suspicion]:
    """Return the suspicion that the candidate was said before, at most one."""
    language = about.view.language
    if length(candidate, language) < SHORT.get(language, SHORT["en"]):
        return []
    near = [one for one in about.similar if one.similarity >= threshold(one)]
    if not near:
        return []
    top, due = near[0], about.utterance.due
    asked_since = top.own and due is not None and due.turn > top.turn
    return [
        Suspicion(
            "repetition",
            candidate,
            tuple(one.text for one in near),
            top.similarity,
            top.turn,
            sure=top.similarity >= SAME and not asked_since,
        )
    ]
