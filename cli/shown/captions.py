"""The words around a talk, in the language of the game: headings, notes, the verdict."""

from __future__ import annotations

from collections.abc import Mapping

_EN = {
    "introduction": "Introductions",
    "exploration": "Looking round",
    "private_chat": "In private",
    "confidential_meeting": "Behind closed doors",
    "discussion": "Round the table",
    "interrogation": "The interrogation",
    "update": "A pause to think",
    "accusation": "The accusation",
    "vote": "The vote",
    "settlement": "How it ends",
    "rounds": "{rounds} rounds ({phases})",
    "in order": "in order",
    "asked for it": "asked for this talk",
    "alone": "heard by {who} alone",
    "unseen": "unseen",
    "answers": "{how} to {turn}",
    "puts": "{first} → {to}",
    "nobody": "nobody",
    "and": " and ",
    "list": ", ",
    "person": "{name}, {role}. {known}",
    "right": "The table accuses {who}, and is right.",
    "wrong": "The table accuses {who}, and is wrong: it was {culprit}.",
    "no one": "The table accuses nobody. It was {culprit}.",
    "undecided": "undecided",
    "verdict": "The verdict",
    "votes": "Votes: {counted}.",
    "no votes": "none",
    "points": "{who}: {points} points",
    "judge": "  (? is for the players to judge)",
    "brought out": "The talk brought out {points} of {of} points of the story.",
    "and proof": "The talk brought out {points} of {of} points of the story, "
    "and {proof} of the proof.",
}
_JA = {
    "introduction": "自己紹介",
    "exploration": "手がかり探し",
    "private_chat": "密談",
    "confidential_meeting": "人払いの談合",
    "discussion": "話し合い",
    "interrogation": "取り調べ",
    "update": "考える時間",
    "accusation": "告発",
    "vote": "投票",
    "settlement": "結末",
    "rounds": "{rounds}巡（{phases}）",
    "in order": "順番に",
    "asked for it": "呼び出して",
    "alone": "聞いたのは{who}だけ",
    "unseen": "誰も知らない",
    "answers": "{turn}への{how}",
    "puts": "{first} → {to}",
    "nobody": "宛てなし",
    "and": "と",
    "list": "、",
    "person": "{name}、{role}。{known}",
    "right": "告発されたのは{who}。そのとおりだった。",
    "wrong": "告発されたのは{who}。しかし、犯人は{culprit}だった。",
    "no one": "告発は誰にも定まらなかった。犯人は{culprit}だった。",
    "undecided": "決まらず",
    "verdict": "評決",
    "votes": "票: {counted}。",
    "no votes": "なし",
    "points": "{who}: {points}点",
    "judge": "  （?は皆さんの判断に任せる）",
    "brought out": "話し合いで明らかになったのは、物語の{of}点のうち{points}点。",
    "and proof": "話し合いで明らかになったのは、物語の{of}点のうち{points}点、証明の{proof}。",
}
CAPTIONS: Mapping[str, Mapping[str, str]] = {"en": _EN, "ja": _JA}


def caption(language: str, what: str, **given: object) -> str:
    """Return a caption in the language of the game."""
    return CAPTIONS.get(language, _EN)[what].format(**given)
