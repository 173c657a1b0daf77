"""A seat that says what was written down for it: a confederate in an experiment, an aid to tests.

    --seat tobin=scripted:lines.yaml

The file is a list in YAML, one entry a turn of this seat, in order:

    - Good evening.
    - say: Where were you at nine, Doctor?
      importance: 8
      think: Now I have him.
    - say: I heard nothing.
      listen: true          # takes the floor only if it is given it
    - vote: keep it         # how it votes, whenever that is asked; `say` is the reason, if any
      say: It is ours.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mmagents.errors import MMAgentsError, plain_reason
from mmagents.interfaces.player import NO_CHOICE, Asked, Chosen, Thought
from mmagents.interfaces.view import View
from mmagents.scenarios.source import read_yaml

SAID, UPTO = "said", "upto"
"""Keys of the notebook: lines said so far, and the turn up to which they were counted."""
NO_MORE: Mapping[str, str] = {"en": "I have nothing to add.", "ja": "私からは、もう何も。"}
"""What is said where the floor comes after the last line."""


class ScriptLine(BaseModel):
    """One turn as it was written down."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    say: str = Field(min_length=1)
    importance: int = Field(default=5, ge=0, le=9)
    think: str = ""
    listen: bool = False


class ScriptVote(BaseModel):
    """A vote as it was written down: the words of an option, and the reason that is read out."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    vote: str = Field(min_length=1)
    say: str = ""


Entry = ScriptLine | ScriptVote


def read_lines(path: str | Path) -> tuple[Entry, ...]:
    """Return what a seat is to say.

    Raises:
        MMAgentsError: if the file cannot be read or is not of that form, with file and place.
    """
    return _lines(json.dumps(read_yaml(path)), str(path))


@lru_cache(maxsize=64)
def _lines(content: str, file: str) -> tuple[Entry, ...]:
    written: Any = json.loads(content)
    form = (
        "Write a list: one line to say an entry, as words or as {say, importance, think, listen}, "
        "or {vote, say}"
    )
    if not isinstance(written, list) or not written:
        raise MMAgentsError(f"{file} holds no list of lines. {form}.")
    found = list[Entry]()
    for at, one in enumerate(written, 1):
        entry = {"say": one} if isinstance(one, str) else one
        votes = isinstance(entry, dict) and "vote" in entry
        try:
            found.append((ScriptVote if votes else ScriptLine).model_validate(entry))
        except ValidationError as error:
            first = error.errors()[0]
            where = ", ".join([f"entry {at}", *map(str, first["loc"])])
            raise MMAgentsError(f"{file}, {where}: {plain_reason(first['msg'])}. {form}.") from None
    return tuple(found)


class ScriptedPlayer:
    """Says the lines of a file in order. Which comes next stands in the seat's notebook."""

    def __init__(self, path: str | Path) -> None:
        """Take a file of lines.

        Raises:
            MMAgentsError: if it cannot be used.
        """
        lines = read_lines(path)
        self._lines = [one for one in lines if isinstance(one, ScriptLine)]
        self._votes = [one for one in lines if isinstance(one, ScriptVote)]

    async def think(self, view: View) -> Thought:
        """Bid as the next line says; listen at 0 where there is none."""
        said, last = self._said(view), view.heard[-1].turn if view.heard else 0
        notes = {SAID: said, UPTO: last}
        if said >= len(self._lines):
            return Thought("", "listen", 0, notes)
        line = self._lines[said]
        return Thought(line.think, "listen" if line.listen else "speak", line.importance, notes)

    async def speak(self, view: View) -> str:
        """Say the next line."""
        said = self._said(view)
        return (
            self._lines[said].say
            if said < len(self._lines)
            else NO_MORE.get(view.language, NO_MORE["en"])
        )

    async def choose(self, view: View, asked: Asked) -> Chosen:
        """Vote as is written down, by the words or the id of an option; choose nothing else."""
        options = {key.casefold(): one.id for one in asked.options for key in (one.text, one.id)}
        votes = self._votes if asked.kind == "vote" else ()
        meant = [one for one in votes if one.vote.strip().casefold() in options]
        if not meant:
            return NO_CHOICE
        return Chosen(options[meant[0].vote.strip().casefold()], meant[0].say)

    @staticmethod
    def _said(view: View) -> int:
        """Return how many lines were said: those noted, and each heard from this seat since."""
        said, upto = view.notes.get(SAID, 0), view.notes.get(UPTO, 0)
        since = (one for one in view.heard if one.turn > upto and one.speaker == view.seat)
        return int(said) + sum(1 for _ in since)
