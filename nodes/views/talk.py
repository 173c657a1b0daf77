"""What of the talk stands before a seat, or before whoever reads a turn, in this turn. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from mmagents.floor.conditions import Shown
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import OwnThought, View
from mmagents.nodes.record import TurnRow, is_talk, shown_row
from mmagents.nodes.step import Step
from mmagents.nodes.table import names_models
from mmagents.nodes.values import heard_turn
from mmagents.nodes.views.grown import READING, THINKING, THINKING_LEAN, Growth, grown, lately
from mmagents.nodes.views.grown import speaking as speaks
from mmagents.nodes.views.own import own_thoughts
from mmagents.prompts.sets import GROWS


def shown_by(step: Step) -> Shown:
    """Return what the run's condition shows of what the detector found."""
    return step.context.played_condition().shows


def last_heard(history: Sequence[TurnRow], seat: str, k: int) -> tuple[TurnRow, ...]:
    """Return the last `k` turns that `seat` heard, oldest first."""
    rows = (row for row in reversed(history) if seat in row["heard_by"] and is_talk(row))
    found = islice(rows, k)
    return tuple(reversed(tuple(found)))


def last_words(history: Sequence[TurnRow], seat: str) -> str:
    """Return the last utterance that `seat` heard: what its memory is searched by."""
    last = last_heard(history, seat, 1)
    return last[0]["text"] if last else ""


def history_of(step: Step, seat: str) -> tuple[TurnRow, ...]:
    """Return the seat's History: the last k turns it heard, or the last alone where it has none."""
    k = step.context.memory.k if "history" in step.context.memory.layers else 1
    return last_heard(step.state["history"], seat, k)


def grows(step: Step) -> bool:
    """Tell whether the window of prompts grows; without History there is the last turn alone.

    Left to the set of prompts, it slides where the context names no model, for nobody reads them.
    """
    context = step.context
    if "history" not in context.memory.layers:
        return False
    if context.memory.window is not None:
        return context.memory.window == "growing"
    return GROWS[context.models.prompt_set] and names_models(context)


def window_of(step: Step, seat: str, *, speaking: bool) -> tuple[TurnRow, ...]:
    """Return the turns that a model in this seat is told: its History, or a window that grows.

    Every seat thinks in every turn; it speaks in one of as many turns as there are seats, so what
    it is told to speak grows for so much longer, and for longest where its lines are checked. At
    pace lean seats think less often, and what they are told begins anew less often.
    """
    context = step.context
    if not grows(step):
        return history_of(step, seat)
    lean = context.pace.kind == "lean"
    checked = context.repair is not None or context.models.best_of > 1
    growth = THINKING_LEAN if lean else THINKING
    if speaking:
        growth = speaks(len(step.here), context.manner, lean=lean, checked=checked)
    return grown(
        step.state["history"], context.memory.k, growth, lambda row: seat in row["heard_by"]
    )


def lately_of(
    step: Step, seat: str, thought: str | None
) -> tuple[HeardTurn | OwnThought, ...] | None:
    """Return what a model in this seat is told of the talk where the window grows; None elsewhere.

    `thought` is of this very turn, from which the seat speaks; with it, the list ends. It is None
    where the seat does not speak.
    """
    if not grows(step):
        return None
    found = lately(
        step.state["history"],
        window_of(step, seat, speaking=thought is not None),
        seat,
        shown_by(step),
        thoughts="thoughts" in step.context.memory.layers,
        own_words=step.context.wording().own_words,
    )
    return (*found, *([OwnThought(step.state["turn"], thought)] if thought else []))


def thoughts_of(step: Step, seat: str) -> tuple[str, ...]:
    """Return the seat's shortTermHistory before this turn, oldest first; nothing if it has none."""
    context = step.context
    if "thoughts" not in context.memory.layers:
        return ()
    own_words = context.wording().own_words
    return own_thoughts(step.state["history"], seat, context.memory.k, own_words=own_words)


def window_for_all(
    step: Step, shows: Shown, growth: Growth = READING
) -> tuple[HeardTurn, ...] | None:
    """Return the turns that a model is told that reads a turn, where the window grows; else None.

    As :func:`mmagents.nodes.views.room.heard_by_all`, they are those that all who are here heard;
    `shows` says what they hold of what the detector found.
    """
    if not grows(step):
        return None
    here, k = set(step.here), step.context.memory.k
    rows = grown(step.state["history"], k, growth, lambda row: here <= set(row["heard_by"]))
    return tuple(heard_turn(shown_row(row, shows)) for row in rows)


def with_thought(view: View, thought: str, k: int) -> View:
    """Return a view with what its seat thought in this very turn, if anything; k thoughts stay."""
    if not thought:
        return view
    lately = None if view.lately is None else (*view.lately, OwnThought(view.turn, thought))
    return replace(view, thoughts=(*view.thoughts, thought)[-k:], lately=lately)
