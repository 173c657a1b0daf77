"""How the one who speaks says it: the manner, and what people, times and things are called."""

from __future__ import annotations

import re
from functools import lru_cache

from mmagents.analysts.text.reading import words_for
from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.story import Person
from mmagents.players.improv.realisation.grammar import Speech, phrases_in
from mmagents.players.improv.state.mind import Mind
from mmagents.scenarios.texts import minutes

_NAMED = 0.12
"""How often somebody is named though it is plain who is meant, where people converse."""


def speech_of(mind: Mind, purpose: str, *subjects: str) -> Speech:
    """Return an empty turn in the manner of this seat, with the phrases on these subjects."""
    return Speech(
        banks=phrases_in(mind.view.language, *subjects),
        language=mind.view.language,
        style=mind.me.style,
        politeness=mind.me.politeness,
        endings=mind.me.endings,
        lot=mind.lot(purpose),
    )


def call(mind: Mind, person: str | None) -> str | None:
    """Return how somebody is addressed, or None."""
    if person is None or person == EVERYONE:
        return None
    who = _person(mind, person)
    return who.call if who else None


def vocative(mind: Mind, person: str | None, before: str = "") -> str | None:
    """Return how somebody is addressed, or None where it is plain who is meant.

    In a conversation that is whoever spoke last, unless a third was named just `before`; now and
    then they are named all the same (Lerner 2003: names where nothing else tells, or for stance).
    """
    if not mind.conversing or mind.last is None or mind.last.speaker != person:
        return call(mind, person)
    third = any(one.id != person and one.call in before for one in mind.view.public.cast)
    named = third or mind.lot("vocative").random() < _NAMED
    return call(mind, person) if named else None


def _person(mind: Mind, person: str | None) -> Person | None:
    return next((one for one in mind.view.public.cast if one.id == person), None)


def spoken_of(mind: Mind, person: str | None) -> str | None:
    """Return how somebody is spoken of: called Doctor, but spoken of as the Doctor."""
    name, who = call(mind, person), _person(mind, person)
    if who is None or name is None or mind.view.language == "ja":
        return name
    words = [topic.name for topic in mind.view.public.topics]
    words += [fact.text for fact in mind.view.known] + [alias + "." for alias in who.aliases]
    office = re.compile(rf"\b[Tt]he {re.escape(name)}\b")
    return f"the {name}" if any(office.search(one) for one in words) else name


def option_name(mind: Mind, option: str | None) -> str | None:
    """Return how this seat speaks of an option of the verdict: me, a person, a camp, a thing."""
    verdict = mind.view.public.verdict
    if verdict is None or option not in verdict.options:
        return None
    if option == mind.seat:
        return mind.me.pronoun if mind.view.language == "ja" else "me"
    return spoken_of(mind, option) or verdict.options[option]


def dark(mind: Mind) -> str | None:
    """Return what a phrase needs that only fits where somebody came to harm."""
    return " " if mind.view.public.victim else None


def hail(mind: Mind) -> str:
    """Return the word of greeting for the hour at which the story's evening closes."""
    hour = minutes(mind.view.public.closes) // 60
    if mind.view.language == "ja":
        return "こんばんは" if hour >= 17 else "こんにちは" if hour >= 11 else "おはようございます"
    return "evening" if hour >= 17 else "afternoon" if hour >= 12 else "morning"


def owned(mind: Mind, phrase: str, to: str | None = None, theirs: str | None = None) -> str:
    """Return a noun phrase as this seat says it: what is its own is my, the hearer's is your.

    In thought there is no hearer; there, what belongs to `to` is `theirs`.
    """
    if mind.view.language == "ja":
        return _owned_ja(mind, phrase, to, theirs)
    for person, word in ((mind.seat, "my"), (to, theirs or "your")):
        who = _person(mind, person)
        for name in words_for(who) if who else ():
            if name not in phrase:
                continue
            mine = _possessive(name).sub(word, phrase)
            if mine != phrase:
                phrase = re.sub(r"\b(?:his|her|their)\b", word, mine)
    return _in_person(mind, phrase, to) if mind.conversing and theirs is None else phrase


def _in_person(mind: Mind, phrase: str, to: str | None) -> str:
    """Return an English phrase in which nobody speaks of oneself, or to somebody, by name."""
    for person, subject, other in ((mind.seat, "I", "me"), (to, "you", "you")):
        who = _person(mind, person)
        for name in words_for(who) if who else ():
            if name not in phrase:
                continue
            named = rf"\b(?:[Tt]he )?{re.escape(name)}\b(?!['’])"
            phrase = re.sub(rf"{named} was\b", "I was" if other == "me" else "you were", phrase)
            phrase = re.sub(rf"{named}(?= (?:left|had|\w+ed)\b)", subject, phrase)
            phrase = re.sub(named, other, phrase)
    return phrase


@lru_cache(maxsize=1024)
def _possessive(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:\b[Tt]he )?\b{re.escape(name)}['’]s?(?!\w)")


def _owned_ja(mind: Mind, phrase: str, to: str | None, theirs: str | None) -> str:
    for name in words_for(mind.me):
        for particle in "のが":
            phrase = phrase.replace(f"{name}{particle}", f"{mind.me.pronoun}{particle}")
    who = _person(mind, to)
    for name in words_for(who) if who else ():
        if phrase.startswith((f"{name}の", f"{name}が")):
            return (theirs or "") + phrase[len(name) + 1 :]
    return phrase


def as_called(mind: Mind, words: str) -> str:
    """Return Japanese words in which everybody is called as this seat calls them, itself I."""
    for one in mind.view.public.cast:
        stems = "|".join(map(re.escape, (one.name, *one.name.split("・"))))
        name = mind.me.pronoun if one.id == mind.seat else one.call
        words = re.sub(rf"(?:{stems})(?:医師|博士|先生|さん|様|くん)?", name, words)
    return words


def clock(time: str, language: str) -> str:
    """Return HH:MM as it is said; after midnight the story's clock goes on past 24:00."""
    hours, mins = divmod(minutes(time) % (24 * 60), 60)
    if language == "ja":
        return f"{hours}時{mins}分" if mins else f"{hours}時"
    return f"{hours:02}:{mins:02}"


def topic_to(
    mind: Mind, topic: str | None, to: str | None, theirs: str | None = None
) -> str | None:
    """Return a topic's name as it is said to somebody, or thought of them; or None."""
    name = next((one.name for one in mind.view.public.topics if one.id == topic), None)
    return owned(mind, name, to, theirs) if name else None
