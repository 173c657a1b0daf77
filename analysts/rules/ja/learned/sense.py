"""What the learned model looks at in the sense of words and the form of what a sentence ends on.

Lines of talk are too few to learn from characters that 盗む and くすねる are both deeds one is
accused of. So words are counted by their sense (`senses.toml`) and endings by their form
(`forms.toml`). Both files were written for the model from knowledge of the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from mmagents.analysts.rules.designation import all_called
from mmagents.analysts.rules.ja.learned.wording import KINDS, bare, plain, spoken
from mmagents.analysts.rules.reader import Sentence
from mmagents.analysts.text.expressions import Expressions, expressions
from mmagents.analysts.text.names import Names
from mmagents.floor.adjacency import EVERYONE


def _patterns(found: Expressions) -> dict[str, re.Pattern[str]]:
    return {name: getattr(found, name) for name in found.names()}


SENSES, FORMS = (_patterns(expressions(__file__, name)) for name in ("senses", "forms"))


def called_by(called: Sequence[str]) -> str:
    """Return whether anybody is called, or all."""
    return "called" if called and EVERYONE not in called else "all" if called else "nocall"


def sensed(parts: Sequence[Sentence], names: Names) -> frozenset[str]:
    """Return the features of sense and form of an utterance.

    Of the last sentence the senses of its words (+), each also with its mark, its last characters,
    whether anybody is called, and words for oneself and whoever is spoken to; the forms it ends
    on (=), one by one, in pairs and together. Of earlier sentences senses (-) and forms (*) alone.

    Args:
        parts: the sentences, vocatives cut off.
        names: of the cast.
    """
    words = tuple(plain(part.words, names) for part in spoken(parts))
    return _sensed(words, called_by(all_called(parts)))


@lru_cache(maxsize=1024)
def _sensed(said: tuple[str, ...], calls: str) -> frozenset[str]:
    if not said:
        return frozenset()
    last = said[-1]
    found = {f"-{one}" for sentence in said[:-1] for one in senses_of(sentence)}
    found |= {f"*{one}" for sentence in said[:-1] for one in forms_of(bare(sentence))}
    senses, forms = senses_of(last), forms_of(bare(last))
    mark = "？" if "？" in last else "。"
    who = "you" * bool(KINDS["you"].search(last)) + "me" * ("self" in senses)
    return frozenset(
        found
        | {*_of_senses(senses, bare(last), mark, calls, who)}
        | {*_of_forms(forms, mark, calls, who)}
    )


def _of_senses(senses: Sequence[str], words: str, mark: str, calls: str, who: str) -> Iterator[str]:
    for one in (f"+{sense}" for sense in senses):
        yield from (one, one + mark, f"{one}&{calls}")
        yield from (f"{one}&{words[-1:]}", f"{one}&{words[-2:]}")
        yield from (f"{one}&who{who}", f"{one}&who{who}&{calls}")
    if not senses:
        yield from ("+", f"+{mark}", f"+&{calls}")


def _of_forms(forms: Sequence[str], mark: str, calls: str, who: str) -> Iterator[str]:
    for one in (f"={form}" for form in forms):
        yield from (one, one + mark, f"{one}&{calls}", f"{one}&who{who}")
    for one, other in combinations(forms, 2):
        yield f"={one}={other}{mark}"
    every = "==" + "=".join(forms) + mark
    yield from (every, f"{every}&{calls}")


def senses_of(sentence: str) -> list[str]:
    """Return the senses of the words of a sentence."""
    return [name for name, expression in SENSES.items() if expression.search(sentence)]


def forms_of(words: str) -> list[str]:
    """Return the forms that a sentence without marks ends on."""
    return [name for name, expression in FORMS.items() if expression.search(words)]
