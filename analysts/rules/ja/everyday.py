"""Forms of everyday Japanese that decide by themselves what a sentence is."""

from __future__ import annotations

import re
from typing import NamedTuple

from mmagents.analysts.rules.ja.standard import PIECES
from mmagents.analysts.text.expressions import expressions
from mmagents.floor.adjacency import FirstPairPart

_FORMS = expressions(__file__, "everyday").given(**PIECES)


class Form(NamedTuple):
    """A form and what it is: a type, or None where it puts nothing to anybody.

    `called` is whether it holds only where somebody is called (True) or nobody (False), `opened`
    whether it is looked for in the sentence with the words that open it.
    """

    kind: FirstPairPart | None
    called: bool | None
    words: re.Pattern[str]
    opened: bool


def _forms(when: str) -> tuple[Form, ...]:
    return tuple(
        Form(
            one.get("type"),
            one.get("called"),
            _FORMS.compiled(one["words"]),
            one.get("opened", False),
        )
        for one in _FORMS.extra(when)
    )


_FIRST, _LAST = _forms("first"), _forms("last")


def _found(forms: tuple[Form, ...], sentence: str, core: str, called: int) -> Form | None:
    for form in forms:
        if form.called is not None and form.called != bool(called):
            continue
        if form.words.search(sentence if form.opened else core):
            return form
    return None


def first_form(sentence: str, core: str, called: int) -> Form | None:
    """Return the form of a sentence that goes before all other rules, or None.

    Args:
        sentence: in standard form, without vocatives.
        core: the same without the words that open it.
        called: how many it calls by name.
    """
    return _found(_FIRST, sentence, core, called)


def last_form(sentence: str, core: str, called: int) -> Form | None:
    """Return the form of a sentence that no other rule knows, or None."""
    return _found(_LAST, sentence, core, called)
