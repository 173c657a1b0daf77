"""Which remembered items report a question and nothing more, by their form.

Both analysts write a question down as one item that begins with whoever asked: "Mara asked Ines
where she was", 「マラはイネスに尋ねた：どこにいたか。」. Whoever remembers it knows no more than
that it was asked. An item is kept where the same sentence states something as well ("Mara asked:
you had the key; where is it?"), and so is everything in a language without a pattern here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mmagents.analysts.text.expressions import expressions
from mmagents.analysts.text.names import names_of
from mmagents.interfaces.story import Person

_WORDS = expressions(__file__, "questions")
_REPORTED = {"en": _WORDS.en, "ja": _WORDS.ja}


@dataclass(frozen=True, slots=True)
class Questions:
    """Tells mere questions from other items, in one language and with one cast."""

    language: str
    cast: tuple[Person, ...]

    def mere(self, speaker: str, item: str) -> bool:
        """Return whether an item says only that `speaker`, who said it, asked something."""
        reported = _REPORTED.get(self.language)
        if reported is None:
            return False
        names = names_of(self.cast, self.language)
        asker = re.match(names.pattern, item)
        if asker is None or names.whom(asker.group(), "") != (speaker,):
            return False
        return reported.match(item, asker.end()) is not None
