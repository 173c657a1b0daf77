"""Japanese sentences in standard form: no vowel drawn out, no slurred ending, no opening words."""

from __future__ import annotations

import re
from functools import lru_cache

from mmagents.analysts.text.expressions import expressions
from mmagents.scenarios.recognise.linear import linear

_ASKING, _JUDGING = (expressions(__file__, name) for name in ("asking", "judging"))
PIECES = {"you": _JUDGING["you"], "wh_word": _ASKING["wh_word"]}
"""Words for whoever is spoken to, and question words, for the files that do not hold them."""
_SPOKEN = expressions(__file__, "spoken").given(**PIECES)
_ENDINGS = tuple((linear(written), said) for written, said in _SPOKEN.extra("endings").items())

_ENDED = re.compile("|".join(f"(?:{written.pattern})" for written, _ in _ENDINGS))


def plainly(sentence: str) -> str:
    """Return a sentence in standard forms: no vowel drawn out, no slurred or dialect ending."""
    if not _ENDED.search(sentence):
        return sentence
    for written, said in _ENDINGS:
        sentence = written.sub(said, sentence)
    return sentence


@lru_cache(maxsize=4096)
def core_of(sentence: str) -> str:
    """Return the sentence without the discourse markers that open it."""
    cut = _ASKING.lead.sub("", _SPOKEN.stutter.sub("", sentence.strip()))
    return cut if re.search(r"\w", cut) else sentence.strip()
