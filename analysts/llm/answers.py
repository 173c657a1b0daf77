"""From what a model read in an utterance to what it does to the floor, or who is next. Pure."""

from __future__ import annotations

import re

from mmagents.floor.adjacency import AGREEABLE, EVERYONE, EXPECTS, Designation, FirstPart
from mmagents.interfaces.analyst import Gathering
from mmagents.interfaces.talk import Utterance
from mmagents.models.answers.fields import UnusableError, field_of, only
from mmagents.models.answers.forms import DetectAnswer
from mmagents.models.answers.json_text import without_fences, without_reasoning
from mmagents.models.answers.names import whom
from mmagents.models.answers.read import json_in

_AND = re.compile(r",|、|/|／|;|&|＆|\band\b|(?<=さん)と|(?<=先生)と")


def designation_from(
    answer: DetectAnswer, utterance: Utterance
) -> tuple[Designation, tuple[str, ...]]:
    """Return a designation with ids for names and an open first pair part for a turn number.

    Names of nobody in the cast are dropped, as are answers to what is not open; both are named
    among the repairs.
    """
    addressees, repairs = _addressees(answer.addressees, utterance)
    taken = _taken_up(answer, utterance)
    earlier = [(part, *_addressees(part.addressees, utterance)) for part in answer.earlier]
    repairs = (*repairs, *(amiss for _, _, more in earlier for amiss in more))
    if answer.second_pair_part and taken is None:
        repairs = (*repairs, "answers nothing open")
    first = answer.first_pair_part
    return (
        Designation(
            first_pair_part=first,
            addressees=addressees if first else (),
            expects=EXPECTS[first] if first else (),
            answers=taken,
            second_pair_part=answer.second_pair_part if taken else None,
            closes=answer.closes and first is None,
            recipient=addressees[0] if len(addressees) == 1 and addressees != (EVERYONE,) else None,
            earlier=tuple(
                FirstPart(part.first_pair_part, to, EXPECTS[part.first_pair_part])
                for part, to, _ in earlier
                if (part.first_pair_part, to) != (first, addressees)
            ),
        ),
        repairs,
    )


def _addressees(
    names: tuple[str, ...], utterance: Utterance
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found: dict[str, None] = {}
    repairs: list[str] = []
    for name in names:
        owner = whom(name, utterance.cast)
        pieces = [name] if owner else [*filter(None, map(str.strip, _AND.split(name)))]
        for piece in pieces:
            one = whom(piece, utterance.cast)
            if one:
                found[one] = None
            elif piece.strip().casefold() not in ("none", "null", "nobody"):
                repairs.append(f"nobody is called {piece[:40]}")
    ids = (EVERYONE,) if EVERYONE in found else tuple(found)
    return ids, tuple(repairs)


def _taken_up(answer: DetectAnswer, utterance: Utterance) -> int | None:
    """Return the turn that the utterance takes up.

    The one that the model names, if something put in it is open, or if it is somebody else's and
    is agreed or disagreed with; otherwise the turn of what was due, if anything was.
    """
    if answer.second_pair_part is None:
        return None
    open_ones = [*utterance.open_pairs, *([utterance.due] if utterance.due else [])]
    takes = {pair.turn for pair in open_ones}
    if answer.second_pair_part in AGREEABLE:
        takes |= {one.turn for one in utterance.told if one.speaker != utterance.speaker}
    if answer.answers in takes:
        return answer.answers
    return utterance.due.turn if utterance.due else None


def read_moderate(text: str, gathering: Gathering) -> tuple[str, tuple[str, ...]]:
    """Return the id of the one candidate that an answer names, and what had to be mended in it.

    A name in plain words will do. Who may not speak next, or two names, is no answer.

    Raises:
        UnusableError: if it names nobody who may speak next.
    """
    try:
        value, repairs = json_in(text)
        written = only(field_of(value, "next") if isinstance(value, dict) else value)
    except UnusableError as fault:
        if fault.problem != "not_json":
            raise
        written, repairs = without_fences(without_reasoning(text)), ("words for JSON",)
    seat = whom(written, gathering.cast) if isinstance(written, str) else None
    if seat is None or seat not in gathering.candidates:
        raise UnusableError("invalid", "next", written)
    return seat, repairs
