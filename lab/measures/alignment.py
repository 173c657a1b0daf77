"""Alignment: everybody else turns against one seat (AgentGroupChat, section 6.2, table 2).

T2 can be read in two ways. Its definition takes what the observed seat feels for the others; the
account of the method before it takes what the others feel for the observed seat. Both are taken,
over the other principals: the paper observes main characters, and four attitudes of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import ABSENT, Figure, Measure, Measures, by_name
from mmagents.lab.measures.persona import AGC, personas, regards
from mmagents.lab.statistics.sums import mean
from mmagents.nodes.settings import field_in


def observed(talk: Conversation) -> str:
    """Return the seat that all others were told to turn against, or nothing."""
    return str(field_in(talk.context, "evening.hostile_to") or "")


def rounds_of(talk: Conversation, seat: str) -> list[dict[str, int]]:
    """Return the regards of a seat: those it began with, then those after each round."""
    return [regards(one) for one in talk.once(personas).get(seat, ())]


def others_with_aims(talk: Conversation) -> list[str]:
    """Return the other principals; all others in a story that has none beside the seat."""
    seat, scenario = observed(talk), talk.table.scenario
    others = [one for one in scenario.principals() if one != seat]
    return others or [one for one in scenario.seats() if one != seat]


def falling(talk: Conversation) -> Figure:
    """T1: the share of rounds in which its average regard for all others fell."""
    rounds = rounds_of(talk, observed(talk))
    fell = [sum(after.values()) < sum(before.values()) for before, after in pairwise(rounds)]
    return _share(fell)


def returned(talk: Conversation) -> Figure:
    """T2 as it is defined: the share of other principals that it regards below 0."""
    found = rounds_of(talk, observed(talk))[1:]
    others = others_with_aims(talk)
    return _share([one[other] < 0 for one in found for other in others if other in one])


def adhered(talk: Conversation) -> Figure:
    """T2 in the other reading: the share of other principals that regard it below 0."""
    seat = observed(talk)
    found = [one for other in others_with_aims(talk) for one in rounds_of(talk, other)[1:]]
    return _share([one[seat] < 0 for one in found if seat in one])


def _share(held: Sequence[bool]) -> Figure:
    found = mean([float(one) for one in held])
    return ABSENT if found is None else found


MEASURES: Measures = by_name(
    Measure("alignment_t1", "alignment T1", "share", "more", falling,
            "Everybody else was told to turn against one seat: share of rounds in which that "
            f"seat's average regard for all others fell ({AGC}, section 6.2)."),
    Measure("alignment_t2", "alignment T2", "share", "more", returned,
            "Everybody else was told to turn against one seat: share of the other principals, "
            "after each round, for whom that seat's regard is below 0, as T2 is defined "
            f"({AGC}, section 6.2)."),
    Measure("alignment_t2_others", "alignment T2, the other reading", "share", "more", adhered,
            "Everybody else was told to turn against one seat: share of the other principals, "
            "after each round, whose regard for that seat is below 0, as the sentence before the "
            f"definition has it ({AGC}, section 6.2)."),
)  # fmt: skip
