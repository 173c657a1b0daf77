"""Read the answers of a model from raw text.

Each reader returns what it read and what had to be mended, and raises UnusableError if nothing can
be read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from mmagents.floor.bids import Action
from mmagents.interfaces.player import Thought
from mmagents.models.answers.fields import (
    UnusableError,
    choice,
    field_of,
    field_or,
    folded,
    truth,
    whole_number,
)
from mmagents.models.answers.forms import (
    ACTIONS,
    FIRST_PAIR_PARTS,
    LONGEST_FACT,
    LONGEST_STATED,
    LONGEST_THOUGHT,
    MOST_EARLIER,
    MOST_FACTS,
    MOST_STATED,
    NONE,
    SECOND_PAIR_PARTS,
    DetectAnswer,
    EarlierPart,
)
from mmagents.models.answers.json_text import find_json, without_fences, without_reasoning
from mmagents.models.answers.prose import labelled, thought_in

_LINE_MARK = re.compile(r"^\s*(?:[-*•・–]|\d{1,2}[.)．、])\s*")
NOTHING = frozenset({"none", "nothing", "なし", ""})
A = TypeVar("A", bound=BaseModel)


def read_think(text: str, *, stating: bool = False) -> tuple[Thought, tuple[str, ...]]:
    """Read what a seat thinks, and whether it wants the floor.

    With `stating`, read what it would come into another's turn on as well; that may be missing.
    """
    fields = ("thought", "action", "importance", *(("come_in",) if stating else ()))
    try:
        found, repairs = object_in(text, fields)
    except UnusableError as fault:
        in_words = thought_in(text, ACTIONS) if fault.problem == "not_json" else {}
        if not in_words:
            raise
        found, repairs = dict(in_words), ("words for JSON",)
    action = choice(field_of(found, "action"), "action", ACTIONS)
    asked = whole_number(field_of(found, "importance"), "importance")
    try:
        thought = plain_words(field_of(found, "thought"))
    except UnusableError:
        thought, repairs = "", (*repairs, "no thought")
    importance = min(9, max(0, asked))
    if importance != asked:
        repairs = (*repairs, f"importance {asked}"[:40])
    if found.get("importance") != asked or found.get("action") != action:
        repairs = (*repairs, "spelling")
    stated, more = stated_in(found) if stating else ((), ())
    thought = thought[:LONGEST_THOUGHT]
    return Thought(thought, cast("Action", action), importance, come_in=stated), (*repairs, *more)


def stated_in(found: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what a seat would come in on, and what had to be mended in it."""
    value = field_or(found, "come_in", [])
    items = value if isinstance(value, list) else [value]
    entries = [plain_words(one) for one in items if one and not isinstance(one, bool | int)]
    kept = tuple(dict.fromkeys(one for one in entries if folded(one) not in NOTHING))
    kept = tuple(one[:LONGEST_STATED] for one in kept[:MOST_STATED])
    return kept, () if list(kept) == value else ("come_in",)


def read_normalise(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read facts; a plain list of lines will do."""
    try:
        value, repairs = json_in(text)
        if isinstance(value, dict):
            value = field_of(value, "facts")
    except UnusableError as error:
        lines = without_fences(without_reasoning(text)).splitlines()
        value = [line for line in lines if _LINE_MARK.match(line)]
        named = labelled(text, ("facts",)).get("facts")
        if named is not None:
            value = [] if folded(named) in NOTHING else named.splitlines()
        if error.problem != "not_json" or (named is None and not value):
            raise
        repairs = ("lines for JSON",)
    return _facts(value, repairs)


def _facts(value: Any, repairs: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    items = [value] if isinstance(value, str) else value
    if isinstance(items, dict):
        items = list(items.values())
    if not isinstance(items, list):
        raise UnusableError("invalid", "facts", items)
    facts = [_LINE_MARK.sub("", plain_words(item))[:LONGEST_FACT] for item in items if item]
    kept = tuple(dict.fromkeys(fact for fact in facts if fact))
    if len(kept) > MOST_FACTS:
        repairs = (*repairs, f"{len(kept)} facts")
    return kept[:MOST_FACTS], repairs


def read_noted(
    text: str, listed: int
) -> tuple[tuple[str, ...], tuple[int, ...] | None, tuple[str, ...]]:
    """Read facts, and the numbers of those of 1..`listed` that were told; None where it has none.

    Numbers of nothing that was listed are dropped, and counted among the repairs.
    """
    items, repairs = read_normalise(text)
    try:
        value, _ = json_in(text)
        written = field_of(value, "told") if isinstance(value, dict) else None
    except UnusableError:
        in_words = labelled(text, ("facts", "told")).get("told")
        written = None if in_words is None else re.findall(r"\d+", in_words)
    if written is None:
        return items, None, repairs
    found: dict[int, None] = {}
    for one in written if isinstance(written, list) else [written]:
        try:
            number = whole_number(one, "told")
        except UnusableError:
            number = 0
        if 1 <= number <= listed:
            found[number] = None
        elif listed:
            repairs = (*repairs, "told what was not listed")
    return items, tuple(found), repairs


def read_detect(text: str) -> tuple[DetectAnswer, tuple[str, ...]]:
    """Read what an utterance does to the floor, names as written."""
    found, repairs = object_in(
        text, ("first_pair_part", "addressees", "answers", "second_pair_part", "closes")
    )
    stated = NONE if "first_pair_part" in found else None
    first = _code(found, "first_pair_part", FIRST_PAIR_PARTS, stated)
    second = _code(found, "second_pair_part", SECOND_PAIR_PARTS, NONE)
    if (found.get("first_pair_part") or NONE, found.get("second_pair_part") or NONE) != (
        first,
        second,
    ):
        repairs = (*repairs, "spelling")
    earlier, amiss = _earlier(field_or(found, "earlier", []))
    repairs = (*repairs, *amiss)
    named = found.get("addressees") or field_or(found, "addressees", [])
    try:
        turn = whole_number(field_or(found, "answers", 0), "answers")
    except UnusableError:
        turn, repairs = 0, (*repairs, "answers")
    held = {
        "first_pair_part": None if first == NONE else first,
        "addressees": tuple(_names(named)),
        "earlier": earlier,
        "answers": turn,
        "second_pair_part": None if second == NONE else second,
        "closes": truth(field_or(found, "closes", False)),
    }
    return validated(DetectAnswer, held), repairs


def json_in(text: str) -> tuple[Any, tuple[str, ...]]:
    """Return the object or list of an answer; it may have to be looked for."""
    if not without_reasoning(text):
        raise UnusableError("empty")
    try:
        value, searched = find_json(text)
    except ValueError:
        raise UnusableError("not_json") from None
    return value, ("JSON mended",) if searched else ()


def object_in(text: str, fields: Sequence[str]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the one object of an answer, unwrapped from lists and other objects."""
    try:
        value, repairs = json_in(text)
    except UnusableError as fault:
        lines = labelled(text, fields) if fault.problem == "not_json" else {}
        if not lines:
            raise
        return dict(lines), ("lines for JSON",)
    for _ in range(3):
        if isinstance(value, list) and len(value) == len(fields) and not _holds_dict(value):
            value, repairs = dict(zip(fields, value, strict=True)), (*repairs, "list for object")
        elif isinstance(value, list):
            value = next((one for one in value if isinstance(one, dict)), None)
            repairs = (*repairs, "list for object")
        elif isinstance(value, dict) and len(value) == 1:
            inner = next(iter(value.values()))
            if isinstance(inner, dict):
                value, repairs = inner, (*repairs, "object in object")
    if not isinstance(value, dict):
        raise UnusableError("not_json")
    return value, repairs


def _holds_dict(values: Any) -> bool:
    return any(isinstance(one, dict | list) for one in values)


def _code(
    found: Mapping[str, Any], name: str, options: Mapping[str, str], default: str | None
) -> str:
    """Return the code of a pair part; `default` None makes the field one that must be there."""
    value = field_or(found, name, default)
    if value is None:
        raise UnusableError("missing", name)
    return choice(value, name, options)


def _earlier(value: Any) -> tuple[tuple[EarlierPart, ...], tuple[str, ...]]:
    """Return the first pair parts before the last one; what is none is left out, and said so."""
    items = value if isinstance(value, list) else [value] if value else []
    parts: list[EarlierPart] = []
    for one in items:
        try:
            code = _code(one, "first_pair_part", FIRST_PAIR_PARTS, NONE)
        except (UnusableError, AttributeError, TypeError):
            continue
        if code != NONE:
            names = tuple(_names(field_or(one, "addressees", [])))
            parts.append(EarlierPart(first_pair_part=cast("Any", code), addressees=names))
    kept = tuple(parts[:MOST_EARLIER])
    return kept, () if len(kept) == len(items) else ("earlier",)


def _names(value: Any) -> list[str]:
    """Return the names in whatever stands for a list of names."""
    if isinstance(value, dict):
        value = value.get("name") or list(value.values())
    if not isinstance(value, list):
        return [str(value)] if value is not None else []
    return [name for one in value for name in _names(one)]


def plain_words(value: Any) -> str:
    """Return the words in a field that should be a string."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        value = " ".join(map(str, value))
    return " ".join(str(value).split())


def validated(model: type[A], held: Mapping[str, Any]) -> A:
    """Return `held` as an answer.

    Raises:
        UnusableError: if it does not fit.
    """
    try:
        return model.model_validate(held)
    except ValidationError as error:
        first = error.errors()[0]
        raise UnusableError("invalid", str(first["loc"][0]), first["input"]) from None
