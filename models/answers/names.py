"""Whom a model means by a name it wrote, misspelt or not: one of the cast, everyone, or nobody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.story import Person
from mmagents.models.answers.fields import folded, nearest, spellings

_EVERYONE, _NOBODY = (
    frozenset(map(folded, spellings("people")[one])) for one in ("everyone", "nobody")
)
_SEPARATOR = re.compile(r"[\s・.,、=＝()（）]+")
_SMALL = frozenset(["the", "of", "an", "and", "de", "van", "von", "la", "le", "du", "da"])
_HONORIFIC = re.compile(r"(?<=.)(?:さん|様|さま|くん|君|ちゃん|先生|殿|氏)$")
_TITLE = re.compile(r"^(?:mr|mrs|ms|miss|dr|doctor|captain|prof|professor)\.?\s+", re.IGNORECASE)


def whom(written: str, cast: Sequence[Person]) -> str | None:
    """Return the id that `written` means, `EVERYONE`, or None for nobody.

    Exact forms win over parts of names, these over misspellings; what fits two people means
    neither.
    """
    forms = dict.fromkeys((folded(written), folded(_bare(written))))
    if not forms.keys().isdisjoint(_EVERYONE):
        return EVERYONE
    if not forms.keys().isdisjoint(_NOBODY):
        return None
    exact, parts = _forms(tuple(cast))
    for known in (exact, parts):
        for form in forms:
            if form in known:
                return known[form]
    tokens = (folded(_bare(token)) for token in _SEPARATOR.split(written))
    named = {parts[token] for token in tokens if token in parts}
    if named:
        return named.pop() if len(named) == 1 else None
    return next((one for form in forms if (one := _near(form, exact | parts))), None)


def called(written: str, cast: Sequence[Person]) -> str | None:
    """Return the id of the one that `written` names and nothing more, as a label in a play does."""
    exact, parts = _forms(tuple(cast))
    for form in (folded(written), folded(_bare(written))):
        owner = exact.get(form) or parts.get(form)
        if owner:
            return owner
    tokens = [folded(token) for token in _SEPARATOR.split(_bare(written)) if token]
    owners = {parts.get(token) for token in tokens}
    return owners.pop() if len(owners) == 1 else None


def _near(form: str, forms: dict[str, str | None]) -> str | None:
    """Return the person nearest to a misspelt form, if one person alone is."""
    if not form.isascii() and len(form) > 1:
        begun = {
            owner for one, owner in forms.items() if one.startswith(form) or one.endswith(form)
        }
        if len(begun) == 1:
            return begun.pop()
    found = nearest(form, forms)
    if found is not None:
        return forms[found]
    owners = {forms[one] for one in forms if nearest(form, [one]) is not None}
    return owners.pop() if len(owners) == 1 else None


@lru_cache(maxsize=64)
def _forms(cast: tuple[Person, ...]) -> tuple[dict[str, str | None], dict[str, str | None]]:
    """Return the full forms and the parts of names with their owners; None where two share one."""
    exact: dict[str, str | None] = {}
    parts: dict[str, str | None] = {}
    for person in cast:
        whole = {person.id, person.name, person.call, *person.aliases}
        _own(exact, {folded(one) for one in whole} | {folded(_bare(one)) for one in whole}, person)
        pieces = {piece for one in whole for piece in _SEPARATOR.split(_bare(one))}
        _own(
            parts,
            {folded(piece) for piece in pieces if len(piece) > 1 and piece not in _SMALL},
            person,
        )
    return exact, parts


def _own(forms: dict[str, str | None], new: set[str], person: Person) -> None:
    for form in new - {""}:
        forms[form] = person.id if forms.get(form, person.id) == person.id else None


def _bare(written: str) -> str:
    """Return a name without the title before it or the honorific after it."""
    return _HONORIFIC.sub("", _TITLE.sub("", written.strip()).strip())
