"""Which facts, people and topics a text conveys, judged from its words alone.

A fact is conveyed when every one of its keys stands in a declarative sentence, everybody it is
about is meant, and it is asserted rather than denied. Nothing here knows who said it or what is
true.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

from mmagents.scenarios import schema
from mmagents.scenarios.recognise.negation import normalised
from mmagents.scenarios.recognise.words import (
    Assertion,
    Keys,
    affirms,
    assertion,
    compile_keys,
    denies,
    holds,
    matching_form,
)

_WORDLIKE = frozenset(
    re.findall(
        r"\w+",
        """
        will may rose mark bill grace hope faith joy art dawn june april august pat jack frank ray
        rich sue drew chase violet ivy iris heather rob nick dean miles
        """,
    )
)
"""Names that are also words: they count only with a capital."""


@dataclass(frozen=True, slots=True)
class Recognisable:
    """A fact made ready for matching.

    Attributes:
        keys: see :data:`Keys`; a fact without any is never recognised.
        people: whom it is about.
        negative: True if it is asserted by a negation ("nobody saw the boat"), False if by none,
            None if its own words do it both ways.
    """

    id: str
    keys: Keys
    people: frozenset[str]
    negative: bool | None = False


@dataclass(frozen=True, slots=True)
class Askable:
    """A topic made ready for matching."""

    id: str
    keys: Keys
    person: str | None


class Named(Protocol):
    """A member of the cast in one language, such as `mmagents.interfaces.story.Person`."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def call(self) -> str: ...  # noqa: D102
    @property
    def aliases(self) -> tuple[str, ...]: ...  # noqa: D102


class Forms(NamedTuple):
    """The words that mean one person: what :class:`Named` asks for and no more."""

    id: str
    name: str
    call: str
    aliases: tuple[str, ...]


def compile_fact(
    fact_id: str, keys: Iterable[str], people: Iterable[str], texts: Iterable[str], language: str
) -> Recognisable:
    """Return a fact ready for matching.

    Args:
        fact_id: its id.
        keys: as they stand in the story, alternatives parted by |.
        people: whom it is about.
        texts: the fact's own words, from which it is learned whether it is a negative one.
        language: "en" or "ja".
    """
    compiled = compile_keys(keys, language)
    said = [assertion(text, language) for text in texts]
    if all(affirms(one, compiled) for one in said):
        negative: bool | None = False
    else:
        negative = True if all(denies(one, compiled) for one in said) else None
    return Recognisable(fact_id, compiled, frozenset(people), negative)


def recognise(
    text: str, language: str, facts: Iterable[Recognisable], present: Collection[str]
) -> tuple[str, ...]:
    """Return the ids of the facts that `text` conveys, in the order of `facts`.

    Args:
        text: what was said.
        language: "en" or "ja".
        facts: the candidates, see :func:`compile_facts` and :func:`compile_fact`.
        present: ids of those who may be meant: the speaker, the addressees, and whoever is named
            in the text or in the turn it answers (see :func:`people_named`).
    """
    said = assertion(text, language)
    if not said.declared:
        return ()
    meant = frozenset(present)
    return tuple(fact.id for fact in facts if fact.people <= meant and _conveys(said, fact))


def _conveys(said: Assertion, fact: Recognisable) -> bool:
    if not fact.keys:
        return False
    if fact.negative is None:
        return all(holds(said.declared, entry) for entry in fact.keys)
    return denies(said, fact.keys) if fact.negative else affirms(said, fact.keys)


def topics_named(
    text: str, language: str, topics: Iterable[Askable], present: Collection[str]
) -> tuple[str, ...]:
    """Return the ids of the topics that `text`, question or not, is about, in the order given.

    A topic that is one person's doings counts only if that person is in `present`.
    """
    form = matching_form(normalised(text), language)
    return tuple(
        topic.id
        for topic in topics
        if topic.keys
        and (topic.person is None or topic.person in present)
        and all(holds(form, entry) for entry in topic.keys)
    )


def people_named(text: str, cast: Sequence[Named], language: str) -> tuple[str, ...]:
    """Return the ids of those of `cast` named in `text`, in order of first mention.

    Names match as whole words, so that Dan is not found in Jordan; the longest name wins; a form
    that two people share names neither.
    """
    forms = tuple((person.id, (person.name, person.call, *person.aliases)) for person in cast)
    return _named(text, forms, language)


@lru_cache(maxsize=1024)
def _named(
    text: str, forms: tuple[tuple[str, tuple[str, ...]], ...], language: str
) -> tuple[str, ...]:
    """Return whom `text` names: all who hear a turn ask the same."""
    pattern, owners = _name_pattern(forms, language)
    found: dict[str, None] = {}
    for match in pattern.finditer(normalised(text)):
        written = match.group()
        owner = owners.get(written.casefold())
        if owner and not (written.casefold() in _WORDLIKE and written.islower()):
            found[owner] = None
    return tuple(found)


@lru_cache(maxsize=64)
def _name_pattern(
    forms: tuple[tuple[str, tuple[str, ...]], ...], language: str
) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return one pattern for all names, longest first, and whom each names ("" if ambiguous)."""
    owners: dict[str, str] = {}
    for person, names in forms:
        for form in {normalised(name).casefold().strip() for name in names} - {""}:
            owners[form] = person if owners.get(form, person) == person else ""
    longest_first = sorted(owners, key=lambda form: (-len(form), form))
    pattern = "|".join(_bounded(form, language) for form in longest_first) or r"(?!)"
    return re.compile(pattern, re.IGNORECASE), owners


_EDGES = {"katakana": r"[ァ-ヶー]", "latin": r"[A-Za-z]"}


def _bounded(form: str, language: str) -> str:
    """Return a pattern for `form` as a whole word; of Japanese, katakana and Latin have edges."""
    escaped = re.escape(form)
    if language != "ja":
        return rf"(?<![^\W_]){escaped}(?![^\W_])"
    before, after = _EDGES.get(_script(form[0])), _EDGES.get(_script(form[-1]))
    return (f"(?<!{before})" if before else "") + escaped + (f"(?!{after})" if after else "")


def _script(character: str) -> str:
    if "ァ" <= character <= "ヶ" or character == "ー":
        return "katakana"
    return "latin" if character.isascii() and character.isalpha() else ""


@lru_cache(maxsize=16)
def compile_facts(scenario: schema.Scenario, language: str) -> tuple[Recognisable, ...]:
    """Return the facts of `scenario` ready for matching in `language`."""
    return tuple(
        compile_fact(
            fact.id,
            fact.keys.in_(language),
            fact.people,
            [text.in_(language) for text in (fact.text, *fact.told.values())],
            language,
        )
        for fact in scenario.facts
    )


def compile_topics(scenario: schema.Scenario, language: str) -> tuple[Askable, ...]:
    """Return the topics of `scenario` ready for matching in `language`."""
    return tuple(
        Askable(topic.id, compile_keys(topic.keys.in_(language), language), topic.person)
        for topic in scenario.topics
    )


def compile_cast(scenario: schema.Scenario, language: str) -> tuple[Forms, ...]:
    """Return the cast of `scenario` by the names they have in `language`."""
    return tuple(
        Forms(
            person.id,
            person.name.in_(language),
            person.call.in_(language),
            tuple(person.aliases.in_(language)),
        )
        for person in scenario.cast
    )
