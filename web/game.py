"""A table in play: the saved game, driven step by step, and how it stands for all who look on.

It runs the same graph on the same folders as the command line.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any, Literal, cast

from langgraph.runtime import RunControl

from mmagents.errors import MMAgentsError
from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow
from mmagents.nodes.settings import merged, nested
from mmagents.nodes.spending import accounts
from mmagents.nodes.table import Table
from mmagents.players.open import IMPROV
from mmagents.players.person.ask import Ask
from mmagents.saved import games
from mmagents.saved.kept import to_ask_about
from mmagents.saved.saved_game import SavedGame
from mmagents.saved.watch import Event
from mmagents.showing.gallery import Gallery
from mmagents.showing.redact import redacted
from mmagents.showing.saying import more_said, saying_of, seconds_of

BEATS = {"thought": 0.08, "floor": 0.3, "turn": 0.6, "phase": 0.5}
"""How much of the time that a turn takes is spent on showing each kind of event."""
Markdown = Callable[[Sequence[TurnRow], Table], str]
log = logging.getLogger(__name__)


class Game(Gallery):
    """One saved game, watched by any number of onlookers and driven by one host.

    Attributes:
        pace: seconds a turn takes on the page at least; 0 for as fast as it goes, and then nobody
            can come into a turn. Turns said unit by unit take their own time at 1.6, and more or
            less of it in proportion.
        away: what is done for a person who has not answered for as long as the context's patience:
            pass for them, or let the rule-based player have the seat.
        asked: by seat, what a person was asked last; it holds all that the seat may know.
    """

    def __init__(self, path: Path, markdown: Markdown, *, open_table: bool = False) -> None:
        super().__init__(path, open_table=open_table)
        self.pace = 1.6
        self.away: Literal["pass", "improv"] = "pass"
        self.asked: dict[str, Ask] = {}
        self._markdown = markdown
        self._control: RunControl | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()
        self._one_turn = False
        self._answers: dict[str, Any] = {}
        self._answered = asyncio.Event()
        self._pressed: set[str] = set()
        self.patience: float | None = self.context.limits.patience

    @property
    def running(self) -> bool:
        """Whether this process is playing it."""
        return self._task is not None and not self._task.done()

    def choose_patience(self, seconds: float | None) -> None:
        """Choose how long the table waits for people from now on; None for as long as it takes."""
        self.patience = seconds
        self._answered.set()

    @property
    def at_rest(self) -> bool:
        """Whether nobody plays it here and nobody looks on."""
        return not self.running and not self.watchers

    def to_ask_about(self) -> list[str]:
        """Return what a game of somebody else uses and nobody here named or allowed."""
        fields = self.context.as_kept()
        return [] if self.own else to_ask_about(fields, self.meta)

    def play(self, *, one_turn: bool = False, changes: Mapping[str, Any] | None = None) -> None:
        """Play on from where the game stands, for one turn or until paused."""
        self._one_turn = one_turn
        if self.running:
            return
        self._stopping.clear()
        self.change(status="playing", trouble="", stopped="")
        self._task = asyncio.get_running_loop().create_task(self._run(dict(changes or {})))

    async def pause(self) -> None:
        """Stop before the next step, keep everything, and let other processes have the game."""
        self._stopping.set()
        if self._control is not None:
            self._control.request_drain()
        if self._task is not None:
            await asyncio.wait({self._task})

    def answer(self, seat: str, given: Any) -> bool:
        """Take what a person answered; return whether anything is asked of that seat."""
        if seat not in self.standing.asks or seat in self._answers:
            return False
        self._answers[seat] = given
        self._answered.set()
        return True

    def has_answer(self, seat: str) -> bool:
        """Return whether an answer of that seat is waiting to be taken."""
        return seat in self._answers

    def come_in(self, seat: str) -> bool:
        """Have a person come into the turn under way; return whether they may."""
        saying = self.standing.saying
        if saying is None or seat not in saying["may"]:
            return False
        self._pressed.add(seat)
        self._answered.set()
        return True

    def has_pressed(self, seat: str) -> bool:
        """Return whether a person has come into the turn under way, which goes on until then."""
        return seat in self._pressed

    async def _run(self, changes: dict[str, Any]) -> None:
        try:
            saved = await asyncio.to_thread(SavedGame.open, self.path)
        except MMAgentsError as error:
            self._fail(error)
            return
        try:
            await self._drive(saved, changes)
        except MMAgentsError as error:
            self._fail(error)
        except Exception as error:  # whatever it is, the table stays open and says so
            log.exception("The game in %s failed", self.path)
            self._fail(error)
        finally:
            await asyncio.to_thread(self._put_away, saved)
            self._control = None
            if self.standing.status in ("playing", "waiting"):
                self._pressed.clear()
                self.change(status="paused", bids={}, floor=None, ledger=None, saying=None, asks={})

    def _fail(self, error: BaseException) -> None:
        said = (
            str(error) if isinstance(error, MMAgentsError) else f"{type(error).__name__}: {error}"
        )
        self.change(
            status="failed", trouble=redacted(said, os.environ), bids={}, floor=None, saying=None,
            asks={},
        )  # fmt: skip

    def _put_away(self, saved: SavedGame) -> None:
        try:
            saved.write_markdown(self._markdown(self.rows, self.table))
            saved.write_json("accounts", accounts(self.rows, self.context.limits.prices))
            games.put_away(saved)
        except (MMAgentsError, OSError):
            log.exception("The record in %s could not be written for reading", self.path)
        finally:
            saved.close()

    async def _drive(self, saved: SavedGame, changes: Mapping[str, Any]) -> None:
        """Play until the end, a pause, or the end of the one turn that was asked for."""
        self._reread(saved, changes)
        if self.to_ask_about():
            raise MMAgentsError("This game uses what nobody has allowed yet. Press Play.")
        answers: dict[str, Any] | None = None
        while True:
            self._control = RunControl()
            events = games.go_on(saved, changes, self._control, answers)
            asks = await self._follow(saved, events)
            if not asks:
                break
            changes, answers = await self._ask(asks)
            if self._stopping.is_set():
                return
            self._reread(saved, changes)
        values = await games.values_of(saved)
        if values.get("ended") and not games.may_go_on(values, self.context):
            self.change(status="ended", bids={}, floor=None, asks={})

    async def _ask(self, asks: Mapping[str, Ask]) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """Wait until a person answers, the table stops, or somebody is away for too long.

        An answer that came while the game was busy with another's, to what is asked again now, is
        as good as one that comes now.

        Returns:
            Changes of the context with which the game goes on, and answers by seat.
        """
        if all(ask["what"] == "come_in" for ask in asks.values()):
            return {}, await self._at_place(asks)
        early = [seat for seat in self._answers if seat in asks]
        early = [seat for seat in early if asks[seat]["id"] == self.asked[seat]["id"]]
        self._answers = {seat: self._answers[seat] for seat in early}
        self.asked = {**self.asked, **asks}
        self.change(status="waiting", asks=dict(asks))
        in_time = True
        while in_time and not self._answers and not self._stopping.is_set():
            self._answered.clear()
            in_time = await self._stirs(self.patience)
        if self._stopping.is_set():
            return {}, None
        given, self._answers = self._answers, {}
        still = {seat: one for seat, one in asks.items() if seat not in given}
        self.change(status="playing", asks=still)
        if given:
            return {}, given
        if self.away == "improv":
            return {"seats": {**self.context.seats, **dict.fromkeys(still, IMPROV)}}, None
        return {}, {seat: {"pass": True, "late": True} for seat in still}

    async def _at_place(self, asks: Mapping[str, Ask]) -> dict[str, Any] | None:
        """Show the unit just said for its time; return who came in by then, None at a pause."""
        saying = saying_of(asks)
        self.change(saying=saying)
        until = time.monotonic() + seconds_of(asks, self.pace)
        while not self._stopping.is_set() and not self._pressed >= set(asks):
            self._answered.clear()
            if (left := until - time.monotonic()) <= 0 or not await self._stirs(left):
                break
        if self._stopping.is_set():
            return None
        return {seat: {"come_in": seat in self._pressed} for seat in asks}

    async def _stirs(self, seconds: float | None) -> bool:
        """Wait for an answer, a pause or another choice of the host; return whether one came."""
        waits = [asyncio.create_task(one.wait()) for one in (self._answered, self._stopping)]
        try:
            done, _ = await asyncio.wait(
                waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
            return bool(done)
        finally:
            for task in waits:
                task.cancel()

    def _reread(self, saved: SavedGame, changes: Mapping[str, Any]) -> None:
        self.own = saved.own
        self.context = Context(**merged(dict(games.context_of(saved)), nested(changes)))
        self.meta = {**saved.meta, "context": merged(saved.meta["context"], nested(changes))}
        rows = cast("list[TurnRow]", saved.rows())
        if len(rows) != len(self.rows):
            self.rows[:] = rows
            self._views.clear()

    async def _follow(self, saved: SavedGame, events: AsyncIterator[Event]) -> Mapping[str, Ask]:
        """Show what happens, in time for people to look; return what the game waits for."""
        asks: Mapping[str, Ask] = {}
        async with aclosing(events) as stream:  # type: ignore[type-var]  # they are generators
            async for event in stream:
                self._show(event)
                asks = event.asks or asks
                if event.outcome is not None:
                    saved.write_json("outcome", event.outcome)
                if event.row is not None and self._one_turn:
                    self._stopping.set()
                if self._stopping.is_set() and self._control is not None:
                    self._control.request_drain()
                await self._linger(BEATS.get(event.kind, 0.0))
        return asks

    async def _linger(self, share: float) -> None:
        """Give people time to look, unless the game is to stop."""
        if share and self.pace:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), share * self.pace)
        else:
            await asyncio.sleep(0)

    def _show(self, event: Event) -> None:
        if event.bid is not None:
            bids = {**self.standing.bids, event.bid["seat"]: event.bid}
            self.change(bids=bids, present=event.present)
        elif event.ledger is not None:
            bids = {bid["seat"]: bid for bid in event.ledger["bids"]}
            self.change(bids=bids, floor=event.floor, ledger=event.ledger)
        elif event.unit is not None and (saying := self.standing.saying) is not None:
            heard = event.unit["text"], event.asides
            self.change(saying=more_said(saying, *heard, last=event.last))
        elif event.row is not None:
            self.put_down(event.row)
            self._pressed.clear()
            self.change(
                turns=len(self.rows), phase=event.row["phase"], stopped=event.stopped,
                bids={}, floor=None, ledger=None, saying=None,
            )  # fmt: skip
        elif event.phase and not (event.phase == "settlement" and self.table.public.question):
            self.change(phase=event.phase, present=self.table.seats, bids={})
        elif event.outcome is not None:
            self.change(outcome=event.outcome)
