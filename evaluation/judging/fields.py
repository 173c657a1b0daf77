"""Fields of an answer that judges, and cells of a sheet: how each is spelt, and how it is read.

Pure. What could pass for something that was not said is refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mmagents.evaluation.breakdowns.categories import KINDS, Category
from mmagents.evaluation.judging.verdicts import LONGEST_REASON
from mmagents.evaluation.texts import toml_of
from mmagents.models.answers.fields import UnusableError, field_of, folded, whole_number
from mmagents.models.answers.forms import NONE
from mmagents.models.answers.read import plain_words

_NUMBERS = re.compile(r"(?<!\d)-?\d+(?:\.\d+)?")
_OUT_OF = r"^\D*(\d+)(?:\.0)?\s*(?:/|out of|of)\s*{most}(?:\.0)?\D*$"
_OF_MOST = r"^\D*{most}\s*(?:段階|点満点|点)(?:評価)?\s*(?:中|で|のうち|の)\D*(\d+)\D*$"

_SPELT = toml_of(Path(__file__).with_name("spellings.toml"))
CATEGORIES: Mapping[str, str] = {
    **{folded(name): str(code) for code, kind in KINDS.items() for name in kind.name.values()},
    **{folded(code): str(code) for code in Category},
    **dict.fromkeys(map(folded, _SPELT["none"]), NONE),
}
"""By accepted spelling, folded: the category's code, or none."""
ALIASES: Mapping[str, tuple[str, ...]] = {k: tuple(of) for k, of in _SPELT["aliases"].items()}
"""By field, other names that it may have."""
YES = frozenset(map(folded, _SPELT["yes"]))
NO = frozenset(map(folded, _SPELT["no"]))


def score(given: Any, field: str, most: int = 5) -> int:
    """Return a score of 1 to `most` from 4, 4.0, "4", "4/5", "４点" or "5点満点中4点".

    Raises:
        UnusableError: if it is out of range, on another scale, or between two scores.
    """
    if isinstance(given, list) and len(given) == 1:
        given = given[0]
    if isinstance(given, str):
        plain = unicodedata.normalize("NFKC", given)
        forms = (_OUT_OF.format(most=most), _OF_MOST.format(most=most))
        found_in = next((said for form in forms if (said := re.match(form, plain, re.I))), None)
        if found_in:
            given = plain = found_in[1]
        elif len(_NUMBERS.findall(plain)) > 1 or re.search(r"\d\s*[-~–〜]\s*\d|/", plain):
            raise UnusableError("invalid", field, given)
        written = _NUMBERS.search(plain)
        if written and float(written[0]) % 1:
            raise UnusableError("invalid", field, given)
    found = whole_number(given, field)
    if not 1 <= found <= most or (isinstance(given, float) and given != found):
        raise UnusableError("invalid", field, given)
    return found


def maybe(one: Mapping[str, Any], field: str) -> Any:
    """Return a field that may be left out, or None."""
    try:
        return field_of(one, field, ALIASES[field])
    except UnusableError:
        return None


def reason_in(value: Any) -> str:
    """Return a reason as it is kept; nothing if there is none."""
    return "" if value is None else plain_words(value)[:LONGEST_REASON]


def turn_in(value: Any, turns: Sequence[int]) -> int | None:
    """Return a turn that there is, or None."""
    try:
        found = whole_number(value, "turn")
    except UnusableError:
        return None
    return found if found in turns else None


def yes_in(value: Any, field: str) -> bool:
    """Return whether a field says yes; unlike `truth`, what says neither is refused."""
    form = folded(value)
    if form in YES or form in NO:
        return form in YES
    raise UnusableError("invalid", field, value)
