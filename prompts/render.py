"""From a template file and variables to the messages of one model call.

A template declares in its head which variables it uses; head, text and the table of
`variables.toml` must agree, so that a misspelt name is an error and never a hole
in a prompt. What a file that it includes uses is declared in that file's head. A folder given by
the user may hold any of the files; the others are the project's own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from mmagents.prompts.heads import PARTS, PromptError, agree, head_of, parts_of
from mmagents.prompts.sets import ANCHORED, Wording
from mmagents.prompts.tasks import PROMPTS, JudgeTask, PromptName, terms_in, variables_of
from mmagents.scenarios.source import Unreadable, read_bytes
from mmagents.scenarios.texts import LANGUAGE

if TYPE_CHECKING:
    from jinja2 import Environment, Template

_EVERYWHERE = frozenset({"language", "prompt", "wording"})
"""What every template may use without declaring it: the language, the name of the prompt, and a
:class:`mmagents.prompts.sets.Wording`."""

FAULTS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What a template raises that divides by nothing, say."""


class Messages(NamedTuple):
    """What a model is told: who it is, and what it is asked."""

    system: str
    user: str


@dataclass(frozen=True, slots=True)
class _Compiled:
    path: str
    parts: Mapping[str, Template]


class Prompts:
    """The templates of a run. Compiled once; rendering holds no state."""

    def __init__(self, directory: Path | None = None, wording: Wording = ANCHORED) -> None:
        """Take files from `directory` where it has them, as <language>/<name>.md.

        `wording` chooses among the blocks of the templates; see :mod:`mmagents.prompts.sets`.

        Raises:
            PromptError: if `directory` is not a folder.
        """
        if directory is not None and not Path(directory).is_dir():
            raise PromptError(f"No folder {directory} to take prompts from.")
        self._directory = None if directory is None else Path(directory)
        self.wording = wording
        self._compiled: dict[tuple[str, str], _Compiled] = {}
        self._terms: dict[str, Mapping[str, str]] = {}

    def render(self, task: PromptName, language: str, variables: Mapping[str, Any]) -> Messages:
        """Return the messages of one call.

        Args:
            task: which prompt.
            language: of the prompt: en, ja, or one that the folder has.
            variables: exactly those that `variables_of(task)` names.

        Raises:
            PromptError: if a variable is unknown or missing, or the file is not a template.
        """
        from jinja2 import TemplateError

        from mmagents.prompts.bounded import fresh_steps

        compiled = self._get(task, language)
        _check(set(variables), set(variables_of(task)), compiled.path)
        fresh_steps()
        try:
            system, user = (compiled.parts[part].render(variables).strip() for part in PARTS)
        except (TemplateError, RecursionError, *FAULTS) as error:
            raise PromptError(f"{compiled.path} cannot be rendered: {error}") from error
        return Messages(system, user)

    def check(self, language: str) -> None:
        """Compile every prompt of a language, so that a fault is found before a game and not in it.

        Raises:
            PromptError: if one is not a template, uses what it is not given, or a file of the
                folder goes by the name of no prompt.
        """
        names = {*PROMPTS, *(file.stem for file in _shipped(language) or _shipped("en"))}
        own = self._directory / language if self._directory else None
        for file in sorted(own.glob("*.md")) if own and own.is_dir() else ():
            if file.stem not in names:
                raise PromptError(
                    f"{file} is no prompt's file. There is: {', '.join(sorted(names))}."
                )
        for task in self.there(language):
            self._get(task, language)
        self.terms(language)

    def fingerprint(self, language: str) -> str:
        """Return 12 hexadecimal digits that change with any word a game's models are told.

        They are of the wording, the terms and the files of the prompts of :data:`TASKS`.
        """
        wanted: list[str] = [one for one in self.there(language) if one not in get_args(JudgeTask)]
        texts: dict[str, str] = {}
        while wanted:
            name = wanted.pop()
            if name not in texts:
                _, texts[name], path = self._read(name, language)
                wanted += _names_in(texts[name], path)[1]
        told = [repr(self.wording), *sorted(self.terms(language).items()), *sorted(texts.items())]
        return sha256(repr(told).encode("utf-8", "surrogatepass")).hexdigest()[:12]

    def declares(self, task: PromptName, language: str, name: str) -> bool:
        """Tell whether the prompt of a task uses a variable, as its head says."""
        declared, _, _ = self._read(task, language)
        return name in declared

    def there(self, language: str) -> tuple[PromptName, ...]:
        """Return the tasks that have a prompt in a language; of a shipped language, all."""
        return tuple(task for task in PROMPTS if Path(self.path(task, language)).is_file())

    def terms(self, language: str) -> Mapping[str, str]:
        """Return the terms by code: those of `terms.toml` in the folder, else the shipped ones.

        Raises:
            PromptError: if the file is no TOML, or names what is no term.
        """
        if language not in self._terms:
            shipped = terms_in(language)
            self._terms[language] = {**shipped, **self.own(language, "terms", shipped)}
        return self._terms[language]

    def own(self, language: str, name: str, known: Mapping[str, str]) -> Mapping[str, str]:
        """Return what the folder's file <language>/<name>.toml says, by key; nothing without one.

        Raises:
            PromptError: if it is no TOML, or has a key that is not among those known.
        """
        file = self._directory / language / f"{name}.toml" if self._directory else None
        if file is None or not file.is_file():
            return {}
        try:
            found: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise PromptError(f"Cannot read {file}: {error}") from error
        for key, words in found.items():
            if key not in known or not isinstance(words, str):
                raise PromptError(f"{file}: {key} is none of its words: {', '.join(known)}.")
        return found

    def path(self, name: str, language: str) -> str:
        """Return the file that a template is taken from, as the user would find it."""
        shipped = files("mmagents.prompts") / language
        if self._directory is not None:
            own = self._directory / language / f"{name}.md"
            if own.is_file() or not shipped.is_dir():
                return str(own)
        return str(shipped / f"{name}.md")

    def _get(self, task: PromptName, language: str) -> _Compiled:
        key = (task, language)
        if key not in self._compiled:
            self._compiled[key] = self._compile(task, language)
        return self._compiled[key]

    def _read(self, name: str, language: str) -> tuple[frozenset[str], str, str]:
        path = self.path(name, language)
        try:
            text = read_bytes(Path(path)).decode("utf-8")
        except Unreadable as fault:
            raise PromptError(f"The prompt {path} {fault.problem.message}.") from None
        except (OSError, UnicodeDecodeError) as error:
            raise PromptError(f"Cannot read the prompt {path}: {error}") from error
        return *head_of(text, path), path

    def _compile(self, task: PromptName, language: str) -> _Compiled:
        from jinja2 import TemplateSyntaxError

        declared, body, path = self._read(task, language)
        known = frozenset(variables_of(task))
        try:
            agree(declared, *self._used(body, path, language, known), known, path)
            everywhere = {"language": language, "prompt": task, "wording": self.wording}
            parts = {
                part: self._environment.from_string(text, globals=everywhere)
                for part, text in parts_of(body, path).items()
            }
        except TemplateSyntaxError as error:
            where = f"{error.filename or path}, line {error.lineno}"
            raise PromptError(f"{where}: {error.message}") from error
        except RecursionError:
            raise PromptError(f"{path} includes itself, or is nested too deep.") from None
        return _Compiled(path, parts)

    def _used(
        self, body: str, path: str, language: str, known: frozenset[str]
    ) -> tuple[set[str], set[str]]:
        """Return the variables that a template uses, and those of the files it includes."""
        own, files = _names_in(body, path)
        included = set[str]()
        for name in files:
            declared, inner, where = self._read(name, language)
            used, further = self._used(inner, where, language, known)
            agree(declared, used, further, known, where)
            included |= used | further
        return set(own), included

    @cached_property
    def _environment(self) -> Environment:
        from jinja2 import FunctionLoader, StrictUndefined, TemplateNotFound

        from mmagents.prompts.bounded import BoundedEnvironment

        def load(name: str) -> tuple[str, str, None]:
            language, _, file = name.rpartition("/")
            if not re.fullmatch(LANGUAGE, language):  # else it names a folder elsewhere
                raise TemplateNotFound(name)
            _, body, path = self._read(file.removesuffix(".md"), language)
            return body.lstrip("\n"), path, None

        return BoundedEnvironment(
            loader=FunctionLoader(load),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,
        )


@lru_cache(512)
def _names_in(body: str, path: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the variables that a template uses, and the names of the files that it includes.

    Raises:
        jinja2.TemplateSyntaxError: if it is not a template; `path` is its file.
    """
    from jinja2.meta import find_referenced_templates, find_undeclared_variables

    from mmagents.prompts.bounded import BoundedEnvironment

    tree = BoundedEnvironment().parse(body, filename=path)
    found = (one for one in find_referenced_templates(tree) if one is not None)
    names = (one.rpartition("/")[2].removesuffix(".md") for one in found)
    return frozenset(find_undeclared_variables(tree)) - _EVERYWHERE, tuple(names)


def _shipped(language: str) -> list[Path]:
    return sorted(Path(str(files("mmagents.prompts") / language)).glob("*.md"))


def _check(given: set[str], known: set[str], path: str) -> None:
    if given - known:
        raise PromptError(f"{path} was given {min(given - known)!r}, which it does not know.")
    if known - given:
        raise PromptError(f"{path} was not given {min(known - given)!r}.")
