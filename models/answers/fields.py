"""Read one field of a model's answer: tolerant of spelling, language and type, never of guesses."""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
_JAPANESE_DIGITS = str.maketrans("〇一二三四五六七八九", "0123456789")
_YES = frozenset({"true", "yes", "1", "はい", "真"})


class UnusableError(Exception):
    """An answer that cannot be used, and why: what a second asking tells the model.

    Attributes:
        problem: empty, not_json, missing, invalid, others_words or cut_off.
        field: the field it is about, or "".
        given: what the field held, shortened, or "".
    """

    def __init__(self, problem: str, field: str = "", given: object = "") -> None:
        self.problem = problem
        self.field = field
        self.given = "" if given == "" else str(given)[:80]
        super().__init__(" ".join(part for part in (problem, field, self.given) if part))


def folded(text: object) -> str:
    """Return words in the form they are compared in: NFKC, no case, letters and digits only."""
    return _folded(str(text))


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in plain if char.isalnum() or char == "ー")


@cache
def spellings(table: str) -> Mapping[str, Sequence[str]]:
    """Return a table of `spellings.toml`: by field or value, what else may be written for it."""
    file = Path(__file__).with_name("spellings.toml")
    found: Mapping[str, Sequence[str]] = tomllib.loads(file.read_text("utf-8"))[table]
    return found


def coded(table: str) -> dict[str, str]:
    """Return every accepted spelling in a table of `spellings.toml`, folded, with its value."""
    return {folded(one): code for code, all_ in spellings(table).items() for one in all_}


def field_of(answer: Mapping[str, Any], name: str, aliases: Iterable[str] | None = None) -> Any:
    """Return the field called `name`, whatever its spelling, or by one of its aliases.

    The aliases are those of `spellings.toml` unless others are given.

    Raises:
        UnusableError: if there is none, or it holds None.
    """
    if answer.get(name) is not None:
        return answer[name]
    by_form = {folded(key): value for key, value in answer.items() if value is not None}
    others = spellings("fields").get(name, ()) if aliases is None else aliases
    for form in (name, *others):
        if folded(form) in by_form:
            return by_form[folded(form)]
    raise UnusableError("missing", name)


def field_or(answer: Mapping[str, Any], name: str, default: Any) -> Any:
    """Return the field called `name`, as :func:`field_of`, or `default` if there is none."""
    try:
        return field_of(answer, name)
    except UnusableError:
        return default


def only(value: Any) -> Any:
    """Return the one item of a list, or the value itself."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def whole_number(value: Any, field: str) -> int:
    """Return a whole number from 8, 8.2, "8", "8/10", "8点" or "importance: 8".

    Raises:
        UnusableError: if there is no number in it.
    """
    value = only(value)
    if isinstance(value, dict) and len(value) == 1:
        value = next(iter(value.values()))
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise UnusableError("invalid", field, value)
    if isinstance(value, str):
        plain = unicodedata.normalize("NFKC", value).strip()
        match = _NUMBER.search(plain) or _NUMBER.search(plain.translate(_JAPANESE_DIGITS))
        if match is None or len(match.group()) > 12:
            raise UnusableError("invalid", field, value)
        value = float(match.group())
    exact = float(value) if abs(value) < 10**12 else math.inf
    if not math.isfinite(exact):
        raise UnusableError("invalid", field, value)
    return round(exact)


def choice(value: Any, field: str, options: Mapping[str, str]) -> str:
    """Return the option that `value` means; `options` has every accepted spelling, folded.

    Raises:
        UnusableError: if it means none, or more than one.
    """
    form = folded(only(value))
    if form in options:
        return options[form]
    near = nearest(form, options)
    if near is not None:
        return options[near]
    inside = {options[one] for one in options if len(one) >= 4 and one in form}
    if len(inside) == 1:
        return inside.pop()
    raise UnusableError("invalid", field, only(value))


def truth(value: Any) -> bool:
    """Return whether a field that is either true or false says true."""
    return folded(value) in _YES


def nearest(form: str, forms: Iterable[str], least: float = 0.8) -> str | None:
    """Return the one of `forms` nearest to a misspelt `form`; None if none or two are near.

    Nearness is the share of letters in common order. At least four letters must be given, or three
    of a script with a syllable a letter, so that short words never stand for each other.
    """
    if len(form) < (4 if form.isascii() else 3):
        return None
    least = least if form.isascii() else min(least, 0.7)
    ranked = sorted(
        ((SequenceMatcher(None, form, one, autojunk=False).ratio(), one) for one in set(forms)),
        reverse=True,
    )
    if not ranked or ranked[0][0] < least:
        return None
    tied = len(ranked) > 1 and ranked[1][0] == ranked[0][0]
    return None if tied else ranked[0][1]
