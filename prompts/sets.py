"""Sets of prompts: the four things in which the project's own differ from what the paper describes.

A set is a record of four values, and each can be changed alone. There is one template a task; its
blocks ask for `wording.anchors` and the like. docs/howto/extend/prompts.md says what the paper
leaves open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

SetName = Literal["anchored", "paper"]
Switch = Literal["anchors", "licence", "open_list", "own_words"]
SWITCHES: tuple[Switch, ...] = get_args(Switch)


@dataclass(frozen=True, slots=True)
class Wording:
    """How prompts are worded where the project and the paper differ.

    Attributes:
        anchors: say what each importance stands for, which turn of how many it is, and what the
            seat bid of late; otherwise importance is a bare 0-9 (MMAgents, section 3.2.1).
        licence: tell whoever owes a second pair part that it may refuse or evade; otherwise only
            which one is due (MMAgents, section 3.2.4 and figure 4).
        open_list: list the first pair parts that are open, and say who owes what before the
            floor is given; otherwise only the speaker is told what is due (figure 4).
        conversation: say how people talk at a table (Context.manner); never in the set `paper`,
            which keeps to the letter of what MMAgents describes.
        units: ask whoever thinks what it would come into another's turn on (Context.medium).
        own_words: shortTermHistory holds what a seat said in place of what it thought in that turn
            (MMAgents, algorithm 1); otherwise the thought.
    """

    anchors: bool = True
    licence: bool = True
    open_list: bool = True
    own_words: bool = False
    conversation: bool = False
    units: bool = False


ANCHORED = Wording()
"""The project's own wording."""
GROWS: Mapping[SetName, bool] = {"anchored": True, "paper": False}
"""By set, whether prompts show a window of the talk that grows; MMAgents has one that slides."""
SETS: Mapping[SetName, Wording] = {
    "anchored": ANCHORED,
    "paper": Wording(anchors=False, licence=False, open_list=False, own_words=True),
}


def wording_of(
    name: SetName,
    switches: Mapping[Switch, bool | None],
    *,
    conversation: bool = False,
    units: bool = False,
) -> Wording:
    """Return the wording of a set, with some of its four values changed; None leaves one as is.

    `conversation` says how people talk at a table, which the set `paper` never does. `units` asks
    for what a seat would come in on, in any set.
    """
    changed = {switch: value for switch, value in switches.items() if value is not None}
    talks = conversation and name != "paper"
    return replace(SETS[name], **changed, conversation=talks, units=units)
