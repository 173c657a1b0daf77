"""benchmark: score a part of the project against what people did."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mmagents.cli.benchmark.designations import score_figures, score_lines
from mmagents.cli.benchmark.next_speaker import next_speaker
from mmagents.cli.benchmark.realism import realism
from mmagents.cli.benchmark.rows import read_messages, rows_of
from mmagents.cli.options import Server
from mmagents.cli.sharing import trust_servers_of
from mmagents.scenarios.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.evaluation.detection.designation import Detected, Message
    from mmagents.models.choice import Models

app = typer.Typer(no_args_is_help=True, help="Score a part of the project on human data.")

app.command("next-speaker")(next_speaker)
app.command()(realism)

Detector = StrEnum("Detector", ["RULES", "LLM"])
"""Who reads the messages."""


@app.command()
def designation(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Messages, one JSON object a line.")],
    detector: Annotated[
        Detector, typer.Option(help="The analyst to score: rules, or llm with --model.")
    ] = Detector.RULES,
    model: Annotated[
        str | None, typer.Option(help="The model of the llm detector: openai:gpt-4o-mini …")
    ] = None,
    base_url: Server = None,
    masked: Annotated[
        bool, typer.Option("--masked", help="Take the addressee's name from the message.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Read so many messages only.")] = None,
    errors: Annotated[int, typer.Option(min=0, help="List so many errors.")] = 10,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for a model.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
) -> None:
    """Score how often the analyst of a game finds whom a message is for."""
    trust_servers_of([base_url, model])
    models = _models(detector, model, base_url, timeout)
    messages = read_messages(file)[:limit]
    findings, calls = asyncio.run(_read(models, messages, masked))
    figures = {
        "detector": detector.value,
        "model": model,
        "masked": masked,
        **score_figures(messages, findings, masked=masked, errors=errors),
    }
    if detector is Detector.LLM:
        from mmagents.interfaces.accounts import total

        figures["calls"] = total(calls)
    typer.echo(
        json.dumps(figures, ensure_ascii=False, indent=2)
        if as_json
        else "\n".join(score_lines(figures))
    )


@app.command()
def reply(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Messages, one JSON object a line.")],
    language: Annotated[str, typer.Option(help="Of the messages: en or ja.")] = "en",
    errors: Annotated[int, typer.Option(min=0, help="List so many errors.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
) -> None:
    """Score how often the gate of a group chat finds who should reply."""
    from mmagents.evaluation.detection.replies import (
        Labelled,
        cases_of,
        reply_figures,
        reply_lines,
    )  # fmt: skip

    figures = reply_figures([*cases_of(rows_of(file, Labelled), language)], errors)
    shown = json.dumps(figures, ensure_ascii=False, indent=2)
    typer.echo(shown if as_json else "\n".join(reply_lines(figures)))


def _models(detector: Detector, model: str | None, base_url: str | None, timeout: float) -> Models:
    from mmagents.models.choice import Models

    if detector is Detector.LLM and not model:
        raise MMAgentsError("--detector llm needs a model: add --model provider:model.")
    if detector is Detector.RULES and (model or base_url):
        raise MMAgentsError("--model and --base-url go with --detector llm; the rules ask nobody.")
    return Models(model=model, base_url=base_url, timeout=timeout)


async def _read(
    models: Models, messages: Sequence[Message], masked: bool
) -> tuple[list[Detected], list[dict[str, Any]]]:
    """Return what was found, and the calls it took; a model is tried once before."""
    from mmagents.analysts.open import open_analyst
    from mmagents.evaluation.detection.designation import detect_all
    from mmagents.interfaces.accounts import recording
    from mmagents.models.choice import check_prompts

    analyst = open_analyst(models)
    spec = models.spec("detect")
    if spec is None:
        return await detect_all(analyst, messages, masked=masked), []
    from mmagents.models.client.probe import check_model

    check_prompts(models, "en")
    await check_model(models.slot(spec), ["detect"])
    with recording() as calls, _progress(len(messages)) as done:
        found = await detect_all(analyst, messages, masked=masked, done=done)
    return found, [call.as_json() for call in calls]


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """Show a bar on standard error; yield what moves it on by one."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("messages", total=total)
        yield lambda: bar.advance(task)
