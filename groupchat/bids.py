"""Who wants the floor: what the caller says, or what stands in for it.

What stands in for bids looks at groups, in this order, and takes the first with anybody in it:

1. who owes an answer that was put to them by name, or under "waiting" to them alone, and has said
   nothing since;
2. whom the last message calls by name;
3. under "waiting" alone, who may still take up what was put to all, and has said nothing since;
4. of what is put to all, who is not talked about in it ("Has anybody asked Ben?");
5. who did not just speak.

They let what is open be answered (Schegloff 2007, chapter 2). Of a group, "waiting" takes whoever
has been silent longest, which gives everybody turns and is no finding on people. "people" takes
whom people would most likely let speak (see :mod:`mmagents.groupchat.people`), and "people-by-lot"
draws one by their chances. These two pass over what else is open: in recorded talk, debts that were
put to nobody by name foretell worse than the course of the talk (docs/results/next-speaker.md). In
speech they go before rule 1a too, where the last message puts something to one whom it does not
call by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from mmagents.errors import MMAgentsError
from mmagents.floor.adjacency import EVERYONE, Obligation
from mmagents.floor.bids import HIGHEST, Bid
from mmagents.floor.pairs import of_turn
from mmagents.groupchat.messages import Message
from mmagents.groupchat.people import Medium, chances, drawn

if TYPE_CHECKING:
    from mmagents.groupchat.readings import Heard

Stated = Bid | int | None
"""How much one wants to speak: a bid, its importance 0-9 as a wish to speak, or None to listen."""
StandIn = Literal["people", "people-by-lot", "waiting"]
STAND_INS: tuple[StandIn, ...] = ("people", "people-by-lot", "waiting")
"""What stands in for bids that nobody states."""
Bids = Mapping[str, Stated] | Callable[[str, Sequence[Message]], Stated] | StandIn
"""By name, or from a name and the messages, where a member who is left out listens; or what stands
in for them."""
_WANTS, _WOULD = 5, 1


def bids_of(
    bids: Bids,
    names: Sequence[str],
    messages: Sequence[Message],
    heard: Heard,
    *,
    medium: Medium,
    seed: int,
) -> list[Bid]:
    """Return the bids of those who are there, as the caller states them or what stands in.

    Raises:
        MMAgentsError: if one is no bid, or what is to stand in is not known.
    """
    if not isinstance(bids, str):
        return stated(bids, names, messages)
    if bids not in STAND_INS:
        raise MMAgentsError(
            f"There are no bids {bids!r}. There is: {', '.join(STAND_INS)}; or give bids by name, "
            "or a function."
        )
    return standing_in(bids, names, heard, medium=medium, seed=seed)


def tells_more_than_the_words(bids: Bids, medium: Medium) -> bool:
    """Return whether what stands in for bids goes before a question that calls nobody by name.

    In meetings whom the words alone put something to speaks next no more often than the last but
    one; whom people would most likely let speak does (docs/results/next-speaker.md). In chat that
    is not shown.
    """
    return medium == "speech" and isinstance(bids, str) and bids != "waiting"


def stated(
    bids: Mapping[str, Stated] | Callable[[str, Sequence[Message]], Stated],
    names: Sequence[str],
    messages: Sequence[Message],
) -> list[Bid]:
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


def standing_in(
    by: StandIn, names: Sequence[str], heard: Heard, *, medium: Medium, seed: int
) -> list[Bid]:
    """Return bids for those who are there; the thought of the highest says why it is.

    Args:
        by: which of them.
        names: of those who are there, one at least.
        heard: the chat.
        medium: what it is held in.
        seed: of what is drawn by lot.
    """
    last = heard.speakers[-1] if heard.speakers else None
    others = [name for name in names if name != last]
    group, why = first_group(others, heard, waiting=by == "waiting")
    if not group or not heard.turns:
        wants, why = group, ""
    elif by == "waiting":
        longest = min(heard.last_spoke.get(name, 0) for name in group)
        wants = [name for name in group if heard.last_spoke.get(name, 0) == longest]
        why = why or "has been silent longest"
    else:
        chance_of = chances(group, heard.course, medium)
        top = max(chance_of.values())
        wants = [name for name in group if chance_of[name] == top]
        if by == "people-by-lot":
            wants = [drawn(chance_of, seed, heard.turns + 1)]
        share = f"{chance_of[wants[0]]:.0%}"
        why = why or f"people would let them speak in {share} of such places"
    return [
        Bid(name, "speak", _WANTS, why)
        if name in wants
        else Bid(name, "speak" if name in others else "listen", _WOULD)
        for name in names
    ]


def first_group(others: list[str], heard: Heard, *, waiting: bool) -> tuple[list[str], str]:
    """Return the first group with anybody in it, and what is said of it; "" of all others.

    Args:
        others: those who are there and did not just speak.
        heard: the chat.
        waiting: whether to look at what was put to them without their names as well.
    """
    owing = (
        name
        for name in others
        if (pair := owed_by(name, heard)) and (waiting or _by_name(name, pair, heard))
    )
    asked = (name for name in others if waiting and _waiting(name, heard, to_all=True))
    groups = (
        (list(owing), "owes an answer"),
        ([name for name in others if name in heard.called], "is called by name"),
        (list(asked), "may take up what was put to all"),
    )
    if found := next((one for one in groups if one[0]), None):
        return found
    pair = of_turn(heard.talk.open_pairs, heard.turns)
    rest = [name for name in others if name not in heard.named]
    return (rest if rest and pair and pair.to == (EVERYONE,) else others), ""


def _by_name(name: str, pair: Obligation, heard: Heard) -> bool:
    """Return whether the message that began a pair calls a member by name."""
    ago = heard.turns - pair.turn + 1
    return ago <= len(heard.calls) and name in heard.calls[-ago]
