"""Read what a strategist's model answered when it summarised, reflected or planned. Pure.

Each answer also states how many items the model was given to read. Where that is wrong, or a score
lies outside what was allowed, or one is missing, it is mended and said so: the share of answers
without such a mend is the model's compliance (AgentGroupChat, section 6.3 and table 4).

Each reader returns what it read and what was amiss, and raises UnusableError if it cannot be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mmagents.interfaces.persona import Persona, beyond
from mmagents.interfaces.relations import within
from mmagents.interfaces.story import Person
from mmagents.models.answers.fields import UnusableError, field_of, field_or, whole_number
from mmagents.models.answers.forms import LONGEST_THOUGHT, ReflectAnswer
from mmagents.models.answers.names import whom
from mmagents.models.answers.read import object_in, plain_words, validated

MISCOUNTED = "miscounted {what}"
MISSING = "missing {what}"
OUT_OF_REACH = "{what} out of reach"


def read_summary(text: str, turns: int) -> tuple[str, tuple[str, ...]]:
    """Read a talk of so many turns in a few words."""
    found, repairs = object_in(text, ("summary", "turns"))
    said = plain_words(field_of(found, "summary"))[:LONGEST_THOUGHT]
    return said, (*repairs, *_counted(found, "turns", turns))


def read_plan(text: str, people: int, resources: int) -> tuple[str, tuple[str, ...]]:
    """Read a plan; it was given so many people and resources to read."""
    found, repairs = object_in(text, ("plan", "people", "resources"))
    said = plain_words(field_of(found, "plan"))[:LONGEST_THOUGHT]
    counted = (*_counted(found, "people", people), *_counted(found, "resources", resources))
    return said, (*repairs, *counted)


def read_reflection(
    text: str, persona: Persona, cast: Sequence[Person], talks: int
) -> tuple[ReflectAnswer, tuple[str, ...]]:
    """Read a reflection, and where beliefs and regards would go.

    Beliefs are given in order, or by id; relations as a list or by name. What is no number, or
    about nobody, is left out; what lies too far is left for the persona's bounds to cut.
    """
    found, repairs = object_in(text, ("reflection", "talks", "beliefs", "relations"))
    said = plain_words(field_of(found, "reflection"))[:LONGEST_THOUGHT]
    beliefs = _beliefs(field_or(found, "beliefs", []), persona)
    regards = _regards(field_or(found, "relations", []), persona, cast)
    amiss = list(_counted(found, "talks", talks))
    too_far = beyond(persona, beliefs, regards)
    for what, left_out in (
        ("beliefs", persona.beliefs.keys() - beliefs),
        ("relations", persona.regards.keys() - regards),
    ):
        amiss += [MISSING.format(what=what)] if left_out else []
        amiss += [OUT_OF_REACH.format(what=what)] if what in too_far else []
    held = {"reflection": said, "beliefs": beliefs, "regards": regards}
    return validated(ReflectAnswer, held), (*repairs, *amiss)


def read_thought(text: str) -> tuple[str, tuple[str, ...]]:
    """Read what a seat thinks before it speaks."""
    found, repairs = object_in(text, ("thought",))
    return plain_words(field_of(found, "thought"))[:LONGEST_THOUGHT], repairs


def read_guesses(
    text: str, seat: str, cast: Sequence[Person]
) -> tuple[dict[str, dict[str, int]], tuple[str, ...]]:
    """Read what a seat supposes that others feel, by who feels it and for whom.

    What is no number, about strangers, or about the seat's own feelings is left out.
    """
    found, repairs = object_in(text, ("guesses",))
    given = field_of(found, "guesses")
    if not isinstance(given, list):
        raise UnusableError("invalid", "guesses", given)
    guesses: dict[str, dict[str, int]] = {}
    amiss: set[str] = set()
    seats = {person.id for person in cast if person.seat}
    for one in given:
        if not isinstance(one, Mapping):
            continue
        who, about = (whom(str(one.get(name, "")), cast) for name in ("who", "whom"))
        score = _score(one)
        if score is None or who not in seats or about not in seats or who in (seat, about):
            continue
        amiss |= {OUT_OF_REACH.format(what="guesses")} if within(score) != score else set()
        guesses.setdefault(str(who), {})[str(about)] = within(score)
    return guesses, (*repairs, *sorted(amiss))


def _counted(found: Mapping[str, Any], what: str, right: int) -> tuple[str, ...]:
    try:
        stated = whole_number(field_of(found, what), what)
    except UnusableError:
        stated = -1
    return () if stated == right else (MISCOUNTED.format(what=what),)


def _beliefs(given: Any, persona: Persona) -> dict[str, int]:
    """Return the scores of beliefs, by id, as far as they can be read."""
    ids = list(persona.beliefs)
    if isinstance(given, Mapping):
        pairs = [(str(key), value) for key, value in given.items()]
        pairs = [(ids[int(key) - 1] if _is_place(key, ids) else key, one) for key, one in pairs]
    elif isinstance(given, list):
        pairs = list(zip(ids, given, strict=False))
    else:
        pairs = [(ids[0], given)] if ids else []
    found = {}
    for one, value in pairs:
        score = _score(value)
        if one in persona.beliefs and score is not None:
            found[one] = score
    return found


def _is_place(key: str, ids: Sequence[str]) -> bool:
    return key.isascii() and key.isdigit() and 1 <= int(key) <= len(ids)


def _regards(given: Any, persona: Persona, cast: Sequence[Person]) -> dict[str, tuple[int, str]]:
    """Return scores and words of regards, by seat, as far as they can be read."""
    if isinstance(given, Mapping):
        given = [
            {"name": name, **(one if isinstance(one, Mapping) else {"score": one})}
            for name, one in given.items()
        ]
    found: dict[str, tuple[int, str]] = {}
    for one in given if isinstance(given, list) else []:
        if not isinstance(one, Mapping):
            continue
        person = whom(str(_first(one, ("name", "who", "名前", "相手"))), cast)
        score = _score(one)
        if person in persona.regards and score is not None:
            said = _first(one, ("words", "why", "judgement", "言葉", "理由"))
            found[str(person)] = (score, plain_words(said)[:LONGEST_THOUGHT] if said else "")
    return found


def _first(one: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((one[name] for name in names if one.get(name) is not None), "")


def _score(value: Any) -> int | None:
    if isinstance(value, Mapping):
        value = _first(value, ("score", "to", "value", "点", "点数"))
    try:
        return whole_number(value, "score")
    except UnusableError:
        return None
