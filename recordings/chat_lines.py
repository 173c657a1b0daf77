"""What reading and writing CHAT share: how a main line holds words, and the names of its codes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from mmagents.recordings.recording import Kind

POSTCODES: Mapping[Kind, str] = {"backchannel": "[+ bch]", "repair": "[+ rep]"}
"""The postcodes of what is no turn."""
NOTE = "xact"
"""The dependent tier of notes; CHAT leaves names that begin with x to everybody."""
NO_SPEECH = "0"
"""Stands on a main line that holds no words."""
LANGUAGES = {"eng": "en", "jpn": "ja", "deu": "de", "fra": "fr", "spa": "es", "ita": "it",
             "nld": "nl", "por": "pt", "zho": "zh", "kor": "ko"}  # fmt: skip
"""Codes of languages of three letters, as CHAT has them, by those of two."""
_CODES = frozenset("[]<>(){}&@+*^=~_|\\/#$%‡„⌈⌉⌊⌋↑↓↗↘→∙≈≋∬∅")
"""Signs that CHAT gives a meaning of its own."""
_NOT_AS_SAID = re.compile(r"\s[.,?!…。？！、]|(?<!\S)\d+(?!\S)")
"""What readers of CHAT put right or leave out without any sign for it."""
_JOINERS = frozenset("\u200c\u200d")


def main_line(text: str) -> str:
    """Return the words of a main line: those said, without signs that are codes."""
    plain = "".join(one if _is_word(one) else " " for one in text)
    return " ".join(plain.split()) if re.search(r"\w", plain) else NO_SPEECH


def says_it_all(text: str) -> bool:
    """Tell whether every reader of CHAT finds these words on their main line."""
    return main_line(text) == text and text != NO_SPEECH and not _NOT_AS_SAID.search(text)


def _is_word(one: str) -> bool:
    if one in _CODES:
        return False
    return one in _JOINERS or unicodedata.category(one)[0] in "LMNPS"
