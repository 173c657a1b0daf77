"""Find a story, read it, and say which line of it is wrong."""

from __future__ import annotations

import difflib
import os
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from stat import S_ISREG
from typing import Literal, NamedTuple, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from mmagents.errors import ScenarioError, plain_reason
from mmagents.scenarios import problem as problems
from mmagents.scenarios.check import lint
from mmagents.scenarios.problem import Problem
from mmagents.scenarios.schema import Scenario
from mmagents.scenarios.source import Data, Document, Unreadable, parse, read_bytes
from mmagents.scenarios.talk import TalkFile, talk_of
from mmagents.scenarios.texts import LANGUAGE

SHIPPED = (
    "halcyon-light",
    "orchid-train",
    "mini",
    "name-on-the-bell",
    "high-water",
    "cup-at-the-ford",
    "one-coat",
)
"""Ids of the stories that come with the package, the one to play first at the head."""

_SHOWN = 12
"""An error message lists at most so many problems."""


class Shipped(NamedTuple):
    """A story that comes with the package."""

    id: str
    title: str
    seats: int
    languages: tuple[str, ...]


def load_scenario(ref: str | Path) -> Scenario:
    """Return the story that `ref` names: the id of a shipped one, or a path to a YAML file.

    Raises:
        ScenarioError: naming file, line and field, if there is no such story or it cannot be used.
    """
    written = str(ref)
    path = str(_story(written)) if written in SHIPPED else written
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        found = None
    if found is None or not S_ISREG(found.st_mode):
        path = str(scenario_path(ref))
        found = os.stat(path)
    return _load(path, found.st_mtime_ns, found.st_size)


def scenario_path(ref: str | Path) -> Path:
    """Return the file of the story that `ref` names: the id of a shipped one, or a path.

    Raises:
        ScenarioError: if there is no such story; it lists what there is.
    """
    written = str(ref)
    if written in SHIPPED and _story(written).is_file():
        return _story(written)
    path = Path(ref)
    if path.is_file():
        return path
    if path.suffix in {".yaml", ".yml"} or len(path.parts) > 1:
        raise ScenarioError(f"{written}: no such file; give the path of a story, or a story's id")
    there_are = [name for name in SHIPPED if _story(name).is_file()]
    near = difflib.get_close_matches(written, there_are, n=1, cutoff=0.5)
    hint = f"did you mean “{near[0]}”? There" if near else "there"
    raise ScenarioError(
        f"there is no story “{written}”; {hint} are: {', '.join(there_are)}. "
        "A file of your own is named by its path."
    )


def check_file(path: str | Path) -> list[Problem]:
    """Return all that is wrong with the story in `path`, each problem with its line.

    Raises:
        ScenarioError: if the file cannot be opened.
    """
    file = Path(path)
    try:
        document = parse(_read(file))
    except Unreadable as fault:
        return [fault.problem]
    checked = _validate(document)
    if not isinstance(checked, Scenario):
        return checked
    found = lint.lint(checked)
    if checked.kind != "talk" and checked.id != file.stem:
        advice = f"the file is called {file.name}; name it {checked.id}.yaml"
        found.append(problems.warning(("id",), advice))
    return [_located(one, document) for one in found]


def shipped() -> list[Shipped]:
    """Return the stories that come with the package, the one to play first at the head."""
    stories = [load_scenario(_story(name)) for name in SHIPPED if _story(name).is_file()]
    return [
        Shipped(
            story.id,
            story.title.in_(story.languages[0]),
            len(story.seats()),
            tuple(story.languages),
        )
        for story in stories
    ]


def template(what: Literal["story", "talk"] = "story") -> str:
    """Return a commented story or talk to start from, as YAML."""
    name = "template.yaml" if what == "story" else "talk.yaml"
    return (_package() / name).read_text(encoding="utf-8")


@cache
def _package() -> Path:
    return Path(str(resources.files("mmagents.scenarios")))


@cache
def _story(name: str) -> Path:
    return _package() / "stories" / f"{name}.yaml"


def _read(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except OSError as fault:
        raise ScenarioError(f"{path}: {fault.strerror or fault}; give a file to read") from fault


@lru_cache(maxsize=32)
def _load(file: str, mtime_ns: int, size: int) -> Scenario:
    """Read a story; the file's time and size are there to tell one version from the next."""
    path = Path(file)
    try:
        found = _understood(_read(path))
    except Unreadable as fault:
        found = [fault.problem]
    if not isinstance(found, Scenario):
        raise ScenarioError(_message(path, found))
    return found


@lru_cache(maxsize=32)
def _understood(content: bytes) -> Scenario | list[Problem]:
    """Return the story, or why it cannot be used. Copies of a file are read but once."""
    try:
        document = parse(content)
    except Unreadable as fault:
        return [fault.problem]
    checked = _validate(document)
    if not isinstance(checked, Scenario):
        return checked
    return [_located(one, document) for one in lint.unusable(checked)] or checked


def _message(path: Path, found: list[Problem]) -> str:
    lines = [describe(path, one) for one in found[:_SHOWN]]
    if len(found) > _SHOWN:
        lines.append(f"and {len(found) - _SHOWN} more; see `mmagents scenario check {path}`")
    return "\n".join(lines)


def describe(path: str | Path, problem: Problem) -> str:
    """Return a problem as one line: file:line: field: message."""
    place = f"{problem.field}: " if problem.path else ""
    advice = "warning: " if problem.severity == "warning" else ""
    return f"{path}:{problem.line}: {place}{advice}{problem.message}"


def _located(problem: Problem, document: Document) -> Problem:
    return problem._replace(line=document.line(problem.path))


def _validate(document: Document) -> Scenario | list[Problem]:
    form = _form_of(document.data)
    try:
        read = form.model_validate(document.data)
        return talk_of(read) if isinstance(read, TalkFile) else read
    except ValidationError as fault:
        found: dict[problems.Path, Problem] = {}
        for details in fault.errors(include_url=False):
            problem = _against_format(details, document, form)
            found.setdefault(problem.path, problem)
        around = {path[:length] for path in found for length in range(len(path))}
        inmost = [problem for path, problem in found.items() if path not in around]
        return sorted(inmost, key=lambda problem: problem.line)


def _form_of(data: Data) -> type[Scenario] | type[TalkFile]:
    """Return the form that a file is meant to have: a talk's, or a story's."""
    if not isinstance(data, dict):
        return Scenario
    unsaid = "kind" not in data and "question" in data
    return TalkFile if unsaid or data.get("kind") == "talk" else Scenario


def _against_format(details: ErrorDetails, document: Document, form: type[BaseModel]) -> Problem:
    """Return what pydantic found as a problem: the path without pydantic's own steps."""
    path: problems.Path = ()
    foreign = False
    for step in details["loc"]:
        if (*path, step) in document.lines:
            path = (*path, step)
        else:
            foreign = True
    kind = details["type"]
    if kind == "missing":
        path, message = (*path, details["loc"][-1]), "is missing; add it"
    elif kind == "extra_forbidden":
        message = _unknown(path, form)
    elif kind == "string_pattern_mismatch":
        message = _pattern(str(details["input"]), str(details.get("ctx", {}).get("pattern", "")))
    elif foreign:
        message = "should be words, or words for each language (en, ja, de …)"
    else:
        reason = plain_reason(details["msg"])
        message = reason[:1].lower() + reason[1:]
    return Problem("error", path, message, document.line(path))


def _pattern(written: str, pattern: str) -> str:
    if pattern == LANGUAGE:
        return f"“{written}” is no language; write its code: en, ja, de, pt-BR …"
    if pattern.startswith("^[a-z]"):
        return f"“{written}” is no id; use small letters, digits, - and _, a letter first"
    return f"“{written}” is no time; write HH:MM, after midnight 24:10, 25:00 …"


def _unknown(path: problems.Path, form: type[BaseModel]) -> str:
    fields = _fields_at(path[:-1], form)
    near = difflib.get_close_matches(str(path[-1]), fields, n=1)
    cure = f"did you mean “{near[0]}”?" if near else f"there are: {', '.join(fields)}"
    return f"is not a field here; {cure}"


def _fields_at(path: problems.Path, model: type[BaseModel]) -> list[str]:
    """Return the fields of the model that stands at `path` below another."""
    for step in path:
        if isinstance(step, str) and step in model.model_fields:
            model = _model_in(model.model_fields[step].annotation) or model
    return list(model.model_fields)


def _model_in(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, (_model_in(part) for part in get_args(annotation))), None)
