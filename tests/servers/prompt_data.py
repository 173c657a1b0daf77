"""What a request holds as data: its headers, quotations, numbered options, and names of a story.

Nothing here knows a word of a prompt, so prompts can be worded anew. What is relied on is that
what was said ends its line as a quotation, with the number of its turn before it, that an
analyst's own matter is the last quotation, and that options are numbered.
"""

import json
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import mmagents.prompts
from mmagents.scenarios.loader import load_scenario, shipped
from tests.prompts.samples import PUBLIC, disputed
from tests.servers.openai_server import Request

_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')
_QUOTED = re.compile(rf"{_LITERAL.pattern}$")
_OPTION = re.compile(r"^\s*\d+[.)] (.+)$", re.M)
_ENTRY = re.compile(r"^- ([^:：]+)[:：](.+)$", re.M)
_NUMBER = re.compile(r"\d+")
_STORIES = Path(__file__).parents[1] / "stories"


def task_of(request: Request) -> str:
    """Return which task a request is for, as its header says."""
    task = request.headers.get("x-mmagents-task", "speak")  # a model is tried without one
    return "speak" if task == "repair" else task


def seat_of(request: Request) -> str:
    """Return whose request it is, as its header says."""
    return unquote(request.headers.get("x-mmagents-seat", ""))


def language_of(request: Request) -> str:
    """Return the language that a request asks for, as its header says."""
    return request.headers.get("x-mmagents-language", "en")


def texts(request: dict[str, Any]) -> str:
    """Return all that a request says."""
    return "\n".join(str(message["content"]) for message in request["messages"])


@dataclass(frozen=True)
class Quotation:
    """Words that were said or thought: what stands on the line before them, and their turn."""

    head: str
    words: str

    @property
    def turn(self) -> int:
        """The first number on the line, or 0."""
        found = _NUMBER.search(self.head)
        return int(found[0]) if found else 0

    @property
    def asks(self) -> bool:
        """Whether the words end as a question."""
        return self.words.rstrip().endswith(("?", "？", "か。"))


def quotation(line: str) -> Quotation:
    """Return the quotation that a line ends with."""
    found = _QUOTED.search(line)
    assert found is not None
    return Quotation(line[: found.start()], json.loads(found[0]))


@dataclass(frozen=True)
class Cast:
    """Those in a story by their ids: how they are called and named, who sits, what is at stake."""

    calls: dict[str, str]
    names: dict[str, str]
    seats: tuple[str, ...]
    things: tuple[str, ...] = ()

    def found_in(self, text: str) -> int:
        """Return how many of them are called by name in a text."""
        return sum(call in text for call in self.calls.values())


@cache
def casts() -> tuple[Cast, ...]:
    """Return those in every story that is shipped or kept for tests, and at the sample table."""
    found = []
    for name in (*(one.id for one in shipped()), *sorted(_STORIES.glob("*.yaml"))):
        story = load_scenario(name)
        for language in story.languages:
            calls = {one.id: one.call.in_(language) for one in story.cast}
            names = {one.id: one.name.in_(language) for one in story.cast}
            things = tuple(one.description.in_(language) for one in story.resources)
            found.append(Cast(calls, names, tuple(story.seats()), things))
    for language, table in PUBLIC.items():
        calls = {one.id: one.call for one in table.cast}
        names = {one.id: one.name for one in table.cast}
        things = tuple(one.description for one in disputed(language).resources)
        found.append(Cast(calls, names, tuple(one.id for one in table.cast if one.seat), things))
    return tuple(found)


class Told:
    """What a request tells whoever answers it."""

    def __init__(self, request: Request) -> None:
        """Read a request."""
        self.task, self.seat = task_of(request), seat_of(request)
        self.language = language_of(request)
        self.text = texts(request)
        said = [str(one["content"]) for one in request["messages"] if one["role"] == "user"]
        self.user = said[0] if said else ""

    @cached_property
    def quotations(self) -> list[Quotation]:
        """What the player's side of the prompt quotes, in its order."""
        return [quotation(line) for line in self.user.splitlines() if _QUOTED.search(line)]

    @property
    def headed(self) -> list[int]:
        """The numbers at which headings end."""
        return [int(one) for one in re.findall(r"^#.*?(\d+)$", self.user, re.M)]

    @property
    def named(self) -> list[int]:
        """The numbers in the last heading."""
        headings = re.findall(r"^#.*$", self.user, re.M)
        return [int(one) for one in _NUMBER.findall(headings[-1])] if headings else []

    def listed(self, variable: str) -> list[str]:
        """The quotations of a variable's list, under the heading that the template gives it."""
        file = Path(mmagents.prompts.__path__[0]) / self.language / f"{self.task}.md"
        loop = re.compile(rf"^(#.*)\n{{% for \w+ in {variable} %}}$", re.M)
        heading = loop.search(file.read_text("utf-8")) if file.exists() else None
        if heading is None:
            return []
        section = self.user.partition(f"{heading[1]}\n")[2].split("\n##")[0]
        return [line for line in section.splitlines() if _QUOTED.search(line)]

    @cached_property
    def options(self) -> list[str]:
        """The numbered options."""
        return _OPTION.findall(self.user)

    @cached_property
    def cast(self) -> Cast:
        """The cast that most is said of."""
        return max(casts(), key=lambda one: one.found_in(self.text))

    @property
    def present(self) -> list[str]:
        """How those at the table are called, but for whoever is asked."""
        seats = {seat: self.cast.calls[seat] for seat in self.cast.seats if seat != self.seat}
        return [call for call in seats.values() if call in self.text]

    @property
    def speaker(self) -> str:
        """The id of whoever said the last quotation, or ""."""
        return self.said_by(self.quotations[-1])

    def said_by(self, one: Quotation) -> str:
        """Return the id of whoever said something, or ""."""
        head = one.head
        named = [one for one, name in self.cast.names.items() if name in head]
        return (named or [one for one, call in self.cast.calls.items() if call in head] or [""])[0]

    @property
    def candidates(self) -> list[str]:
        """Those called by name on the last line that names anybody and quotes nothing."""
        for line in reversed(self.user.splitlines()):
            named = [call for call in self.cast.calls.values() if call in line]
            if named and not _LITERAL.search(line):
                return named
        return []

    def due(self, seat: str, heard: list[Quotation]) -> int:
        """Return the turn of the last of these words if they ask a seat something, else 0."""
        last = max(heard, key=lambda one: one.turn, default=Quotation("", ""))
        asked = last.asks and self.cast.calls.get(seat, "\n") in last.words
        return last.turn if asked else 0

    @property
    def entries(self) -> list[tuple[str, str]]:
        """Entries of lists, as what stands before and after the first colon, quotations aside."""
        return _ENTRY.findall(_LITERAL.sub("", self.user))

    @property
    def beliefs(self) -> list[int]:
        """The scores of beliefs: entries with numbers before the colon, the score and its most."""
        heads = [list(map(int, _NUMBER.findall(head))) for head, _ in self.entries]
        return [min(numbers[:2]) for numbers in heads if numbers]

    @property
    def regards(self) -> list[str]:
        """The names of those regarded: entries with a number after the colon alone."""
        return [
            head for head, rest in self.entries if _NUMBER.search(rest) and not _NUMBER.search(head)
        ]

    @property
    def disliked(self) -> list[str]:
        """Those named on a line of a list that holds no number and no quotation."""
        lines = [line for line in self.user.splitlines() if line.startswith("- ")]
        plain = [line for line in lines if not _NUMBER.search(line) and not _LITERAL.search(line)]
        return [call for call in self.cast.calls.values() for line in plain if call in line]
