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

from mmagents.lab.breakdowns.categories import KINDS, Category
from mmagents.lab.judging.verdicts import (
    CRITERIA,
    LONGEST_REASON,
    LONGEST_SUMMARY,
    TRUTHS,
    BrokenTurns,
    Scores,
    Summary,
    Truth,
)
from mmagents.lab.texts import toml_of
from mmagents.models.answers.fields import UnusableError, choice, field_of, folded, whole_number
from mmagents.models.answers.forms import NONE, response_format
from mmagents.models.answers.read import object_in, plain_words, validated

Repairs = tuple[str, ...]
_NUMBERS = re.compile(r"(?<!\d)-?\d+(?:\.\d+)?")
_OUT_OF = r"^\D*(\d+)(?:\.0)?\s*(?:/|out of|of)\s*{most}(?:\.0)?\D*$"
_OF_MOST = r"^\D*{most}\s*(?:段階|点満点|点)(?:評価)?\s*(?:中|で|のうち|の)\D*(\d+)\D*$"

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
_TEXT = {"type": "string"}
_BROKEN = {
    "turn": {"type": "integer"},
    "category": {"type": "string", "enum": [str(one) for one in Category]},
    "reason": _TEXT,
}


def _form_of_scores(names: Sequence[str], most: int, *, reasons: bool = True) -> dict[str, Any]:
    form: dict[str, Any] = {}
    for one in names:
        reason = {f"{one}_reason": _TEXT} if reasons else {}
        form |= {**reason, one: {"type": "integer", "enum": [*range(1, most + 1)]}}
    return form


FORMS: Mapping[str, Mapping[str, Any]] = {
    "breakdown_whole": response_format(
        "breakdown_whole",
        {
            "breakdowns": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": _BROKEN,
                    "required": list(_BROKEN),
                    "additionalProperties": False,
                },
            },
            "none": {"type": "boolean"},
        },
    ),
    "judge": response_format("judge", _form_of_scores(CRITERIA, 5, reasons=False)),
    "grade": response_format("grade", _form_of_scores(CRITERIA, 5)),
    "summary": response_format("summary", {"summary": _TEXT}),
    "truth": response_format("truth", _form_of_scores(TRUTHS, 10)),
}
"""By task: the response format. Where reasons are asked for, each stands before its score."""


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
        turn = _turn_in(given, turns)
        if turn is None:
            raise UnusableError("invalid", "turn", given)
        reason = _reason_in(_maybe(one, "reason"))
        held = {"turn": turn, "category": Category(category), "reason": reason}
        kept.setdefault((turn, category), held)
    answer = validated(BrokenTurns, {"broken": tuple(kept[key] for key in sorted(kept))})
    says = field_of(found, "none", ALIASES["none"])
    if _yes_in(says, "none") == bool(answer.broken):
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
            reason = reason or _maybe(given, "reason")
            given = field_of(given, "score", ALIASES["score"])
        value = score(given, one, most)
        if given != value:
            repairs = (*repairs, "spelling")
        held[one] = {"score": value, "reason": _reason_in(reason)}
    return held, repairs


def _listed(value: Any) -> list[Mapping[str, Any]]:
    """Return the objects of a list of breakdowns; a bare name stands for one without a reason."""
    if isinstance(value, dict | str):
        value = [value]
    if not isinstance(value, list):
        raise UnusableError("invalid", "breakdowns", value)
    return [one if isinstance(one, dict) else {"category": one} for one in value]


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


def _maybe(one: Mapping[str, Any], field: str) -> Any:
    """Return a field that may be left out, or None."""
    try:
        return field_of(one, field, ALIASES[field])
    except UnusableError:
        return None


def _reason_in(value: Any) -> str:
    """Return a reason cut to the length that is kept; "" for None."""
    return "" if value is None else plain_words(value)[:LONGEST_REASON]


def _turn_in(value: Any, turns: Sequence[int]) -> int | None:
    """Return a turn that there is, or None."""
    try:
        found = whole_number(value, "turn")
    except UnusableError:
        return None
    return found if found in turns else None


def _yes_in(value: Any, field: str) -> bool:
    """Return whether a field says yes; unlike `truth`, what says neither is refused."""
    form = folded(value)
    if form in YES or form in NO:
        return form in YES
    raise UnusableError("invalid", field, value)
