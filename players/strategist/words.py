"""What a strategist by rule writes down for itself, in the language of the game."""

from __future__ import annotations

from collections.abc import Mapping

from mmagents.interfaces.persona import Persona, Talk
from mmagents.interfaces.view import View

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "hates": "I cannot bear {who}.",
        "cold": "I have grown cool towards {who}.",
        "even": "{who} is neither here nor there to me.",
        "warm": "I think well of {who}.",
        "loves": "I would trust {who} with anything.",
        "worse": "It has got worse.",
        "better": "It has got better.",
        "nearest": "{who} stands nearest to me now.",
        "farthest": "Of {who} I must beware.",
        "nothing": "Nothing has moved me.",
        "seek": "Bring {who} over to my side.",
        "summary": "With {who}: {count} turns{facts}.",
        "facts": ", about {facts}",
        "and": " and ",
        "list": ", ",
    },
    "ja": {
        "hates": "{who}には我慢がならない。",
        "cold": "{who}には気持ちが冷めた。",
        "even": "{who}のことは何とも思わない。",
        "warm": "{who}には好意がある。",
        "loves": "{who}になら何でも任せられる。",
        "worse": "前より悪くなった。",
        "better": "前より良くなった。",
        "nearest": "今いちばん近いのは{who}だ。",
        "farthest": "{who}には用心しよう。",
        "nothing": "心を動かされることはなかった。",
        "seek": "{who}を味方に引き入れよう。",
        "summary": "{who}との話、{count}ターン{facts}。",
        "facts": "。話に出たのは{facts}",
        "and": "と",
        "list": "、",
    },
}


def _call(view: View, whom: str) -> str:
    return view.public.person(whom).call


def _band(score: int) -> str:
    """Return which words a regard has: hates from -7 down, loves from 7 up, even from -2 to 2."""
    if abs(score) <= 2:
        return "even"
    if score > 0:
        return "loves" if score >= 7 else "warm"
    return "hates" if score <= -7 else "cold"


def regard_words(view: View, whom: str, score: int, gained: int = 0) -> str:
    """Return a regard in words, and which way it went."""
    words, blank = _WORDS[view.language], "" if view.language == "ja" else " "
    said = words[_band(score)].format(who=_call(view, whom))
    if not gained:
        return said
    return said + blank + words["better" if gained > 0 else "worse"]


def reflected(view: View, persona: Persona) -> str:
    """Return a reflection: who stands nearest, and of whom to beware."""
    words, blank = _WORDS[view.language], "" if view.language == "ja" else " "
    ranked = sorted(persona.regards, key=lambda one: (-persona.regards[one].score, one))
    said = []
    if ranked and persona.regards[ranked[0]].score > 0:
        said.append(words["nearest"].format(who=_call(view, ranked[0])))
    if ranked and persona.regards[ranked[-1]].score < 0:
        said.append(words["farthest"].format(who=_call(view, ranked[-1])))
    return blank.join(said) or words["nothing"]


def sought(view: View, whom: str) -> str:
    """Return what to get from a partner; nothing for nobody."""
    return _WORDS[view.language]["seek"].format(who=_call(view, whom)) if whom else ""


def summary(view: View, talk: Talk) -> str:
    """Return a talk in a sentence: with whom, how long, and the facts that were told."""
    words = _WORDS[view.language]
    names = {fact.id: fact.ask for fact in view.known}
    told = dict.fromkeys(names[one] for turn in talk.turns for one in turn.facts if one in names)
    facts = words["facts"].format(facts=words["list"].join(told)) if told else ""
    who = words["and"].join(_call(view, one) for one in talk.company if one != view.seat)
    return words["summary"].format(who=who, count=len(talk.turns), facts=facts)
