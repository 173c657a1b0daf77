"""Gibson's thirteen participation shifts: who speaks and to whom, from one turn to the next.

Gibson, D. R. 2003, "Participation shifts: order and differentiation in group conversation", Social
Forces 81. The letters before the dash are the speaker and the target of one turn, those after it of
the next: A and B are the speaker and target of the first, X and Y somebody else, 0 the group as a
whole. A turn to several, or to nobody in particular, is to the group. Where the same one goes on to
the same target there is no shift.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from mmagents.floor.adjacency import EVERYONE
from mmagents.lab.realism.turns import Talk, Turn
from mmagents.lab.statistics.sums import ratio

GROUP = "0"
KINDS = {
    "AB-BA": "receiving", "AB-B0": "receiving", "AB-BY": "receiving",
    "A0-X0": "claiming", "A0-XA": "claiming", "A0-XY": "claiming",
    "AB-X0": "usurping", "AB-XA": "usurping", "AB-XB": "usurping", "AB-XY": "usurping",
    "A0-AY": "continuing", "AB-A0": "continuing", "AB-AY": "continuing",
}  # fmt: skip
"""The thirteen shifts by what the next speaker does with the floor, in the order of the paper."""


def target(turn: Turn) -> str:
    """Return the one a turn was put to, or "0" for the group."""
    to = [one for one in turn.addressees or () if one != turn.speaker]
    return to[0] if len(to) == 1 and to[0] != EVERYONE else GROUP


def shift(first: Turn, second: Turn) -> str | None:
    """Return the shift from one turn to the next; None where there is none."""
    a, b, x, y = first.speaker, target(first), second.speaker, target(second)
    if (a, b) == (x, y):
        return None
    known = {GROUP: GROUP, a: "A"}
    if b != GROUP:
        known[b] = "B"
    before = f"A{known[b]}"
    speaker = known.get(x, "X")
    return f"{before}-{speaker}{known.get(y, 'Y')}"


def shifts(talk: Talk) -> Counter[str]:
    """Return how often each shift occurs, all thirteen; none where addressees are unknown."""
    found = Counter(dict.fromkeys(KINDS, 0))
    for stretch in talk.stretches:
        for first, second in pairwise(stretch):
            if second.measured and first.addressees is not None and second.addressees is not None:
                kind = shift(first, second)
                if kind is not None:
                    found[kind] += 1
    return found


def shift_share(talk: Talk, kind: str) -> float | None:
    """Return the share of one shift among all."""
    found = shifts(talk)
    return ratio(found[kind], found.total())
