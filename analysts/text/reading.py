"""What a seat understands of words: the topics, facts, people, places and times they name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from mmagents.interfaces.story import Person, Public, Topic
from mmagents.interfaces.view import KnownFact, View
from mmagents.scenarios.recognise.facts import people_named
from mmagents.scenarios.recognise.negation import normalised
from mmagents.scenarios.recognise.words import Keys, compile_keys, holds, matching_form
from mmagents.scenarios.texts import minutes

_CLOCK = re.compile(r"(?<!\d)(\d{1,2})[:.](\d{2})(?!\d)")
_CLOCK_JA = re.compile(r"(?<!\d)(\d{1,2})時(?:(\d{1,2})分|(半))?")
_WHERE = {
    "en": re.compile(r"\bwhere (?:were|was|did|had|have|are)\b", re.I),
    "ja": re.compile(r"どこ(?:に|で|へ)|どちら(?:に|で|へ)"),
}
_SENTENCE = re.compile(r"[^.!?。！？]+(?:\.(?=\d)[^.!?。！？]+)*[.!?。！？]*")
_ARTICLE = re.compile(r"^ (?:the|an?) ")
_ABOUT = 3.0
"""From this much on, a fact counts as what a question is about."""
_NEAR = 10
"""Minutes by which two times may differ and still be taken for one."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What a text names. `facts` are facts known to the reader, by the words they go by.

    `where` tells whether somebody's whereabouts are asked for; `times` are minutes of the day.
    """

    topics: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    times: tuple[int, ...] = ()
    where: bool = False


@lru_cache(maxsize=4096)
def _compiled(keys: tuple[str, ...], language: str) -> Keys:
    return compile_keys(keys, language)


@lru_cache(maxsize=4096)
def form_of(text: str, language: str) -> str:
    """Return words as they are compared."""
    return matching_form(normalised(text), language)


def times_in(text: str, language: str) -> tuple[int, ...]:
    """Return the times of day named in digits, as minutes."""
    plain = normalised(text)
    found = [int(h) * 60 + int(m) for h, m in _CLOCK.findall(plain)]
    if language == "ja":
        found += [
            int(h) * 60 + (30 if half else int(m or 0)) for h, m, half in _CLOCK_JA.findall(plain)
        ]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=4096)
def _forms(phrase: str, names: tuple[str, ...], language: str) -> tuple[str, ...]:
    """Return the forms a noun phrase may be met in: as it is, and with its owner as my or your."""
    found = [phrase]
    if language == "ja":
        found += [phrase.replace(f"{name}の", "") for name in names if f"{name}の" in phrase]
    else:
        for name in names:
            owned = re.compile(rf"\b{re.escape(name)}['’]s?\b")
            if owned.search(phrase):
                found += [owned.sub(mine, phrase) for mine in ("my", "your")]
    forms = (form_of(one, language) for one in found)
    return tuple(_ARTICLE.sub(" ", form) for form in forms if form.strip())


@lru_cache(maxsize=64)
def _forms_found(names: tuple[str, ...], language: str) -> dict[str, tuple[str, ...]]:
    """Return what holds the forms of the phrases looked for so far, by phrase."""
    return {}


def names_phrase(form: str, phrase: str, language: str, names: tuple[str, ...] = ()) -> bool:
    """Tell whether a noun phrase stands in words already in matching form, article aside."""
    return any(one in form for one in _forms(phrase, names, language))


def _phrases_named(
    form: str, phrases: Iterable[tuple[str, str]], language: str, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the ids of the noun phrases that stand in words, as :func:`names_phrase` tells."""
    known, found = _forms_found(names, language), list[str]()
    for one, phrase in phrases:
        forms = known.get(phrase)
        if forms is None:
            forms = known[phrase] = _forms(phrase, names, language)
        for at in forms:
            if at in form:
                found.append(one)
                break
    return tuple(found)


def asking_part(text: str) -> str:
    """Return the sentences of a turn that ask; all of it if none ends in a question mark."""
    asked = [part for part in _SENTENCE.findall(text) if part.rstrip().endswith(("?", "？"))]
    return " ".join(asked) or text


@lru_cache(maxsize=1024)
def words_for(person: Person) -> tuple[str, ...]:
    """Return the words a person goes by, the longest first."""
    return tuple(sorted({person.name, person.call, *person.aliases}, key=lambda one: -len(one)))


def _has(topic: Topic, form: str, language: str) -> bool:
    keys = _compiled(topic.keys, language)
    return bool(keys) and all(holds(form, entry) for entry in keys)


def understand(
    text: str,
    public: Public,
    known: tuple[KnownFact, ...],
    language: str,
    meant: tuple[str, ...] = (),
) -> Understood:
    """Return what `text` names.

    Args:
        text: what was said.
        public: what everybody knows.
        known: the facts the reader knows; no others can be understood.
        language: "en" or "ja".
        meant: those who speak or are spoken to, and so are meant without being named.
    """
    form = form_of(text, language)
    people = people_named(text, public.cast, language)
    names = tuple(name for one in public.cast if one.seat for name in words_for(one))
    around = {*people, *meant}
    possible = [one for one in public.topics if one.person is None or one.person in around]
    owners = () if language == "ja" else names
    by_name = [topic for topic in possible if names_phrase(form, topic.name, language, owners)]
    rest = form
    for topic in by_name:
        for name in _forms(topic.name, owners, language):
            rest = rest.replace(name, " ")
    topics = by_name + [
        topic for topic in possible if topic not in by_name and _has(topic, rest, language)
    ]
    things = [topic for topic in topics if topic.person is None]
    return Understood(
        topics=tuple(
            topic.id for topic in topics if not things or topic in things or topic in by_name
        ),
        facts=_phrases_named(form, ((fact.id, fact.ask) for fact in known), language, names),
        people=people,
        places=_phrases_named(form, public.places.items(), language, ()),
        times=times_in(text, language),
        where=bool(_WHERE.get(language, _WHERE["en"]).search(text)),
    )


def _at(fact: KnownFact, times: tuple[int, ...]) -> bool:
    if fact.whereabouts is None:
        return False
    first = minutes(fact.whereabouts.at)
    last = minutes(fact.whereabouts.until) if fact.whereabouts.until else first
    return any(
        first - _NEAR <= day + time <= last + _NEAR for time in times for day in (0, 24 * 60)
    )


@lru_cache(maxsize=8192)
def _held(text: str, keys: tuple[str, ...], language: str) -> tuple[int, int]:
    """Return how many of a fact's keys stand in a text, and how many it has."""
    compiled, form = _compiled(keys, language), form_of(text, language)
    return sum(holds(form, entry) for entry in compiled), len(compiled)


def bearing(fact: KnownFact, asked: Understood, text: str, view: View, whom: str) -> float:
    """Return how much a fact bears on a question put to `whom`; see :func:`bears`."""
    worth = 4.0 * (fact.id in asked.facts) + 3.0 * (fact.topic in asked.topics)
    held, of = _held(text, fact.keys, view.language)
    if held >= 2 or (held and held == of):
        worth += 3.0 * held / of
    about = set(asked.people) - {view.seat} or {whom}
    worth += 0.8 * bool(about & set(fact.people))
    if asked.where and fact.whereabouts and fact.whereabouts.person in about:
        worth += 3.0 if not asked.times else 4.0 if _at(fact, asked.times) else -1.0
    elif asked.times and _at(fact, asked.times):
        worth += 1.0
    if fact.whereabouts and fact.whereabouts.place in asked.places:
        worth += 0.5
    return worth


def bears(fact: KnownFact, asked: Understood, text: str, view: View, whom: str) -> bool:
    """Tell whether a fact would be an answer to a question put to `whom`."""
    return bearing(fact, asked, text, view, whom) >= _ABOUT
