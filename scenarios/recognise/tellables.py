"""The facts of a story made ready to be found in whatever words: keys, synonyms, polarity."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from mmagents.scenarios.recognise.facts import compile_facts
from mmagents.scenarios.recognise.hours import in_figures
from mmagents.scenarios.recognise.matching import Window, words_of
from mmagents.scenarios.recognise.negation import normalised
from mmagents.scenarios.recognise.paraphrase import (
    NEAR,
    TIME,
    Index,
    Key,
    Tellable,
    Tellables,
    Turn,
    sentences_of,
)
from mmagents.scenarios.recognise.stance import expressions
from mmagents.scenarios.recognise.words import Phrase, alternatives, groups, little, phrase
from mmagents.scenarios.schema import Fact, Scenario
from mmagents.scenarios.texts import minutes


@lru_cache(maxsize=16)
def tellables(scenario: Scenario, language: str) -> Tellables:
    """Return the facts of `scenario` ready to be looked for in `language`."""
    window = window_of(scenario, language)
    same = [_group(one, language, window) for one in groups(language)]
    same += [_group(one, language, window) for one in scenario.synonyms.in_(language)]
    keyed = [
        (fact, _keys(fact.keys.in_(language), language, window, same)) for fact in scenario.facts
    ]
    bare = [
        Tellable(
            fact.id,
            keys,
            frozenset(fact.people),
            of_a_lie=_of_a_lie(fact, language),
            concluded=bool(fact.roads),
            within=_within(scenario, fact, language),
        )
        for fact, keys in keyed
    ]
    named = _mentions(scenario, language)
    literal = compile_facts(scenario, language)
    joined = Tellables(language, window, tuple(bare), _index(bare), named, literal)
    unsigned = _apart(scenario, joined)
    facts = tuple(
        replace(
            one,
            negative=_negative(unsigned, at, fact),
            supposes=_supposes(unsigned, at, fact),
        )
        for at, (one, fact) in enumerate(zip(unsigned.facts, scenario.facts, strict=True))
    )
    return replace(unsigned, facts=facts)


def _apart(scenario: Scenario, found: Tellables) -> Tellables:
    """Return the facts without those synonyms by which one would be met in the words of another.

    What follows from a fact may hold its words (see `Fact.roads`). The story's own keys all stay;
    where they alone are met so, they count letter by letter.
    """
    dropped: dict[tuple[int, int], set[Phrase]] = {}
    for other, text in _taken_for(scenario, found):
        for number, key in enumerate(found.facts[other].keys):
            dropped.setdefault((other, number), set()).update(_added(key, text, found))
    facts = tuple(
        replace(
            fact,
            keys=tuple(
                _without(key, dropped.get((at, number), ())) for number, key in enumerate(fact.keys)
            ),
        )
        for at, fact in enumerate(found.facts)
    )
    parted = replace(found, facts=facts, index=_index(facts))
    still = {other for other, _ in _taken_for(scenario, parted)}
    facts = tuple(replace(fact, literal=at in still) for at, fact in enumerate(facts))
    return replace(parted, facts=facts)


def _taken_for(scenario: Scenario, found: Tellables) -> Iterator[tuple[int, str]]:
    """Yield facts by number that are met in the own words of another, and those words."""
    for at, fact in enumerate(scenario.facts):
        steps = {step for road in fact.roads for step in road}
        for text in _own_texts(fact, found.language):
            met = found.met(text)
            for other, tellable in enumerate(found.facts):
                keys = range(len(tellable.keys))
                if other == at or tellable.id in steps or not keys:
                    continue
                if all((other, key) in met for key in keys):
                    yield other, text


def _added(key: Key, text: str, found: Tellables) -> Iterator[Phrase]:
    """Yield the synonyms by which a key is met in a text."""
    words = words_of(text, found.language, found.window)
    return (one for one in key.phrases[key.own :] if next(words.met(one), None))


def _without(key: Key, phrases: Collection[Phrase]) -> Key:
    return key._replace(phrases=tuple(one for one in key.phrases if one not in phrases))


def _own_texts(fact: Fact, language: str) -> list[str]:
    return [text.in_(language) for text in (fact.text, *fact.told.values())]


def _within(scenario: Scenario, fact: Fact, language: str) -> int:
    """Return within how many sentences the keys of a fact stand: as many as its own words have."""
    clues = [one.text.in_(language) for one in scenario.clues if fact.id in one.facts]
    texts = (*_own_texts(fact, language), *clues)
    return max(NEAR, *(len(sentences_of(one, language)) for one in texts))


def _negative(unsigned: Tellables, at: int, fact: Fact) -> bool | None:
    """Return whether a fact's own words tell it by denying; None if they do it both ways."""
    own = (Turn(text, fact.people) for text in _own_texts(fact, unsigned.language))
    found = [dict(unsigned.evidence(turn, ())).get(unsigned.facts[at]) for turn in own]
    if all(one and one.told == one.of for one in found):
        return False
    return True if all(one and 2 * one.denied >= one.of for one in found) else None


def _supposes(unsigned: Tellables, at: int, fact: Fact) -> bool:
    """Tell whether a key of a fact stands in its own words as something only supposed."""
    return any(
        "supposed" in stances
        for text in _own_texts(fact, unsigned.language)
        for (other, _), stances in unsigned.met(text).items()
        if other == at
    )


def _of_a_lie(fact: Fact, language: str) -> bool:
    lies = expressions(language)["lies"]
    return any(lies.search(one) for key in fact.keys.in_(language) for one in key.split("|"))


def window_of(scenario: Scenario, language: str) -> Window | None:
    """Return when a story's hours begin and end; None for a story whose facts name no hours."""
    if scenario.incident is not None:
        return minutes(scenario.incident.opens), minutes(scenario.incident.closes)
    return None


def _keys(
    keys: Iterable[str], language: str, window: Window | None, same: Sequence[frozenset[Phrase]]
) -> tuple[Key, ...]:
    found = []
    for entry in keys:
        written = [in_figures(normalised(one), language, window) for one in entry.split("|")]
        own = [one for one in (phrase(words, language) for words in written) if one]
        if own:
            timed = all(TIME.search(words) for words in written)
            figure = all(any(char.isdigit() for char in words) for words in written)
            carried = not any(set(one) <= little(language) for one in own)
            found.append(
                Key(alternatives(own, same), len(dict.fromkeys(own)), timed, figure, carried)
            )
    return tuple(found)


def _group(line: str, language: str, window: Window | None) -> frozenset[Phrase]:
    found = (
        phrase(in_figures(normalised(one), language, window), language) for one in line.split("|")
    )
    return frozenset(one for one in found if one)


def _index(facts: Sequence[Tellable]) -> Index:
    found: dict[str, list[tuple[int, int, Phrase]]] = {}
    for at, fact in enumerate(facts):
        for number, key in enumerate(fact.keys):
            for one in key.phrases:
                found.setdefault(one[0], []).append((at, number, one))
    return {beginning: tuple(some) for beginning, some in found.items()}


def _mentions(scenario: Scenario, language: str) -> re.Pattern[str]:
    """Return what finds the names of facts, whoever they are said to belong to."""
    names = {normalised(fact.ask.in_(language)) for fact in scenario.facts}
    owner = expressions(language)["owner"]
    anyones = f"(?:{owner.pattern})"
    found = []
    for name in sorted(names, key=lambda one: (-len(one), one)):
        bare = re.sub(r"^(?:the|an?) ", "", name)
        parts = [re.escape(part) for part in owner.split(bare)]
        found.append(anyones.join(parts) if language != "ja" else f"{anyones}?".join(parts))
    return re.compile("|".join(found) or r"(?!)", re.IGNORECASE)
