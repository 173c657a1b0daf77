"""benchmark: score a part of the project against what people did."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from mmagents.cli.options import Server
from mmagents.cli.sharing import trust_servers_of
from mmagents.floor.adjacency import EVERYONE
from mmagents.scenarios.errors import MMAgentsError, first_fault

if TYPE_CHECKING:
    from pydantic import BaseModel

    from mmagents.evaluation.detection.designation import Detected, Message
    from mmagents.models.choice import Models

app = typer.Typer(no_args_is_help=True, help="Score a part of the project on human data.")

Figures = dict[str, Any]
Row = TypeVar("Row", bound="BaseModel")


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
        json.dumps(figures, ensure_ascii=False, indent=2) if as_json else "\n".join(_lines(figures))
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

    figures = reply_figures([*cases_of(_rows(file, Labelled), language)], errors)
    shown = json.dumps(figures, ensure_ascii=False, indent=2)
    typer.echo(shown if as_json else "\n".join(reply_lines(figures)))


def _models(detector: Detector, model: str | None, base_url: str | None, timeout: float) -> Models:
    from mmagents.models.choice import Models

    if detector is Detector.LLM and not model:
        raise MMAgentsError("--detector llm needs a model: add --model provider:model.")
    if detector is Detector.RULES and (model or base_url):
        raise MMAgentsError("--model and --base-url go with --detector llm; the rules ask nobody.")
    return Models(model=model, base_url=base_url, timeout=timeout)


def read_messages(file: Path) -> list[Message]:
    """Return the messages of a file of JSON lines; empty lines are passed over."""
    from mmagents.evaluation.detection.designation import Message

    return _rows(file, Message)


def _rows(file: Path, kind: type[Row]) -> list[Row]:
    try:
        lines = file.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
    except OSError as error:
        raise MMAgentsError(f"{file} cannot be read: {error.strerror}. Name a file.") from None
    found = [
        _row_of(f"{file}, line {at}", line, kind)
        for at, line in enumerate(lines, 1)
        if line.strip()
    ]
    if not found:
        raise MMAgentsError(f"{file} holds no messages. Write one JSON object a line.")
    return found


def _row_of(where: str, line: bytes, kind: type[Row]) -> Row:
    from pydantic import ValidationError

    try:
        return kind.model_validate_json(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise MMAgentsError(
            f"{where}: byte {error.start + 1} is not UTF-8. Save the file as UTF-8."
        ) from None
    except ValidationError as error:
        field, reason = first_fault(error)
        raise MMAgentsError(f"{where}{field and f', {field}'}: {reason}.") from None


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


def score_figures(
    messages: Sequence[Message], findings: Sequence[Detected], *, masked: bool, errors: int
) -> Figures:
    """Return the score of the detector and of the baselines, and its first errors."""
    from mmagents.evaluation.detection.designation import is_right, share

    found = [one.found for one in findings]
    right = is_right(found, messages)
    answered = sum(map(bool, found))
    baselines = _baselines(messages, masked)
    wrong = [at for at, good in enumerate(right) if not good]
    return {
        **_accuracy(right),
        "answered": answered,
        "abstained": len(right) - answered,
        "precision": share(sum(right), answered).as_json(),
        "recall": share(sum(right), len(right)).as_json(),
        "baselines": {name: _accuracy(good) for name, good in baselines.items()},
        "comparison": _comparison(right, baselines),
        "selection": selection_figures(messages, findings),
        "wrong": len(wrong),
        "errors": [
            {
                "id": messages[at].id,
                "text": messages[at].words(masked),
                "gold": messages[at].addressee,
                "found": list(found[at]),
            }
            for at in wrong[:errors]
        ],
    }


def selection_figures(messages: Sequence[Message], findings: Sequence[Detected]) -> Figures:
    """Return how often those are right whom a message selects for the floor, as a game uses it."""
    from mmagents.evaluation.detection.designation import is_right, share

    selected = [one.selected for one in findings]
    right = is_right(selected, messages)
    named = sum(map(bool, selected))
    return {
        "selected": named,
        "to_everyone": selected.count((EVERYONE,)),
        "nobody": len(selected) - named,
        "precision": share(sum(right), named).as_json(),
    }


def _baselines(messages: Sequence[Message], masked: bool) -> dict[str, list[bool]]:
    from mmagents.evaluation.detection.designation import (
        is_right,
        most_recent_mention,
        previous_speaker,
    )

    mentions = [most_recent_mention(one, masked=masked) for one in messages]
    return {
        "previous speaker": is_right([previous_speaker(one) for one in messages], messages),
        "most recent mention": is_right(mentions, messages),
    }


def _accuracy(right: Sequence[bool]) -> Figures:
    from mmagents.evaluation.detection.designation import share

    one = share(sum(right), len(right))
    return {"accuracy": one.value, "interval": one.as_json()["interval"], "n": one.of}


def _comparison(right: Sequence[bool], baselines: Mapping[str, Sequence[bool]]) -> Figures:
    """Return McNemar's test against the baseline that has most right, the first of equals."""
    from mmagents.evaluation.detection.designation import compare_detectors

    best = max(baselines, key=lambda name: sum(baselines[name]))
    found = compare_detectors(right, baselines[best])
    return {
        "baseline": best,
        "detector_alone": found.alone,
        "baseline_alone": found.other_alone,
        "p": found.p,
    }


def _lines(figures: Figures) -> Iterator[str]:
    """Yield the figures as text."""
    name = figures["model"] or figures["detector"]
    where = "its name taken out" if figures["masked"] else "as written"
    yield f"{figures['n']} messages, {where}; whom is it for? read by {name}"
    yield _row("accuracy", figures["accuracy"], figures["interval"])
    yield (
        f"  found somebody in {figures['answered']}; abstained in {figures['abstained']}, which "
        "counts as wrong"
    )
    for kind in ("precision", "recall"):
        yield _row(kind, figures[kind]["value"], figures[kind]["interval"])
    for baseline, one in figures["baselines"].items():
        yield _row(f"baseline: {baseline}", one["accuracy"], one["interval"])
    yield _against(figures["comparison"])
    one = figures["selection"]
    yield (
        f"as a game uses it: {one['selected']} select somebody for the floor, {one['to_everyone']} "
        f"of them everyone; {one['nobody']} nobody"
    )
    yield _row("right among those", one["precision"]["value"], one["precision"]["interval"])
    for row in figures.get("calls", ()):
        yield (
            f"asked {row['questions']} questions in {row['requests']} requests; repeated "
            f"{row['retries']}, asked again {row['asked_again']}, mended {row['repairs']}, "
            f"defaults {row['defaults']}"
        )
    if figures["errors"]:
        yield f"the first {len(figures['errors'])} of {figures['wrong']} errors"
    for error in figures["errors"]:
        found = ", ".join(error["found"]) or "nobody"
        yield f"  {error['id']}: for {error['gold']}, found {found}: {error['text']}"


def _row(name: str, value: float | None, interval: Sequence[float] | None) -> str:
    if value is None or interval is None:
        return f"  {name:32}none"
    return f"  {name:32}{value:.3f}  [{interval[0]:.3f}, {interval[1]:.3f}]"


def _against(found: Figures) -> str:
    return (
        f"  against the {found['baseline']}: alone right {found['detector_alone']}, "
        f"alone wrong {found['baseline_alone']}, McNemar's exact p {found['p']:.3g}"
    )
