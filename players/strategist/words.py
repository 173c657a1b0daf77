"""What a strategist by rule writes down for itself, in the language of the game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mmagents.interfaces.persona import Persona, Talk
from mmagents.interfaces.view import View
from mmagents.players.phrases import read_texts


def _words(view: View) -> Mapping[str, str]:
    return read_texts(Path(__file__).parent / "phrases", view.language, "notes")


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
    words, blank = _words(view), "" if view.language == "ja" else " "
    said = words[_band(score)].format(who=_call(view, whom))
    if not gained:
        return said
    return said + blank + words["better" if gained > 0 else "worse"]


def reflected(view: View, persona: Persona) -> str:
    """Return a reflection: who stands nearest, and of whom to beware."""
    words, blank = _words(view), "" if view.language == "ja" else " "
    ranked = sorted(persona.regards, key=lambda one: (-persona.regards[one].score, one))
    said = []
    if ranked and persona.regards[ranked[0]].score > 0:
        said.append(words["nearest"].format(who=_call(view, ranked[0])))
    if ranked and persona.regards[ranked[-1]].score < 0:
        said.append(words["farthest"].format(who=_call(view, ranked[-1])))
    return blank.join(said) or words["nothing"]


def sought(view: View, whom: str) -> str:
    """Return what to get from a partner; nothing for nobody."""
    return _words(view)["seek"].format(who=_call(view, whom)) if whom else ""


def talk_in_words(view: View, talk: Talk) -> str:
    """Return a talk in a sentence: with whom, how long, and the facts that were told."""
    words = _words(view)
    names = {fact.id: fact.ask for fact in view.known}
    told = dict.fromkeys(names[one] for turn in talk.turns for one in turn.facts if one in names)
    facts = words["facts"].format(facts=words["list"].join(told)) if told else ""
    who = words["and"].join(_call(view, one) for one in talk.company if one != view.seat)
    return words["summary"].format(who=who, count=len(talk.turns), facts=facts)
