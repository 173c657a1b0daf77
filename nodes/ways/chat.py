"""A chat: several seats write at once, and each message is sent when it is done.

The floor is given by the rules of the condition. The seat that has it begins to write, and so do
some of those who wanted it: messages do not block one another. All who begin at once have read the
same turns. The shortest message is sent first, and all of them before anybody thinks again.

How many write at once is drawn as it is among people (:func:`mmagents.floor.clock.beside_of`).
Messages have times on a virtual clock that is drawn from the seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NotRequired, cast

from typing_extensions import TypedDict

from mmagents.floor.clock import beside_of, pause_of, typed_in
from mmagents.floor.pairs import STAYS_OPEN
from mmagents.nodes import settings
from mmagents.nodes.context import Context
from mmagents.nodes.middleware import Branch, Do, TurnMiddleware, Update
from mmagents.nodes.record import Ledger, TurnRow, Unsent, is_talk, nothing_yet
from mmagents.nodes.state import Floor, State, Words
from mmagents.nodes.step import Step
from mmagents.nodes.turn.floor import condition_now, weighed
from mmagents.nodes.turn.speak import one_line, view_for_speaking


class Message(TypedDict):
    """A message that is being written; nobody has any of it before it is sent."""

    words: Words
    floor: Floor
    ledger: Ledger


class ChatState(TypedDict):
    """The channel of a chat: what is being written, in the order in which it will be sent."""

    writing: NotRequired[list[Message]]


BESIDE = "beside"
"""The rule of a turn that was written beside that of whoever had the floor."""


def beside(step: Step) -> list[str]:
    """Return who else writes now, those who want to most first; nobody where bids do not count.

    People are not among them: they write when they are asked to.
    """
    if not condition_now(step).bids_count:
        return []
    people, speaker = step.people, step.state["floor"]["speaker"]
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
    sent, *others = cast("ChatState", state).get("writing", [])
    return {**sent, "writing": others}


def as_message(row: TurnRow, state: State, *, over: bool) -> TurnRow:
    """Return the row of a message with its times, and with what its writer had read.

    Between two messages passes what passes among people (`chat` in floor/texts/timing.toml). A
    message is begun in time to type it, but not before the last turn that its writer had read.

    Args:
        row: of the turn, without times.
        state: before the turn is put on the record.
        over: the talk is over after it, so that what others were writing is never sent.
    """
    turn, words = row["turn"], state["words"]
    seconds = words.get("seconds", 0.0)
    since, before = words.get("since", turn - 1), _sent(state, turn - 1)
    end = seconds if before is None else before + pause_of(state["seed"], turn)
    start = max(_sent(state, since) or 0.0, end - seconds)
    made: TurnRow = {**row, "start": round(start, 2), "end": round(end, 2)}
    if since < turn - 1:
        made["written"] = {"since": since}
    if over and (writing := cast("ChatState", state).get("writing")):
        lost: list[Unsent] = [
            {"seat": one["words"]["speaker"], "text": one["words"]["text"]} for one in writing
        ]
        made["ledger"] = {**row["ledger"], "unsent": lost}
    return made


def _sent(state: State, turn: int) -> float | None:
    """Return when the last message up to `turn` was sent, in seconds, or None if none was."""
    rows = reversed(state["history"][:turn])
    return next((row["end"] for row in rows if is_talk(row) and "end" in row), None)


async def written_beside(step: Step) -> tuple[list[Words], list[dict[str, Any]]]:
    """Return what others write at the same time, and the questions that took.

    None of them knows anything of what the others write.
    """

    async def one(seat: str) -> Words:
        view = await step.aside(view_for_speaking, given_to(step, seat))
        return {"speaker": seat, "text": one_line(await step.player(seat).speak(view))}

    with step.recording() as calls:
        words = await step.together(*map(one, beside(step)))
    return words, calls


_MESSAGE = Branch("message", "send_message", lambda state: bool(state.get("writing")))


class Chat(TurnMiddleware):
    """Messages in place of speech."""

    name = "chat"
    state = ChatState
    after_speaking = _MESSAGE
    after_closing = _MESSAGE
    nodes = (send_message,)
    not_with: ClassVar[Mapping[str, str]] = {
        "units": "medium chat sends messages whole; leave out `units`",
        "repair": "medium chat screens nothing; leave out `repair`",
    }

    def of(self, context: Context) -> settings.Chat | None:
        """Return its settings where the talk is a chat."""
        return context.medium if isinstance(context.medium, settings.Chat) else None

    async def wrap_speak(self, step: Step, speak: Do) -> Update:
        """Have others write at the same time; a person who has the floor writes first."""
        if step.state["floor"]["speaker"] in step.people:
            found = await speak(step)
            step = replace(step, state={**step.state, "ledger": found["ledger"]})
            words, calls = await written_beside(step)
        else:
            asked: Any = (speak(step), written_beside(step))
            found, (words, calls) = await step.together(*asked)
        writing = in_order(step, [found["words"], *words])
        return {**found, "writing": writing, "calls": [*found["calls"], *calls]}

    async def wrap_close(self, step: Step, close: Do) -> Update:
        """Put the message on the record with its times; what others still write may be lost."""
        pairs = {**step.pairs, "lapses_after": STAYS_OPEN["chat"]}
        found = await close(replace(step, pairs=pairs))
        over = found["ended"] or "rooms" in found
        *before, row = found["history"]
        found["history"] = [*before, as_message(row, step.state, over=over)]
        if over:
            found["writing"] = []
        return found

    def incompatible(self, context: Context) -> Iterator[str]:
        """Yield what a chat does not go with."""
        if self.of(context) is None:
            return
        if context.repair:
            yield self.not_with["repair"]
        if context.pace.overlap:
            yield "medium chat has others write while one does; leave out `overlap`"
        if context.pace.kind == "draft":
            yield "medium chat has its own way to write at once; take pace paper or lean"
        if context.evening.protocol != "hybrid":
            yield "medium chat gives the floor by bids; take protocol hybrid"
