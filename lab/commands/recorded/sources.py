"""Recorded talk as the command line names it: a file, its format, one of its conversations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from mmagents.cli.options import Server
from mmagents.cli.sharing import trust_servers_of
from mmagents.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.lab.recordings.recording import Recording

Detector = StrEnum("Detector", ["RULES", "LLM"])
"""Who reads what was said."""
MediumOption = StrEnum("MediumOption", ["SPEECH", "CHAT"])


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """Which talk of a file, and how it is read."""

    format: Annotated[
        str | None,
        typer.Option(metavar="FORMAT", help="Its format; left out, told by name and content."),
    ] = None
    conversation: Annotated[
        str | None, typer.Option(metavar="ID", help="Which one, where the file holds several.")
    ] = None
    language: Annotated[
        str | None,
        typer.Option(
            "--lang", metavar="LANGUAGE", help="Of the talk; left out, what the file says, else en."
        ),
    ] = None
    medium: Annotated[
        MediumOption | None,
        typer.Option(help="speech or chat; left out, what its format mostly holds."),
    ] = None
    units: Annotated[
        bool,
        typer.Option(
            "--units",
            help="Of speech: keep each unit as a turn of its own. Otherwise a turn is a run of one "
            "speaker's units, backchannels set aside first.",
        ),
    ] = False

    def read(self, file: Path) -> Recording:
        """Return the conversation.

        Raises:
            MMAgentsError: if it cannot be read, or it is not said which one of several.
        """
        from mmagents.lab.recordings.read import read

        medium = cast("Literal['speech', 'chat'] | None", self.medium and self.medium.value)
        found = read(file, format=self.format, medium=medium, language=self.language)
        if self.conversation is not None:
            found = [one for one in found if one.name == self.conversation] or found
        if len(found) == 1 and self.conversation in (None, found[0].name):
            return found[0]
        there = ", ".join(one.name for one in found[:10])
        more = f" and {len(found) - 10} more" if len(found) > 10 else ""
        missing = f"no conversation {self.conversation!r}" if self.conversation else "several"
        raise MMAgentsError(
            f"{file} holds {missing}: name one with --conversation. There are {there}{more}."
        )


@dataclass(frozen=True, kw_only=True)
class ReadBy:
    """Who reads what was said."""

    detector: Annotated[
        Detector, typer.Option(help="Who reads it: rules, or llm with --model.")
    ] = Detector.RULES
    model: Annotated[
        str | None, typer.Option(help="The model of the llm detector: openai:gpt-4o-mini …")
    ] = None
    base_url: Server = None
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for a model.")] = 60.0
    prompts: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Prompt files to use instead.")
    ] = None

    def fields(self, language: str) -> dict[str, Any]:
        """Return the fields of the context that say so.

        Raises:
            MMAgentsError: if the detector lacks its model, or does not know the language.
        """
        from mmagents.scenarios.texts import OFFLINE

        if self.detector is Detector.LLM and not self.model:
            raise MMAgentsError("--detector llm needs a model: add --model provider:model.")
        if self.detector is Detector.RULES and (self.model or self.base_url):
            raise MMAgentsError("--model and --base-url go with --detector llm; rules ask nobody.")
        if self.detector is Detector.RULES and language not in OFFLINE:
            raise MMAgentsError(
                f"The rules read {' and '.join(OFFLINE)}, and the talk is in {language}. Have a "
                "model read it: --detector llm --model provider:model"
            )
        trust_servers_of([self.base_url, self.model])
        if self.model is None:
            return {}
        normalise = "rules" if language in OFFLINE else self.model
        models = {
            "tasks": {"detect": self.model, "normalise": normalise},
            "timeout": self.timeout,
            "prompts": str(self.prompts.resolve()) if self.prompts else None,
        }
        return {"models": models, "base_url": self.base_url}


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Give what is told how many of how many turns are read; a bar shows it."""
    from mmagents.cli.shown.terminal import bar

    with bar() as shown:
        task = shown.add_task(what, total=None, spent="")

        def tell(done: int, of: int) -> None:
            shown.update(task, completed=done, total=of)

        yield tell
