"""What a seat, a reflection and an analyst are shown of the record, and no more. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from mmagents.analysts.rules.listening import as_listened
from mmagents.floor.conditions import NOTHING_SHOWN, Shown
from mmagents.interfaces.persona import SinceReflection, talks_of
from mmagents.interfaces.talk import HeardTurn, Utterance
from mmagents.interfaces.view import Memory, View
from mmagents.nodes.evening.agenda import last_turn
from mmagents.nodes.record import TurnRow, is_talk, shown_row
from mmagents.nodes.state import OpenPair
from mmagents.nodes.step import Step
from mmagents.nodes.values import heard_turn, obligation
from mmagents.nodes.views.grown import READING, Growth
from mmagents.nodes.views.knowledge import aired_before, known_facts, speakers_of
from mmagents.nodes.views.localise import resources_known_to
from mmagents.nodes.views.long_term import Search
from mmagents.nodes.views.own import lies_of, own_bids
from mmagents.nodes.views.room import heard_by_all, pair_now, public_in, turns_before
from mmagents.nodes.views.talk import (
    history_of,
    last_words,
    lately_of,
    shown_by,
    thoughts_of,
    window_for_all,
    window_of,
)

ALL_READ = Shown(reading=True)
"""What the detector is shown of the turns before: what it found in them itself."""


def due_to(step: Step, seat: str) -> OpenPair | None:
    """Return what the last turn put to this seat alone, or made due from it again (rule 1a)."""
    state = step.state
    if not shown_by(step).due or not state["open_pairs"]:
        return None
    pair = state["open_pairs"][-1]
    before = turns_before(state["history"], state["turn"])
    due = pair if pair["turn"] in before else pair_now(state)
    return due if due and due["to"] == [seat] else None


def search_of(step: Step, seat: str, thought: str | None = None) -> Search:
    """Return what the seat's long-term memory is searched by. `thought` is of this very turn.

    With `recall` all it is the last utterance that the seat heard, and all memories are candidates:
    MMAgents, section 3.1.2, equation 4, to the letter.

    Beyond history, turns that stand in the seat's History anyway are passed over, and the same
    words said in them. The last utterance is joined with the seat's own latest thought, or with
    the one that it now speaks from. The utterance is the same for all seats, so by it alone all
    recall the same. The thought says what this seat is after. It is joined in every condition and
    whoever was asked, so that what is recalled is no part of what conditions differ in. A seat that
    is asked loses nothing by it: what it is asked is the last utterance.
    """
    history = step.state["history"]
    words = last_words(history, seat)
    if step.context.memory.recall == "all" or not words:
        return Search(words)
    shown = window_of(step, seat, speaking=thought is not None)
    latest = thought or "".join(thoughts_of(step, seat)[-1:])
    return Search(
        f"{words}\n{latest}" if latest else words,
        frozenset(row["turn"] for row in shown),
        frozenset((row["speaker"], item) for row in shown for item in row["knowledge"]),
    )


def memories_of(
    step: Step, seats: tuple[str, ...], *, thought: str | None = None, lags: bool = False
) -> dict[str, tuple[Memory, ...]]:
    """Return by seat what it recalls of its long-term memory, the nearest first. Blocks.

    With `lags`, memory may or may not hold the last turn yet, and what it holds of it is left out.
    `thought` is what the seats thought in this very turn.
    """
    state, limit = step.state, step.context.memory.l
    if "long-term" not in step.context.memory.layers:
        return dict.fromkeys(seats, ())
    history, turn = state["history"], state["turn"]
    queries = {seat: search_of(step, seat, thought) for seat in seats}
    recollection = step.recollection
    if lags:
        recollection.agree_with(history[:-1], state["memory_tip"], or_one_more=True)
        return recollection.recall(queries, limit, turn - 1, forget=False)
    recollection.agree_with(history, state["memory_tip"])
    return recollection.recall(queries, limit, turn)


def views_of(
    step: Step,
    seats: tuple[str, ...],
    due: Callable[[str], OpenPair | None] = lambda _: None,
    *,
    memory_lags: bool = False,
) -> dict[str, View]:
    """Return by seat what it may know where nobody has the floor. Blocks.

    Args:
        step: what it works with.
        seats: whose views.
        due: what is due from a seat; nothing, if left out.
        memory_lags: the last turn is only now being read, and not remembered yet.
    """
    memories = memories_of(step, seats, lags=memory_lags)
    shows = shown_by(step)
    dues = {seat: due(seat) if shows.due else None for seat in seats}
    owed = {
        seat: next((pair for one, pair in dues.items() if pair and one != seat), None)
        for seat in seats
    }
    return {
        seat: replace(
            view_of(step, seat, memories[seat], dues[seat]),
            owed=(pair := owed[seat]) and obligation(pair),
        )
        for seat in seats
    }


def view_of(
    step: Step,
    seat: str,
    memories: Sequence[Memory] = (),
    due: OpenPair | None = None,
    thought: str | None = None,
) -> View:
    """Return everything that `seat` may know at this moment, and nothing else.

    `thought` is what the seat thought in this very turn, if it is about to speak: with it, the
    thoughts end. Of what the detector found it holds what the condition shows: nothing where nobody
    is obliged, for the detector is what such a condition takes away (MMAgents, section 4.1).

    Of memories that the run switches off (`Context.memory.layers`), two things remain, which are
    none: the very last turn, for without it nothing can be answered, and `thought`, the plan that
    this turn is spoken from.
    """
    state, context, table, here = step.state, step.context, step.table, step.here
    history = state["history"]
    shows = shown_by(step)
    open_pairs = state["open_pairs"] if shows.open_pairs else []
    rows = history_of(step, seat)
    past = thoughts_of(step, seat)
    if context.pace.kind == "lean":  # a thought that was kept stands among them once
        past = tuple(one for one in past if one != thought)
    heard, found = state["known"].get(seat, {}), state["found"].get(seat, {})
    known = known_facts(
        table.scenario,
        table.language,
        seat,
        heard,
        speakers_of(history),
        found,
        aired_before(here, state["aired"]),
    )
    return View(
        seat=seat,
        language=table.language,
        public=public_in(table.public, table.seats, here),
        sheet=table.sheets[seat],
        heard=tuple(heard_turn(shown_row(row, shows)) for row in rows),
        thoughts=(*past, *([thought] if thought else []))[-context.memory.k :],
        lately=lately_of(step, seat, thought),
        memories=tuple(memories) if "long-term" in context.memory.layers else (),
        known=known,
        obligation=obligation(due) if due and shows.due else None,
        open_pairs=tuple(pair for pair in map(obligation, open_pairs) if pair.waits_for(seat)),
        notes=state["notes"].get(seat, {}),
        seed=state["seed"],
        turn=state["turn"],
        phase=state["phase"],
        present=here,
        since=state["room_from"],
        cards=tuple(table.card(clue) for clue in state["cards"].get(seat, {})),
        sides=state["sides"],
        resources=resources_known_to(table.scenario, table.language, seat, state["owners"]),
        last_turn=last_turn(state, context) if state["rooms"] else None,
        bids=own_bids(history, seat, context.memory.k)
        if "thoughts" in context.memory.layers
        else (),
        lies=lies_of(history, seat, known),
        manner=context.manner,
        seated=table.seats,
    )


SEEN = frozenset({"meet", "side", "transfer"})
"""The deeds that those who notice them reflect on."""


def since_reflection(step: Step, seat: str) -> SinceReflection:
    """Return the talks that `seat` heard and the deeds it noticed since its last reflection."""
    rows: list[TurnRow] = []
    for row in reversed(step.state["history"]):
        if row["rule"] == "reflect" and row["speaker"] == seat:
            break
        if seat in row["heard_by"]:
            rows.append(row)
    rows.reverse()
    said: list[list[tuple[str, tuple[str, ...], HeardTurn]]] = [[]]
    for row in (one for one in rows if is_talk(one) and one["phase"] != "introduction"):
        if row["rule"] == "first":  # the same two may talk again
            said.append([])
        turn = heard_turn(shown_row(row, shown_by(step)))
        said[-1].append((row["phase"], tuple(row["heard_by"]), turn))
    return SinceReflection(
        tuple(talk for one in said for talk in talks_of(one)),
        tuple(row["text"] for row in rows if row["rule"] in SEEN and row["speaker"] != seat),
    )


def as_written(step: Step) -> Step:
    """Return the step as whoever wrote the words had it: what was sent since is not there yet."""
    state = step.state
    since = state["words"].get("since", state["turn"])
    if since >= state["turn"] - 1:
        return step
    read = state["history"][:since]
    pairs = [pair for pair in state["open_pairs"] if pair["turn"] <= since]
    return replace(step, state={**state, "history": read, "open_pairs": pairs})


def utterance_of(step: Step) -> Utterance:
    """Return what was just said as the detector gets it: with what it found in the turns before."""
    step = as_written(step)
    state = step.state
    speaker = state["words"]["speaker"]
    pairs = [pair for pair in state["open_pairs"] if pair["by"] != speaker]
    asked = [pair for pair in pairs if pair["to"] == [speaker]]
    due = state["floor"]["due"] or (asked[-1] if asked else None)
    recent = heard_by_all(state["history"], step.here, step.context.memory.k)
    return replace(
        words_of(step),
        recent=tuple(map(heard_turn, recent)),
        window=window_for_all(step, ALL_READ),
        due=obligation(due) if due else None,
        open_pairs=tuple(map(obligation, pairs)),
    )


def words_of(step: Step, growth: Growth = READING) -> Utterance:
    """Return what was just said, and the words before it, without anything the detector found.

    What is remembered of a turn, and which facts it is taken to say, reaches the seats in every
    condition. So it may rest on the words alone.
    """
    step = as_written(step)
    state, table, here = step.state, step.table, step.here
    words = state["words"]
    recent = heard_by_all(state["history"], here, step.context.memory.k)
    return Utterance(
        speaker=words["speaker"],
        text=words.get("said", words["text"]),
        language=table.language,
        cast=public_in(table.public, table.seats, here).cast,
        recent=tuple(heard_turn(shown_row(row, NOTHING_SHOWN)) for row in recent),
        window=window_for_all(step, NOTHING_SHOWN, growth),
        cut=words.get("cut", False),
        seated=table.seats,
    )


def listened_of(step: Step) -> Utterance:
    """Return what was just said as somebody who listens has it: read from the words alone."""
    words = words_of(step)
    return replace(as_listened(words, step.state["room_from"]), window=words.window)
