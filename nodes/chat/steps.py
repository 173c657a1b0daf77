"""A chat: whoever wants to may write while others do, and messages are sent as they are done.

The floor is given as ever, by the rules of the condition. Whoever has it begins to write, and so do
some of those who wanted it: messages do not block one another. All who begin at once have read the
same turns. What each writes is sent when it is done, the shortest first, and all of it before
anybody thinks again.

How many write at once is drawn as it is among people (:func:`mmagents.floor.clock.beside_of`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mmagents.floor.clock import beside_of, typed_in
from mmagents.nodes.interrupts import people_among
from mmagents.nodes.record import Ledger, nothing_yet
from mmagents.nodes.state import Floor, Message, State, Words
from mmagents.nodes.step import Step
from mmagents.nodes.talk.select_speaker import condition_now, weighed

BESIDE = "beside"
"""The rule of a turn that was written beside that of whoever had the floor."""


def beside(step: Step) -> list[str]:
    """Return who else writes now, those who want to most first; nobody where bids do not count.

    People are not among them: they write when they are asked to.
    """
    if step.context.medium != "chat" or not condition_now(step).bids_count:
        return []
    people, speaker = people_among(step.context, step.here), step.state["floor"]["speaker"]
    wanting = [bid.seat for bid in weighed(step) if bid.action == "speak"]
    others = [seat for seat in wanting if seat != speaker and seat not in people]
    return others[: beside_of(step.state["seed"], step.state["turn"])]


def given_to(step: Step, seat: str) -> Step:
    """Return the step in which a seat that writes beside another has the floor."""
    floor: Floor = {"speaker": seat, "rule": BESIDE, "due": None}
    return replace(step, state={**step.state, "floor": floor})


def in_order(step: Step, written: Sequence[Words]) -> list[Message]:
    """Return the messages that are begun now, in the order in which they will be sent.

    Args:
        step: what it works with; its floor and ledger are those of whoever has it by the rules.
        written: what each writes.
    """
    state, language = step.state, step.table.language
    holder = state["floor"]["speaker"]
    found: list[Message] = []
    for words in written:
        seconds = round(typed_in(words["text"], language), 2)
        typed: Words = {**words, "since": state["turn"] - 1, "seconds": seconds}
        if words["speaker"] == holder:
            found.append({"words": typed, "floor": state["floor"], "ledger": state["ledger"]})
        else:
            floor = given_to(step, words["speaker"]).state["floor"]
            ledger: Ledger = {
                **nothing_yet(),
                "reason": f"{words['speaker']} wrote at the same time as {holder}",
            }
            found.append({"words": typed, "floor": floor, "ledger": ledger})
    return sorted(found, key=lambda one: one["words"].get("seconds", 0.0))


async def send_message(state: State) -> dict[str, Any]:
    """Send the message that is done first: it is the turn that is being played from now on."""
    sent, *others = state.get("writing", [])
    return {**sent, "writing": others}
