"""Drafts: the words that a seat finds while it thinks, at the pace `draft`.

A draft is private until its seat has the floor; those of the others are never heard, and are gone
with the turn.
"""

from __future__ import annotations

from typing import NamedTuple

from mmagents.analysts.rules_first import checked, takes_up
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.player import Drafter, Thought
from mmagents.interfaces.view import View
from mmagents.nodes.record import Drafted
from mmagents.nodes.step import Step, saying
from mmagents.nodes.values import designation_of, reading_of
from mmagents.nodes.views.view import utterance_of
from mmagents.nodes.ways.pace.thinking import DraftRow, own


class Drafting(NamedTuple):
    """A player that thinks and finds its words at once; `drafts` keeps the words, by seat."""

    player: Drafter
    drafts: dict[str, DraftRow]

    async def think(self, view: View) -> Thought:
        """Return the thought of the draft."""
        draft = await self.player.draft(view)
        words, declared = " ".join(draft.words.split()), reading_of(draft.declared)
        self.drafts[view.seat] = {"words": words, "declared": declared}
        return draft.thought

    async def speak(self, view: View) -> str:
        """Return the words that were drafted."""
        return self.drafts[view.seat]["words"]


class Saying(NamedTuple):
    """A player that says the words it drafted."""

    words: str

    async def think(self, view: View) -> Thought:
        """Listen: it has thought already."""
        return Thought("", "listen", 0)

    async def speak(self, view: View) -> str:
        """Return the words."""
        return self.words


def drafting(step: Step, drafts: dict[str, DraftRow]) -> Step:
    """Return the step in which all who can draft do; what they draft is put into `drafts`."""
    players = {seat: step.player(seat) for seat in step.here}
    return step.seating(
        {seat: Drafting(one, drafts) for seat, one in players.items() if isinstance(one, Drafter)}
    )


def words_drafted(step: Step) -> str | None:
    """Return what the seat that has the floor drafted, if that can be said now.

    Whoever owes something and did not draft an answer to it is asked again, so that rule 1a holds.
    """
    draft = _draft_of(step)
    if draft is None or not draft["words"]:
        return None
    due = step.state["floor"]["due"]
    if due is not None:
        said = utterance_of(
            saying(step, {"speaker": step.state["floor"]["speaker"], "text": draft["words"]})
        )
        if not takes_up(due["turn"], designation_of(draft["declared"]), said):
            return None
    return draft["words"]


def how_drafted(step: Step, words: str | None) -> Drafted:
    """Return what the ledger says of the draft of the seat that has the floor.

    Args:
        step: what it works with.
        words: what of the draft is said, or None.
    """
    if _draft_of(step) is None:
        return "none"
    return "asked again" if words is None else "said"


def declared(step: Step) -> Designation | None:
    """Return what drafted words do, as was declared and checked; None of words not drafted."""
    draft = _draft_of(step)
    if draft is None or draft["words"] != step.state["words"]["text"]:
        return None
    return checked(designation_of(draft["declared"]), utterance_of(step))


def _draft_of(step: Step) -> DraftRow | None:
    return own(step).get("drafts", {}).get(step.state["floor"]["speaker"])
