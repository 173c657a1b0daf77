"""Whom a word means: names, parts of names, titles and offices of the cast, by tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from mmagents.analysts.text.expressions import expressions
from mmagents.interfaces.story import Person

_POSSESSIVE = re.compile(r"['’]s\b")


@lru_cache(maxsize=64)
def _names(cast: tuple[Person, ...], language: str) -> tuple[Names, re.Pattern[str]]:
    """Return the words of everybody's name and call name, titles included, and no bynames."""
    bare = tuple(replace(person, role="", aliases=()) for person in cast)
    names = names_of(bare, language)
    return names, re.compile(names.pattern)


def named_in(
    text: str, cast: tuple[Person, ...], language: str, *, speaker: str
) -> tuple[str, ...]:
    """Return the ids of those whom `speaker` names, each once, in the order of their names.

    Whole words alone are names. Being talked about is being named: this is not who is addressed.
    """
    names, pattern = _names(cast, language)
    found = pattern.finditer(_POSSESSIVE.sub("", text))
    return tuple(
        dict.fromkeys(one for match in found for one in names.whom(match.group(), speaker))
    )


_WORDS = expressions(__file__, "names")
TITLES, HONORIFIC = _WORDS["titles"], _WORDS["honorific"]
_SPOKEN_ALONE = {*TITLES.split("|")} - {*_WORDS.extra("written")}
_TITLED = re.compile(rf"^(?:{TITLES})\s+(?=\S)")
_ROLE_TAIL = re.compile(r"(?<!\s)\s++(?:of|who|at|in|to|and|on|for|from|with|whose|by)\b.*|[,;(].*")


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """The words that mean somebody, and an expression that finds them.

    Attributes:
        forms: each word or phrase (casefolded) and the ids it may mean.
        pattern: the source of an expression for any of them, longest first; matches nothing when
            nobody has a name.
        cast: those whose names they are.
    """

    forms: dict[str, tuple[str, ...]]
    pattern: str
    cast: tuple[Person, ...] = ()

    def whom(self, form: str, speaker: str) -> tuple[str, ...]:
        """Return the one id that `form` means when `speaker` says it, or nothing.

        A word that fits several people means none of them, unless only one is not the speaker.
        """
        key = _key(form)
        ids = self.forms.get(key) or self.forms.get(_TITLED.sub("", key), ())
        others = tuple(one for one in ids if one != speaker)
        return others if len(others) == 1 else ()

    def found(self, expression: re.Pattern[str], text: str, speaker: str) -> tuple[str, ...]:
        """Return the ids that the matches of an expression mean, each once, in order."""
        forms = (match.group() for match in expression.finditer(text))
        return tuple(dict.fromkeys(one for form in forms for one in self.whom(form, speaker)))


def _key(form: str) -> str:
    bare = re.sub(r"[\s.・＝=]+", " ", form.casefold()).strip()
    bare = re.sub(rf"(?<=[^\x00-\x7f])(?:{HONORIFIC})$", "", bare) or bare
    return bare


def call_name(person: Person, language: str) -> str:
    """Return the word for a person in reported facts: the call name without its honorific."""
    if language != "ja":
        return person.call
    return re.sub(rf"(?<=.)(?:{HONORIFIC})$", "", person.call) or person.call


def _english_forms(person: Person) -> set[str]:
    forms: set[str] = set()
    for phrase in (person.name, person.call, *person.aliases):
        words = [word.strip(",") for word in phrase.split()]
        plain = [word for word in words if word.rstrip(".").casefold() not in TITLES.split("|")]
        forms.add(re.sub(r"^(?:the|an?)\s+", "", phrase, flags=re.I))
        forms.add(" ".join(plain))
        for word in words:
            low = word.rstrip(".").casefold()
            if low in _WORDS.extra("particles") or len(low) < 2:
                continue
            if word[:1].isupper() and (word in plain or low in _SPOKEN_ALONE):
                forms.add(word)
    role = _ROLE_TAIL.sub(
        "", re.sub(r"^(?:the|an?|our|your)\s+", "", person.role.strip(), flags=re.I)
    )
    if role and len(role.split()) <= 4:
        forms |= {role, role.split()[-1]}
    told = f"{person.name} {person.role} {' '.join(person.aliases)}".casefold()
    return forms | _offices("offices_en", told)


def _japanese_forms(person: Person) -> set[str]:
    forms: set[str] = set()
    for phrase in (person.name, person.call, *person.aliases):
        forms |= {phrase, *re.split(r"[\s・＝=]+", phrase)}
    role = person.role.strip().rstrip("。")
    tail = re.split(r"の|、", role)[-1]
    forms |= {part for part in (role, tail) if 2 <= len(part) <= 8}
    told = person.name + person.role + "".join(person.aliases)
    return forms | _offices("offices_ja", told)


def _offices(table: str, told: str) -> set[str]:
    """Return the offices that what is told of somebody marks."""
    return {office for office, marks in _WORDS.extra(table).items() if re.search(marks, told)}


def _token(form: str, language: str) -> str:
    """Return an expression for one form that matches whole words only."""
    body = r"[\s.]*".join(re.escape(part) for part in re.split(r"[\s.]+", form) if part)
    if language != "ja":
        return body if form[:1].isupper() else f"(?i:{body})"
    if re.match(r"[ァ-ヶー]", form):
        body = rf"(?<![ァ-ヶー]){body}(?![ァ-ヶー])"
    return body


_MOST_HELD = 256
_HELD: dict[tuple[int, str], tuple[tuple[Person, ...], Names]] = {}
"""The names of casts that were asked for, by what is the same in memory: to compare what a cast
holds takes longer than to find the names. The cast stands there too, so that none takes its place.
"""


def names_of(cast: tuple[Person, ...], language: str) -> Names:
    """Return the names of a cast in one language."""
    held = _HELD.get((id(cast), language))
    if held is not None and held[0] is cast:
        return held[1]
    if len(_HELD) > _MOST_HELD:
        _HELD.clear()
    names = _names_of(cast, language)
    _HELD[id(cast), language] = (cast, names)
    return names


@lru_cache(maxsize=256)
def _names_of(cast: tuple[Person, ...], language: str) -> Names:
    found: dict[str, list[str]] = {}
    told: dict[str, list[str]] = {}
    written: dict[str, str] = {}
    for person in cast:
        if language == "ja":
            for form in {person.call, *person.aliases}:
                ids = told.setdefault(_key(form), [])
                ids += [] if person.id in ids else [person.id]
        forms = _japanese_forms(person) if language == "ja" else _english_forms(person)
        for form in sorted(forms):
            key = _key(form)
            if len(key) > (0 if language == "ja" else 1) or form == person.call:
                ids = found.setdefault(key, [])
                if person.id not in ids:
                    ids.append(person.id)
                written.setdefault(key, re.sub(rf"(?<=[^\x00-\x7f])(?:{HONORIFIC})$", "", form))
    found |= told  # how they are called goes before what may be read from names and roles
    ordered = sorted(
        (form for form in written.values() if form), key=lambda form: (-len(form), form)
    )
    body = "|".join(_token(form, language) for form in ordered) or r"(?!)"
    if language == "ja":
        pattern = rf"(?:{body})(?:{HONORIFIC})?(?!たち|達)"
    else:
        pattern = rf"(?<![\w'’-])(?:(?i:{TITLES})\.?\s+)?(?:{body})(?![\w-]|['’]s\b)"
    return Names({key: tuple(ids) for key, ids in found.items()}, pattern, cast)
