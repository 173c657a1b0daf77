"""Which facts a seat knows: given, heard, or worked out from those. Pure.

A fact reaches a seat's view in one of three ways only: it stands on the seat's own sheet, it was
recognised in words the seat heard, or all facts of one road to it are known to the seat already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, overload

from mmagents.interfaces.view import KnownFact
from mmagents.nodes.record import TurnRow
from mmagents.nodes.views.localise import whereabouts_of
from mmagents.scenarios.schema import Fact, Scenario


def _road_walked(fact: Fact, learned: Mapping[str, int]) -> tuple[str, ...]:
    """Return the first road to `fact` of which everything is known; empty if there is none."""
    return next((tuple(r) for r in fact.roads if all(step in learned for step in r)), ())


def _work_out(scenario: Scenario, learned: dict[str, int]) -> dict[str, tuple[str, ...]]:
    """Add to `learned` all that follows from it; return the premises of what was added."""
    reasoned: dict[str, tuple[str, ...]] = {}
    pending = [fact for fact in scenario.conclusions() if fact.id not in learned]
    found = True
    while found:
        found = False
        for fact in list(pending):
            premises = _road_walked(fact, learned)
            if premises:
                learned[fact.id] = max(learned[step] for step in premises)
                reasoned[fact.id] = premises
                pending.remove(fact)
                found = True
    return reasoned


def known_facts(
    scenario: Scenario,
    language: str,
    seat: str,
    heard: Mapping[str, int],
    speakers: Sequence[str],
    found: Mapping[str, int] | None = None,
    aired: frozenset[str] | None = None,
) -> tuple[KnownFact, ...]:
    """Return all that `seat` knows.

    Args:
        scenario: the story.
        language: in which the facts are worded.
        seat: whose knowledge it is.
        heard: the facts that this seat heard said, and in which turn first.
        speakers: who spoke in turn 1, 2, …
        found: the facts that clues told this seat, and in which turn; known from then on as if
            they stood on its sheet.
        aired: the facts that all who are here now heard together; left out, all heard ones.

    Returns:
        Own sheet first, then by turn, then in the story's order. Nothing in a fact tells who else
        knows or hides it.
    """
    heard_from = tuple((fact, turn, speakers[turn - 1]) for fact, turn in heard.items())
    return _known(scenario, language, seat, heard_from, tuple((found or {}).items()), aired)


@lru_cache(maxsize=256)
def _known(
    scenario: Scenario,
    language: str,
    seat: str,
    heard_from: tuple[tuple[str, int, str], ...],
    found: tuple[tuple[str, int], ...],
    aired: frozenset[str] | None,
) -> tuple[KnownFact, ...]:
    """Return all that `seat` knows: from most turns to the next that is the same."""
    heard = {fact: turn for fact, turn, _ in heard_from}
    speakers = {fact: speaker for fact, _, speaker in heard_from}
    given = {fact.id: 0 for fact in scenario.facts if seat in fact.known_by}
    given = {**dict(found), **given}
    learned = {**heard, **given}
    reasoned = _work_out(scenario, learned)
    facts = [fact for fact in scenario.facts if fact.id in learned]
    facts.sort(key=lambda fact: learned[fact.id])
    told, clashing = _told(scenario, language), _clashing(scenario)
    known: list[KnownFact] = []
    for fact in facts:
        is_given, is_heard = fact.id in given, fact.id in heard
        known.append(
            KnownFact(
                id=fact.id,
                topic=fact.topic,
                **told[fact.id],
                source="sheet" if is_given else "heard" if is_heard else "reasoned",
                turn=learned[fact.id],
                said_by=None if is_given else speakers.get(fact.id),
                told=_own_words(fact, seat, language) if is_given else None,
                price=fact.guarded_by.get(seat, 0),
                contradicts=tuple(sorted(clashing[fact.id] & learned.keys())),
                cover_story=fact.cover_story and is_given,
                premises=reasoned.get(fact.id, ()),
                public=is_heard and (aired is None or fact.id in aired),
            )
        )
    return tuple(known)


@lru_cache(maxsize=32)
def _told(scenario: Scenario, language: str) -> dict[str, dict[str, Any]]:
    """Return by fact what is the same for all who know it."""
    return {
        fact.id: {
            "text": fact.text.in_(language),
            "ask": fact.ask.in_(language),
            "keys": tuple(fact.keys.in_(language)),
            "people": tuple(fact.people),
            "whereabouts": whereabouts_of(fact),
            "implies": dict(fact.implies),
            "supports": dict(fact.supports),
        }
        for fact in scenario.facts
    }


@lru_cache(maxsize=32)
def _clashing(scenario: Scenario) -> dict[str, set[str]]:
    """Return by fact those that contradict it, whichever of the two the story says it of."""
    found: dict[str, set[str]] = {fact.id: set(fact.contradicts) for fact in scenario.facts}
    for fact in scenario.facts:
        for other in fact.contradicts:
            found[other].add(fact.id)
    return found


def _own_words(fact: Fact, seat: str, language: str) -> str | None:
    """Return how a seat says what it was given; what it found it says as anybody would."""
    if seat in fact.told:
        return fact.told[seat].in_(language)
    return None if seat in fact.known_by else fact.text.in_(language)


def newly_heard(
    facts: Sequence[str], hearers: Sequence[str], known: Mapping[str, Mapping[str, int]], turn: int
) -> dict[str, dict[str, int]]:
    """Return by hearer the facts it hears for the first time in `turn`."""
    news = {
        seat: {fact: turn for fact in facts if known.get(seat, {}).get(fact, turn) >= turn}
        for seat in hearers
    }
    return {seat: found for seat, found in news.items() if found}


def newly_aired(
    facts: Sequence[str], hearers: Sequence[str], aired: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """Return by fact the company before which it is said for the first time."""
    company = " ".join(sorted(hearers))
    return {fact: {company: 1} for fact in facts if company not in aired.get(fact, {})}


def aired_before(here: Sequence[str], aired: Mapping[str, Mapping[str, Any]]) -> frozenset[str]:
    """Return the facts that were said when all who are here now were there."""
    company = set(here)
    return frozenset(
        fact
        for fact, companies in aired.items()
        if any(company <= set(one.split(" ")) for one in companies)
    )


class _Speakers(Sequence[str]):
    """Who spoke in each turn, read from the history without copying it."""

    def __init__(self, history: Sequence[TurnRow]) -> None:
        self._history = history

    def __len__(self) -> int:
        return len(self._history)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [row["speaker"] for row in self._history[index]]
        return self._history[index]["speaker"]


def speakers_of(history: Sequence[TurnRow]) -> Sequence[str]:
    """Return who spoke in each turn, from the first."""
    return _Speakers(history)
