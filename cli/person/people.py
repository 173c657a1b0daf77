"""People at one terminal: each sees what its seat may see, and types what it does."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Self

from rich.console import Console

from mmagents.cli.person import pages as person_pages
from mmagents.cli.person.keys import forget_pressed
from mmagents.cli.person.said import Said
from mmagents.cli.person.typed import LeftError, typed
from mmagents.cli.shown import talk as render
from mmagents.floor.conditions import condition_of
from mmagents.interfaces.texts.catalogue import terminal
from mmagents.nodes.context import Context
from mmagents.nodes.evening.open_game import before_the_first_turn
from mmagents.nodes.record import TurnRow, shown_row
from mmagents.nodes.step import Step
from mmagents.nodes.table import Table, people_among
from mmagents.nodes.views.view import view_of
from mmagents.players.person.ask import Ask, view_json
from mmagents.saved.watch import Event
from mmagents.scenarios.plain import shown
from mmagents.showing.wording import own_cut

CATCH_UP = 12
"""Turns that whoever comes back is shown again."""


class LateError(Exception):
    """A person's time is up."""


class People:
    """The people of a game, who share one terminal.

    One alone sees what it hears as it happens. Several are handed the terminal one after another,
    the screen cleared between them, and see what they have heard since they last had it.
    """

    def __init__(
        self,
        console: Console,
        table: Table,
        context: Context,
        before: tuple[TurnRow, ...],
        speed: float = 1.0,
    ) -> None:
        self._console, self._table, self._context = console, table, context
        self._seats = seats = people_among(context, table.seats)
        self._patience = context.limits.patience
        self._shows = condition_of(context.condition).shows
        self._voices = render.Voices(table)
        self._said = Said(console, self._voices, speed)
        self._rows = list(before)
        self._shown = dict.fromkeys(seats, max(0, len(before) - CATCH_UP))
        self._met: set[str] = set()
        self._put = ""
        self._offers: dict[str, int] = {}
        self._at: str | None = None if len(seats) > 1 else seats[0]
        _edit_lines()

    def __enter__(self) -> Self:
        """Take SIGTERM as Ctrl-C, so that the screen is left whole."""
        self._terminate = signal.signal(signal.SIGTERM, signal.default_int_handler)
        self.open()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        signal.signal(signal.SIGTERM, self._terminate)
        if kind is None:
            self.close()

    def open(self) -> None:
        """Show whoever sits there alone its sheet; who comes back sees it with the first ask."""
        if self._at is not None and not self._rows:
            self._met.add(self._at)
            start: Any = before_the_first_turn(self._table, self._context)
            view = view_of(Step(start, self._context, self._table), self._at)
            render.print_page(self._console, *person_pages.sheet(view_json(view)))

    def show(self, event: Event) -> None:
        """Show what happens to whoever sits there alone; keep it for the next of several."""
        if event.phase and len(self._seats) == 1:
            render.print_phase(self._console, event.phase, self._voices)
        if event.unit is not None and len(self._seats) == 1:
            self._said.goes_on(event.unit["text"], event.asides)
        if event.row is not None:
            self._rows.append(event.row)
            if len(self._seats) == 1:
                self._catch_up(self._seats[0])

    def close(self) -> None:
        """Show to all together what all have heard since the terminal last changed hands."""
        if len(self._seats) == 1:
            return
        since = max(self._shown.values())
        for row in self._rows[since:]:
            if set(self._seats) <= set(row["heard_by"]):
                render.print_turn(self._console, shown_row(row, self._shows), self._voices)

    def answer(self, asks: Mapping[str, Ask]) -> dict[str, Any]:
        """Return the answer of one of those asked, by seat; whoever sits there already first.

        Raises:
            LeftError: if that person leaves.
        """
        if all(ask["what"] == "come_in" for ask in asks.values()):
            return {seat: {"come_in": self._comes_in(ask)} for seat, ask in asks.items()}
        if self._said.timed:
            forget_pressed()
        seat = self._at if self._at is not None and self._at in asks else next(iter(asks))
        try:
            with _timed(self._patience):
                self._hand_to(seat, asks[seat])
                return {seat: self._ask(asks[seat])}
        except LateError:
            name = self._voices.call(seat)
            self._console.print(f"\n{self._say('time-is-up', name=name)}\n", style="yellow")
            return {seat: {"pass": True, "late": True}}

    async def linger(self, event: Event) -> None:
        """Give a turn of somebody else's the time in which its last words are said."""
        row = event.row
        listening = row is not None and set(self._seats) <= set(row["heard_by"]) - {row["speaker"]}
        if row is not None and listening and len(self._seats) == 1:
            await asyncio.sleep(self._said.takes(row))

    def _comes_in(self, ask: Ask) -> bool:
        """Tell whether whoever sits there alone comes in; several would have to share the key."""
        if len(self._seats) > 1 or not self._said.timed:
            return False
        self._hand_to(ask["seat"], ask)
        return self._said.comes_in(ask["view"]["heard"][-1])

    def _say(self, what: str, /, **given: object) -> str:
        return terminal(self._table.language, f"people.{what}", **given)

    def _hand_to(self, seat: str, ask: Ask) -> None:
        name = self._voices.call(seat)
        if self._at != seat:
            self._clear()
            self._console.print(self._say("hand-over", name=name), style="bold")
            self._read(self._say("press-enter", name=name))
            self._clear()
            self._at = seat
        if seat not in self._met:
            self._met.add(seat)
            render.print_page(self._console, *person_pages.sheet(ask["view"]))
        if len(self._seats) > 1:
            render.print_phase(self._console, ask["view"]["phase"], self._voices)
        if self._shown[seat] < len(self._rows) and len(self._seats) == 1:
            self._console.print(f"{self._say('heard-last')}\n", style="dim")
        self._catch_up(seat)

    def _ask(self, ask: Ask) -> Any:
        if self._put == ask["id"]:
            person_pages.tell(self._console, f"{ask['error']}\n", "red")
        else:
            self._put = ask["id"]
            person_pages.print_ask(self._console, ask)
        while True:
            found = typed(self._read(f"{self._voices.call(ask['seat'])}> "), ask)
            if found.answer is not None:
                self._console.print()
                if ask["what"] == "think" and found.answer != {"pass": True}:
                    self._offers[ask["seat"]] = ask["view"]["turn"]
                return found.answer
            if found.hint:
                person_pages.tell(self._console, found.hint, "red")
            elif found.wish == "leave":
                raise LeftError
            else:
                self._page(found.wish, ask)

    def _page(self, wish: str, ask: Ask) -> None:
        view = ask["view"]
        if wish == "open":
            person_pages.print_ask(self._console, ask, in_full=True)
        elif wish == "talk":
            self._shown[ask["seat"]] = max(0, len(self._rows) - CATCH_UP)
            self._catch_up(ask["seat"])
        elif wish == "help":
            helped = person_pages.help_page(self._table.language, bare=self._voices.bare)
            render.print_page(self._console, *helped)
        else:
            pages = {"sheet": person_pages.sheet, "clues": person_pages.clues}
            page = pages.get(wish, person_pages.who)
            render.print_page(self._console, *page(view))

    def _catch_up(self, seat: str) -> None:
        for row in self._rows[self._shown[seat] :]:
            if seat in row["heard_by"]:
                shown = shown_row(row, self._shows)
                if self._said.has_begun(row):
                    self._said.end(shown)
                else:
                    render.print_turn(self._console, shown, self._voices)
            self._not_said(seat, row)
            self._cut_off(seat, row)
        self._shown[seat] = len(self._rows)

    def _not_said(self, seat: str, row: TurnRow) -> None:
        """Say of an offer that somebody else came first."""
        offered = self._offers.get(seat)
        if offered is None or row["turn"] != offered:
            return
        del self._offers[seat]
        if row["speaker"] != seat:
            who = self._voices.call(row["speaker"])
            line = f"{self._say('came-first', name=who)}\n"
            person_pages.tell(self._console, line, "yellow")

    def _cut_off(self, seat: str, row: TurnRow) -> None:
        """Say to whoever was cut where that was, and who has the floor."""
        if row["speaker"] == seat and (
            line := own_cut(row, self._voices.call, self._table.language)
        ):
            person_pages.tell(self._console, f"{line}\n", "yellow")

    def _read(self, prompt: str) -> str:
        self._console.file.flush()
        try:
            return input(shown(prompt))
        except EOFError:
            self._console.print()
            raise LeftError from None

    def _clear(self) -> None:
        _forget_lines()
        if self._console.is_terminal:
            self._console.file.write("\x1b[2J\x1b[3J\x1b[H")
        else:
            self._console.print("\n" + "=" * 60 + "\n")


def _edit_lines() -> None:
    """Let lines be edited where the system can, and take whatever bytes come as text."""
    with suppress(ImportError):
        import readline  # noqa: F401  # input() uses it once it is imported
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="surrogateescape")


def _forget_lines() -> None:
    """Forget what was typed, so that the next at the terminal cannot call it back."""
    with suppress(ImportError):
        import readline

        readline.clear_history()


@contextmanager
def _timed(seconds: float | None) -> Iterator[None]:
    """Raise `LateError` in this block after so many seconds, where the system has such a clock."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: object) -> None:
        raise LateError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
