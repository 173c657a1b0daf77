"""Who wants the floor: what the caller says, and where it says nothing, who has waited longest.

What stands in for bids looks at four groups, in this order, and takes the first with anybody in it:

1. who owes an answer that was put to them by name or to them alone, and has said nothing since;
2. whom the last message calls by name;
3. who may still take up what was put to all, and has said nothing since;
4. who did not just speak.

Of a group, whoever has been silent longest wants the floor most. These are no findings on people:
they let what is open be answered (Schegloff 2007, chapter 2), and otherwise give everybody turns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from mmagents.floor.adjacency import EVERYONE, Obligation
from mmagents.floor.bids import HIGHEST, Bid
from mmagents.groupchat.messages import Message
from mmagents.scenarios.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.groupchat.readings import Heard

Stated = Bid | int | None
"""How much one wants to speak: a bid, its importance 0-9 as a wish to speak, or None to listen."""
Bids = Mapping[str, Stated] | Callable[[str, Sequence[Message]], Stated]
"""By name, or from a name and the messages. A member who is left out listens."""
_WANTS, _WOULD = 5, 1


def stated(bids: Bids, names: Sequence[str], messages: Sequence[Message]) -> list[Bid]:
    """Return the bids of those who are there, as the caller states them.

    Raises:
        MMAgentsError: if one is no bid, or a mapping names somebody who is no member.
    """
    if callable(bids):
        return [_bid(name, bids(name, messages)) for name in names]
    return [_bid(name, bids.get(name)) for name in names]


def _bid(name: str, given: Stated) -> Bid:
    if given is None:
        return Bid(name, "listen", 0)
    if isinstance(given, Bid):
        action, importance, thought = given.action, given.importance, given.thought
    else:
        action, importance, thought = "speak", given, ""
    if isinstance(importance, bool) or not isinstance(importance, int):
        raise MMAgentsError(f"The bid of {name} is {given!r}. Give an integer 0-9, a Bid or None.")
    if not 0 <= importance <= HIGHEST:
        raise MMAgentsError(f"The bid of {name} is {importance}. It must lie within 0-{HIGHEST}.")
    return Bid(name, action, importance, thought)


def owed_by(name: str, heard: Heard) -> Obligation | None:
    """Return the latest open pair that was put to a member by name and that waits for it."""
    return _waiting(name, heard, to_all=False)


def _waiting(name: str, heard: Heard, *, to_all: bool) -> Obligation | None:
    """Return the latest pair that waits for a member, who has asked back at most and was answered.

    A question in return ("Which Friday?") leaves the pair open until it is answered itself: an
    insertion sequence (Schegloff 2007, chapter 6).
    """
    since, open_pairs = heard.had_say.get(name, 0), heard.talk.open_pairs
    asked_back = max((pair.turn for pair in open_pairs if pair.by == name), default=0)
    found = (
        pair
        for pair in reversed(open_pairs)
        if pair.waits_for(name)
        and pair.turn > max(since, asked_back)
        and (pair.to == (EVERYONE,)) == to_all
    )
    return next(found, None)


def by_waiting(names: Sequence[str], heard: Heard, silent_for: Mapping[str, int]) -> list[Bid]:
    """Return bids for those who are there by what is open and who has been silent longest.

    The thought of each says why it bids so.

    Args:
        names: of those who are there, one at least.
        heard: the chat.
        silent_for: by name, how many turns ago each spoke.
    """
    last = heard.speakers[-1] if heard.speakers else None
    others = [name for name in names if name != last]
    owing = {name: pair for name in others if (pair := owed_by(name, heard))}
    asked = {name: pair for name in others if (pair := _waiting(name, heard, to_all=True))}
    groups = (
        (list(owing), "owes an answer"),
        ([name for name in others if name in heard.called], "is called by name"),
        (list(asked), "may take up what was put to all"),
        (others, "has been silent longest"),
    )
    group, why = next((one for one in groups if one[0]), ([], ""))
    longest = max((silent_for[name] for name in group), default=0)
    return [
        Bid(name, "speak", _WANTS, why)
        if name in group and silent_for[name] == longest
        else Bid(name, "speak" if name in others else "listen", _WOULD)
        for name in names
    ]
