"""From a view, or an utterance, to the variables of a prompt. Pure; all words of others quoted.

Nothing but the value given is read, so a prompt cannot hold what a seat does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from mmagents.floor.adjacency import EVERYONE, EXPECTS, Obligation, SecondPairPart
from mmagents.interfaces.analyst import Gathering
from mmagents.interfaces.persona import BELIEF_STEP, Persona, Talk
from mmagents.interfaces.player import Asked
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import HeardTurn, Utterance
from mmagents.interfaces.view import View
from mmagents.models.quoting import quote
from mmagents.prompts.sets import Wording
from mmagents.prompts.terms import terms_in
from mmagents.scenarios.game import IN_PAIRS

Variables = dict[str, Any]
Terms = Mapping[str, str]
"""The terms of conversation analysis by code, as the prompts of a language spell them."""


def as_told(view: View, wording: Wording, *, speaking: bool) -> View:
    """Return what of a view a model is told in a set of prompts.

    Args:
        view: what its seat may know.
        wording: of the prompts.
        speaking: whether it has the floor: what is due is told it then in any case.
    """
    if wording.open_list:
        return view
    return replace(view, open_pairs=(), obligation=view.obligation if speaking else None)


def view_variables(view: View, terms: Terms | None = None) -> Variables:
    """Return what the prompts of `think` and `speak` may say: the view, and nothing beside it.

    Here and below, `terms` are those shipped for the language where none are given.
    """
    cast, terms = view.public.cast, terms or terms_in(view.language)
    return {
        **sheet_variables(view),
        "turn": view.turn,
        "phase": view.phase,
        "company": _company(view),
        "persona": None,
        "history": _history(view.heard, cast, terms),
        "thoughts": [quote(thought) for thought in view.thoughts],
        "memories": [
            {"turn": one.turn, "speaker": _call(cast, one.speaker), "words": quote(one.text)}
            for one in view.memories
        ],
        "obligation": view.obligation and _pair(view.obligation, cast, terms),
        "open_pairs": [
            _pair(one, cast, terms) for one in view.open_pairs if one != view.obligation
        ],
    }


def sheet_variables(view: View) -> Variables:
    """Return what a seat was given: its sheet, and the story as everybody knows it."""
    return {
        **_sheet(view),
        **fields_of(view.public, "title", "premise", "setting", "incident"),
        "cast": _cast(view.public.cast, view.seat, view.public.victim),
        "stakes": _stakes(view),
    }


def choice_variables(asked: Asked) -> Variables:
    """Return what there is to choose, for the prompt of `choose`."""
    options = [option.text for option in asked.options]
    return {"kind": asked.kind, "question": asked.question, "options": options}


def persona_variables(
    view: View, persona: Persona, carried: Sequence[str], against: str | None
) -> Variables:
    """Return what a strategist is told of itself: beliefs, regards, and what it carries."""
    cast = view.public.cast
    texts = {belief.id: belief.text for belief in view.sheet.beliefs}
    return {
        "beliefs": [
            {"text": texts[one], "score": score}
            for one, score in persona.beliefs.items()
            if one in texts
        ],
        "regards": [
            {"name": _call(cast, whom), "score": one.score, "words": quote(one.words)}
            for whom, one in persona.regards.items()
        ],
        "carried": [quote(one) for one in carried],
        "against": _call(cast, against) if against and against in persona.regards else "",
    }


def summarise_variables(view: View, talk: Talk, terms: Terms | None = None) -> Variables:
    """Return what the prompt of `summarise` may say: who one is, and one talk."""
    cast = view.public.cast
    return {
        "me": _sheet(view)["me"],
        "title": view.public.title,
        "stakes": _stakes(view),
        "phase": talk.phase,
        "company": [_call(cast, one) for one in talk.company if one != view.seat],
        "history": _history(talk.turns, cast, terms or terms_in(view.language)),
    }


def reflect_variables(
    view: View, persona: Variables, summaries: Sequence[str], deeds: Sequence[str], *, first: bool
) -> Variables:
    """Return what the prompt of `reflect` may say: the sheet, the stakes and the summaries."""
    return {
        **sheet_variables(view),
        "persona": persona,
        "summaries": [quote(one) for one in summaries],
        "deeds": [quote(one) for one in deeds],
        "first": first,
        "step": BELIEF_STEP,
    }


def normalise_variables(utterance: Utterance, terms: Terms | None = None) -> Variables:
    """Return what the prompt of `normalise` may say."""
    cast, terms = utterance.cast, terms or terms_in(utterance.language)
    speaker = next(person for person in cast if person.id == utterance.speaker)
    return {
        "speaker": fields_of(speaker, "name", "call", "role"),
        "cast": _cast(cast, utterance.speaker, victim=None),
        "history": _history(utterance.recent, cast, terms),
        "words": quote(utterance.text),
        "obligation": utterance.due and _pair(utterance.due, cast, terms),
    }


def detect_variables(utterance: Utterance, terms: Terms | None = None) -> Variables:
    """Return what the prompt of `detect` may say."""
    terms = terms or terms_in(utterance.language)
    return {
        **normalise_variables(utterance, terms),
        "open_pairs": [_pair(one, utterance.cast, terms) for one in utterance.open_pairs],
        "first_pair_parts": [
            {"code": code, "name": terms[code], "due": [terms[one] for one in due]}
            for code, due in EXPECTS.items()
        ],
        "second_pair_parts": [
            {"code": code, "name": terms[code]} for code in get_args(SecondPairPart)
        ],
    }


def moderate_variables(gathering: Gathering, terms: Terms | None = None) -> Variables:
    """Return what the prompt of `moderate` may say."""
    cast, terms = gathering.cast, terms or terms_in(gathering.language)
    return {
        "cast": _cast(cast, me="", victim=None),
        "history": _history(gathering.recent, cast, terms),
        "candidates": _calls(cast, gathering.candidates, terms),
    }


def fields_of(value: object, *names: str) -> Variables:
    """Return some fields of a value, by name."""
    return {name: getattr(value, name) for name in names}


def _sheet(view: View) -> Variables:
    me, sheet, places = view.public.person(view.seat), view.sheet, view.public.places
    return {
        "me": {
            **fields_of(me, "name", "call", "role", "style", "talkativeness"),
            **fields_of(me, "pronoun", "politeness"),
            "endings": list(me.endings),
            **fields_of(sheet, "background", "personality", "objective"),
        },
        "actions": [
            {"at": one.at, "until": one.until, "place": places[one.place], "what": one.what}
            for one in sheet.timeline
        ],
        "missions": [fields_of(one, "text", "points") for one in sheet.missions],
        "secrets": [one.text for one in sheet.secrets],
        "facts": [
            {"said": one.told or one.text, "price": one.price, "lie": one.cover_story}
            for one in view.known
            if one.source == "sheet"
        ],
    }


def _stakes(view: View) -> Variables | None:
    public = view.public
    if public.verdict is None:
        return None
    cast = public.cast
    return {
        "question": public.verdict.question,
        "options": list(public.verdict.options.values()),
        "votes": view.seat in public.verdict.voters,
        "camps": [
            {
                "name": camp.name,
                "aim": camp.aim,
                "members": [one.call for one in cast if view.sides.get(one.id) == camp.id],
            }
            for camp in public.camps
        ],
        "resources": [
            {
                "name": one.name,
                "owner": one.owner and _call(cast, one.owner),
                "description": one.description,
                "hidden": not one.public,
            }
            for one in view.resources
        ],
    }


def _company(view: View) -> list[str]:
    """Return who else hears what is said in a talk that not all hear."""
    if view.phase not in IN_PAIRS:
        return []
    return [view.public.person(one).call for one in view.present if one != view.seat]


def _cast(cast: Sequence[Person], me: str, victim: str | None) -> list[Variables]:
    return [
        {
            **fields_of(one, "name", "call", "role", "looks", "manner", "known", "seat"),
            "aliases": list(one.aliases),
            "victim": one.id == victim,
            "me": one.id == me,
        }
        for one in cast
    ]


def _history(turns: Iterable[HeardTurn], cast: Sequence[Person], terms: Terms) -> list[Variables]:
    return [
        {
            "turn": one.turn,
            "speaker": _call(cast, one.speaker),
            "to": _calls(cast, one.addressees, terms),
            "kind": one.first_pair_part and terms[one.first_pair_part],
            "words": quote(one.text),
        }
        for one in turns
    ]


def _pair(pair: Obligation, cast: Sequence[Person], terms: Terms) -> Variables:
    return {
        "turn": pair.turn,
        "by": _call(cast, pair.by),
        "to": _calls(cast, pair.to, terms),
        "kind": terms[pair.first_pair_part],
        "due": [terms[one] for one in pair.expects],
        "words": quote(pair.text),
    }


def _calls(cast: Sequence[Person], ids: Iterable[str], terms: Terms) -> list[str]:
    return [terms[EVERYONE] if one == EVERYONE else _call(cast, one) for one in ids]


def _call(cast: Sequence[Person], person_id: str) -> str:
    return next((one.call for one in cast if one.id == person_id), person_id)
