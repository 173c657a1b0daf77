"""A talk without a story: a question, who talks about it, and what is voted on, if anything.

It has a file of its own, a few lines long. What becomes of it is a :class:`Talk`: a scenario
without facts, topics and missions, so that whatever plays, keeps and shows a story does so here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from io import StringIO
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints, ValidationInfo, field_validator

from mmagents.floor.adjacency import EVERYONE
from mmagents.scenarios.game import Phase
from mmagents.scenarios.plain import plain_name
from mmagents.scenarios.schema import Fact, Scenario, Topic
from mmagents.scenarios.seats import CastMember, Mission, SeatSheet
from mmagents.scenarios.stakes import Answer, Ballot
from mmagents.scenarios.texts import Language, Strict, Text, unfolded

FEWEST, MOST, MOST_RECORDED = 2, 20, 500
"""How many may take part in a talk, and in one that was recorded."""
TURNS = 20
"""Turns of a talk that says nothing of it."""
_STANDS_FOR_ALL = frozenset({EVERYONE, "everybody", "全員", "みんな", "皆"})
_SLUG = 40


def in_one_line(given: str) -> str:
    """Return words in one line: breaks and runs of blanks become one blank, in Japanese none."""
    return str(unfolded(" ".join(given.split())))


def _line(given: str) -> str:
    return _plain(in_one_line(given))


def _plain(given: str) -> str:
    """Return words as they are.

    Raises:
        ValueError: if a control character is in them, other than a line break or a tab.
    """
    for char in given:
        if char not in "\n\t" and unicodedata.category(char) in ("Cc", "Cs"):
            raise ValueError(f"holds the control character U+{ord(char):04X}; take it out")
    return given.strip()


def _name(given: str) -> str:
    name = plain_name(_line(given))
    if name.casefold() in _STANDS_FOR_ALL:
        raise ValueError(f"“{name}” stands for the whole table; give this person another name")
    if not any(char.isalnum() for char in name):
        raise ValueError(f"“{given}” is no name; it needs a letter or a digit")
    return name


_Line = AfterValidator(_line)
_Said = AfterValidator(_plain)
_LINE = StringConstraints(min_length=1, max_length=500, strip_whitespace=True)
_PAGE = StringConstraints(max_length=4_000, strip_whitespace=True)
Named = Annotated[
    str,
    StringConstraints(min_length=1, max_length=40, strip_whitespace=True),
    AfterValidator(_name),
]


class Member(Strict):
    """Somebody who takes part in a talk."""

    name: Named
    """What the others call this person."""
    who: Annotated[str, _LINE, _Line]
    """Who this person is, in a line. Public: all the others read it."""
    private: Annotated[str, _PAGE, _Said] = ""
    """What this person alone knows or wants. Nobody else is shown it."""


class TalkFile(Strict):
    """The file of a talk without a story."""

    kind: Literal["talk"]
    """Says that this is a talk, and no story."""
    version: Literal[1] = 1
    """Version of this format."""
    language: Language = "en"
    """Language of the talk: en, ja, de …"""
    recorded: bool = False
    """Whether the talk took place elsewhere and was imported."""
    question: Annotated[str, _LINE, _Line]
    """What they talk about. Public."""
    about: Annotated[str, _PAGE, _Said] = ""
    """What all of them know about it before they begin. Public."""
    who: list[Member] = Field(min_length=FEWEST, max_length=MOST_RECORDED)
    """Those who talk, in the order in which they are listed."""
    turns: int = Field(default=TURNS, ge=1, le=100_000)
    """Turns of the talk."""
    vote: list[Annotated[str, _LINE, _Line]] = Field(default_factory=list, max_length=MOST)
    """What they can vote for at the end, in words. Left out, nobody votes."""

    @field_validator("who", mode="before")
    @classmethod
    def _enough(cls, given: object, info: ValidationInfo) -> object:
        most = MOST_RECORDED if info.data.get("recorded") else MOST
        if isinstance(given, list) and len(given) < FEWEST:
            raise ValueError(f"names {len(given)}; a talk needs {FEWEST} people or more")
        if isinstance(given, list) and len(given) > most:
            raise ValueError(f"names {len(given)}; a talk has room for {most}")
        return given

    @field_validator("who")
    @classmethod
    def _told_apart(cls, given: list[Member]) -> list[Member]:
        if twice := _twice(one.name for one in given):
            raise ValueError(f"two people are called “{twice}”; give each a name of their own")
        return given

    @field_validator("vote")
    @classmethod
    def _to_choose_from(cls, given: list[str]) -> list[str]:
        if len(given) == 1:
            raise ValueError(f"has “{given[0]}” alone; give two options or more")
        if twice := _twice(given):
            raise ValueError(f"has the option “{twice}” twice; take one out")
        return given


def _twice(words: Iterable[str]) -> str:
    """Return the first that was there before in whatever spelling; "" if none was."""
    seen = set()
    for one in words:
        if spelt(one) in seen:
            return one
        seen.add(spelt(one))
    return ""


def spelt(words: str) -> str:
    """Return words as all their spellings have them: by these no two names may be alike."""
    return unicodedata.normalize("NFKC", words).casefold()


def as_yaml(file: TalkFile) -> str:
    """Return the file of a talk as YAML."""
    from ruamel.yaml import YAML

    text, yaml = StringIO(), YAML(typ="rt", pure=True)
    yaml.width = 100
    yaml.dump(file.model_dump(exclude_defaults=True), text)
    return text.getvalue()


class TalkSheet(SeatSheet):
    """What one seat of a talk is given: what is private, as its background."""

    missions: list[Mission] = Field(default_factory=list)
    """None."""


class Talk(Scenario):
    """A talk as whatever plays stories takes it: no facts, nothing to find, no points."""

    topics: list[Topic] = Field(default_factory=list)
    """None."""
    facts: list[Fact] = Field(default_factory=list)
    """None."""


def talk_of(file: TalkFile) -> Talk:
    """Return a talk as a scenario. Seats go by ids made of the names."""
    seats = ids_of([one.name for one in file.who], "seat")
    vote = None
    if file.vote:
        answers = zip(ids_of(file.vote, "option"), file.vote, strict=True)
        vote = Ballot(
            question=Text(file.question),
            options="answers",
            answers=[Answer(id=one, name=Text(words)) for one, words in answers],
            votes="all",
            for_oneself=True,
        )
    after = (Phase(kind="vote"), Phase(kind="settlement")) if vote else ()
    nothing = Text("")
    return Talk(
        id=_slug(file.question) or "talk",
        languages=[file.language],
        title=Text(file.question),
        premise=Text(file.about),
        setting=nothing,
        kind="talk",
        cast=[
            CastMember(
                id=seat, name=Text(one.name), call=Text(one.name), role=Text(one.who),
                looks=nothing, manner=nothing, known=nothing,
            )
            for seat, one in zip(seats, file.who, strict=True)
        ],
        sheets=[
            TalkSheet(
                seat=seat, background=Text(one.private), personality=nothing, objective=nothing
            )
            for seat, one in zip(seats, file.who, strict=True)
        ],
        verdict=vote,
        phases=[Phase(kind="discussion", turns=file.turns), *after],
    )  # fmt: skip


def ids_of(names: list[str], otherwise: str) -> list[str]:
    """Return an id for each name: its letters, or `otherwise` and its number where it has none."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        slug = _slug(name)
        plain = slug if slug and slug not in (*found, EVERYONE) else f"{otherwise}-{number}"
        while plain in found:
            plain = f"{plain}-{number}"
        found.append(plain)
    return found


def _slug(words: str) -> str:
    """Return the Latin letters and digits of words as an id; "" where they begin with none."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_SLUG].rstrip("-")
    return slug if slug[:1].isalpha() else ""
