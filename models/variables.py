"""From a view to the variables of a prompt. Pure; all words of others quoted.

Nothing but the value given is read, so a prompt cannot hold what a seat does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from mmagents.interfaces.persona import BELIEF_STEP, Persona, Talk
from mmagents.interfaces.player import Asked
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import OwnThought, View
from mmagents.models.plain import (
    Terms,
    Variables,
    call_of,
    cast_of,
    fields_of,
    history_of,
    pair_of,
    seated_in,
)
from mmagents.models.quoting import quote
from mmagents.prompts.sets import Wording
from mmagents.prompts.tasks import terms_in
from mmagents.scenarios.game import IN_PAIRS

Told = TypeVar("Told", HeardTurn, HeardTurn | OwnThought)
"""What a prompt lists of the talk: turns heard, and own thoughts among them."""


def as_told(view: View, wording: Wording, *, speaking: bool) -> View:
    """Return what of a view a model is told in a set of prompts.

    Args:
        view: what its seat may know.
        wording: of the prompts.
        speaking: whether it has the floor: what is due is told it then in any case.
    """
    if not wording.anchors:
        view = replace(view, bids=(), last_turn=None)
    if not wording.open_list:
        due = view.obligation if speaking else None
        view = replace(view, open_pairs=(), owed=None, obligation=due)
    if not wording.due_part:
        view = replace(view, obligation=None)
    if not wording.readings:
        lately = view.lately and tuple(map(_without_readings, view.lately))
        view = replace(view, heard=tuple(map(_without_readings, view.heard)), lately=lately)
    return view


def _without_readings(one: Told) -> Told:
    """Return a turn heard without what was detected in it; a thought as it is."""
    if isinstance(one, HeardTurn):
        return replace(one, addressees=(), first_pair_part=None)
    return one


def view_variables(view: View, terms: Terms | None = None) -> Variables:
    """Return what the prompts of `think` and `speak` may say: the view, and nothing beside it.

    Here and below, `terms` are those shipped for the language where none are given.
    """
    cast, terms = view.public.cast, terms or terms_in(view.language)
    told = view.heard if view.lately is None else view.lately
    shown = {one.turn for one in told if isinstance(one, HeardTurn)}
    return {
        **sheet_variables(view),
        "turn": view.turn,
        "last_turn": view.last_turn,
        "phase": view.phase,
        "company": _company(view),
        "persona": None,
        "history": _heard(view, view.heard, terms),
        "lately": None if view.lately is None else _lately(view, view.lately, terms),
        "thoughts": [quote(thought) for thought in view.thoughts],
        "bids": [fields_of(one, "turn", "action", "importance", "spoke") for one in view.bids],
        "memories": [
            {
                "turn": one.turn,
                "speaker": call_of(cast, one.speaker),
                **_own(view, one.speaker, one.turn),
                "words": quote(one.text),
            }
            for one in view.memories
        ],
        "obligation": view.obligation and pair_of(view.obligation, cast, terms, shown),
        "owed": view.owed and pair_of(view.owed, cast, terms, shown),
        "open_pairs": [
            pair_of(one, cast, terms, shown)
            for one in view.open_pairs
            if one not in (view.obligation, view.owed)
        ],
    }


def _heard(view: View, turns: Sequence[HeardTurn], terms: Terms) -> list[Variables]:
    """Return turns as the seat knows them: its own, and its lies, marked."""
    plain = history_of(turns, view.public.cast, terms)
    return [
        {**one, **_own(view, turn.speaker, turn.turn)}
        for turn, one in zip(turns, plain, strict=True)
    ]


def _lately(view: View, entries: Sequence[HeardTurn | OwnThought], terms: Terms) -> list[Variables]:
    """Return turns heard and own thoughts as one list, in the order they are given."""
    heard = iter(_heard(view, [one for one in entries if isinstance(one, HeardTurn)], terms))
    return [
        {"thought": False, **next(heard)}
        if isinstance(one, HeardTurn)
        else {"thought": True, "turn": one.turn, "cut": None, "words": quote(one.text)}
        for one in entries
    ]


def _own(view: View, speaker: str, turn: int) -> Variables:
    """Return whether the seat itself spoke a turn, and whether it lied in it."""
    me = speaker == view.seat
    return {"me": me, "lied": me and turn in view.lies}


def sheet_variables(view: View) -> Variables:
    """Return what a seat was given: its sheet, and the story as everybody knows it."""
    return {
        **_sheet(view),
        **fields_of(view.public, "title", "premise", "setting", "incident", "question"),
        "cast": cast_of(_cast(view), view.seat, view.public.victim),
        "stakes": _stakes(view),
    }


def _cast(view: View) -> tuple[Person, ...]:
    """Return who is in the story: where the window grows, with a seat in this game, here or not.

    Who is here stands after the talk.
    """
    return seated_in(view.public.cast, () if view.lately is None else view.seated)


def choice_variables(asked: Asked) -> Variables:
    """Return what there is to choose, for the prompt of `choose`."""
    options = [option.text for option in asked.options]
    must = all(option.id for option in asked.options)
    return {"kind": asked.kind, "question": asked.question, "options": options, "must": must}


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
            {"name": call_of(cast, whom), "score": one.score, "words": quote(one.words)}
            for whom, one in persona.regards.items()
        ],
        "guesses": [
            {"who": call_of(cast, who), "whom": call_of(cast, whom), "score": score}
            for who, row in persona.guesses.items()
            for whom, score in row.items()
            if score
        ],
        "carried": [quote(one) for one in carried],
        "against": call_of(cast, against) if against and against in persona.regards else "",
    }


def summarise_variables(view: View, talk: Talk, terms: Terms | None = None) -> Variables:
    """Return what the prompt of `summarise` may say: the sheet, and one talk."""
    cast = view.public.cast
    return {
        **sheet_variables(view),
        "phase": talk.phase,
        "company": [call_of(cast, one) for one in talk.company if one != view.seat],
        "history": history_of(talk.turns, cast, terms or terms_in(view.language)),
    }


def guess_variables(
    view: View, persona: Variables, summaries: Sequence[str], deeds: Sequence[str]
) -> Variables:
    """Return what the prompt of `guess` may say: the sheet, the stakes and the summaries."""
    return {
        **sheet_variables(view),
        "persona": persona,
        "grows": view.lately is not None,
        "summaries": [quote(one) for one in summaries],
        "deeds": [quote(one) for one in deeds],
    }


def reflect_variables(
    view: View, persona: Variables, summaries: Sequence[str], deeds: Sequence[str], *, first: bool
) -> Variables:
    """Return what the prompt of `reflect` may say: the sheet, the stakes and the summaries."""
    return {
        **sheet_variables(view),
        "persona": persona,
        "grows": view.lately is not None,
        "summaries": [quote(one) for one in summaries],
        "deeds": [quote(one) for one in deeds],
        "first": first,
        "step": BELIEF_STEP,
    }


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
                "owner": one.owner and call_of(cast, one.owner),
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
