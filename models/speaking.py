"""How models are asked for words: how often, from what they are told, and for other words how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

Information = Literal["background", "memory", "history", "status"]
"""What can be left out of the prompts for words (SDR, table 3)."""
INFORMATION: tuple[Information, ...] = get_args(Information)
Asking = Literal["lot", "persona", "task"]
"""How other words are asked for: as a person, as a task, or by lot in either way (SDR, 2.4)."""

Compares = Literal["auto", "rules", "llm"]
"""What compares statements: a model where one is named for anything, else the rules (auto); rules;
or a model (llm)."""


@dataclass(frozen=True, slots=True)
class Speaking:
    """How a seat on a model is asked for words.

    Attributes:
        best_of: lines it writes for a turn, of which it picks one (SDR, section 3.1).
        leave_out: what it is not told when it speaks and repairs (SDR, table 3).
        asking: how it is asked for other words (SDR, section 2.4).
        merge: have a model put all comments together as suggestions first (SDR, section 2.3).
    """

    best_of: int = 1
    leave_out: tuple[Information, ...] = ()
    asking: Asking = "lot"
    merge: bool = False


AS_EVER = Speaking()
"""One line a turn, told everything, other words by lot."""


def left_out(variables: Mapping[str, Any], leave_out: tuple[Information, ...]) -> dict[str, Any]:
    """Return the variables of a prompt for words without some information.

    Without background: who the character is, its past and its nature. Without memory: what is
    recalled. Without history: all turns heard but the last, which has to be taken up. Without
    status: its own day, where it was and what it did. SDR's agents have the same four; which parts
    of a sheet they are here is this project's reading.
    """
    found = dict(variables)
    if "background" in leave_out:
        found["me"] = {**found["me"], "background": "", "personality": ""}
    if "memory" in leave_out:
        found["memories"] = []
    if "history" in leave_out:
        found["history"], found["lately"] = found["history"][-1:], None
    if "status" in leave_out:
        found["actions"] = []
    return found
