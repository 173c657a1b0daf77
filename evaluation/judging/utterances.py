"""The rubric rated utterance by utterance, then summed in each conversation.

MMAgents, section 5: annotators rate each utterance, and the scores of utterances are aggregated in
each conversation; agreement is on whether each item of a conversation was rated positive. The paper
does not say whether an item can be scored twice. Here an item counts once a conversation, at the
first turn that earns it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from mmagents.evaluation.judging.verdicts import Earned, Kind, Points, Ticked, Verdict


def summed(verdicts: Sequence[Verdict], turns: frozenset[int]) -> Points | None:
    """Return what one rater's turns of one conversation come to; None unless all were rated.

    `turns` are the numbers of all turns of the conversation.
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
