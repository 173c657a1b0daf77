"""From an utterance, or a talk, to the variables of the analyst's prompts. Pure.

Nothing but the value given is read: what was said, and what a bystander would know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from mmagents.floor.adjacency import EXPECTS, SecondPairPart
from mmagents.interfaces.analyst import Gathering, ListedFact, Said
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import Utterance
from mmagents.models.plain import (
    Terms,
    Variables,
    calls_of,
    cast_of,
    fields_of,
    history_of,
    pair_of,
    seated_in,
)
from mmagents.models.quoting import quote
from mmagents.prompts.tasks import terms_in


def normalise_variables(
    utterance: Utterance, terms: Terms | None = None, listed: Sequence[ListedFact] = ()
) -> Variables:
    """Return what the prompt of `normalise` may say; `listed` are facts that the words may tell."""
    numbered = [{"number": at, "text": one.text} for at, one in enumerate(listed, 1)]
    return {**utterance_variables(utterance, terms), "listed": numbered}


def minutes_variables(
    said: Sequence[Said], terms: Terms | None = None, listed: Sequence[ListedFact] = ()
) -> Variables:
    """Return what the prompt of `normalise_turns` may say of turns of one talk, oldest first.

    Args:
        said: the turns to be read, at least one.
        terms: those of the language; left out, the shipped ones.
        listed: facts that they may tell.
    """
    first = said[0].utterance
    cast, terms = first.cast, terms or terms_in(first.language)
    people = {person.id: person for person in cast}
    return {
        "cast": cast_of(cast, me="", victim=None),
        "history": history_of(first.told, cast, terms),
        "grows": first.window is not None,
        "said": [
            {
                "turn": turn,
                **_named(people[one.speaker]),
                "cut": one.cut,
                "words": quote(one.text),
            }
            for turn, one in said
        ],
        "listed": [{"number": at, "text": one.text} for at, one in enumerate(listed, 1)],
    }


def _named(speaker: Person) -> Variables:
    return {"speaker": speaker.name, "call": speaker.call}


def utterance_variables(utterance: Utterance, terms: Terms | None = None) -> Variables:
    """Return an utterance as all prompts of the analyst may tell of it.

    Where the window grows, the cast is the same in every room.
    """
    seated = () if utterance.window is None else utterance.seated
    cast, terms = utterance.cast, terms or terms_in(utterance.language)
    shown = {one.turn for one in utterance.told}
    speaker = next(person for person in cast if person.id == utterance.speaker)
    return {
        "speaker": fields_of(speaker, "name", "call", "role"),
        "cast": cast_of(seated_in(cast, seated), utterance.speaker, victim=None),
        "history": history_of(utterance.told, cast, terms),
        "grows": utterance.window is not None,
        "words": quote(utterance.text),
        "cut": utterance.cut,
        "obligation": utterance.due and pair_of(utterance.due, cast, terms, shown),
    }


def detect_variables(utterance: Utterance, terms: Terms | None = None) -> Variables:
    """Return what the prompt of `detect` may say."""
    terms = terms or terms_in(utterance.language)
    shown = {one.turn for one in utterance.told}
    return {
        **utterance_variables(utterance, terms),
        "here": _here(utterance),
        "open_pairs": [pair_of(one, utterance.cast, terms, shown) for one in utterance.open_pairs],
        **pair_part_variables(terms),
    }


def _here(utterance: Utterance) -> list[str]:
    """Return who is here, where the cast does not say it: in a room that not all are in."""
    here = [one for one in utterance.cast if one.seat]
    aside = utterance.window is not None and len(here) < len(utterance.seated)
    return [one.call for one in here] if aside else []


def pair_part_variables(terms: Terms) -> Variables:
    """Return the types of first and second pair parts, as prompts list them."""
    return {
        "first_pair_parts": [
            {"code": code, "name": terms[code], "due": [terms[one] for one in due]}
            for code, due in EXPECTS.items()
        ],
        "second_pair_parts": [
            {"code": code, "name": terms[code]} for code in get_args(SecondPairPart)
        ],
    }


def moderate_variables(gathering: Gathering, terms: Terms | None = None) -> Variables:
    """Return what the prompt of `moderate` may say."""
    cast, terms = gathering.cast, terms or terms_in(gathering.language)
    return {
        "cast": cast_of(cast, me="", victim=None),
        "history": history_of(gathering.recent, cast, terms),
        "candidates": calls_of(cast, gathering.candidates, terms),
        "question": gathering.question,
    }
