"""Sets of prompts: where the project's own prompts differ from what MMAgents describes.

There is one template a task; its blocks ask for `wording.anchors` and the like. A set is a record
of values. docs/howto/extend/prompts.md says what the paper leaves open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

SetName = Literal["anchored", "paper"]
Switch = Literal[
    "anchors", "licence", "open_list", "own_words", "readings", "speaking_rules", "plan", "due_part"
]
SWITCHES: tuple[Switch, ...] = get_args(Switch)


@dataclass(frozen=True, slots=True)
class Wording:
    """How prompts are worded where the project and the paper differ.

    Attributes:
        anchors: say what each importance stands for, which turn of how many it is, and what the
            seat bid of late; otherwise importance is a bare 0-9 (MMAgents, section 3.2.1).
        licence: allow a seat that owes a second pair part to refuse or evade; otherwise say only
            which one is due (MMAgents, section 3.2.4 and figure 4).
        open_list: list the first pair parts that are open, and say who owes what before the
            floor is given; otherwise only the speaker is told what is due (figure 4).
        own_words: shortTermHistory holds what a seat said in place of what it thought in that turn
            (MMAgents, algorithm 1); otherwise the thought.
        readings: say of each turn heard to whom it was put and what it asked for, as the detector
            read it; otherwise only who spoke, and the words (MMAgents, equation 1).
        speaking_rules: tell how to take turns well: take up the last turn, repeat nothing, name
            the one who is to reply, what a lie may be; otherwise language, length and own words.
        plan: tell the speaker its thought of this turn; otherwise the thought joins
            shortTermHistory after the words are spoken (MMAgents, algorithm 1).
        due_part: tell the speaker which second pair part is due (MMAgents, section 3.2.4);
            otherwise the detector only gives the floor (rule 1a).
        sheet_marks: mark in the sheet what a mission is worth and how closely to keep a fact.
            Never in the set `paper`: the sheet of MMAgents (section 3.1.1) has neither.
        conversation: say how people talk at a table (Context.manner). It is a rule of speaking, so
            never in the set `paper` and never without `speaking_rules`.
        units: ask a seat, when it thinks, what it would cut in on (Context.medium).
    """

    anchors: bool = True
    licence: bool = True
    open_list: bool = True
    own_words: bool = False
    readings: bool = True
    speaking_rules: bool = True
    plan: bool = True
    due_part: bool = True
    sheet_marks: bool = True
    conversation: bool = False
    units: bool = False


ANCHORED = Wording()
"""The project's own wording."""
GROWS: Mapping[SetName, bool] = {"anchored": True, "paper": False}
"""By set, whether prompts show a window of the talk that grows; MMAgents has one that slides."""
SETS: Mapping[SetName, Wording] = {
    "anchored": ANCHORED,
    "paper": Wording(
        anchors=False,
        licence=False,
        open_list=False,
        own_words=True,
        readings=False,
        speaking_rules=False,
        plan=False,
        sheet_marks=False,
    ),
}


def wording_of(
    name: SetName,
    switches: Mapping[Switch, bool | None],
    *,
    conversation: bool = False,
    units: bool = False,
) -> Wording:
    """Return the wording of a set with some of its values changed; None leaves one as it is.

    `conversation` and `units` are as in `Wording`; the former holds only where the set and the
    switches allow it.
    """
    changed = {switch: value for switch, value in switches.items() if value is not None}
    found = replace(SETS[name], **changed, units=units)
    talks = conversation and name != "paper" and found.speaking_rules
    return replace(found, conversation=talks)
