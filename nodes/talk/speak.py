"""Speak: whoever has the floor (MMAgents, section 3.2.3)."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import Any

from mmagents.interfaces.analyst import AtOnce
from mmagents.interfaces.player import Player
from mmagents.interfaces.view import View
from mmagents.nodes.chat.steps import beside, given_to, in_order
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import last_turn
from mmagents.nodes.interrupts import READY, SILENCE, people_among, turn_of_person
from mmagents.nodes.record import Ledger
from mmagents.nodes.repair.candidate import begun
from mmagents.nodes.state import Words
from mmagents.nodes.step import Step
from mmagents.nodes.talk.drafts import how_drafted, words_drafted
from mmagents.nodes.talk.minutes import beside_noting, puts_off
from mmagents.nodes.units.rows import nothing_said
from mmagents.nodes.views.view import memories_of, utterance_of, view_of


async def speak(step: Step) -> dict[str, Any]:
    """Ask the seat that has the floor for its words.

    With people at the table nobody thinks ahead: they could not, and the others should not have
    thought before they were heard.
    """
    state, context = step.state, step.context
    view = await step.aside(view_for_speaking, step)
    by_person = turn_of_person(step, view)
    if by_person is not None:
        reason = "; ".join(filter(None, (state["ledger"]["reason"], by_person.note)))
        ledger: Ledger = {**state["ledger"], "reason": reason}
        noted = replace(step, state={**state, "ledger": ledger})
        with step.recording() as calls:
            others = await written_beside(noted)
        return {
            **begun_in_units(context),
            **in_a_chat(noted, by_person.words, others),
            **words_no_longer_ready(step, view.seat),
            "words": by_person.words,
            "overlap": False,
            "ledger": ledger,
            "calls": calls,
        }
    player = context.player(view.seat)
    drafted = words_drafted(step)
    with step.recording() as calls:
        asked: tuple[Awaitable[Any], ...] = (
            beside_noting(step, said(player, view, drafted)),
            written_beside(step),
        )
        (text, minutes), others = await step.together(*asked)
    words: Words = {"speaker": view.seat, "text": one_line(text)}
    repair = begun(context, player)
    return {
        **minutes.update(),
        **how_drafted(step, drafted),
        **({"repair": repair} if repair else {}),
        **begun_in_units(context),
        **in_a_chat(step, words, others),
        "words": words,
        "overlap": overlaps(step, words),
        "calls": calls,
    }


def begun_in_units(context: Context) -> dict[str, Any]:
    """Return the update of the state by which the words are said unit by unit, if they are."""
    return {"planned": nothing_said()} if context.units else {}


async def written_beside(step: Step) -> list[Words]:
    """Return what is written at the same time by others, in a chat; each knows nothing of it."""

    async def one(seat: str) -> Words:
        view = await step.aside(view_for_speaking, given_to(step, seat))
        text = await step.context.player(seat).speak(view)
        return {"speaker": seat, "text": one_line(text)}

    return await step.together(*map(one, beside(step)))


def in_a_chat(step: Step, words: Words, others: Sequence[Words]) -> dict[str, Any]:
    """Return the update of the state by which words are messages that are being written."""
    if step.context.medium != "chat":
        return {}
    return {"writing": in_order(step, [words, *others])}


def words_no_longer_ready(step: Step, seat: str) -> dict[str, Any]:
    """Return the update that forgets words given with a bid, of which some may not be heard."""
    noted = step.context.units and READY in step.state["notes"].get(seat, {})
    return {"notes": {seat: {READY: None}}} if noted else {}


async def said(player: Player, view: View, drafted: str | None) -> str:
    """Return the words of a turn: those that were drafted, else those that the seat finds now."""
    return await player.speak(view) if drafted is None else drafted


def overlaps(step: Step, words: Words) -> bool:
    """Tell whether the next turn is thought of while this one is read: at `lean`, or if wanted.

    With people at the table nobody thinks ahead, and in a chat others write meanwhile.
    """
    state, context = step.state, step.context
    wanted = context.overlap or (context.pace == "lean" and context.medium != "chat")
    return (
        wanted
        and not people_among(context, step.here)
        and state["turn"] < last_turn(state, context)
        and worth_overlapping(step, words)
    )


def worth_overlapping(step: Step, words: Words) -> bool:
    """Tell whether reading what was said makes anybody wait; at the pace of the paper it does."""
    analyst = step.context.analyst()
    if step.context.pace == "paper" or not isinstance(analyst, AtOnce):
        return True
    heard = replace(step, state={**step.state, "words": words})
    if step.state.get("unread") and not puts_off(heard):
        return False  # those before it are noted with it, which nobody may read beside that
    notes_at_once = analyst.notes_at_once() or puts_off(heard)
    return not (notes_at_once and analyst.reads_at_once(utterance_of(heard)))


def view_for_speaking(step: Step) -> View:
    """Return the view of the seat that has the floor, with what is due from it. Blocks."""
    floor, bids = step.state["floor"], step.state["ledger"]["bids"]
    seat = floor["speaker"]
    thought = next(bid["thought"] for bid in bids if bid["seat"] == seat)
    memories = memories_of(step, (seat,), thought=thought)[seat]
    return view_of(step, seat, memories, floor["due"], thought)


def one_line(text: str) -> str:
    """Return words as one line of printable characters: a turn is speech, never structure."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(printable.split()) or SILENCE
