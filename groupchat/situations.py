"""What the rules of the floor look at in a group chat: one value, made of what was heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mmagents.floor.bids import Bid
from mmagents.floor.pairs import of_turn
from mmagents.floor.situation import Situation

if TYPE_CHECKING:
    from mmagents.groupchat.members import Members
    from mmagents.groupchat.readings import Heard


def named_last(heard: Heard, members: Members, language: str) -> tuple[str, ...]:
    """Return the members whom the last message names, spoken to or not."""
    from mmagents.analysts.text.names import named_in

    if not heard.turns:
        return ()
    last = heard.talk.turns[-1]
    return named_in(last.text, members.cast, language, speaker=last.speaker)


def situation_of(
    heard: Heard,
    names: Sequence[str],
    bids: Sequence[Bid],
    *,
    members: Members,
    language: str,
    seed: int,
    by_name: bool = False,
) -> Situation:
    """Return all that the rules of the floor may look at.

    Args:
        heard: the chat so far.
        names: of those who are there, one at least.
        bids: one of each of them.
        members: all who take part.
        language: of the chat.
        seed: of what is drawn by lot.
        by_name: whether one whom the last message does not call by name is not selected by it.
    """
    pair = of_turn(heard.talk.open_pairs, heard.turns)
    if by_name and pair and len(pair.to) == 1 and pair.to[0] not in heard.called:
        pair = replace(pair, to=())
    last = heard.talk.turns[-1] if heard.turns else None
    return Situation(
        turn=heard.turns + 1,
        seed=seed,
        seats=tuple(names),
        bids=bids,
        previous=last.speaker if last else None,
        pair=pair,
        named=named_last(heard, members, language),
        silent_for={name: heard.turns - heard.last_spoke.get(name, 0) for name in names},
    )
