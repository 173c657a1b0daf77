"""How Japanese is read."""

from __future__ import annotations

from mmagents.analysts.rules.ja import vocatives
from mmagents.analysts.rules.ja.facts import fact
from mmagents.analysts.rules.ja.types import type_of
from mmagents.analysts.rules.reader import Reader, Replies
from mmagents.analysts.text.expressions import expressions

_CALLING, _SPOKEN = (expressions(__file__, name) for name in ("vocatives", "spoken"))

READER = Reader(
    vocatives=vocatives.vocatives,
    without_vocatives=vocatives.without_vocatives,
    mentioned=vocatives.mentioned,
    to_everyone=vocatives.to_everyone,
    by_topic=vocatives.by_topic,
    also_asked=vocatives.also_asked,
    at_large=lambda words, kind, _: kind == "suggestion" and not _SPOKEN.advice.search(words),
    type_of=type_of,
    same_again=vocatives.same_again,
    echo=_SPOKEN.echo,
    regret=_SPOKEN.regret,
    stranger=_CALLING.stranger,
    you=_CALLING.you,
    replies=Replies.read(__file__, "replies"),
    fact=fact,
    listed="と".join,
    everyone="全員",
)
