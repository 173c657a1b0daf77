"""The forms of answers that a model is asked for when it judges, and how answers are read. Pure.

Answers are mended where that is safe, as those of the players are. What could pass for a verdict
that was not given is refused instead: a score on another scale, a list that breaks off.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mmagents.evaluation.breakdowns.categories import KINDS, Category
from mmagents.evaluation.judging.verdicts import (
    CRITERIA,
    LONGEST_REASON,
    MOST_BREAKDOWNS,
    TRUTHS,
    Breakdowns,
    Points,
    Scores,
    Truth,
)
from mmagents.evaluation.texts import toml_of
from mmagents.models.answers.fields import (
    UnusableError,
    choice,
    field_of,
    folded,
    truth,
    whole_number,
)
from mmagents.models.answers.forms import NONE, response_format
from mmagents.models.answers.read import json_in, object_in, plain_words, validated

_NUMBERS = re.compile(r"(?<!\d)-?\d+(?:\.\d+)?")
_OUT_OF = r"^\D*(\d+)(?:\.0)?\s*(?:/|out of|of)\s*{most}(?:\.0)?\D*$"
_OF_MOST = r"^\D*{most}\s*(?:段階|点満点|点)(?:評価)?\s*(?:中|で|のうち|の)\D*(\d+)\D*$"

Repairs = tuple[str, ...]
_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_TRUTH = {"type": "boolean"}


def _list_of(**fields: Mapping[str, Any]) -> dict[str, Any]:
    one = {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }
    return {"type": "array", "items": one}


def _form_of_scores(names: Sequence[str], most: int) -> dict[str, Any]:
    form: dict[str, Any] = {}
    for one in names:
        form |= {f"{one}_reason": _TEXT, one: {"type": "integer", "enum": [*range(1, most + 1)]}}
    return form


FORMS: Mapping[str, Mapping[str, Any]] = {
    "breakdown": response_format(
        "breakdown",
        {
            "breakdowns": _list_of(
                category={"type": "string", "enum": [str(one) for one in Category]},
                of=_WHOLE,
                reason=_TEXT,
                strategic=_TRUTH,
            ),
            "breaks_down": _TRUTH,
        },
    ),
    "judge": response_format("judge", _form_of_scores(CRITERIA, 5)),
    "truth": response_format("truth", _form_of_scores(TRUTHS, 10)),
    "rubric": response_format(
        "rubric", {"items": _list_of(id=_TEXT, reason=_TEXT, reached=_TRUTH, turn=_WHOLE)}
    ),
}
"""By task: the response format, in which reasons stand before what they are reasons for."""

_SPELT = toml_of(Path(__file__).with_name("spellings.toml"))
CATEGORIES: Mapping[str, str] = {
    **{folded(name): str(code) for code, kind in KINDS.items() for name in kind.name.values()},
    **{folded(code): str(code) for code in Category},
    **dict.fromkeys(map(folded, _SPELT["none"]), NONE),
}
"""By accepted spelling, folded: the category's code, or none."""
ALIASES: Mapping[str, tuple[str, ...]] = {k: tuple(of) for k, of in _SPELT["aliases"].items()}
"""By field, other names that it may have."""
YES = frozenset(map(folded, _SPELT["yes"]))
NO = frozenset(map(folded, _SPELT["no"]))


def read_breakdowns(text: str, turns: Sequence[int]) -> tuple[Breakdowns, Repairs]:
    """Return what was found in one turn, and what had to be mended; `turns` are those before it.

    Whether the turn breaks down is asked for once more after the list: an answer that broke off
    would otherwise pass for one that found nothing.

    Raises:
        UnusableError: if it cannot be read.
    """
    found, repairs = object_in(text, ("breakdowns", "breaks_down"))
    listed = field_of(found, "breakdowns", ALIASES["breakdowns"])
    kept: dict[str, dict[str, Any]] = {}
    for one in _listed(listed):
        category = choice(field_of(one, "category", ALIASES["category"]), "category", CATEGORIES)
        if category == NONE:
            continue
        of = _turn(_maybe(one, "of"), turns)
        held = {
            "category": Category(category),
            "of": of,
            "reason": _reason(_maybe(one, "reason")),
            "strategic": truth(_maybe(one, "strategic") or False),
        }
        if of is None and _maybe(one, "of") not in (None, 0, "0", ""):
            repairs = (*repairs, "no such turn")
        kept.setdefault(category, held)
    if len(kept) > MOST_BREAKDOWNS:
        repairs = (*repairs, f"{len(kept)} breakdowns")
    first = tuple(kept.values())[:MOST_BREAKDOWNS]
    answer = validated(Breakdowns, {"breakdowns": first})
    says = field_of(found, "breaks_down", ALIASES["breaks_down"])
    strategic = bool(answer.breakdowns) and not answer.broken
    if _yes(says, "breaks_down") != answer.broken and not strategic:
        raise UnusableError("invalid", "breaks_down", says)
    return answer, repairs


def read_scores(text: str) -> tuple[Scores, Repairs]:
    """Return the scores, 1 to 5, of a conversation or a turn, and what had to be mended."""
    held, repairs = _scored(text, CRITERIA, 5)
    return validated(Scores, held), repairs


def read_truth(text: str) -> tuple[Truth, Repairs]:
    """Return how consistent and how factual a turn is, 1 to 10, and what had to be mended."""
    held, repairs = _scored(text, TRUTHS, 10)
    return validated(Truth, held), repairs


def _scored(text: str, names: Sequence[str], most: int) -> tuple[dict[str, Any], Repairs]:
    fields = tuple(name for one in names for name in (f"{one}_reason", one))
    found, repairs = object_in(text, fields)
    held: dict[str, Any] = {}
    for one in names:
        given = field_of(found, one, ALIASES[one])
        reason = found.get(f"{one}_reason")
        if isinstance(given, dict):
            reason = reason or _maybe(given, "reason")
            given = field_of(given, "score", ALIASES["score"])
        value = score(given, one, most)
        if given != value:
            repairs = (*repairs, "spelling")
        held[one] = {"score": value, "reason": _reason(reason)}
    return held, repairs


def score(given: Any, field: str, most: int = 5) -> int:
    """Return a score of 1 to `most` from 4, 4.0, "4", "4/5", "４点" or "5点満点中4点".

    Raises:
        UnusableError: if it is out of range, on another scale, or between two scores.
    """
    if isinstance(given, list) and len(given) == 1:
        given = given[0]
    if isinstance(given, str):
        plain = unicodedata.normalize("NFKC", given)
        forms = (_OUT_OF.format(most=most), _OF_MOST.format(most=most))
        found_in = next((said for form in forms if (said := re.match(form, plain, re.I))), None)
        if found_in:
            given = plain = found_in[1]
        elif len(_NUMBERS.findall(plain)) > 1 or re.search(r"\d\s*[-~–〜]\s*\d|/", plain):
            raise UnusableError("invalid", field, given)
        written = _NUMBERS.search(plain)
        if written and float(written[0]) % 1:
            raise UnusableError("invalid", field, given)
    found = whole_number(given, field)
    if not 1 <= found <= most or (isinstance(given, float) and given != found):
        raise UnusableError("invalid", field, given)
    return found


def read_points(text: str, ids: Sequence[str], turns: Sequence[int]) -> tuple[Points, Repairs]:
    """Return the points of a rubric, each of which must be decided on, and what was mended."""
    value, repairs = json_in(text)
    spelt = {folded(id): id for id in ids}
    held: dict[str, dict[str, Any]] = {}
    for one in _items(value):
        id = spelt.get(folded(field_of(one, "id", ALIASES["id"])))
        if id is None:
            repairs = (*repairs, "no such point")
            continue
        reached = _yes(field_of(one, "reached", ALIASES["reached"]), "reached")
        turn = _turn(_maybe(one, "turn"), turns) if reached else None
        held[id] = {"reached": reached, "turn": turn, "reason": _reason(_maybe(one, "reason"))}
    missing = [id for id in ids if id not in held]
    if missing:
        raise UnusableError("missing", missing[0])
    return validated(Points, {"items": {id: held[id] for id in ids}}), repairs


def _listed(value: Any) -> list[Mapping[str, Any]]:
    """Return the objects of a list of breakdowns; a bare name stands for one without a reason."""
    if isinstance(value, dict | str):
        value = [value]
    if not isinstance(value, list):
        raise UnusableError("invalid", "breakdowns", value)
    return [one if isinstance(one, dict) else {"category": one} for one in value]


def _items(value: Any) -> list[Mapping[str, Any]]:
    """Return the objects of a list of points, or of an object that has them by id."""
    for _ in range(3):
        if isinstance(value, dict) and _maybe(value, "items") is not None:
            value = _maybe(value, "items")
        elif isinstance(value, dict | list) and len(value) == 1:
            inner = next(iter(value.values() if isinstance(value, dict) else value))
            if isinstance(inner, dict) and _maybe(inner, "items") is not None:
                value = inner
    if isinstance(value, dict):
        value = [
            {"id": id, **(one if isinstance(one, dict) else {"reached": one})}
            for id, one in value.items()
        ]
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise UnusableError("invalid", "items", value)
    return value


def _maybe(one: Mapping[str, Any], field: str) -> Any:
    """Return a field that may be left out, or None."""
    try:
        return field_of(one, field, ALIASES[field])
    except UnusableError:
        return None


def _reason(value: Any) -> str:
    return "" if value is None else plain_words(value)[:LONGEST_REASON]


def _turn(value: Any, turns: Sequence[int]) -> int | None:
    """Return a turn that there is, or None."""
    try:
        found = whole_number(value, "turn")
    except UnusableError:
        return None
    return found if found in turns else None


def _yes(value: Any, field: str) -> bool:
    """Return whether a field says yes; unlike `truth`, what says neither is refused."""
    form = folded(value)
    if form in YES or form in NO:
        return form in YES
    raise UnusableError("invalid", field, value)
