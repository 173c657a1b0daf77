"""How English is read."""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.analysts.rules.en import vocatives
from mmagents.analysts.rules.en.facts import fact
from mmagents.analysts.rules.en.types import type_of
from mmagents.analysts.rules.reader import Placed, Reader, Replies
from mmagents.analysts.text.expressions import expressions

_CALLING = expressions(__file__, "vocatives")


def listed(names: Sequence[str]) -> str:
    """Return names in a list as people would say it."""
    return " and ".join(names) if len(names) < 3 else ", ".join(names[:-1]) + f" and {names[-1]}"


READER = Reader(
    vocatives=vocatives.vocatives,
    without_vocatives=vocatives.without_vocatives,
    mentioned=vocatives.mentioned,
    to_everyone=vocatives.to_everyone,
    by_topic=lambda *_: (),  # what is called in English stands apart from the clause
    also_asked=lambda *_: False,
    at_large=vocatives.at_large,
    type_of=type_of,
    judged=lambda *_: (),
    same_again=lambda *_: False,
    placed=Placed(),
    stranger=_CALLING.stranger,
    you=_CALLING.you,
    replies=Replies.read(__file__, "replies"),
    fact=fact,
    listed=listed,
    everyone="everyone",
)
