"""A group chat of three rule-based members, without a key; `langgraph dev` serves it as well.

Each answers from the words alone. Sums works out arithmetic, Dates tells weekdays, and Minutes
reads the floor and says what is still open. Write "Sums, what is 12 * 7?".
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from langchain_core.messages import AIMessage
from langgraph.graph import START, MessagesState, StateGraph

from mmagents.groupchat import TurnTaking, create_group_chat
from mmagents.groupchat.messages import said_in

NAMES = ("Sums", "Dates", "Minutes")
OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
SUM = r"\d[\d. +*/()-]{0,80}\d(?![-\d])"
READ = 4_000
"""Characters of a message that are looked through; who writes more than that asks for no sum."""
floor = TurnTaking(NAMES)


def value_of(node: ast.expr) -> float:
    """Return what an expression of numbers comes to; ValueError where it is anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](value_of(node.left), value_of(node.right))
    raise ValueError("not a sum")


def found_in(state: dict[str, Any], written: str) -> list[str]:
    """Return what of a form others have written in the last messages, the newest first."""
    heard = [one for one in state["messages"][-3:] if not isinstance(one, AIMessage)]
    return [found for one in reversed(heard) for found in re.findall(written, one.text[:READ])]


def sums(state: dict[str, Any]) -> str:
    """Work out the last sum that somebody wrote."""
    for written in found_in(state, SUM):
        try:
            return f"{written} = {value_of(ast.parse(written, mode='eval').body):g}."
        except (ValueError, SyntaxError, ZeroDivisionError):
            continue
    return "I work out sums, such as 12 * 7. Which one do you need?"


def dates(state: dict[str, Any]) -> str:
    """Tell the weekday of the last date that somebody wrote."""
    for written in found_in(state, r"\d{4}-\d{2}-\d{2}"):
        try:
            return f"{written} is a {date.fromisoformat(written):%A}."
        except ValueError:
            return f"{written} is no date."
    return "I tell weekdays of dates, such as 2026-12-24. Which one do you need?"


class MinutesState(MessagesState):
    """Messages, and the floor, which the chat gives to every graph that asks for it."""

    floor: dict[str, Any]


def minutes(state: MinutesState) -> dict[str, Any]:
    """Say what is open, as the floor has it; what this very turn answers is not."""
    due = state["floor"]["due"] or {}
    still = [
        f"{one['by']} asked {', '.join(one['to'])}: {one['text']}"
        for one in state["floor"]["open_pairs"]
        if one["message"] != due.get("message")
    ]
    said = "Still open: " + "; ".join(still) if still else "Nothing is open."
    return {"messages": [AIMessage(said)]}


def answered(messages: Sequence[Any]) -> bool:
    """Tell whether no member should reply to the last message."""
    return bool(said_in(messages)) and not any(floor.should_reply(one, messages) for one in NAMES)


minute_taker = StateGraph(MinutesState).add_node("minutes", minutes).add_edge(START, "minutes")
sums.__name__, dates.__name__ = "Sums", "Dates"
members = [sums, dates, minute_taker.compile(name="Minutes")]
graph = create_group_chat(members, until=answered, max_turns=6).compile(name="group_chat")
