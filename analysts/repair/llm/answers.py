"""Read what a model says of a candidate: triplets, clashes, ratings, agreement, diagnoses. Pure.

Each reader returns what it read and what had to be mended, and raises UnusableError if it cannot
be read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, get_args

from pydantic import Field

from mmagents.analysts.repair.triplets.triplets import Triplet
from mmagents.interfaces.repair import TakenFor
from mmagents.models.answers.fields import (
    UnusableError,
    choice,
    coded,
    field_of,
    field_or,
    folded,
    whole_number,
)
from mmagents.models.answers.forms import Answer
from mmagents.models.answers.json_text import without_reasoning
from mmagents.models.answers.read import json_in, object_in, plain_words, validated

MOST_TRIPLETS = 8
LONGEST = 300
"""Caps in items and characters, so that no answer makes later prompts grow."""

_TAKEN_FOR = {folded(one): one for one in get_args(TakenFor)} | coded("taken_for")
_AGREED = coded("agreed")


class Rated(NamedTuple):
    """What `rate` asks for: how likely a claim is an invention, 1-10, and the claim."""

    score: int
    claim: str


class Diagnosed(Answer):
    """What `diagnose` asks for."""

    severity: int = Field(ge=1, le=10)
    taken_for: TakenFor
    comment: str = Field(max_length=LONGEST)
    suggestion: str = Field(max_length=LONGEST)


def read_triplets(text: str) -> tuple[tuple[Triplet, ...], tuple[str, ...]]:
    """Read triplets; what is not three parts is left out."""
    value, repairs = json_in(text)
    if isinstance(value, dict):
        value = field_of(value, "triplets")
    if not isinstance(value, list):
        raise UnusableError("invalid", "triplets", value)
    found = [_triplet(one) for one in value]
    kept = tuple(one for one in found if one is not None)
    if len(kept) < len(found) or len(kept) > MOST_TRIPLETS:
        repairs = (*repairs, f"{len(found)} triplets")
    return kept[:MOST_TRIPLETS], repairs


def _triplet(value: Any) -> Triplet | None:
    parts = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(parts, list) or len(parts) != 3:
        return None
    subject, relation, thing = (plain_words(one)[: LONGEST // 3] for one in parts)
    if not subject or not (relation or thing):
        return None
    return Triplet(subject, relation, thing)


Clashes = tuple[tuple[int, int, float], ...]
"""Places of premise and claim in their lists, from 0, and how sure, 0-1."""


def read_entail(text: str, premises: int, claims: int) -> tuple[Clashes, tuple[str, ...]]:
    """Read clashes; what names no premise or no claim of the lists is left out."""
    value, repairs = json_in(text)
    if isinstance(value, dict):
        single = "premise" in {folded(key) for key in value}
        value = [value] if single else field_of(value, "contradictions")
    if not isinstance(value, list):
        raise UnusableError("invalid", "contradictions", value)
    found = []
    for one in value:
        try:
            found.append(_clash(one, premises, claims))
        except UnusableError:
            repairs = (*repairs, "contradiction left out")
    return tuple(found), repairs


def _clash(value: Any, premises: int, claims: int) -> tuple[int, int, float]:
    if isinstance(value, list) and len(value) == 3:
        value = dict(zip(("premise", "claim", "score"), value, strict=True))
    if not isinstance(value, dict):
        raise UnusableError("invalid", "contradictions", value)
    premise, claim = (whole_number(field_of(value, one), one) for one in ("premise", "claim"))
    if not (1 <= premise <= premises and 1 <= claim <= claims):
        raise UnusableError("invalid", "contradictions", value)
    return premise - 1, claim - 1, _share(field_of(value, "score"))


def _share(value: Any) -> float:
    """Return a share of 0-1 from 0.98, "0.98" or "98%"."""
    text = str(value).strip()
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise UnusableError("invalid", "score", value) from None
    if not 0 <= share <= 1:
        raise UnusableError("invalid", "score", value)
    return share


def read_evidence(text: str, numbers: Collection[int]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Read which of these numbers were picked; what is none of them is left out."""
    value, repairs = json_in(text)
    if isinstance(value, dict):
        value = field_of(value, "passages")
    if not isinstance(value, list):
        raise UnusableError("invalid", "passages", value)
    found: dict[int, None] = {}
    for one in value:
        try:
            at = whole_number(one, "passages")
        except UnusableError:
            at = 0
        if at in numbers:
            found[at] = None
        else:
            repairs = (*repairs, "no such passage")
    return tuple(found), repairs


def read_rate(text: str) -> tuple[Rated, tuple[str, ...]]:
    """Read a rating."""
    found, repairs = object_in(text, ("score", "claim"))
    score, repairs = _ten(found, "score", repairs)
    return Rated(score, _told(found, "claim")), repairs


def read_agree(text: str) -> tuple[bool, tuple[str, ...]]:
    """Read whether somebody agrees; a bare yes or no will do."""
    try:
        found, repairs = object_in(text, ("agreed",))
        said = folded(field_of(found, "agreed"))
    except UnusableError as fault:
        if fault.problem == "empty":
            raise
        said, repairs = folded(without_reasoning(text)), ("words for JSON",)
    if said not in _AGREED:
        raise UnusableError("invalid", "agreed", said)
    return _AGREED[said] == "yes", repairs


def read_diagnose(text: str) -> tuple[Diagnosed, tuple[str, ...]]:
    """Read a diagnosis."""
    found, repairs = object_in(text, ("severity", "taken_for", "comment", "suggestion"))
    severity, repairs = _ten(found, "severity", repairs)
    taken_for = choice(field_of(found, "taken_for"), "taken_for", _TAKEN_FOR)
    held: dict[str, Any] = {"severity": severity, "taken_for": taken_for}
    held |= {name: _told(found, name) for name in ("comment", "suggestion")}
    return validated(Diagnosed, held), repairs


def _ten(
    found: Mapping[str, Any], name: str, repairs: tuple[str, ...]
) -> tuple[int, tuple[str, ...]]:
    given = whole_number(field_of(found, name), name)
    kept = min(10, max(1, given))
    return kept, repairs if kept == given else (*repairs, f"{name} {given}"[:40])


def _told(found: Mapping[str, Any], name: str) -> str:
    """Return the words of a field that may be missing."""
    return plain_words(field_or(found, name, ""))[:LONGEST]
