"""Lint: what the texts give away, and whether the keys do their work in every language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from mmagents.scenarios.problem import Path, Problem, error, field_name, warning
from mmagents.scenarios.recognise.facts import (
    Recognisable,
    compile_cast,
    compile_facts,
    compile_topics,
    people_named,
    recognise,
    topics_named,
)
from mmagents.scenarios.recognise.negation import normalised
from mmagents.scenarios.recognise.words import holds, matching_form
from mmagents.scenarios.schema import Fact, Scenario
from mmagents.scenarios.texts import Text

RUN_OF_WORDS = 7
RUN_OF_CHARACTERS = 14
"""From this length on, words shared by private and public text count as a leak."""


class _Said(NamedTuple):
    """A text of the story, and whom it speaks of without naming them."""

    path: Path
    text: Text
    about: frozenset[str] = frozenset()


def check(scenario: Scenario) -> list[Problem]:
    """Return what is wrong with the words of `scenario`, language by language."""
    found: list[Problem] = []
    for language in dict.fromkeys(scenario.languages):
        found += _names(scenario, language)
        found += _own_keys(scenario, language)
        found += _ambiguous(scenario, language)
        found += _clues(scenario, language)
        found += _topics(scenario, language)
        found += _given_away(scenario, language)
        found += _shared_runs(scenario, language)
    return found


def _names(scenario: Scenario, language: str) -> Iterator[Problem]:
    taken: dict[str, str] = {}
    for index, person in enumerate(compile_cast(scenario, language)):
        for form in {name.casefold() for name in (person.name, person.call, *person.aliases)}:
            if taken.setdefault(form, person.id) != person.id:
                yield error(
                    ("cast", index),
                    f"“{form}” ({language}) also means {taken[form]}; no name may mean two people",
                )


def _sayings(fact: Fact, index: int) -> list[_Said]:
    """Return the fact's own texts; whoever tells it may say I of themselves."""
    here: Path = ("facts", index)
    about = frozenset(fact.people)
    told = [_Said((*here, "told", who), text, about | {who}) for who, text in fact.told.items()]
    return [_Said((*here, "text"), fact.text, about), *told]


def _own_keys(scenario: Scenario, language: str) -> Iterator[Problem]:
    compiled = compile_facts(scenario, language)
    for index, fact in enumerate(scenario.facts):
        for said in _sayings(fact, index):
            words = said.text.in_(language)
            if recognise(words, language, [compiled[index]], said.about):
                continue
            missing = _missing_keys(words, compiled[index], fact.keys.in_(language), language)
            why = (
                f"does not hold its key {' and '.join(f'“{key}”' for key in missing)}"
                if missing
                else "holds its keys only in a question or across a pause"
            )
            yield error(
                (*said.path, language),
                f"{why}, so that nobody would take it for said; add the words, "
                "or add what stands here to the key as an alternative after |",
            )


def _missing_keys(text: str, fact: Recognisable, keys: list[str], language: str) -> list[str]:
    form = matching_form(normalised(text), language)
    return [key for key, entry in zip(keys, fact.keys, strict=False) if not holds(form, entry)]


def _ambiguous(scenario: Scenario, language: str) -> Iterator[Problem]:
    compiled = compile_facts(scenario, language)
    for index, fact in enumerate(scenario.facts):
        steps = {step for road in fact.roads for step in road}
        for said in _sayings(fact, index):
            for other in recognise(said.text.in_(language), language, compiled, said.about):
                if other != fact.id and other not in steps:
                    yield error(
                        (*said.path, language),
                        f"would also be taken for “{other}”; give one of the two a key "
                        "that the other's words do not hold",
                    )


def _clues(scenario: Scenario, language: str) -> Iterator[Problem]:
    """Yield where a card, read aloud, would be taken for less than its facts, or for more."""
    compiled, cast = compile_facts(scenario, language), compile_cast(scenario, language)
    by_id = {fact.id: at for at, fact in enumerate(scenario.facts)}
    for index, clue in enumerate(scenario.clues):
        path: Path = ("clues", index, "text", language)
        words = clue.text.in_(language)
        named = people_named(words, cast, language)
        told = recognise(words, language, compiled, named)
        for fact_id in clue.facts:
            if fact_id not in told:
                at = by_id[fact_id]
                why = _lacking(scenario.facts[at], words, language, named, compiled[at])
                yield error(path, f"does not tell “{fact_id}”: {why}")
        for fact_id in told:
            if fact_id not in clue.facts:
                yield error(
                    path,
                    f"would also be taken for “{fact_id}”; use other words, or add it to the facts",
                )


def _lacking(
    fact: Fact, words: str, language: str, named: Collection[str], compiled: Recognisable
) -> str:
    """Return what in `words` is missing for `fact` to be recognised in them, and the cure."""
    unnamed = [one for one in fact.people if one not in named]
    missing = _missing_keys(words, compiled, fact.keys.in_(language), language)
    if missing:
        return f"it lacks {' and '.join(f'“{key}”' for key in missing)}; add the words"
    if unnamed:
        return f"it does not name {' and '.join(unnamed)}; name whom it is about"
    return "its keys stand in a question, or are denied; say it plainly"


def _topics(scenario: Scenario, language: str) -> Iterator[Problem]:
    compiled = compile_topics(scenario, language)
    for index, topic in enumerate(scenario.topics):
        present = {topic.person} if topic.person else set()
        own = [compiled[index]]
        for place, question in enumerate(topic.questions.in_(language)):
            if not topics_named(question, language, own, present):
                yield error(
                    ("topics", index, "questions", language, place),
                    f"does not hold the keys of “{topic.id}”, so that nobody would know what it is "
                    "about; every entry of keys must have one of its alternatives there",
                )
        if not topics_named(topic.name.in_(language), language, own, present):
            yield warning(
                ("topics", index, "name", language),
                "does not hold the topic's own keys; a question about it by name is not understood",
            )


def _public_texts(scenario: Scenario) -> list[_Said]:
    texts = [
        _Said(("title",), scenario.title),
        _Said(("premise",), scenario.premise),
        _Said(("setting",), scenario.setting),
    ]
    if (incident := scenario.incident) is not None:
        about = frozenset({incident.victim})
        texts.append(_Said(("incident", "text"), incident.text, about))
    if scenario.verdict is not None:
        texts.append(_Said(("verdict", "question"), scenario.verdict.question))
    for index, camp in enumerate(scenario.camps):
        texts += [
            _Said(("camps", index, "name"), camp.name),
            _Said(("camps", index, "aim"), camp.aim),
        ]
    for index, resource in enumerate(scenario.resources):
        if resource.public:
            texts.append(_Said(("resources", index, "name"), resource.name))
            texts.append(_Said(("resources", index, "description"), resource.description))
    for index, person in enumerate(scenario.cast):
        for name in ("role", "looks", "manner", "known"):
            texts.append(
                _Said(("cast", index, name), getattr(person, name), frozenset({person.id}))
            )
    for index, topic in enumerate(scenario.topics):
        asked = frozenset({topic.person}) if topic.person else frozenset[str]()
        texts.append(_Said(("topics", index, "name"), topic.name, asked))
    return texts


def _given_away(scenario: Scenario, language: str) -> Iterator[Problem]:
    seats = set(scenario.seats())
    private = [
        compiled
        for fact, compiled in zip(scenario.facts, compile_facts(scenario, language), strict=True)
        if not seats.issubset(fact.known_by)
    ]
    cast = compile_cast(scenario, language)
    for said in _public_texts(scenario):
        words = said.text.in_(language)
        present = said.about.union(people_named(words, cast, language))
        for fact_id in recognise(words, language, private, present):
            yield error(
                (*said.path, language),
                f"tells the whole table “{fact_id}”, which not everybody knows; "
                "say less here, or let all seats know it",
            )


def _private_texts(scenario: Scenario) -> Iterator[tuple[Path, Text]]:
    for index, sheet in enumerate(scenario.sheets):
        yield ("sheets", index, "background"), sheet.background
        for place, secret in enumerate(sheet.secrets):
            yield ("sheets", index, "secrets", place, "text"), secret.text
    for index, fact in enumerate(scenario.facts):
        if fact.guarded_by:
            yield from ((said.path, said.text) for said in _sayings(fact, index))


def _shared_runs(scenario: Scenario, language: str) -> Iterator[Problem]:
    public: dict[tuple[str, ...], Path] = {}
    for said in _public_texts(scenario):
        for run in _runs(said.text.in_(language), language):
            public.setdefault(run, said.path)
    for path, text in _private_texts(scenario):
        for run in _runs(text.in_(language), language):
            if run in public:
                words = ("" if language == "ja" else " ").join(run)
                where = field_name(public[run])
                yield error(
                    (*path, language),
                    f"shares “{words}” with {where}, which everybody reads; use other words in one",
                )
                break


def _runs(text: str, language: str) -> Iterator[tuple[str, ...]]:
    folded = normalised(text).casefold()
    if language == "ja":
        units, length = re.findall(r"[^\W_]", folded), RUN_OF_CHARACTERS
    else:
        units, length = re.findall(r"[^\W_]+(?:'[^\W_]+)*", folded), RUN_OF_WORDS
    for start in range(len(units) - length + 1):
        yield tuple(units[start : start + length])
