"""experiment judge: have models read the conversations of an experiment."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mmagents.cli.options import INTERRUPTED, AsJson, ExperimentFolder, Prices, Server
from mmagents.cli.sharing import trust_servers_of
from mmagents.scenarios.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.evaluation.experiments.experiment import Experiment
    from mmagents.evaluation.judging.judge import Judged
    from mmagents.evaluation.judging.judges import Asked
    from mmagents.nodes.spending import Price


class ReadFor(StrEnum):
    """What a judge reads for."""

    BREAKDOWN_WHOLE = "breakdown-whole"
    BREAKDOWN = "breakdown"
    JUDGE = "judge"
    RUBRIC = "rubric"
    TRUTH = "truth"


def judge(  # a command has as many arguments as it has options
    folder: ExperimentFolder,
    judge: Annotated[
        list[str],
        typer.Option(metavar="MODEL", help="A model that judges: openai:gpt-4o …; repeatable."),
    ],
    base_url: Server = None,
    only: Annotated[
        list[ReadFor] | None,
        typer.Option(
            help="breakdown-whole (conversations read at once for breakdowns, as in the paper), "
            "breakdown (turns read one by one), judge (scores for coherence, cooperativeness and "
            "diversity), rubric (points of the story): all four if left out; or truth "
            "(consistency and factualness of every turn, told its speaker's sheet); repeatable."
        ),
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="Score whole conversations alone, not every turn too.")
    ] = False,
    cell: Annotated[
        list[str] | None, typer.Option(metavar="CELL", help="Judge this cell alone; repeatable.")
    ] = None,
    at_once: Annotated[
        int, typer.Option(min=1, help="Questions that are put to one judge at once.")
    ] = 8,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for an answer.")] = 60.0,
    prompts: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Prompts of your own, before those shipped.")
    ] = None,
    prices: Prices = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what it would take, and ask nobody.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Have models read the conversations for breakdowns, scores and points of the rubric.

    What has been judged already is not judged again. An answer that cannot be read is asked for
    once more, and then counted as missing.
    """
    from mmagents.cli.game.prices import read_prices
    from mmagents.evaluation.experiments.experiment import open_experiment
    from mmagents.evaluation.judging.judge import verdicts_of
    from mmagents.evaluation.judging.judges import open_judges, plan
    from mmagents.models.client.probe import check_models
    from mmagents.models.client.transport import Patience
    from mmagents.prompts.render import Prompts

    experiment = open_experiment(folder)
    trust_servers_of([base_url, *judge])
    judges = open_judges(judge, base_url, Patience(timeout=timeout))
    priced: dict[str, Price] = {}
    for one in experiment.grid.cells:
        priced |= one.context.prices
    priced |= read_prices(prices)
    told = Prompts(prompts)
    conversations = experiment.read(cell or ())
    if not any(one.rows for one in conversations):
        raise MMAgentsError(
            f"No conversation in {folder} has been played to its end, so there is nothing to "
            f"judge. Play some with: mmagents experiment run GRID --out {folder}"
        )
    for language in {one.language for one in conversations}:
        told.check(language)
    there = verdicts_of(experiment)
    wanted = plan(conversations, judges, _kinds(only or (), whole), told, there)
    if dry_run:
        _dry_run(wanted, len(conversations), priced, as_json)
        return
    if wanted:
        asyncio.run(check_models(one.slot for one in judges))
    judged = _judge(experiment, wanted, told, at_once)
    _report(experiment, judged, len(wanted), priced, as_json)


def _kinds(only: Sequence[ReadFor], whole: bool) -> list[Any]:
    from mmagents.evaluation.judging.verdicts import Kind

    read = set(only) or set(ReadFor) - {ReadFor.TRUTH}
    kinds = {
        Kind.BREAKDOWN_WHOLE: ReadFor.BREAKDOWN_WHOLE in read,
        Kind.BREAKDOWN: ReadFor.BREAKDOWN in read,
        Kind.CONVERSATION: ReadFor.JUDGE in read,
        Kind.TURN: ReadFor.JUDGE in read and not whole,
        Kind.RUBRIC: ReadFor.RUBRIC in read,
        Kind.TRUTH: ReadFor.TRUTH in read,
    }
    return [kind for kind, wanted in kinds.items() if wanted]


def _dry_run(
    wanted: Sequence[Asked], conversations: int, prices: Mapping[str, Price], as_json: bool
) -> None:
    from mmagents.evaluation.judging.judges import forecast_judging

    found = forecast_judging(wanted, prices)
    if as_json:
        typer.echo(json.dumps({"conversations": conversations, **asdict(found)}))
        return
    lines = [f"{conversations} conversations, {found.calls} questions without a verdict"]
    lines += [f"  {name}: {calls}" for name, calls in found.by_judge.items()]
    if found.calls:
        lines.append(f"Calls: {found.calls}; tokens: about {found.tokens}")
        cost = "unknown; give --prices" if found.money is None else f"about {found.money:g}"
        lines.append(f"Cost: {cost}")
    typer.echo("\n".join([*lines, "Nothing was asked."]))


def _judge(experiment: Experiment, wanted: Sequence[Asked], told: Any, at_once: int) -> Judged:
    from mmagents.cli.shown.progress import bar
    from mmagents.evaluation.judging.judge import Judged, judge

    so_far = Judged()
    with bar() as shown:
        task = shown.add_task("verdicts", total=len(wanted), spent="")

        def ended(judged: Judged) -> None:
            nonlocal so_far
            so_far = judged
            spent = f"{sum(judged.calls.values())} calls, {judged.all_tokens} tokens"
            done = judged.given + len(judged.failures)
            shown.update(task, completed=done, spent=spent)

        try:
            return judge(experiment, wanted, told, at_once=at_once, ended=ended)
        except KeyboardInterrupt:
            shown.stop()
            typer.echo(
                f"\nStopped; {so_far.given} of {len(wanted)} verdicts were given and are kept. "
                "To go on, give the same command again.",
                err=True,
            )
            sys.exit(INTERRUPTED)


class NotJudgedError(MMAgentsError):
    """Some questions could not be put to their judge."""

    exit_code = 1


def _report(
    experiment: Experiment, judged: Judged, wanted: int, prices: Mapping[str, Price], as_json: bool
) -> None:
    from mmagents.evaluation.judging.judge import FAILURES

    money = judged.money(prices)
    if as_json:
        typer.echo(
            json.dumps(
                {
                    "folder": str(experiment.folder),
                    "wanted": wanted,
                    "given": judged.given,
                    "missing": judged.missing,
                    "failed": [asdict(one) for one in judged.failures],
                    "left": judged.left,
                    "calls": sum(judged.calls.values()),
                    "tokens": judged.all_tokens,
                    "money": money,
                },
                ensure_ascii=False,
            )
        )
    else:
        spent = f"{sum(judged.calls.values())} calls, {judged.all_tokens} tokens"
        spent += f", {money:.4g}" if money is not None else ""
        unreadable = f", {judged.missing} of them unreadable" if judged.missing else ""
        typer.echo(
            f"{judged.given} of {wanted} verdicts were given{unreadable}; {spent}. "
            f"For the report: mmagents experiment report {experiment.folder}"
        )
    if judged.failures or judged.left:
        shown = "\n".join(
            f"  {one.id}, {one.kind}{f' of turn {one.turn}' if one.turn else ''}, {one.by}: "
            f"{one.error}"
            for one in judged.failures[:5]
        )
        more = len(judged.failures) - 5
        left = f" {judged.left} more were not tried." if judged.left else ""
        raise NotJudgedError(
            f"{len(judged.failures)} questions could not be put to their judge.{left} All verdicts "
            f"are kept, and the same command tries these again. In "
            f"{experiment.folder / FAILURES}:\n{shown}"
            + (f"\n  and {more} more" if more > 0 else "")
        )
