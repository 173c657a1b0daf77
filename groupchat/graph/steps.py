"""The steps of a turn that are nobody's own: who wants the floor, who has it, what was said."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from mmagents.floor.bids import Bid
from mmagents.groupchat.bids import Bids, StandIn, stated
from mmagents.groupchat.decisions import REST
from mmagents.groupchat.graph.ending import Ending
from mmagents.groupchat.graph.spending import cost_of, limit_reached, plus
from mmagents.groupchat.graph.state import NOTHING_SPENT, ChatState, Floor, Passed, text
from mmagents.groupchat.messages import Message
from mmagents.groupchat.turn_taking import TurnTaking

if TYPE_CHECKING:
    from mmagents.groupchat.graph.bidding import FunctionBids, ModelBids
    from mmagents.groupchat.graph.remembering import Remembering

IN_NEED: StandIn = "people-by-lot"
"""What stands in where a model gives no usable bid for anybody."""
_WORDS = 500
"""Characters of what is due that the floor holds; the message itself has all."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps; each returns what it changes in the state.

    Attributes:
        taking: decides who speaks next.
        bids: as :meth:`TurnTaking.next` takes them, where nobody is asked here.
        asked: a function that is asked for bids, or a model; or None.
        ending: what ends a chat.
        memory: the agents' memories, if they have any.
        language: of the chat.
    """

    taking: TurnTaking
    bids: Bids
    asked: FunctionBids | ModelBids | None
    ending: Ending
    memory: Remembering | None
    language: str

    async def open_chat(self, state: ChatState) -> dict[str, Any]:
        """Begin a run: nobody has had a turn since somebody outside wrote."""
        spent = (state.get("floor") or {}).get("spent", NOTHING_SPENT)
        floor: Floor = {
            "turn": 0,
            "speaker": None,
            "rule": "",
            "reason": "",
            "due": None,
            "tie": [],
            "bids": [],
            "open_pairs": self._open(state, ()),
            "passed": [],
            "spent": spent,
            "ended": limit_reached(spent, self.ending.limits),
        }
        await self._remember(state)
        return {"floor": floor}

    async def think_all(self, state: ChatState) -> dict[str, Any]:
        """Ask who wants the floor, if somebody is to be asked and nobody was selected."""
        floor = state["floor"]
        if self.asked is None or not self.taking.condition.bids_count:
            return {"floor": {"bids": []}}
        names, heard = self.taking.members.names, self._heard(state)
        selected = self.taking.next(heard, bids={})
        if selected.rule in ("1a", REST):
            return {"floor": {"bids": []}}
        given, calls = await self.asked.of(names, state["messages"])
        spent = plus(floor["spent"], cost_of(calls, self.ending.prices))
        faults = {call.seat: call.default for call in calls if call.default}
        found = [_row(bid, faults) for bid in stated(given, names, heard)]
        return {"floor": {"bids": found, "spent": spent}}

    async def select_speaker(self, state: ChatState) -> dict[str, Any]:
        """Decide who speaks next: by the messages, the silences after them, and the bids."""
        bids, asked = self.bids, state["floor"]["bids"]
        if self.asked is not None:
            bids = {one["seat"]: _bid(one) for one in asked}
        people = self.taking.members.people
        if asked and all("fault" in one for one in asked if one["seat"] not in people):
            bids = IN_NEED
        found = self.taking.next(self._heard(state), bids=bids)
        return {
            "floor": {
                "speaker": found.speaker,
                "rule": found.rule,
                "reason": found.reason,
                "due": _plain(asdict(found.due)) if found.due else None,
                "tie": list(found.tie),
                "ended": "" if found.speaker else f"{found.rule}: {found.reason}",
            }
        }

    async def speak(self, state: ChatState) -> dict[str, Any]:
        """Count the turn that begins; whoever has the floor takes it."""
        return {"floor": {"turn": state["floor"]["turn"] + 1}}

    async def normalize_knowledge(self, state: ChatState) -> dict[str, Any]:
        """Have every agent remember what it heard."""
        await self._remember(state)
        return {"floor": {}}

    async def detect_designation(self, state: ChatState) -> dict[str, Any]:
        """Read what was said for what it puts to whom, and what is open after it."""
        return {"floor": {"open_pairs": self._open(state, state["floor"]["passed"])}}

    async def close_turn(self, state: ChatState) -> dict[str, Any]:
        """End the chat if it is over."""
        floor, members = state["floor"], len(self.taking.members.names)
        return {"floor": {"ended": self.ending.why_over(state["messages"], floor, members)}}

    async def _remember(self, state: ChatState) -> None:
        if self.memory:
            await asyncio.to_thread(self.memory.write, state["messages"])

    def _heard(self, state: ChatState) -> list[Message]:
        """Return the messages, and a silence of everybody who let a turn pass since the last."""
        silence = text(self.language, "silence")
        passed = [(one["speaker"], silence) for one in state["floor"]["passed"]]
        return [*state["messages"], *passed]

    def _open(self, state: ChatState, passed: Sequence[Passed]) -> list[dict[str, Any]]:
        silence = text(self.language, "silence")
        heard = [*state["messages"], *((one["speaker"], silence) for one in passed)]
        found = self.taking.open_pairs(heard)
        return [_plain(asdict(one)) for one in found]


def _row(bid: Bid, faults: Mapping[str, str]) -> dict[str, Any]:
    row = {name: getattr(bid, name) for name in ("seat", "action", "importance", "thought")}
    return {**row, "fault": faults[bid.seat]} if bid.seat in faults else row


def _bid(row: Mapping[str, Any]) -> Bid:
    return Bid(row["seat"], row["action"], row["importance"], row["thought"])


def _plain(due: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is due as plain JSON: lists for tuples, and of its words the beginning."""
    found = {key: list(one) if isinstance(one, tuple) else one for key, one in due.items()}
    return {**found, "text": found["text"][:_WORDS]}


async def current_selects_next(state: ChatState) -> dict[str, Any]:
    """Rule 1a: whoever was asked has the floor, and owes the second pair part."""
    return {"floor": {}}


async def self_selection(state: ChatState) -> dict[str, Any]:
    """Rule 1b: whoever wants the floor most has it."""
    return {"floor": {}}


async def current_continues(state: ChatState) -> dict[str, Any]:
    """Rule 1c: nobody else wants the floor, so the last speaker keeps it."""
    return {"floor": {}}


async def by_lot(state: ChatState) -> dict[str, Any]:
    """No rule of conversation: the speaker is drawn."""
    return {"floor": {}}


async def by_scheme(state: ChatState) -> dict[str, Any]:
    """No rule of conversation: the scheme of another system gives the turn."""
    return {"floor": {}}


RULE_STEPS = (current_selects_next, self_selection, current_continues, by_lot, by_scheme)
