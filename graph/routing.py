"""Where the cycle goes next. The return type of a router is its list of edges."""

from __future__ import annotations

from typing import Literal

from mmagents.nodes.state import Rule, State

Taken = Literal["rule 1a", "rule 1b", "rule 1c", "by lot", "by scheme"]
LABELS: dict[Rule, Taken] = {
    "1a": "rule 1a",
    "1b": "rule 1b",
    "1c": "rule 1c",
    "first": "by lot",
    "equal": "by lot",
    "round-robin": "by scheme",
    "random": "by scheme",
    "bid": "by scheme",
    "moderator": "by scheme",
    "mention": "by scheme",
}


def which_rule(state: State) -> Taken:
    """Follow the rule by which `select_speaker` gave the floor."""
    return LABELS[state["floor"]["rule"]]


def what_else(state: State) -> list[Literal["overlap"]]:
    """Think of the next turn beside the readers of this one, if that is wanted and there is one."""
    return ["overlap"] if state["overlap"] else []


def another_turn(state: State) -> Literal["next turn", "thought already", "game over"]:
    """Go on until the talk has ended; the thinking may have been done."""
    if state["ended"]:
        return "game over"
    return "thought already" if state["ledger"]["bids"] else "next turn"
