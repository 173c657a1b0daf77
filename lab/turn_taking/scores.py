"""How often each guess names who spoke next: shares, how sure they are, and how they differ.

A conversation's changes of speaker are no independent cases. From `ENOUGH` conversations on, an
interval is that of conversations drawn anew (percentiles of a bootstrap); below, it is Wilson's
(1927) over the changes, which is narrower than it should be. McNemar's test takes each change as a
case too, so the gain on the last but one stands beside it with an interval of its own. Where a lot
decides, its counts are those to be expected, rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mmagents.errors import MMAgentsError
from mmagents.lab.statistics.agreement import mcnemar_of, proportion
from mmagents.lab.statistics.compare import RESAMPLES, Interval
from mmagents.lab.turn_taking.guesses import LAST_BUT_ONE, Guess, guesses_by
from mmagents.lab.turn_taking.places import Place

ENOUGH = 5
"""Conversations from which on they are drawn anew for an interval."""
WHERE: Mapping[str, Callable[[Place], bool]] = {
    "all": lambda place: True,
    "asked": lambda place: place.asked is not None,
    "called": lambda place: place.called,
    "told": lambda place: place.told is not None,
}
"""Where guesses are scored: at every change; where the words before put something to one alone, as
the rules read them; where they call one by name; where those who annotated say whom they are to."""


@dataclass(slots=True)
class Scores:
    """What each guess was worth at each change of speaker, in order.

    Attributes:
        conversations: of which each change is.
        where: by subset, whether each change is of it.
        worth: by guess, its chance to be right, 0-1.
    """

    conversations: list[str] = field(default_factory=list)
    where: dict[str, list[bool]] = field(default_factory=lambda: {one: [] for one in WHERE})
    worth: dict[str, list[float]] = field(default_factory=dict)

    def add(self, places: Iterable[Place], guesses: Mapping[str, Guess]) -> None:
        """Take in changes of speaker, under the same guesses each time."""
        for place in places:
            self.conversations.append(place.conversation)
            for one, holds in WHERE.items():
                self.where[one].append(holds(place))
            for name, guess in guesses.items():
                self.worth.setdefault(name, []).append(guess(place))


def scores_of(places: Iterable[Place], seed: int) -> Scores:
    """Return what each guess is worth at each place; lots are drawn from the seed."""
    found = Scores()
    found.add(places, guesses_by(seed))
    return found


def figures_of(scores: Scores, seed: int) -> dict[str, Any]:
    """Return the figures of one medium as plain JSON.

    Raises:
        MMAgentsError: if there is no change of speaker.
    """
    if not scores.conversations:
        raise MMAgentsError(
            "There is no change of speaker to score. The talk needs three speakers at least, and "
            "one change after the first."
        )
    talks = len(set(scores.conversations))
    found: dict[str, Any] = {
        "conversations": talks,
        "changes": len(scores.conversations),
        "intervals": "conversations drawn anew" if talks >= ENOUGH else "Wilson, over changes",
    }
    for one, holds in scores.where.items():
        at = [place for place, inside in enumerate(holds) if inside]
        found[one] = {"changes": len(at), "guesses": _guesses(scores, at, seed) if at else {}}
    return found


def _guesses(scores: Scores, at: Sequence[int], seed: int) -> dict[str, Any]:
    """Return the figures of each guess at some of the places."""
    talks = [scores.conversations[place] for place in at]
    base = [scores.worth[LAST_BUT_ONE][place] for place in at]
    found = {}
    for name, all_ in scores.worth.items():
        worth = [all_[place] for place in at]
        row: dict[str, Any] = {
            "accuracy": sum(worth) / len(worth),
            "interval": _interval(worth, talks, seed),
        }
        if name != LAST_BUT_ONE:
            both = list(zip(worth, base, strict=True))
            gain = [a - b for a, b in both]
            alone, other = sum(a * (1 - b) for a, b in both), sum(b * (1 - a) for a, b in both)
            test = mcnemar_of(round(alone), round(other))
            row["on_last_but_one"] = {
                "gain": sum(gain) / len(gain),
                "interval": drawn_anew(gain, talks, seed),
                "alone": test.alone,
                "last_but_one_alone": test.other_alone,
                "p": test.p,
            }
        found[name] = row
    return found


def _interval(worth: Sequence[float], talks: Sequence[str], seed: int) -> Interval | None:
    return drawn_anew(worth, talks, seed) or proportion(round(sum(worth)), len(worth))


def drawn_anew(values: Sequence[float], talks: Sequence[str], seed: int) -> Interval | None:
    """Return the 95 % interval of a mean, conversations drawn anew; None of fewer than `ENOUGH`.

    Args:
        values: one a change.
        talks: the conversation of each.
        seed: of what is drawn.
    """
    import numpy as np

    names, of = np.unique(np.asarray(talks), return_inverse=True)
    if len(names) < ENOUGH:
        return None
    sums = np.bincount(of, weights=np.asarray(values, dtype=float))
    counts = np.bincount(of)
    times = np.random.default_rng(seed).multinomial(
        len(names), np.full(len(names), 1 / len(names)), size=RESAMPLES
    )
    low, high = np.quantile((times @ sums) / (times @ counts), [0.025, 0.975])
    return float(low), float(high)
