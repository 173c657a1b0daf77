"""Read what a model chose among options: an id, and why. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.player import Asked, Chosen
from mmagents.interfaces.story import Person
from mmagents.models.answers.fields import UnusableError, choice, field_of, field_or, folded, only
from mmagents.models.answers.forms import LONGEST_REASON
from mmagents.models.answers.json_text import without_fences, without_reasoning
from mmagents.models.answers.names import whom
from mmagents.models.answers.read import object_in, plain_words


def read_choose(text: str, asked: Asked, cast: Sequence[Person]) -> tuple[Chosen, tuple[str, ...]]:
    """Return the option that an answer means, why, and what had to be mended in it.

    An option may be meant by its words, its number in the list, or, if it is a person, by any name
    of theirs. A bare option in plain words will do; the reason may be missing.

    Raises:
        UnusableError: if it means no option, or more than one.
    """
    try:
        found, repairs = object_in(text, ("choice", "reason"))
    except UnusableError as fault:
        if fault.problem == "empty":
            raise
        found = {"choice": without_fences(without_reasoning(text))}
        repairs = ("words for JSON",)
    written = field_of(found, "choice")
    chosen = option_meant(written, asked, cast)
    reason = field_or(found, "reason", None)
    if reason is None:
        repairs = (*repairs, "no reason")
    if written != next(option.text for option in asked.options if option.id == chosen):
        repairs = (*repairs, "spelling")
    return Chosen(chosen, plain_words(reason or "")[:LONGEST_REASON]), repairs


def option_meant(written: Any, asked: Asked, cast: Sequence[Person]) -> str:
    """Return the id of the option that `written` means.

    Raises:
        UnusableError: if it means none, or more than one.
    """
    written = only(written)
    if isinstance(written, dict | list | bool):
        raise UnusableError("invalid", "choice", written)
    ids = {option.id for option in asked.options}
    forms = {folded(option.text): option.id for option in asked.options}
    forms |= {folded(option.id): option.id for option in asked.options if option.id}
    form = folded(written)
    if form in forms:
        return forms[form]
    if form.isdigit() and 1 <= int(form) <= len(asked.options):
        return asked.options[int(form) - 1].id
    person = whom(str(written), cast)
    if person in ids and person != EVERYONE:
        return str(person)
    if person is not None and ids <= {one.id for one in cast} | {""}:
        raise UnusableError("invalid", "choice", written)
    return choice(written, "choice", forms)
