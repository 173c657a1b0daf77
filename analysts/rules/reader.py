"""How a language is read. A further language is one more package beside `en` and `ja`.

Such a package holds a module `reader` with a value `READER` of the kind defined here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, cast

from mmagents.analysts.text.expressions import Expressions
from mmagents.analysts.text.names import Names
from mmagents.floor.adjacency import Designation, FirstPairPart, SecondPairPart
from mmagents.interfaces.talk import Utterance

Kind = FirstPairPart | None
NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as read: its words, those called by name in it, and its type.

    `to_stranger` says that it calls somebody who is not of the cast.
    """

    words: str
    called: tuple[str, ...]
    kind: Kind
    to_stranger: bool = False


class Learned(NamedTuple):
    """What a learned model takes an utterance to put to whom, and the chance of both, 0-1."""

    kind: Kind
    to: tuple[str, ...]
    chance: float


class Replies(Expressions):
    """What one language says when it takes up, refuses, evades or closes: its `replies.toml`."""

    def short(self, said: str) -> bool:
        """Return whether what is said is an elliptic answer: a few words and no more."""
        least: int = self.extra("least")
        return 0 < len(said.split() if least < 10 else said) <= least

    @cached_property
    def seconds(self) -> Mapping[FirstPairPart, list[tuple[SecondPairPart, re.Pattern[str]]]]:
        """Return by first pair part its second pair parts, in the order they are tried."""
        found: dict[FirstPairPart, list[tuple[SecondPairPart, re.Pattern[str]]]] = {}
        for one in self.extra("seconds"):
            for first in one["after"]:
                found.setdefault(first, []).append((one["second"], self.compiled(one["words"])))
        return found


@dataclass(frozen=True, slots=True)
class Placed:
    """Words of a language that are read by their place in talk; a language may have none.

    Attributes:
        echo: a sentence that repeats who or what was asked before its speaker goes on.
        filler: what may stand round a word that is only repeated.
        protest: a question by its form that throws a charge back before a statement.
        resumed: a beginning that takes up again what its speaker said before others spoke.
        defence: a request to wait before what is said of oneself.
        agree: a call that seeks agreement where it rises after a statement.
        thing: a question or an offer that is the name of a thing and no more.
        taken_on: an offer that takes on what all were asked for.
        excuse: an apology that only opens an excuse.
        why: a question that asks on, however short.
        hedged: the end of a question that is an answer where one is owed.
        receipt: a sentence that takes note of what was said, though it looks like a question.
        accepts: a request that is a yes to what was offered.
        news_first: a question that only makes room for news.
        hearsay: news as somebody passes it on.
        reported: a statement that is news to somebody who is called by name first.
        regret: words that call somebody, or are an apology where more is said.
        both: words for two who are spoken to.
        asked_about: a sentence about a word, its first group, that somebody used.
        reaction: the beginning of a turn that reacts to news.
        bare: a question that is a name of something and no more.
        guess: an answer that is put as a guess.
        may_i: a question that takes somebody at their word.
        token: a turn that is a sound or a word of surprise.
        thanks: words of thanks or parting, which put nothing to anybody.
        hold: a request to wait that only holds the floor for a statement.
        scorn: an order that throws back what was said before a statement.
        tagged: a tag that gives the reason of what was asked for.
        deed: what somebody is charged with, said after who it was.
        granted: words by which leave is given.
        share: words that ask for one's own share of what was offered.
        leave: a request for leave to do something.
        musing: a question that is a guess where an answer is owed.
        trailing: a sentence that breaks off where a request might end.
        clause: words of regret with a clause of their own.
        noted: a word, its first group, that is said back as taken in.
        assent: the beginning of an answer, of assent, of thanks or of parting.
        contradicts: a statement that goes against what the hearer said or holds.
        happens: the end of a statement that tells what happens or happened.
        claim: the end of a statement that judges or says what is.
        arrival: an apology for coming late.
        names_for_you: whether whoever spoke last is called by name where others say you.
        returns_greetings: whether a greeting after a greeting is its second pair part alone.
        puts_in_answers: whether an answer may put something too: an apology, a complaint, or a
            proposal to whoever asked.
    """

    echo: re.Pattern[str] = NOTHING
    filler: re.Pattern[str] = NOTHING
    protest: re.Pattern[str] = NOTHING
    resumed: re.Pattern[str] = NOTHING
    defence: re.Pattern[str] = NOTHING
    agree: re.Pattern[str] = NOTHING
    thing: re.Pattern[str] = NOTHING
    taken_on: re.Pattern[str] = NOTHING
    excuse: re.Pattern[str] = NOTHING
    why: re.Pattern[str] = NOTHING
    hedged: re.Pattern[str] = NOTHING
    receipt: re.Pattern[str] = NOTHING
    accepts: re.Pattern[str] = NOTHING
    news_first: re.Pattern[str] = NOTHING
    hearsay: re.Pattern[str] = NOTHING
    reported: re.Pattern[str] = NOTHING
    regret: re.Pattern[str] = NOTHING
    both: re.Pattern[str] = NOTHING
    asked_about: re.Pattern[str] = NOTHING
    reaction: re.Pattern[str] = NOTHING
    bare: re.Pattern[str] = NOTHING
    guess: re.Pattern[str] = NOTHING
    may_i: re.Pattern[str] = NOTHING
    token: re.Pattern[str] = NOTHING
    thanks: re.Pattern[str] = NOTHING
    hold: re.Pattern[str] = NOTHING
    scorn: re.Pattern[str] = NOTHING
    tagged: re.Pattern[str] = NOTHING
    deed: re.Pattern[str] = NOTHING
    granted: re.Pattern[str] = NOTHING
    share: re.Pattern[str] = NOTHING
    leave: re.Pattern[str] = NOTHING
    musing: re.Pattern[str] = NOTHING
    trailing: re.Pattern[str] = NOTHING
    clause: re.Pattern[str] = NOTHING
    noted: re.Pattern[str] = NOTHING
    assent: re.Pattern[str] = NOTHING
    contradicts: re.Pattern[str] = NOTHING
    happens: re.Pattern[str] = NOTHING
    claim: re.Pattern[str] = NOTHING
    arrival: re.Pattern[str] = NOTHING
    names_for_you: bool = False
    returns_greetings: bool = False
    puts_in_answers: bool = False


@dataclass(frozen=True, slots=True)
class Reader:
    """What the rules ask of a language. Names stand for the cast; `str` after them is the speaker.

    Attributes:
        vocatives: whom a sentence calls by name; everyone for all.
        without_vocatives: the sentence without the names it calls.
        mentioned: all who are named, called or not.
        to_everyone: whether a sentence is put to the whole table by its own words.
        by_topic: whom a sentence of a type turns to by naming them as its topic, given the turn
            before.
        judged: whom a sentence names first, as its topic.
        same_again: whether a sentence only turns the last question to somebody else.
        placed: words that are read by their place in talk.
        also_asked: whether somebody who is named as the topic is asked to do something as well.
        at_large: whether a sentence of a type that names nobody is put to the table, given the turn
            before.
        type_of: the type of a sentence, given how many it calls.
        stranger: calls of somebody who is not of the cast.
        you: words for whoever is spoken to.
        replies: the words by which a second pair part is known.
        fact: a sentence as a fact that stands alone, given the names of the speaker, of those it is
            put to and of those it calls you.
        listed: names in a list as people would say it.
        everyone: the word for the whole table.
        learned: what an utterance puts to whom by a model that was learned, given its sentences
            and what the rules read; None where the rules alone read a language.
    """

    vocatives: Callable[[str, Names, str], tuple[str, ...]]
    without_vocatives: Callable[[str, Names, str], str]
    mentioned: Callable[[str, Names, str], tuple[str, ...]]
    to_everyone: Callable[[str], bool]
    by_topic: Callable[[str, Kind, Names, str, str], tuple[str, ...]]
    judged: Callable[[str, Names, str], tuple[str, ...]]
    same_again: Callable[[str, Names, str], bool]
    placed: Placed
    also_asked: Callable[[str, Names, str], bool]
    at_large: Callable[[str, Kind, str], bool]
    type_of: Callable[[str, int], Kind]
    stranger: re.Pattern[str]
    you: re.Pattern[str]
    replies: Replies
    fact: Callable[[Sentence, str, str, str], str | None]
    listed: Callable[[Sequence[str]], str]
    everyone: str
    learned: Callable[[Utterance, tuple[Sentence, ...], Designation], Learned] | None = None


@cache
def reader_of(language: str) -> Reader:
    """Return how a language is read; one that has no package of its own is read as English."""
    known = (Path(__file__).parent / language / "reader.py").is_file()
    module = import_module(f"{__package__}.{language if known else 'en'}.reader")
    return cast(Reader, module.READER)
