"""How each condition takes turns beside people, and how well the yardstick tells people apart.

python -m benchmarks realism [--stories ID …] [--languages en ja] [--manners panel conversation]

With --mrda (a checkout of NathanDuran/MRDA-Corpus), --ami and --llmafia (files as
`python -m benchmarks bands` takes them) a second table holds people's own talk against itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from random import Random
from statistics import median

from benchmarks import given, head, over_seeds, played, processes, show
from benchmarks.people.bands import settings
from mmagents.lab.measures.measure import Figures
from mmagents.lab.realism.bands import (
    Bands,
    Inside,
    bands_of,
    count_inside,
    shipped,
    summed,
)
from mmagents.lab.realism.making import Rows, left_out, measured, shuffled
from mmagents.lab.realism.measures import TEN
from mmagents.lab.realism.placing import place
from mmagents.lab.realism.turns import Talk
from mmagents.scenarios.loader import load_scenario

CONDITIONS = [
    "cssn-or-ss", "ss", "bidding", "moderator", "mention", "random", "equal", "round-robin",
]  # fmt: skip
SHORT = (
    "lift", "rank 2", "rank 3+", "dyads, p90", "in dyads of 4+", "Gini of turns", "Gini of words",
    "questions", "words", "words, p90",
)  # fmt: skip
"""The ten as the columns are headed."""
LONG = "lift_long"
TIMES = 200
"""Random halves that are drawn."""


def told(story: str, language: str, condition: str, manner: str, turns: int, seed: int) -> Figures:
    """Play a game of rule-based players; return its figures."""
    from mmagents.lab.recordings.games import recording_of
    from mmagents.nodes.context import Context
    from mmagents.nodes.table import table_for

    fields = {"condition": condition, "language": language, "turns": turns, "manner": manner}
    state = played(story, seed, **fields)
    talk = recording_of(state["history"], table_for(story, Context(**fields)))
    (piece,) = place([talk], shipped()["speech"], names=(*TEN, LONG)).pieces
    return piece.figures


def conditions_table(
    pool: Executor, story: str, language: str, manner: str, options: object
) -> None:
    """Print a story's conditions, a row each, below the band of meetings."""
    bands, of = shipped()["speech"].bands, vars(options)
    head(
        f"{story}, {language}, {manner}",
        *SHORT,
        "lift, short turns aside",
        "of ten",
        "of six",
        "7+",
    )
    shown = (f"{bands[one].low:.2f} to {bands[one].high:.2f}" for one in (*TEN, LONG))
    show("people, 10-90 %", *shown, "", "", "")
    for condition in of["conditions"]:
        given_ = (story, language, condition, manner, of["turns"])
        rows = over_seeds(pool, told, range(1, of["seeds"] + 1), *given_)
        show(condition, *_cells(rows, bands))


def _cells(rows: Sequence[Figures], bands: Bands) -> Iterator[str]:
    for name in (*TEN, LONG):
        middle = median(value for row in rows if (value := row[name]) is not None)
        yield f"**{middle:.2f}**" if bands[name].holds(middle) else f"{middle:.2f}"
    found = summed(count_inside(rows, bands))
    yield from (f"{found.mean:.1f}", f"{found.six:.1f}", f"{100 * found.at_least[7]:.0f} %")


def higher(people: Sequence[float], others: Sequence[float]) -> float:
    """Return how often one of people's counts is above one of the others', ties counted half."""
    pairs = [(a > b) + (a == b) / 2 for a in people for b in others]
    return sum(pairs) / len(pairs)


def halves(people: Rows, times: int, seed: int = 0) -> Inside:
    """Return how the pieces of a random half of the conversations lie in the other half's bands."""
    counts: list[tuple[int, int]] = []
    names, draw = sorted(people), Random(seed)
    for _ in range(times):
        draw.shuffle(names)
        middle = len(names) // 2
        for some, others in ((names[:middle], names[middle:]), (names[middle:], names[:middle])):
            bands = bands_of([row for name in others for row in people[name]], TEN, fewest=2)
            counts += count_inside([row for name in some for row in people[name]], bands)
    return summed(counts)


def people_table(name: str, talks: Mapping[str, Sequence[Talk]]) -> None:
    """Print how pieces of people's talk lie in people's bands, and the same pieces dealt anew."""
    dealt = {of: [shuffled(one, at) for at, one in enumerate(some)] for of, some in talks.items()}
    rows, lots = measured(talks, *TEN), measured(dealt, *TEN)
    found = {
        f"{name}: halves of people, against the other half": halves(rows, TIMES),
        f"{name}: each of people's, against all others": left_out(rows, rows),
        f"{name}: speakers dealt out by lot": left_out(rows, lots),
    }
    for whose, one in found.items():
        shares = (f"{100 * one.at_least[many]:.0f} %" for many in (6, 7, 8))
        show(whose, *shares, f"{one.mean:.1f}", f"{one.six:.1f}")
    flat = [row for of in rows.values() for row in of]
    other = [row for of in lots.values() for row in of]
    bands = bands_of(flat, TEN)
    counts, by_lot = count_inside(flat, bands), count_inside(other, bands)
    ten = higher([a for a, _ in counts], [a for a, _ in by_lot])
    six = higher([b for _, b in counts], [b for _, b in by_lot])
    lifts = [[one["lift"] or 0.0 for one in of] for of in (flat, other)]
    show(
        f"{name}: how often one of people's is above one dealt out by lot",
        f"by the ten {100 * ten:.0f} %", f"by the six {100 * six:.0f} %",
        f"by the lift {100 * higher(*lifts):.0f} %", "", "",
    )  # fmt: skip


def main(argv: Sequence[str] | None = None) -> None:
    """Print a table for each story and language, and one of people where their talk is given."""
    options = given(
        argv, __doc__, stories=["halcyon-light", "orchid-train", "mini"], languages=["en", "ja"],
        conditions=CONDITIONS, manners=["panel", "conversation"], seeds=6, turns=60,
        mrda="", ami="", llmafia="",
    )  # fmt: skip
    with processes() as pool:
        for story in options.stories:
            told_in = load_scenario(story).languages
            for language in (one for one in options.languages if one in told_in):
                for manner in options.manners:
                    conditions_table(pool, story, language, manner, options)
                    print()
    if options.mrda and options.ami and options.llmafia:
        head("people", "6 of ten or more", "7 or more", "8 or more", "mean of ten", "mean of six")
        paths = (Path(one) for one in (options.mrda, options.ami, options.llmafia))
        for name, talks in settings(*paths).items():
            people_table(name, talks)
