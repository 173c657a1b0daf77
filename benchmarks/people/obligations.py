"""After how many messages those who are asked have their say.

python -m benchmarks asked --files FILE...

Counted are first pair parts that are put to one person alone, as the rules read them, and of these
apart those that call that one by name. The say is the next message of whoever was asked, whatever
it does: in a chat people answer beside other talk, and no reading tells surely what an answer takes
up. So how soon the others speak stands beside it: of those who were there and were neither asked
nor asking, each in the same places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks import given, head, refuse, show
from benchmarks.people.corpora import read_corpus
from mmagents.floor.pairs import of_turn
from mmagents.lab.turn_taking.places import Reads, reads_of

WITHIN = (1, 2, 3, 5, 8, 12)
"""Messages within which shares are given."""


class Asking(NamedTuple):
    """One first pair part that was put to one person.

    Attributes:
        called: whether it calls that one by name.
        after: in which message after it that one speaks, from 1; None where never again in this
            stretch of talk.
        others: the same of each of the others.
        left: how many messages the stretch has after it.
    """

    called: bool
    after: int | None
    others: tuple[int | None, ...]
    left: int


def askings_of(reads: Iterable[Reads]) -> Iterator[Asking]:
    """Yield what was put to one person in stretches of talk, the last message of each left out."""
    for read in reads:
        yield from _askings_in(read)


def _askings_in(read: Reads) -> Iterator[Asking]:
    speakers = [one.speaker for one in read.said]
    there = dict.fromkeys(speakers)
    for at, heard in enumerate(read.heard[:-1]):
        pair = of_turn(heard.talk.open_pairs, heard.turns)
        if pair is None or len(pair.to) != 1 or pair.to[0] not in there:
            continue
        [asked] = pair.to
        later = speakers[at + 1 :]
        after = {name: later.index(name) + 1 for name in set(later)}
        others = tuple(after.get(name) for name in there if name not in (asked, speakers[at]))
        yield Asking(asked in heard.called, after.get(asked), others, len(later))


def lag_figures(askings: Sequence[Asking]) -> dict[str, Any]:
    """Return how many have their say within so many messages, and when, as plain JSON.

    `median` and `p90` are of those who have it at all. A share within n messages is of what is
    followed by n messages or more.
    """
    own = [(one.after, one.left) for one in askings]
    others = [(after, one.left) for one in askings for after in one.others]
    lags = sorted(after for after, _ in own if after is not None)
    return {
        "asked": len(own),
        "met": len(lags),
        "median": median(lags) if lags else None,
        "p90": lags[-(-9 * len(lags) // 10) - 1] if lags else None,
        "within": {str(n): _within(own, n) for n in WITHIN},
        "others_within": {str(n): _within(others, n) for n in WITHIN},
    }


def _within(lags: Sequence[tuple[int | None, int]], n: int) -> float | None:
    whole = [after for after, left in lags if left >= n]
    return sum(after is not None and after <= n for after in whole) / len(whole) if whole else None


def main(argv: Sequence[str] | None = None) -> None:
    """Print, of all who were asked and of those asked by name, when they speak."""
    files = [one for one in given(argv, __doc__, files=[""]).files if one]
    if not files:
        refuse("asked needs recorded talk: --files FILE…")
    talks = [talk for file in files for talk in read_corpus(Path(file))]
    found = [one for talk in talks for one in askings_of(reads_of(talk))]
    head("asked", "n", "speak", "median", "90 %", *(f"in {n}" for n in WITHIN))
    for label, some in (("all", found), ("by name", [one for one in found if one.called])):
        one = lag_figures(some)
        show(
            label,
            *(one[key] for key in ("asked", "met", "median", "p90")),
            *map(_share, one["within"].values()),
        )
    others = lag_figures(found)["others_within"]
    show("others who are there", "", "", "", "", *map(_share, others.values()))


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
