"""Somebody else's turn at the terminal, shown unit by unit at the speed at which it is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from mmagents.cli.person.keys import can_be_pressed, forget_pressed, key_by_key
from mmagents.cli.shown.talk import Voices, floor_note, print_asides
from mmagents.nodes.record import AsideRow, TurnRow
from mmagents.showing.timeline import clock
from mmagents.showing.wording import CUT


class Said:
    """What one person has been shown of the turn under way.

    Attributes:
        timed: whether turns take their time here: somebody can press a key, and `speed` is not 0.
    """

    def __init__(self, console: Console, voices: Voices, speed: float) -> None:
        """Take where it is shown, who is who, and how much faster than said: 0 for at once."""
        self._console, self._voices, self._speed = console, voices, speed
        self._turn = self._upto = self._units = self._ended = self._cut_shown = 0
        self._asides = 0
        self.timed = speed > 0 and console.is_terminal and can_be_pressed()

    def comes_in(self, row: dict[str, Any]) -> bool:
        """Show the last unit heard of a turn; tell whether a key was pressed while it was said."""
        if row["turn"] != self._turn:
            forget_pressed()
        with key_by_key() as pressed_within:
            if row["turn"] != self._turn:
                self._head(row)
            self._turn = row["turn"]
            self.goes_on(row["text"], row.get("asides", ()))
            self._units = len(row["units"]["ends"])
            if not pressed_within(self._takes(row["units"]["times"][-1:])):
                return False
        line = f"     {CUT.strip()} {self._voices.say('people.you-come-in')}"
        self._console.print(line, style="yellow")
        self._cut_shown = row["turn"]
        return True

    def goes_on(self, heard: str, asides: Sequence[AsideRow]) -> None:
        """Show what was said since of a turn of which some has been shown, and said to it."""
        if self._turn and len(heard) > self._upto:
            print_asides(self._console, asides[self._asides :], self._voices)
            self._words(heard[self._upto :])
            self._upto, self._asides = len(heard), len(asides)

    def has_begun(self, row: TurnRow) -> bool:
        """Tell whether some of a turn has been shown here."""
        return row["turn"] == self._turn

    def end(self, row: TurnRow) -> None:
        """Show the rest of a turn of which some has been shown, and what is told of any turn."""
        rest = row["text"][self._upto :].strip()
        cut = CUT.strip() * (row["turn"] != self._cut_shown and "cut" in row["units"])
        if rest or cut:
            self._words(" ".join(filter(None, (rest, cut))))
        self._console.print(f"     {floor_note(row, self._voices)}\n", style="dim")
        self._turn, self._ended = 0, row["turn"]

    def takes(self, row: TurnRow) -> float:
        """Return the seconds that the units of a turn take whose time has not been waited for."""
        units = row.get("units")
        if not self.timed or units is None:
            return 0.0
        return self._takes(units.get("times", [])[self._units * (row["turn"] == self._ended) :])

    def _takes(self, times: list[list[float]]) -> float:
        return (times[-1][1] - times[0][0]) / self._speed if times else 0.0

    def _head(self, row: dict[str, Any]) -> None:
        self._upto = self._asides = 0
        head = Text(f"{row['turn']:>3}  {clock(row['units']['times'][0][0]):>5}  ", style="dim")
        head.append_text(self._voices.named(row["speaker"]))
        head.append(f"   {self._voices.say('people.come-in-key')}", style="dim")
        self._console.print(head)

    def _words(self, words: str) -> None:
        for line in Text(words.strip()).wrap(self._console, min(self._console.width, 100) - 6):
            line.pad_left(5)
            self._console.print(line)
