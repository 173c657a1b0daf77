"""How Japanese is read."""

from __future__ import annotations

from mmagents.analysts.rules.ja import vocatives
from mmagents.analysts.rules.ja.facts import fact
from mmagents.analysts.rules.ja.learned.model import learned
from mmagents.analysts.rules.ja.types import type_of
from mmagents.analysts.rules.reader import Placed, Reader, Replies
from mmagents.analysts.text.expressions import expressions

_CALLING, _SPOKEN, _JUDGING = (
    expressions(__file__, name) for name in ("vocatives", "spoken", "judging")
)
_PLACED = expressions(__file__, "placed").given(you=_JUDGING["you"])

READER = Reader(
    vocatives=vocatives.vocatives,
    without_vocatives=vocatives.without_vocatives,
    mentioned=vocatives.mentioned,
    to_everyone=vocatives.to_everyone,
    by_topic=vocatives.by_topic,
    also_asked=vocatives.also_asked,
    at_large=lambda words, kind, _: kind == "suggestion" and not _SPOKEN.advice.search(words),
    type_of=type_of,
    judged=vocatives.topic_of,
    same_again=vocatives.same_again,
    placed=Placed(
        **{name: getattr(_PLACED, name) for name in _PLACED.names()},
        names_for_you=True,
        returns_greetings=True,
        puts_in_answers=True,
    ),
    stranger=_CALLING.stranger,
    you=_CALLING.you,
    replies=Replies.read(__file__, "replies"),
    fact=fact,
    listed="と".join,
    everyone="全員",
    learned=learned,
)
