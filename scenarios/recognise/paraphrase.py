"""Which facts of a story a turn tells, in whatever words, judged by rule.

A fact is told when each of its keys is met in what the turn tells, by the story's own words or by
words that mean nearly the same, hours and numbers in words or in figures, and is neither denied,
asked nor only supposed; and when everybody it is about is meant. Where a turn answers another, what
that one brought up need not be said again. :mod:`mmagents.scenarios.recognise.facts` goes by the
story's own words alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from mmagents.scenarios.recognise.facts import Recognisable, recognise
from mmagents.scenarios.recognise.matching import Stance, Window, words_of
from mmagents.scenarios.recognise.stance import expressions
from mmagents.scenarios.recognise.words import Phrase

TIME = re.compile(r"\d\d:\d\d|\d{1,9}時")
"""A time of day in figures."""


NEAR = 2
"""Sentences within which the keys of a fact stand, in a turn that has more (ours); more of them for
a fact whose own words have more."""
Met = Mapping[tuple[int, int], set[Stance]]
"""By the numbers of a fact and of one of its keys: the stances with which the key is met."""
_NOTHING: set[Stance] = set()
_PLAIN: tuple[frozenset[Stance], frozenset[Stance]] = (
    frozenset({"told", "weak"}),
    frozenset({"denied", "belied"}),
)
_OF_A_LIE: tuple[frozenset[Stance], frozenset[Stance]] = (
    frozenset({"told", "weak", "belied"}),
    frozenset({"denied"}),
)
"""With which stances a key of a fact counts as told, and with which as denied."""


Index = Mapping[str, tuple[tuple[int, int, Phrase], ...]]
"""By the first root or part of a phrase: fact, key and phrase."""


class Key(NamedTuple):
    """One thing that must be said.

    `phrases` are those that say it, the first `own` of them the story's keys; `timed` tells whether
    it is a time of day, `figure` whether it holds a number, `carried` whether it may stand in the
    turn that is answered alone (a word like `until` may not).
    """

    phrases: tuple[Phrase, ...]
    own: int
    timed: bool
    figure: bool
    carried: bool


@dataclass(frozen=True, slots=True)
class Tellable:
    """A fact made ready: its keys, whom it is about, whether it is told by denying (None: both).

    See :class:`mmagents.scenarios.recognise.facts.Recognisable`. `of_a_lie`: it says that somebody
    lied. `supposes`: its own words suppose something (if the quay is sold …).
    `concluded`: nobody is given it. `literal`: another fact's words hold its
    keys with other endings, so that they count letter by letter alone. `within`: the sentences
    within which its keys stand.
    """

    id: str
    keys: tuple[Key, ...]
    people: frozenset[str]
    negative: bool | None = False
    of_a_lie: bool = False
    supposes: bool = False
    concluded: bool = False
    literal: bool = False
    within: int = NEAR


class Turn(NamedTuple):
    """What is to be read.

    Attributes:
        text: what was said.
        meant: ids of those who may be meant (see
            :func:`mmagents.scenarios.recognise.facts.recognise`).
        before: the words that it answers, or "".
        heard: the turns before, as all who hear this one heard them.
    """

    text: str
    meant: Collection[str]
    before: str = ""
    heard: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What of a fact's keys a turn holds.

    Attributes:
        told: how many are told; of those that it leaves out, what it answers may hold some.
        head: whether the first is, which is what the fact is about, and no negation follows.
        hour: whether one that is a time of day is, and no negation follows.
        denied: how many are met within a negation and nowhere told.
        carried: how many are left out and stand in what it answers.
        of: how many there are.
        untimed: whether the fact has a time of day, and the turn does not tell it.
        clash: whether it has, and the turn tells of other times.
        figures: whether each time of day and number among them is told or carried.
    """

    told: int
    head: bool
    hour: bool
    denied: int
    carried: int
    of: int
    untimed: bool
    clash: bool
    figures: bool


@dataclass(frozen=True, slots=True)
class Tellables:
    """The facts of a story in one language, ready to be looked for."""

    language: str
    window: Window | None
    facts: tuple[Tellable, ...]
    index: Index
    mentions: re.Pattern[str]
    literal: tuple[Recognisable, ...]

    def told(self, turn: Turn) -> tuple[str, ...]:
        """Return the ids of the facts that a turn tells, in the story's order.

        Who only calls a fact by its name (`Fact.ask`: the concrete in the pit) has not told it:
        there the story's own keys count, letter by letter, and nothing else.
        """
        meant = frozenset(turn.meant)
        held = [one for one in self.evidence(turn, (turn.before,)) if one[0].people <= meant]
        whole = {fact.id: fact for fact, found in held if _is_told(fact, found)}
        unnamed, names = self.mentions.subn(" … ", turn.text) if held else ("", 0)
        if names:
            bare = self.evidence(turn._replace(text=unnamed), (turn.before,))
            held = [one for one in bare if one[0].people <= meant]
            plainly = {fact.id for fact, found in held if _is_told(fact, found)}
            if plainly < whole.keys():
                plainly |= set(recognise(turn.text, self.language, self.literal, meant))
            whole = {one: fact for one, fact in whole.items() if one in plainly}
        if any(fact.literal for fact in whole.values()):
            by_letter = set(recognise(turn.text, self.language, self.literal, meant))
            whole = {k: fact for k, fact in whole.items() if not fact.literal or k in by_letter}
        if whole and len(sentences_of(turn.text, self.language)) > NEAR:
            whole = self._together(turn, whole)
        whole |= self._taken_up(turn, held, whole) if turn.before else {}
        return tuple(fact.id for fact in self.facts if fact.id in whole)

    def _together(self, turn: Turn, whole: dict[str, Tellable]) -> dict[str, Tellable]:
        """Return the facts whose keys stand near one another; in a long turn others meet by chance.

        Whoever tells four things in a row names places, hours and people of a fifth.
        """
        sentences = sentences_of(turn.text, self.language)
        near: set[str] = set()
        for size in {fact.within for fact in whole.values()}:
            for at in range(max(1, len(sentences) - size + 1)):
                stretch = turn._replace(text=" ".join(sentences[at : at + size]))
                held = self.evidence(stretch, (turn.before,))
                near |= {
                    fact.id for fact, found in held if fact.within <= size and _is_told(fact, found)
                }
        return {one: fact for one, fact in whole.items() if one in near}

    def _taken_up(
        self, turn: Turn, held: Iterable[tuple[Tellable, Evidence]], whole: Mapping[str, Tellable]
    ) -> dict[str, Tellable]:
        """Return the facts that a turn tells by what it answers, beside those it tells itself."""
        points_back = expressions(self.language)["points_back"].search(turn.text) is not None
        said = {one for fact in whole.values() for key in fact.keys for one in key.phrases}
        return {
            fact.id: fact
            for fact, found in held
            if _is_taken_up(fact, found, points_back=points_back)
            and said.isdisjoint(fact.keys[0].phrases)
        }

    def evidence(
        self, turn: Turn, carried_by: Iterable[str]
    ) -> Iterator[tuple[Tellable, Evidence]]:
        """Yield the facts of which a turn holds anything, and what it holds, in the story's order.

        Args:
            turn: what is read.
            carried_by: texts that may hold what the turn itself leaves out.
        """
        met = self.met(turn.text)
        before: dict[tuple[int, int], set[Stance]] = {}
        for text in carried_by:
            for key, stances in self.met(text).items() if text else ():
                before.setdefault(key, set()).update(stances)
        for at in sorted({at for at, _ in met}):
            yield self.facts[at], self._evidence(at, met, before, turn.text)

    def met(self, text: str) -> dict[tuple[int, int], set[Stance]]:
        """Return by fact and key, in the story's order, the stances with which it is met."""
        words = words_of(text, self.language, self.window)
        stances: dict[Phrase, tuple[Stance, ...]] = {}
        met: dict[tuple[int, int], set[Stance]] = {}
        for beginning in words.beginnings(self.index):
            for at, key, one in self.index[beginning]:
                if one not in stances:
                    stances[one] = tuple(place.stance for place in words.met(one))
                if found := stances[one]:
                    met.setdefault((at, key), set()).update(found)
        return met

    def _evidence(
        self,
        at: int,
        met: Met,
        before: Met,
        text: str,
    ) -> Evidence:
        fact = self.facts[at]
        telling, against = _OF_A_LIE if fact.of_a_lie else _PLAIN
        if fact.supposes:
            telling |= {"supposed"}
        told = denied = carried = 0
        untimed = lacking = head = hour = False
        for number, key in enumerate(fact.keys):
            stances = met.get((at, number), _NOTHING)
            is_told = not telling.isdisjoint(stances)
            elsewhere = before.get((at, number), _NOTHING) - {"denied"}
            is_carried = key.carried and not stances and bool(elsewhere)
            told += is_told
            firm = is_told and "told" in stances
            head |= firm and number == 0
            hour |= firm and key.timed
            denied += not is_told and not against.isdisjoint(stances)
            carried += is_carried
            untimed |= key.timed and not is_told
            lacking |= key.figure and not is_told and not is_carried
        clash = untimed and self._tells_time(text)
        return Evidence(
            told, head, hour, denied, carried, len(fact.keys), untimed, clash, not lacking
        )

    def _tells_time(self, text: str) -> bool:
        words = words_of(text, self.language, self.window)
        return any(chunk.told and TIME.search(chunk.text) for chunk in words.chunks)


def sentences_of(text: str, language: str) -> list[str]:
    """Return the sentences of a text."""
    return [one for one in expressions(language)["sentence"].split(text) if one.strip()]


def _is_told(fact: Tellable, found: Evidence) -> bool:
    if not fact.keys:
        return False
    if fact.negative is None:
        return found.told + found.denied == found.of
    if fact.negative:
        return found.told + found.denied == found.of and 2 * found.denied >= found.of
    return found.told == found.of


def _is_taken_up(fact: Tellable, found: Evidence, *, points_back: bool) -> bool:
    """Tell whether a turn tells a fact of which what it answers holds the rest.

    "Lantern was mine": it says what the fact is about. "I set it at his elbow at five past nine":
    it says when, and points back to what. Conclusions are not told by halves.
    """
    if fact.negative is not False or fact.of_a_lie or fact.concluded or found.denied:
        return False
    if found.untimed or found.told + found.carried < found.of or 2 * found.told < found.of:
        return False
    return found.head or (found.hour and points_back)
