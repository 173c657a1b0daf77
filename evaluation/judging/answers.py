"""The forms of answers that a model is asked for when it judges, and how answers are read. Pure.

Answers are mended where that is safe, as those of the players are. What could pass for a verdict
that was not given is refused instead: a score on another scale, a list that breaks off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mmagents.evaluation.breakdowns.categories import Category
from mmagents.evaluation.judging.fields import (
    ALIASES,
    CATEGORIES,
    maybe,
    reason_in,
    score,
    turn_in,
    yes_in,
)
from mmagents.evaluation.judging.parts import LONGEST_SUMMARY, Summary
from mmagents.evaluation.judging.verdicts import (
    CRITERIA,
    MOST_BREAKDOWNS,
    TRUTHS,
    Breakdowns,
    BrokenTurns,
    Points,
    Scores,
    Truth,
)
from mmagents.models.answers.fields import (
    UnusableError,
    choice,
    field_of,
    folded,
    truth,
)
from mmagents.models.answers.forms import NONE, response_format
from mmagents.models.answers.read import json_in, object_in, plain_words, validated

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
    "breakdown_whole": response_format(
        "breakdown_whole",
        {
            "breakdowns": _list_of(
                turn=_WHOLE,
                category={"type": "string", "enum": [str(one) for one in Category]},
                reason=_TEXT,
            ),
            "none": _TRUTH,
        },
    ),
    "judge": response_format("judge", _form_of_scores(CRITERIA, 5)),
    "summary": response_format("summary", {"summary": _TEXT}),
    "truth": response_format("truth", _form_of_scores(TRUTHS, 10)),
    "rubric": response_format(
        "rubric", {"items": _list_of(id=_TEXT, reason=_TEXT, reached=_TRUTH, turn=_WHOLE)}
    ),
}
"""By task: the response format, in which reasons stand before what they are reasons for."""


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
        of = turn_in(maybe(one, "of"), turns)
        held = {
            "category": Category(category),
            "of": of,
            "reason": reason_in(maybe(one, "reason")),
            "strategic": truth(maybe(one, "strategic") or False),
        }
        if of is None and maybe(one, "of") not in (None, 0, "0", ""):
            repairs = (*repairs, "no such turn")
        kept.setdefault(category, held)
    if len(kept) > MOST_BREAKDOWNS:
        repairs = (*repairs, f"{len(kept)} breakdowns")
    first = tuple(kept.values())[:MOST_BREAKDOWNS]
    answer = validated(Breakdowns, {"breakdowns": first})
    says = field_of(found, "breaks_down", ALIASES["breaks_down"])
    strategic = bool(answer.breakdowns) and not answer.broken
    if yes_in(says, "breaks_down") != answer.broken and not strategic:
        raise UnusableError("invalid", "breaks_down", says)
    return answer, repairs


def read_broken_turns(text: str, turns: Sequence[int]) -> tuple[BrokenTurns, Repairs]:
    """Return everything that was found in a whole conversation, and what had to be mended.

    `none` is asked for after the list, as figure 6 of MMAgents has it said where nothing was found:
    an answer that broke off would otherwise pass for one that found less.

    Raises:
        UnusableError: if it cannot be read.
    """
    found, repairs = object_in(text, ("breakdowns", "none"))
    kept: dict[tuple[int, str], dict[str, Any]] = {}
    for one in _listed(field_of(found, "breakdowns", ALIASES["breakdowns"])):
        category = choice(field_of(one, "category", ALIASES["category"]), "category", CATEGORIES)
        if category == NONE:
            continue
        given = field_of(one, "turn", ALIASES["turn"])
        turn = turn_in(given, turns)
        if turn is None:
            raise UnusableError("invalid", "turn", given)
        reason = reason_in(maybe(one, "reason"))
        held = {"turn": turn, "category": Category(category), "reason": reason}
        kept.setdefault((turn, category), held)
    answer = validated(BrokenTurns, {"broken": tuple(kept[key] for key in sorted(kept))})
    says = field_of(found, "none", ALIASES["none"])
    if yes_in(says, "none") == bool(answer.broken):
        raise UnusableError("invalid", "none", says)
    return answer, repairs


def read_scores(text: str) -> tuple[Scores, Repairs]:
    """Return the scores, 1 to 5, of a conversation or a turn, and what had to be mended."""
    held, repairs = _scored(text, CRITERIA, 5)
    return validated(Scores, held), repairs


def read_summary(text: str) -> tuple[Summary, Repairs]:
    """Return a summary, and what had to be mended."""
    found, repairs = object_in(text, ("summary",))
    words = plain_words(field_of(found, "summary"))
    kept = words[:LONGEST_SUMMARY]
    return validated(Summary, {"summary": kept}), repairs if kept == words else (*repairs, "cut")


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
            reason = reason or maybe(given, "reason")
            given = field_of(given, "score", ALIASES["score"])
        value = score(given, one, most)
        if given != value:
            repairs = (*repairs, "spelling")
        held[one] = {"score": value, "reason": reason_in(reason)}
    return held, repairs


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
        reached = yes_in(field_of(one, "reached", ALIASES["reached"]), "reached")
        turn = turn_in(maybe(one, "turn"), turns) if reached else None
        held[id] = {"reached": reached, "turn": turn, "reason": reason_in(maybe(one, "reason"))}
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
        if isinstance(value, dict) and maybe(value, "items") is not None:
            value = maybe(value, "items")
        elif isinstance(value, dict | list) and len(value) == 1:
            inner = next(iter(value.values() if isinstance(value, dict) else value))
            if isinstance(inner, dict) and maybe(inner, "items") is not None:
                value = inner
    if isinstance(value, dict):
        value = [
            {"id": id, **(one if isinstance(one, dict) else {"reached": one})}
            for id, one in value.items()
        ]
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise UnusableError("invalid", "items", value)
    return value
