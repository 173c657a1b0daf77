"""What listeners say at a place where the speaker keeps the floor: a step of the graph.

It never looks at who speaks next, nor changes it: it comes after the rules have decided.
"""

from __future__ import annotations

from typing import Any

from mmagents.interfaces.asides import Aside, Clarifier, Ended, Responder
from mmagents.nodes.record import AsideRow
from mmagents.nodes.step import Step
from mmagents.nodes.turn.speak import one_line
from mmagents.nodes.ways.units.offers import views_at
from mmagents.nodes.ways.units.planned import Planned, planned_in, units_in
from mmagents.players.improv.player import ImprovPlayer
from mmagents.players.person.player import HumanPlayer

BY_RULE = ImprovPlayer()
"""Whose rules speak for seats that have none of their own, where a run wants that."""


async def listeners_respond(step: Step) -> dict[str, Any]:
    """Let those who listen say something to the unit that has just ended.

    Where one of them asks to have it said again, nobody else is heard, and that comes next: an
    insertion sequence within the turn (Schegloff, Jefferson & Sacks 1977).
    """
    responders = responders_among(step)
    if not responders:
        return {}
    planned, seats = planned_in(step.state), tuple(responders)
    ended, views = ended_of(step, planned), views_at(step, seats)
    found = await step.together(*(responders[one].respond(views[one], ended) for one in seats))
    said = {seat: aside for seat, aside in zip(seats, found, strict=True) if aside is not None}
    asking = next((seat for seat, one in said.items() if one.kind == "repair"), None)
    if asking is None:
        return _update(planned, said) if said else {}
    again = await _said_again(step, ended, said[asking]) if ended.askable else ""
    if not again:  # nobody asks what nobody would answer
        said = {seat: one for seat, one in said.items() if one.kind != "repair"}
        return _update(planned, said) if said else {}
    alone = {asking: said[asking]}
    return _update(with_again(planned, again, step.table.language), alone)


def responders_among(step: Step) -> dict[str, Responder]:
    """Return by seat who may say something to another's turn; never a person.

    Seats whose player has no such rules, as those on models, say nothing unless the run has
    improv's rules speak for them.
    """
    wanted, speaker = units_in(step).backchannels, step.state["words"]["speaker"]
    if wanted == "none":
        return {}
    found: dict[str, Responder] = {}
    for seat in step.here:
        player = step.context.player(seat)
        if seat == speaker or isinstance(player, HumanPlayer):
            continue
        if isinstance(player, Responder):
            found[seat] = player
        elif wanted == "all":
            found[seat] = BY_RULE
    return found


def ended_of(step: Step, planned: Planned) -> Ended:
    """Return the unit that has just ended, as listeners have it."""
    said, ends = planned["said"], [0, *planned["ends"]]
    asides = planned.get("asides", [])
    since = ends[asides[-1]["unit"]] if asides else 0
    speaker = step.context.player(step.state["words"]["speaker"])
    return Ended(
        number=said,
        text=planned["text"][ends[said - 1] : ends[said]].strip(),
        completion=planned["completion"][said - 1],
        since=planned["text"][since : ends[said]].strip(),
        askable=isinstance(speaker, Clarifier) and all(one["kind"] != "repair" for one in asides),
    )


async def _said_again(step: Step, ended: Ended, asked: Aside) -> str:
    """Return the words in which the speaker says the unit again; "" for none."""
    speaker = step.state["words"]["speaker"]
    player = step.context.player(speaker)
    assert isinstance(player, Clarifier), "nobody else is asked"
    words = await player.say_again(views_at(step, (speaker,))[speaker], ended.text, asked)
    return one_line(words) if words.strip() else ""


def with_again(planned: Planned, again: str, language: str) -> Planned:
    """Return a turn in which the last unit heard is said again before it goes on."""
    said, text = planned["said"], planned["text"]
    end = planned["ends"][said - 1]
    added = again if language == "ja" else f" {again}"
    later = [one + len(added) for one in planned["ends"][said:]]
    sure = planned["completion"]
    return {
        **planned,
        "text": text[:end] + added + text[end:],
        "ends": [*planned["ends"][:said], end + len(added), *later],
        "completion": [*sure[:said], sure[said - 1], *sure[said:]],
        "again": [*planned.get("again", []), said],
    }


def _update(planned: Planned, said: dict[str, Aside]) -> dict[str, Any]:
    rows: list[AsideRow] = [
        {
            "speaker": seat,
            "text": one_line(one.text),
            "kind": one.kind,
            "unit": planned["said"],
        }
        for seat, one in said.items()
    ]
    return {"planned": {**planned, "asides": [*planned.get("asides", []), *rows]}}
