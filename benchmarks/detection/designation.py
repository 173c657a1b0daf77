"""How often an analyst finds whom a message is for, on messages whose addressee is known.

python -m benchmarks designation --file messages.jsonl
python -m benchmarks designation --file messages.jsonl --masked 1 --json 1
python -m benchmarks designation --file messages.jsonl --model openai:gpt-4o-mini

`--masked 1` takes the addressee's name from the message. Left out, `--model` lets the rules read.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import given, refuse
from benchmarks.detection.messages import (
    Detected,
    Message,
    detect_all,
    is_right,
    most_recent_mention,
    previous_speaker,
    rows_of,
    share,
)
from mmagents.analysts.open import open_analyst
from mmagents.errors import MMAgentsError
from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.accounts import recording, total
from mmagents.lab.statistics.agreement import mcnemar
from mmagents.models.choice import Models, check_prompts
from mmagents.models.client.probe import check_model

Figures = dict[str, Any]


def score_figures(
    messages: Sequence[Message], findings: Sequence[Detected], *, masked: bool, errors: int
) -> Figures:
    """Return the score of the detector and of the baselines, and its first errors."""
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
    mentions = [most_recent_mention(one, masked=masked) for one in messages]
    return {
        "previous speaker": is_right([previous_speaker(one) for one in messages], messages),
        "most recent mention": is_right(mentions, messages),
    }


def _accuracy(right: Sequence[bool]) -> Figures:
    one = share(sum(right), len(right))
    return {"accuracy": one.value, "interval": one.as_json()["interval"], "n": one.of}


def _comparison(right: Sequence[bool], baselines: Mapping[str, Sequence[bool]]) -> Figures:
    """Return McNemar's test against the baseline that has most right, the first of equals."""
    best = max(baselines, key=lambda name: sum(baselines[name]))
    found = mcnemar(right, baselines[best])
    return {
        "baseline": best,
        "detector_alone": found.alone,
        "baseline_alone": found.other_alone,
        "p": found.p,
    }


def score_lines(figures: Figures) -> Iterator[str]:
    """Yield the figures as text."""
    name = figures["model"] or "rules"
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


def main(argv: Sequence[str] | None = None) -> None:
    """Score the rules, or a model, and print the figures."""
    told = given(
        argv, __doc__, file="", model="", base_url="", masked=0, limit=0, errors=10, timeout=60.0,
        json=0,
    )  # fmt: skip
    if not told.file:
        refuse("designation needs messages whose addressees are known: --file FILE.jsonl")
    if told.base_url and not told.model:
        refuse("--base_url goes with --model; the rules ask nobody.")
    models = Models(model=told.model or None, base_url=told.base_url or None, timeout=told.timeout)
    masked = bool(told.masked)
    try:
        messages = rows_of(Path(told.file), Message)[: told.limit or None]
        findings, calls = asyncio.run(_read(models, messages, masked))
    except MMAgentsError as error:
        refuse(str(error))
    figures = {
        "model": told.model or None,
        "masked": masked,
        **score_figures(messages, findings, masked=masked, errors=told.errors),
    }
    if told.model:
        figures["calls"] = total(calls)
    shown = json.dumps(figures, ensure_ascii=False, indent=2)
    print(shown if told.json else "\n".join(score_lines(figures)))


async def _read(
    models: Models, messages: Sequence[Message], masked: bool
) -> tuple[list[Detected], list[dict[str, Any]]]:
    """Return what was found, and the calls it took; a model is tried once before."""
    analyst, spec = open_analyst(models), models.spec("detect")
    if spec is not None:
        check_prompts(models, "en")
        await check_model(models.slot(spec), ["detect"])
    with recording() as calls:
        found = await detect_all(analyst, messages, masked=masked)
    return found, [call.as_json() for call in calls]
