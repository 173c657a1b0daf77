"""From what was typed to a talk: its file, its seats by name, and how it is run."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mmagents.errors import MMAgentsError, plain_reason
from mmagents.interfaces.texts.catalogue import terminal
from mmagents.nodes.context import Context
from mmagents.nodes.settings import merged
from mmagents.saved.begin import context_from
from mmagents.scenarios.loader import load_scenario
from mmagents.scenarios.plain import plain_name
from mmagents.scenarios.schema import Scenario
from mmagents.scenarios.talk import TalkFile, as_yaml, in_one_line
from mmagents.scenarios.texts import OFFLINE

YES_OR_NO = frozenset({"yes-no-question", "suggestion"})
"""What a question is, as the rules read it, that one answers with yes or no."""
_OPTION = {
    "question": "QUESTION",
    "about": "--about",
    "vote": "--option",
    "who": "--who",
    "language": "--lang",
}
"""By field of a talk: what the user has given it by."""


@dataclass(frozen=True, slots=True, kw_only=False)
class Asking:
    """What was typed: a question or a file, and what else belongs to a question."""

    question: str
    who: list[str]
    about: str | None
    language: str | None
    vote: bool
    voted_on: list[str]

    @property
    def file(self) -> Path | None:
        """The file that was named in place of a question, if one was."""
        named = Path(self.question)
        return named if named.suffix in (".yaml", ".yml") else None


@contextmanager
def opened(asking: Asking) -> Iterator[tuple[Scenario, Path]]:
    """Give a talk and the file it stands in; what was typed stands in one that goes afterwards.

    Raises:
        MMAgentsError: if it cannot be held, saying what to do.
    """
    if asking.file is not None:
        yield _read(asking, asking.file), asking.file.resolve()
        return
    written = _written(asking)
    with tempfile.TemporaryDirectory(prefix="mmagents-talk-") as folder:
        file = Path(folder) / "talk.yaml"
        file.write_text(written, encoding="utf-8")
        yield load_scenario(file), file


def _read(asking: Asking, file: Path) -> Scenario:
    """Return the talk of a file."""
    given = {"--who": asking.who, "--about": asking.about, "--option": asking.voted_on}
    typed = [option for option, value in {**given, "--vote": asking.vote}.items() if value]
    if typed:
        raise MMAgentsError(f"{typed[0]} goes with a question; write it into {file} instead.")
    talk = load_scenario(file)
    if talk.kind != "talk":
        raise MMAgentsError(f"{file} is a story. Play it with: mmagents play {file}")
    if asking.language not in (None, talk.languages[0]):
        raise MMAgentsError(
            f"{file} is written in {talk.languages[0]}, not in {asking.language}; leave out "
            "--lang, or write the talk in that language."
        )
    return talk


def _written(asking: Asking) -> str:
    """Return what was typed as the file of a talk."""
    language = asking.language or "en"
    given: dict[str, Any] = {
        "kind": "talk",
        "language": language,
        "question": asking.question,
        "about": asking.about or "",
        "who": [_member(one) for one in asking.who],
        "vote": asking.voted_on,
    }
    if asking.vote and not asking.voted_on:
        given["vote"] = _yes_or_no(asking.question, language)
    try:
        file = TalkFile.model_validate(given)
    except ValidationError as error:
        raise MMAgentsError(_plainly(error, asking)) from None
    return as_yaml(file)


def _member(given: str) -> dict[str, str]:
    name, _, who = re.sub("[:：]", "\n", given, count=1).partition("\n")
    if not name.strip() or not who.strip():
        raise MMAgentsError(
            f'--who takes "NAME: WHO", as in "Ada: a baker with a lease"; it was {given[:60]!r}.'
        )
    return {"name": name, "who": who}


def _yes_or_no(question: str, language: str) -> list[str]:
    """Return yes and no, if that is how one answers the question.

    Raises:
        MMAgentsError: if it is not, or cannot be told.
    """
    from mmagents.analysts.rules.analyst import RulesAnalyst
    from mmagents.interfaces.story import Person
    from mmagents.interfaces.talk import Utterance

    kind = None
    if language in OFFLINE:
        cast = tuple(Person(one, one, one) for one in ("A.", "B."))
        asked = Utterance("A.", question, language, cast, (), None, ())
        kind = asyncio.run(RulesAnalyst().detect(asked)).first_pair_part
    if kind not in YES_OR_NO or re.search(terminal(language, "talk.or"), question):
        raise MMAgentsError(
            f"{question!r} is not a question that is answered with yes or no, as far as the rules "
            "can tell. Say what can be voted for: --option sell --option keep"
        )
    return [terminal(language, "talk.yes"), terminal(language, "talk.no")]


def _plainly(error: ValidationError, asking: Asking) -> str:
    """Return the first thing that is wrong with what was typed, by the option it was typed with."""
    first = error.errors(include_url=False)[0]
    field, *inner = first["loc"]
    why = plain_reason(first["msg"])
    if field == "who" and inner:
        return f"--who {asking.who[int(inner[0])][:60]!r}: {inner[1]} {why[:1].lower()}{why[1:]}."
    what = _OPTION.get(str(field), str(field))
    return f"{what}: {why[:1].lower()}{why[1:]}."


def context_of(talk: Scenario, file: Path, given: Mapping[str, Any]) -> Context:
    """Return how a talk is run, given the fields of the context that were typed.

    Seats may go by the names of those who sit there.
    """
    discussion, *after = talk.phases
    turns = given.get("turns") or discussion.turns
    evening: dict[str, Any] = {"story_file": str(file)}
    if after:
        evening |= {"kind": "whole", "lengths": {"discussion": turns}}
    fields = merged(given, {"evening": evening, "turns": turns})
    ids = {one.call.in_(talk.languages[0]).casefold(): one.id for one in talk.cast}
    floor = fields.get("floor", {})
    for group, field in ((fields, "seats"), (floor, "talkativeness")):
        if field in group:
            group[field] = {
                ids.get(plain_name(in_one_line(seat)).casefold(), seat): one
                for seat, one in group[field].items()
            }
    return context_from(**fields)
