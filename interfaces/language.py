"""How a language is written: all that code may ask of one without knowing which it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Language:
    """The marks of a written language.

    Attributes:
        code: Its code: "en", "ja", "de", "pt-BR".
        blank: What stands between words and between sentences: " ", or nothing.
        comma: What stands between the items of a list.
        full_stop: The mark that ends a statement.
    """

    code: str
    blank: str = " "
    comma: str = ", "
    full_stop: str = "."

    @property
    def spaced(self) -> bool:
        """Whether blanks stand between words; text without them is counted in characters."""
        return bool(self.blank)


_WITHOUT_BLANKS: Mapping[str, Language] = MappingProxyType(
    {"ja": Language("ja", blank="", comma="、", full_stop="。")}
)


@cache
def language_of(code: str) -> Language:
    """Return a language by its code; one that is not known is written as English is."""
    return _WITHOUT_BLANKS.get(code) or Language(code)
