"""The words of a text: what Distinct-n, n-gram entropy and counts of words are taken over."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, cast

from mmagents.errors import MMAgentsError

if TYPE_CHECKING:
    from sudachipy import MorphemeList

_ENGLISH = re.compile(r"[^\W_]+(?:'[^\W_]+|(?<=\d)[.,:]\d[^\W_]*)*")
"""Letters and digits; an apostrophe within a word and a point or comma within a number belong to
it, as in Unicode's default word boundaries (UAX #29), and so does the colon of a time of day."""

LONGEST = 10_000
"""Characters given to Sudachi at once; it takes no more than 49,149 bytes."""

_one_at_a_time = Lock()


def words(text: str, language: str) -> list[str]:
    """Return the words of `text` in order, casefolded, in compatibility form, without punctuation.

    English, and any language but "ja": `don't` and `15:20` are one word, `half-past` is two.
    Japanese: Sudachi's short units (mode A), the short unit words of UniDic and BCCWJ; inflected
    endings are words of their own.

    Raises:
        MMAgentsError: for Japanese, if Sudachi or its dictionary is not installed.
    """
    sound = text.encode("utf-8", "replace").decode()  # half a surrogate pair is no letter
    form = unicodedata.normalize("NFKC", sound).casefold()
    return list(_japanese(form)) if language == "ja" else _ENGLISH.findall(form.replace("’", "'"))


def _japanese(form: str) -> Iterator[str]:
    tokenize = _sudachi()
    for start in range(0, len(form), LONGEST):
        with _one_at_a_time:  # a tokenizer refuses a second thread
            found = tokenize(form[start : start + LONGEST])
        for morpheme in found:
            surface = morpheme.surface()
            if any(map(str.isalnum, surface)) and morpheme.part_of_speech()[0] != "補助記号":
                yield surface


@lru_cache(maxsize=1)
def _sudachi() -> Callable[[str], MorphemeList]:
    """Return Sudachi's tokenizer; the dictionary is opened once."""
    try:
        from sudachipy import Dictionary, SplitMode

        tokenizer = Dictionary(dict="core").tokenizer(mode=SplitMode.A)
    except ImportError as error:
        raise MMAgentsError(
            f"The words of Japanese text are told apart by Sudachi, which is not installed "
            f"({error}). Run: pip install 'mmagents[evaluation]'"
        ) from error
    return cast("Callable[[str], MorphemeList]", tokenizer.tokenize)
