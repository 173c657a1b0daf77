"""What prompts show of the talk where the window grows, and does not slide. Pure.

A window that slides drops its first turn in every prompt, and with it all that a server could have
kept after the system message. One that grows only gets longer until it begins anew, so that most
prompts begin with the one before. See docs/howto/extend/prompts.md for what that costs and gains.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mmagents.floor.conditions import Shown
from mmagents.interfaces.talk import HeardTurn, Manner
from mmagents.interfaces.view import OwnThought
from mmagents.nodes.record import TurnRow, is_talk, shown_row
from mmagents.nodes.values import heard_turn
from mmagents.nodes.views.own import thoughts_since


class Growth(NamedTuple):
    """How a window grows: from k - `less` turns on, and anew after every `every` turns."""

    less: int
    every: int


THINKING = Growth(1, 3)
"""What is told to think: k - 1, k and k + 1 turns. It is as long as a window that slides, and two
of three prompts begin with the one before. What has left it was noted by then, at every pace."""
THINKING_LEAN = Growth(1, 5)
"""What is told to think at pace lean: k - 1 to k + 3 turns, for there a seat thinks in some turns
alone, and would seldom find its list as it was."""
READING = Growth(2, 5)
"""What is told to those who read: k - 2 to k + 2 turns. Their rules are shorter than a sheet, so
their list grows for longer until four fifths of a prompt are those of the one before."""
COMPARING = Growth(2, 20)
"""What the words about to be said are compared with: 8 to 27 turns, where a list that slides holds
the ten nearest to them. Nearness puts those in another order each time: nothing can be kept."""
SHOWN = Growth(COMPARING.less, 60)
"""What whoever picks the evidence is shown: 8 to 67 turns, those compared among them. Its rules are
short, and it is asked in few turns, with all that was said since."""
NOTING = Growth(1, 40)
"""What is told to those who note several turns in one question: k - 1 to k + 38 turns before them,
for a question holds several turns more each time."""
TURNS_EACH: Mapping[Manner, int] = {"conversation": 2, "panel": 3}
"""How often each speaks, in the mean, before what it is told to speak begins anew. A panel's
prompts hold more that is put to somebody and still open, and that cannot be kept."""
TURNS_EACH_LEAN = 3
"""The same at pace lean, in both manners. Seats are asked less there, and told a little more."""
CHECKED = 40
"""The least turns after which it begins anew where lines are picked from several, rated or said
anew, at every pace. SDR shows the dialogue so far whole (appendix E.4), and what is asked in few
turns finds much new each time."""


def speaking(seats: int, manner: Manner, *, lean: bool = False, checked: bool = False) -> Growth:
    """Return how what is told to speak grows, where so many are there: from k - 1 turns on."""
    every = (TURNS_EACH_LEAN if lean else TURNS_EACH[manner]) * seats
    return Growth(1, max(every, CHECKED) if checked else every)


def size(heard: int, k: int, growth: Growth) -> int:
    """Return how many turns the window holds after `heard` turns: at least one, if there is one."""
    least = max(1, k - growth.less)
    return heard if heard < least else least + (heard - least) % growth.every


def grown(
    history: Sequence[TurnRow], k: int, growth: Growth, heard: Callable[[TurnRow], bool]
) -> tuple[TurnRow, ...]:
    """Return the turns at talk in the window, oldest first, of those that were heard."""
    rows = [row for row in history if is_talk(row) and heard(row)]
    return tuple(rows[len(rows) - size(len(rows), k, growth) :])


def lately(
    history: Sequence[TurnRow],
    window: Sequence[TurnRow],
    seat: str,
    shows: Shown,
    *,
    thoughts: bool,
    own_words: bool,
) -> tuple[HeardTurn | OwnThought, ...]:
    """Return what a seat heard and thought since its window begins, in the order of the talk.

    What it thought before a turn stands before the words of that turn. With `own_words`, what it
    thought before it spoke itself is left out: its words stand there.

    Args:
        history: the record.
        window: the turns in its window.
        seat: whose it is.
        shows: what the condition shows of what the detector found.
        thoughts: whether it has a memory of its thoughts.
        own_words: whether its words stand in place of its thoughts.
    """
    found: list[HeardTurn | OwnThought] = [heard_turn(shown_row(row, shows)) for row in window]
    if thoughts and window:
        since = window[0]["turn"]
        found += thoughts_since(history, seat, since, but_spoken=own_words)
    return tuple(sorted(found, key=lambda one: (one.turn, isinstance(one, HeardTurn))))
