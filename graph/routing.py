"""Where the cycle goes next. The return type of a router is its list of edges."""

from __future__ import annotations

from typing import Literal

from mmagents.floor.rules import Route, rule_of
from mmagents.nodes.evening.verdict import again
from mmagents.nodes.repair.candidate import at_fault, repair_of
from mmagents.nodes.state import State


def which_rule(state: State) -> Route:
    """Follow the rule by which `select_speaker` gave the floor."""
    return rule_of(state["floor"]["rule"]).route or "by scheme"


def which_phase(
    state: State,
) -> Literal["talk", "exploration", "in pairs", "update", "accusation", "vote", "settlement"]:
    """Follow the phase that has been opened."""
    if state["rooms"]:
        return "talk"
    phase = state["phase"]
    if phase in ("exploration", "update", "accusation", "vote", "settlement"):
        return phase  # type: ignore[return-value]  # one of the labels, as the line above says
    return "in pairs"


def in_the_evening(state: State) -> Literal["next phase", "evening over"]:
    """Go on to the next phase, if there is one and no limit has been reached."""
    return "next phase" if state["agenda"] and not state["ended"] else "evening over"


def after_a_look(state: State) -> Literal["look again", "next phase", "evening over"]:
    """Look again, or go on."""
    if state["looks_left"] > 0 and not state["ended"]:
        return "look again"
    return in_the_evening(state)


def after_pairing(state: State) -> Literal["talk", "next phase", "evening over"]:
    """Let those talk who have found one another."""
    return "talk" if state["rooms"] and not state["ended"] else in_the_evening(state)


def after_a_vote(state: State) -> Literal["vote again", "next phase", "evening over"]:
    """Vote once more on those tied, if the story has it so."""
    return "vote again" if again(state) and not state["ended"] else in_the_evening(state)


Heard = Literal["what it says", "what it does", "overlap"]


def heard(state: State) -> list[Heard]:
    """Let the words be heard: read for what they say and for what they do to the floor.

    Beside that the next turn is thought of, if that is wanted and there is one.
    """
    readers: list[Heard] = ["what it says", "what it does"]
    return [*readers, "overlap"] if state["overlap"] else readers


def heard_or_screened(state: State) -> list[Heard | Literal["repair"]]:
    """Screen the words before they are heard, or let them be heard."""
    return ["repair"] if state.get("repair") else [*heard(state)]


Screened = Literal["clean", "suspected", "said before", "rounds used up"]
Diagnosed = Literal["no issue", "at fault", "rounds used up"]


def suspicious(state: State) -> Screened:
    """Diagnose what is suspected, unless it needs no diagnosis."""
    attempt = repair_of(state)["attempts"][-1]
    if not attempt["suspicions"]:
        return "clean"
    if not at_fault(attempt):
        return "suspected"
    return "said before" if repair_of(state)["rounds_left"] > 0 else "rounds used up"


def what_ails_it(state: State) -> Diagnosed:
    """Say anew what is at fault, as long as there are rounds left."""
    if not at_fault(repair_of(state)["attempts"][-1]):
        return "no issue"
    return "at fault" if repair_of(state)["rounds_left"] > 0 else "rounds used up"


def another_turn(
    state: State,
) -> Literal["next turn", "thought already", "next phase", "game over"]:
    """Go on until the talk has ended; the thinking may have been done."""
    if state["ended"]:
        return "game over"
    if not state["rooms"]:
        return "next phase"
    return "thought already" if state["ledger"]["bids"] else "next turn"
