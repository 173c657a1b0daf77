"""Triplets by rule: the story's facts affirmed and denied, and who is said to have been where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from mmagents.analysts.repair.lexicon import lexicon_of
from mmagents.analysts.repair.triplets.triplets import Triplet, whereabouts_triplet
from mmagents.analysts.text.clock import times_said
from mmagents.analysts.text.reading import form_of
from mmagents.analysts.text.sentences import outside, sentences
from mmagents.interfaces.story import Person, Public
from mmagents.interfaces.talk import Utterance
from mmagents.interfaces.view import KnownFact, View
from mmagents.scenarios.recognise.facts import Recognisable, people_named, recognise
from mmagents.scenarios.recognise.negation import clauses, normalised
from mmagents.scenarios.recognise.words import Assertion, affirms, denies, holds, matching_form


def meant_by(utterance: Utterance) -> set[str]:
    """Return those who may be meant: the speaker, whoever is named, and whom the question named."""
    cast, language = utterance.cast, utterance.language
    meant = {utterance.speaker, *people_named(utterance.text, cast, language)}
    if utterance.due:
        meant |= {utterance.due.by, *people_named(utterance.due.text, cast, language)}
    return meant


def facts_denied(
    text: str, language: str, facts: Iterable[Recognisable], meant: set[str]
) -> tuple[str, ...]:
    """Return the ids of the facts that `text` says are not so.

    Facts whose own words both affirm and deny are never taken for denied.
    """
    said = _asserted(text, language)
    return tuple(
        fact.id
        for fact in facts
        if fact.keys and fact.people <= meant and fact.negative is not None
        if (affirms(said, fact.keys) if fact.negative else _denies(said, fact))
    )


def _denies(said: Assertion, fact: Recognisable) -> bool:
    """Tell whether a fact's keys stand in a text, and most of them within a negation's reach."""
    within = sum(holds(said.denied, entry) for entry in fact.keys)
    return denies(said, fact.keys) and 2 * within > len(fact.keys)


def _asserted(text: str, language: str) -> Assertion:
    """Return what a text affirms and denies; not to be able, or not to know, denies nothing."""
    affirmed: list[str] = []
    denied: list[str] = []
    japanese = language == "ja"
    lexicon = lexicon_of(language)
    for clause in clauses(lexicon.idiom.sub(" ", normalised(text)), language):
        denies_it = clause.negated and not lexicon.unable.search(clause.text)
        if not japanese and not lexicon.verb_denied.search(clause.text):
            denies_it = False
        (denied if denies_it else affirmed).append(matching_form(clause.text, language))
    return Assertion("\n".join(affirmed + denied), "\n".join(affirmed), "\n".join(denied))


def without_hearsay(text: str, language: str) -> str:
    """Return a text without the sentences that report what somebody else said."""
    hearsay = lexicon_of(language).hearsay
    found = (one for one in sentences(outside(text), language) if not hearsay.search(one))
    return ("" if language == "ja" else " ").join(found)


def _head(name: str) -> str:
    """Return the head noun of a place's name: the gallery of the gallery of the tower."""
    return re.split(r",| (?:of|at|behind|beside|below|above|under|by|in|on|to|near) ", name)[
        0
    ].split()[-1]


@lru_cache(maxsize=256)
def _place_forms(places: tuple[tuple[str, str], ...], language: str) -> tuple[tuple[str, str], ...]:
    """Return the forms of places, longest first: the name, and its head noun if no other has it."""
    if language == "ja":
        forms = {form_of(name, language).strip(): place for place, name in places}
    else:
        names = [(place, re.sub(r"^(?:the|an?) ", "", name, flags=re.I)) for place, name in places]
        forms = {form_of(name, language).strip(): place for place, name in names}
        forms |= {form_of(name.split(",")[0], language).strip(): place for place, name in names}
        parts = lexicon_of(language).extra("parts")
        heads = [form_of(_head(name), language).strip() for _, name in names]
        for (place, _), head in zip(names, heads, strict=True):
            if heads.count(head) == 1 and head.isalpha() and head not in parts:
                forms.setdefault(head, place)
    return tuple(sorted(forms.items(), key=lambda item: -len(item[0])))


def places_named(text: str, public: Public, language: str) -> tuple[str, ...]:
    """Return the ids of the places named in `text`; a longer name hides a shorter one in it."""
    form, found = form_of(text, language), dict[int, str]()
    for name, place in _place_forms(tuple(public.places.items()), language):
        wanted = name if language == "ja" else f" {name} "
        at = form.find(wanted)
        beside = language != "ja" and lexicon_of(language).beside.search(form[: max(at, 0)] + " ")
        if at >= 0 and not beside:
            found.setdefault(at, place)
            form = form.replace(wanted, "\0" * len(wanted) if language == "ja" else " \0 ")
    return tuple(dict.fromkeys(found[at] for at in sorted(found)))


def _who(clause: str, speaker: str, public: Public, language: str) -> str | None:
    """Return whose whereabouts a clause tells, or None."""
    named, lexicon = people_named(clause, public.cast, language), lexicon_of(language)
    if language == "ja":
        if not (lexicon.verb.search(clause) and lexicon.there.search(clause)):
            return None
        if lexicon.first.search(clause) or not named:
            return speaker
        return next((one for one in named if _is_topic(public.person(one), clause)), None)
    if lexicon.i_was.search(clause):
        return speaker
    for one in named:
        forms = "|".join(map(re.escape, _names(public.person(one))))
        if re.search(rf"\b(?:{forms}) (?:{lexicon['being']})\b", clause, re.I):
            return one
    return None


def _names(person: Person) -> tuple[str, ...]:
    return (person.name, person.call, *person.aliases)


def _is_topic(person: Person, clause: str) -> bool:
    return any(f"{name}{mark}" in clause for name in _names(person) for mark in ("は", "が", "も"))


def whereabouts_said(
    text: str, speaker: str, public: Public, language: str, asked: tuple[int, ...] = ()
) -> Iterator[Triplet]:
    """Yield who is said to have been where, and when.

    The times that the question asked for count where the answer names none.
    """
    lexicon = lexicon_of(language)
    for clause in clauses(normalised(outside(text)), language):
        places = places_named(clause.text, public, language)
        who = _who(clause.text, speaker, public, language)
        if len(places) != 1 or who is None:
            continue
        denied = clause.negated and not lexicon.never_left.search(clause.text)
        times = times_said(clause.text, language, public.opens, public.closes)
        times = times or (asked if who == speaker else ())
        spans: list[tuple[int, int | None]] = [(at, None) for at in times]
        if len(times) == 2 and lexicon.range.search(clause.text) and times[0] < times[1]:
            spans = [(times[0], times[1])]
        for at, until in spans:
            yield Triplet(
                who, "was at", places[0], place=places[0], at=at, until=until,
                denied=denied, words=clause.text.strip(),
            )  # fmt: skip


def fact_triplets(
    affirmed: Iterable[str], denied: Iterable[str], known: Mapping[str, KnownFact]
) -> Iterator[Triplet]:
    """Yield the facts said and denied, and the whereabouts that go with those said."""
    for fact_id, negated in [(one, False) for one in affirmed] + [(one, True) for one in denied]:
        fact = known.get(fact_id)
        words = fact.text if fact else ""
        people = ", ".join(fact.people) if fact else ""
        yield Triplet(people, "is said", fact_id, fact=fact_id, denied=negated, words=words)
        if fact and fact.whereabouts and not negated:
            spot = fact.whereabouts
            yield whereabouts_triplet(spot.person, spot.place, spot.at, spot.until, words=words)


def triplets_of(
    utterance: Utterance, view: View, facts: Iterable[Recognisable]
) -> tuple[Triplet, ...]:
    """Return the triplets of an utterance that has a view to be read by.

    Where somebody was stands in a fact of the story rather than in the words it is told with.
    """
    language = utterance.language
    text = without_hearsay(utterance.text, language)
    facts, meant = tuple(facts), meant_by(utterance)
    due = utterance.due
    asked = times_said(due.text, language, view.public.opens, view.public.closes) if due else ()
    denied = facts_denied(text, language, facts, meant)
    affirmed = tuple(one for one in recognise(text, language, facts, meant) if one not in denied)
    known = {fact.id: fact for fact in view.known}
    found = [*fact_triplets(affirmed, denied, known)]
    whole = recognise(utterance.text, language, facts, meant)
    told = [one for one in fact_triplets(whole, (), known) if one.place]
    found += [
        one
        for one in whereabouts_said(text, utterance.speaker, view.public, language, asked)
        if not any(one.subject == fact.subject and one.overlaps(fact) for fact in told)
    ]
    return tuple(dict.fromkeys(found))


def sheet_triplets(view: View) -> tuple[Triplet, ...]:
    """Return the facts of the seat's own sheet and where it was; no cover stories."""
    own = [fact for fact in view.known if fact.source == "sheet"]
    known = {fact.id: fact for fact in own}
    true = (fact.id for fact in own if not fact.cover_story)
    found = [*fact_triplets(true, (), known)]
    found += [
        whereabouts_triplet(view.seat, moment.place, moment.at, moment.until, words=moment.what)
        for moment in view.sheet.timeline
    ]
    return tuple(Triplet.of({**one.as_json(), "source": "sheet"}) for one in dict.fromkeys(found))
