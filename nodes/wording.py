"""The few sentences that the game itself speaks, in the languages of the stories."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "found": "Goes to {place}. {text}",
        "nothing": "Goes to {place}, and finds nothing new.",
        "alone": "nobody",
        "meet": "{one} draws {other} aside.",
        "in-vain": "{one} would have talked to {other}, who was taken.",
        "votes": "{who}: {reason}",
        "votes-bare": "{who}.",
        "accuses": "I accuse {who}. {reason}",
        "accuses-bare": "I accuse {who}.",
        "votes-not": "{who} gives no vote.",
        "once-more": "(Second ballot.) {said}",
        "shows": "(Shows {name}: “{text}”)",
        "nobody": "nobody",
        "side": "{one} goes over to {camp}.",
        "keep": "keep it",
        "transfer": "{one} hands {thing} to {other}.",
        "falls": "{thing} goes to {other}.",
    },
    "ja": {
        "found": "{place}へ行く。{text}",
        "nothing": "{place}へ行くが、目新しいものはない。",
        "alone": "誰とも話さない",
        "meet": "{one}が{other}を脇へ呼ぶ。",
        "in-vain": "{one}は{other}と話したかったが、先を越された。",
        "votes": "{who}。{reason}",
        "votes-bare": "{who}。",
        "accuses": "告発するのは、{who}。{reason}",
        "accuses-bare": "告発するのは、{who}。",
        "votes-not": "{who}は投票しない。",
        "once-more": "（二度目）{said}",
        "shows": "（{name}を見せる。「{text}」）",
        "nobody": "誰でもない",
        "side": "{one}が{camp}につく。",
        "keep": "渡さない",
        "transfer": "{one}が{other}に{thing}を渡す。",
        "falls": "{thing}は{other}のものになる。",
    },
}


def sentence(language: str, what: str, **given: str) -> str:
    """Return a sentence of the game's own."""
    return WORDS[language][what].format(**given)
