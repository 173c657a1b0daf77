"""A person at the table: what a person is asked, as plain JSON.

A person is never called. Where a person has to answer, the step interrupts the graph with one *ask*
for each such seat (:mod:`mmagents.nodes.interrupts`), and goes on with what was answered
(:mod:`mmagents.players.person.answers`).

An ask:

    id         which ask it is: "<turn>:<what>:<seat>", of a choice with its kind for what, of a
               place within a turn "<turn>:come_in-<units heard>:<seat>"
    what       "think" (want the floor?), "speak" (it has the floor), "choose", "reflect",
               "come_in" (somebody else's turn could end here; the last turn in `view` is that one,
               as far as it was heard)
    seat       whose
    view       all that this seat may know, and nothing else (see :func:`view_json`)
    due        the first pair part that it owes the second part of, or null
    rule       to speak: the rule that gave the floor, as in the record; "" otherwise
    addressed  whether the last turn it heard was put to it by name
    kind       of a choice: "look", "partner", "side", "transfer", "vote" or "winner"; "" otherwise
    question   of a vote, the story's own words for it; of a transfer, what is handed over; of a
               winner, on what the vote fell
    options    of a choice: [{"id": …, "text": …}]
    commands   the keys that an answer may have
    error      why the last answer was not taken; "" at first
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Literal

from typing_extensions import TypedDict

from mmagents.floor.adjacency import Obligation
from mmagents.interfaces.player import Asked
from mmagents.interfaces.story import Public
from mmagents.interfaces.view import KnownFact, View
from mmagents.models.plain import fields_of

What = Literal["think", "speak", "choose", "reflect", "come_in"]


class Ask(TypedDict):
    """One question to one person; the keys are those of the module's docstring."""

    id: str
    what: What
    seat: str
    view: dict[str, Any]
    due: dict[str, Any] | None
    rule: str
    addressed: bool
    kind: str
    question: str
    options: list[dict[str, str]]
    commands: list[str]
    error: str


def ask_person(
    what: What,
    view: View,
    heard: Sequence[dict[str, Any]],
    *,
    choice: Asked | None = None,
    rule: str = "",
    unit: int = 0,
) -> Ask:
    """Return what a person is asked.

    Args:
        what: for what.
        view: the seat's.
        heard: what the seat heard of late, as plain JSON; instead of the view's last k turns.
        choice: what there is to choose, where it is asked to.
        rule: by which it has the floor, where it has.
        unit: how many units of the turn under way it has heard, where it may come in.
    """
    last = view.heard[-1] if view.heard and view.heard[-1].turn > view.since else None
    return {
        "id": _id(what, view, choice, unit),
        "what": what,
        "seat": view.seat,
        "view": {**view_json(view), "heard": list(heard)},
        "due": _due(view.obligation),
        "rule": rule,
        "addressed": last is not None and view.seat in last.addressees,
        "kind": choice.kind if choice else "",
        "question": choice.question if choice else "",
        "options": [asdict(one) for one in choice.options] if choice else [],
        "commands": _commands(what, view),
        "error": "",
    }


def _id(what: What, view: View, choice: Asked | None, unit: int) -> str:
    if what == "come_in":
        return f"{view.heard[-1].turn}:{what}-{unit}:{view.seat}"
    return f"{view.turn}:{choice.kind if choice else what}:{view.seat}"


def _commands(what: What, view: View) -> list[str]:
    show = ["show"] if view.cards else []
    return {
        "think": ["bid", "say", *show, "note", "pass"],
        "speak": ["say", *show, "pass"],
        "choose": ["choose", "reason", "pass"],
        "reflect": ["note", "pass"],
        "come_in": ["come_in", "pass"],
    }[what]


def view_json(view: View) -> dict[str, Any]:
    """Return a view as plain JSON, without what only rule-based players use.

    Conclusions are left out: a person draws their own.
    """
    return {
        "seat": view.seat,
        "language": view.language,
        "turn": view.turn,
        "phase": view.phase,
        "present": list(view.present),
        "public": _public(view.public),
        "sheet": _plain(asdict(view.sheet)),
        "known": [_known(fact) for fact in view.known if fact.source != "reasoned"],
        "cards": [asdict(card) for card in view.cards],
        "sides": dict(view.sides),
        "resources": [asdict(resource) for resource in view.resources],
        "memories": [asdict(memory) for memory in view.memories],
        "open_pairs": [_due(pair) for pair in view.open_pairs],
    }


def _public(public: Public) -> dict[str, Any]:
    people = ("id", "name", "call", "aliases", "role", "looks", "manner", "known", "seat")
    about = ("title", "premise", "setting", "incident", "victim", "opens", "closes")
    return {
        **fields_of(public, *about),
        "cast": [_plain(fields_of(one, *people)) for one in public.cast],
        "places": dict(public.places),
        "topics": [{"id": topic.id, "name": topic.name} for topic in public.topics],
        "verdict": public.verdict and _plain(asdict(public.verdict)),
        "camps": [asdict(camp) for camp in public.camps],
    }


def _known(fact: KnownFact) -> dict[str, Any]:
    return fields_of(
        fact, "id", "text", "source", "turn", "said_by", "told", "price", "cover_story"
    )


def _due(pair: Obligation | None) -> dict[str, Any] | None:
    return None if pair is None else _plain(asdict(pair))


def _plain(value: Any) -> Any:
    """Return nested values with lists for tuples, as JSON gives them back."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value
