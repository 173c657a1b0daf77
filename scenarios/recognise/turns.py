"""A turn made ready to be read for facts: who may be meant in it, and what it leans on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mmagents.scenarios.recognise.facts import Named, people_named
from mmagents.scenarios.recognise.paraphrase import Turn
from mmagents.scenarios.recognise.stance import expressions


class Before(NamedTuple):
    """What somebody said before: who, and the words."""

    speaker: str
    text: str


def turn_of(
    now: Before,
    cast: Sequence[Named],
    language: str,
    *,
    due: Before | None = None,
    heard: Sequence[Before] = (),
) -> Turn:
    """Return a turn ready to be read.

    Meant are its speaker, whoever is named in it, and where it was due, whoever asked and whoever
    the question named. `You` may mean whom it answers, or who spoke last; `he` and `she` those whom
    that one named.

    Args:
        now: who speaks, and the words.
        cast: everybody, by name.
        language: "en" or "ja".
        due: the first pair part that it was to answer.
        heard: the turns before, oldest first, as all who hear this one heard them.
    """
    answered = due or (heard[-1] if heard else None)
    meant = {now.speaker, *people_named(now.text, cast, language)}
    if due:
        meant |= {due.speaker, *people_named(due.text, cast, language)}
    if answered:
        meant |= set(_by_pronoun(now.text, answered, cast, language))
    texts = tuple(one.text for one in heard)
    return Turn(now.text, meant, due.text if due else "", texts)


def _by_pronoun(text: str, answered: Before, cast: Sequence[Named], language: str) -> Iterator[str]:
    of = expressions(language)
    if of["you"].search(text):
        yield answered.speaker
    if of["third"].search(text):
        yield from people_named(answered.text, cast, language)
