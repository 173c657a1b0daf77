"""Recorded talk of people, as places where one speaker followed another.

Two sources, of which nothing is shipped here:

- speech: meetings of research groups, the MRDA corpus (Shriberg et al. 2004), as text in the
  repository NathanDuran/MRDA-Corpus. Its train and val parts are read, its test part is not.
  Backchannels (general tag `b`) are left out first, and what one speaker says until another does is
  one message.
- chat: games of Mafia typed by people and one model, LLMafia (Eckhaus, Berger & Stanovsky 2025), as
  JSON lines with `conversation`, `stretch`, `phase`, `speaker`, `is_model` and `text`. The talk of
  the daytimes is read, each by itself. What the model wrote stays, and is no place that is scored.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from benchmarks import refuse
from mmagents.floor.adjacency import EVERYONE
from mmagents.floor.pairs import of_turn
from mmagents.groupchat.bids import first_group
from mmagents.groupchat.course import Course
from mmagents.groupchat.members import Members
from mmagents.groupchat.messages import Said
from mmagents.groupchat.readings import Heard, Reader


class Talk(NamedTuple):
    """One stretch of talk: which conversation it is of, who of it is a model, who said what."""

    conversation: str
    models: frozenset[str]
    messages: Sequence[tuple[str, str]]


class Place(NamedTuple):
    """A change of speaker.

    Attributes:
        conversation: of which it is.
        names: of those who might speak next.
        course: the talk up to it.
        selected: those of them whom the rules put before all others: who was asked, else who owes
            an answer or is called; else all.
        called: whether the message before it calls anybody by name.
        spoke: who spoke.
    """

    conversation: str
    names: tuple[str, ...]
    course: Course
    selected: tuple[str, ...]
    called: bool
    spoke: str


def meetings(folder: Path) -> Iterator[Talk]:
    """Yield the meetings of a checkout of the MRDA corpus."""
    files = [file for part in ("train", "val") for file in (folder / "mrda_data" / part).glob("*")]
    if not files:
        refuse(f"{folder} holds no mrda_data/train. Name a checkout of NathanDuran/MRDA-Corpus.")
    for file in sorted(files):
        said: list[tuple[str, str]] = []
        for line in file.read_text("utf-8").splitlines():
            speaker, words, _, general, _ = line.split("|")
            if general == "b":
                continue
            before = said.pop()[1] + " " if said and said[-1][0] == speaker else ""
            said.append((speaker, before + words))
        yield Talk(file.stem, frozenset(), said)


def games(file: Path) -> Iterator[Talk]:
    """Yield the daytimes of games of Mafia, those of three messages or more."""
    found: dict[tuple[str, int], list[dict[str, object]]] = defaultdict(list)
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["phase"] == "daytime" and row["speaker"] != "manager":
            found[row["conversation"], row["stretch"]].append(row)
    for (conversation, _), rows in found.items():
        models = frozenset(str(row["speaker"]) for row in rows if row["is_model"])
        said = [(str(row["speaker"]), str(row["text"])) for row in rows]
        if len(said) > 2:
            yield Talk(conversation, models, said)


def places_in(talk: Talk) -> Iterator[Place]:
    """Yield the changes to a person where two or more might speak, from the second change on."""
    there = tuple(dict.fromkeys(speaker for speaker, _ in talk.messages))
    reader, heard = Reader(Members(there), "en", None), Heard()
    for at, ((speaker, text), (after, _)) in enumerate(pairwise(talk.messages)):
        heard = reader.on(heard, Said(speaker, text, at))
        names = tuple(one for one in there if one != speaker and one not in talk.models)
        if after == speaker or after in talk.models or len(names) < 2 or heard.course.runs < 2:
            continue
        yield Place(
            talk.conversation,
            names,
            heard.course,
            _selected(heard, names),
            bool(heard.called),
            after,
        )


def _selected(heard: Heard, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those whom the rules of the floor put before all others (1a, and what is owed)."""
    pair = of_turn(heard.talk.open_pairs, heard.turns)
    if pair and len(pair.to) == 1 and pair.to != (EVERYONE,) and pair.to[0] in names:
        return pair.to
    return tuple(first_group(list(names), heard, waiting=False)[0])
