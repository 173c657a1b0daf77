"""What raters said of one conversation, rater by rater, and their points summed over utterances."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from mmagents.lab.conversation import Conversation
from mmagents.lab.judging.verdicts import Earned, Kind, Points, Ticked, Verdict


def by_rater(talk: Conversation, source: str, kind: Kind) -> list[list[Any]]:
    """Return what each rater of a source said of one kind, what is missing left out."""
    found: dict[str, list[Any]] = {}
    for one in talk.readings.get(source, ()):
        if one.kind is kind:
            found.setdefault(one.by, []).extend([] if one.said is None else [one.said])
    return list(found.values())


def summed(verdicts: Sequence[Verdict], turns: frozenset[int]) -> Points | None:
    """Return the points of one rater's turns of one conversation; None unless all were rated.

    MMAgents, section 5, sums the scores of utterances in each conversation, and does not say
    whether an item can be scored twice. Here an item counts once, at the first turn that earns it.

    Args:
        verdicts: of one rater on one conversation.
        turns: the numbers of all turns of the conversation.
    """
    said = {one.turn: one.said for one in verdicts if isinstance(one.said, Earned)}
    if not said or not turns <= said.keys():
        return None
    items: dict[str, Ticked] = {}
    for turn in sorted(turns):
        for id, earned in said[turn].points.items():
            if earned and not items.get(id, Ticked(reached=False)).reached:
                items[id] = Ticked(reached=True, turn=turn)
            items.setdefault(id, Ticked(reached=False))
    return Points(items=items)


def by_conversation(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return a verdict a rater and conversation from those on its utterances.

    The turns of a conversation are those that anybody rated; a rater who left some out has none.
    """
    held: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
    turns: dict[str, set[int]] = defaultdict(set)
    for one in verdicts:
        if one.kind is Kind.UTTERANCE:
            held[one.id, one.by].append(one)
            turns[one.id].add(one.turn)
    found: Mapping[tuple[str, str], Points | None] = {
        key: summed(of, frozenset(turns[key[0]])) for key, of in held.items()
    }
    return [
        Verdict(id=id, kind=Kind.RUBRIC, turn=0, by=by, said=said)
        for (id, by), said in found.items()
        if said is not None
    ]
