"""The ways to have a server keep an answer to its form, the strictest first.

Servers that speak the OpenAI protocol differ in which of them they know, and in how they refuse the
others: with HTTP 400, 422 or 500, by going on without, or with an empty answer. So every task
begins at the top and comes down a step whenever a step fails. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

Way = Literal["json_schema", "json_object with schema", "json_object", "tool", "none"]
WAYS: tuple[Way, ...] = get_args(Way)
"""json_schema: `response_format` with a strict schema. json_object with schema: `response_format`
of JSON, with the schema beside it, as llama-cpp-python takes it. json_object: JSON of any form.
tool: the answer as the arguments of a tool that has to be called. none: the prompt alone asks."""
NONE: Way = "none"
_PATIENCE = 2
"""Failures in a row that could be passing ones, after which a step is given up."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a task has come down the ladder with one server.

    Attributes:
        ways: those that the client can send, the strictest first; the last is "none".
        at: which of them is used.
        failures: how often in a row it has failed.
        tried: whether it was found by trying, before a game.
    """

    ways: tuple[Way, ...] = WAYS
    at: int = 0
    failures: int = 0
    tried: bool = False

    @property
    def way(self) -> Way:
        """The way that is used."""
        return self.ways[self.at]

    def failed(self, way: Way, *, refused: bool) -> Standing:
        """Return the standing after `way` has failed.

        One step down if the server refused it, or if it failed twice in a row. Failures of a way
        that is no longer used change nothing: seats ask at once, and fail at once.
        """
        if way != self.way or way == NONE:
            return self
        if refused or self.failures + 1 >= _PATIENCE:
            return replace(self, at=self.at + 1, failures=0)
        return replace(self, failures=self.failures + 1)

    def held(self, way: Way) -> Standing:
        """Return the standing after an answer that came by `way` could be read."""
        return replace(self, failures=0) if way == self.way else self

    def found(self, way: Way) -> Standing:
        """Return the standing after `way` was found to work by trying."""
        return replace(self, at=self.ways.index(way), failures=0, tried=True)


def in_body(way: Way, form: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a request of the OpenAI protocol carries to have an answer in its form.

    Args:
        way: how it is asked for.
        form: a `response_format` with a strict schema.
    """
    named = form["json_schema"]
    if way == "json_schema":
        return {"response_format": form}
    if way == "json_object with schema":
        return {"response_format": {"type": "json_object", "schema": named["schema"]}}
    if way == "json_object":
        return {"response_format": {"type": "json_object"}}
    if way == "tool":
        about = {"name": named["name"], "description": "Give the answer."}
        tool = {"type": "function", "function": {**about, "parameters": named["schema"]}}
        called = {"type": "function", "function": {"name": named["name"]}}
        return {"tools": [tool], "tool_choice": called}
    return {}
