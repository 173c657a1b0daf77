"""experiment judge: have models read the conversations of an experiment."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mmagents.cli.options import INTERRUPTED, AsJson, ExperimentFolder, Prices, Server
from mmagents.cli.sharing import pairs, spread, trust_servers_of
from mmagents.cli.shown.terminal import echo
from mmagents.errors import MMAgentsError
from mmagents.lab.commands.experiment.changes import options_of

if TYPE_CHECKING:
    from mmagents.lab.conversation import Conversation
    from mmagents.lab.experiments.experiment import Experiment
    from mmagents.lab.judging.judge import Judged
    from mmagents.lab.judging.judges import Asked, Judge
    from mmagents.lab.judging.verdicts import Kind
    from mmagents.nodes.spending import Price
    from mmagents.prompts.render import Prompts


class ReadFor(StrEnum):
    """What a judge reads for."""

    BREAKDOWN_WHOLE = "breakdown-whole"
    JUDGE = "judge"
    GRADE = "grade"
    TRUTH = "truth"
    TRUTH_PREVIOUS = "truth-previous"
    SUMMARY = "summary"


@dataclass(frozen=True, kw_only=True)
class WhoJudges:
    """Which models judge, where, and how they are asked."""

    judge: Annotated[
        list[str],
        typer.Option(metavar="MODEL", help="A model that judges: openai:gpt-4o …; repeatable."),
    ]
    base_url: Server = None
    temperature: Annotated[
        float | None, typer.Option(min=0, max=2, help="Of the judges; theirs if left out.")
    ] = None
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="Passed to the judges' client: max_tokens=800, seed=1; repeatable.",
        ),
    ] = None
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for an answer.")] = 60.0

    def open(self) -> list[Judge]:
        """Return the judges; nothing is sent yet."""
        from mmagents.lab.judging.judges import open_judges
        from mmagents.models.client.transport import Patience

        trust_servers_of([self.base_url, *self.judge])
        options = options_of(pairs("--option", self.option or ()), "--option")
        if self.temperature is not None:
            if "temperature" in options:
                raise MMAgentsError("--option temperature: it is given by --temperature too.")
            options["temperature"] = self.temperature
        return open_judges(self.judge, self.base_url, Patience(timeout=self.timeout), options)


@dataclass(frozen=True, kw_only=True)
class WhatIsRead:
    """What the judges read for, in which cells, by which prompts."""

    only: Annotated[
        list[ReadFor] | None,
        typer.Option(
            help="breakdown-whole (conversations read at once for breakdowns) and judge (scores "
            "for coherence, cooperativeness and diversity), both as in the paper: these two if "
            "left out; or grade (the same scores, by a prompt that defines all five points), truth "
            "(consistency and factualness of every turn, told its speaker's sheet and what the "
            "screening finds), truth-previous (the same, told the turns before in its place), "
            "summary (of every conversation, for Distinct-N); repeatable."
        ),
    ] = None
    whole: Annotated[
        bool, typer.Option("--whole", help="Score whole conversations only, not every turn.")
    ] = False
    cell: Annotated[
        list[str] | None, typer.Option(metavar="CELL", help="Judge this cell only; repeatable.")
    ] = None
    prompts: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Prompts of your own, before those shipped.")
    ] = None

    def kinds(self) -> list[Kind]:
        """Return the kinds of verdicts that are wanted."""
        from mmagents.lab.judging.verdicts import Kind

        read = set(self.only or ()) or {ReadFor.BREAKDOWN_WHOLE, ReadFor.JUDGE}
        kinds = {
            Kind.BREAKDOWN_WHOLE: ReadFor.BREAKDOWN_WHOLE in read,
            Kind.CONVERSATION: ReadFor.JUDGE in read,
            Kind.TURN: ReadFor.JUDGE in read and not self.whole,
            Kind.GRADED: ReadFor.GRADE in read,
            Kind.GRADED_TURN: ReadFor.GRADE in read and not self.whole,
            Kind.TRUTH: ReadFor.TRUTH in read,
            Kind.TRUTH_PREVIOUS: ReadFor.TRUTH_PREVIOUS in read,
            Kind.SUMMARY: ReadFor.SUMMARY in read,
        }
        return [kind for kind, wanted in kinds.items() if wanted]

    def conversations(self, experiment: Experiment) -> list[Conversation]:
        """Return what is to be read.

        Raises:
            MMAgentsError: if nothing has been played.
        """
        found = experiment.read(self.cell or ())
        if not any(one.rows for one in found):
            raise MMAgentsError(
                f"No conversation in {experiment.folder} has been played to its end, so there is "
                "nothing to judge. Play some with: mmagents experiment run GRID --out "
                f"{experiment.folder}"
            )
        return found

    def told(self, conversations: Sequence[Conversation]) -> Prompts:
        """Return the prompts, checked in the languages of the conversations."""
        from mmagents.prompts.render import Prompts

        told = Prompts(self.prompts)
        for language in {one.language for one in conversations}:
            told.check(language)
        return told


@spread
def judge(
    folder: ExperimentFolder,
    who: WhoJudges,
    what: WhatIsRead,
    at_once: Annotated[
        int, typer.Option(min=1, help="Questions that are put to one judge at once.")
    ] = 8,
    prices: Prices = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what it would take, and ask nobody.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Have models read the conversations for breakdowns and scores.

    What has been judged already is not judged again. An answer that cannot be read is asked for
    once more, and then counted as missing.
    """
    from mmagents.cli.game.prices import read_prices
    from mmagents.lab.commands.experiment.forecasts import show_judging
    from mmagents.lab.experiments.experiment import open_experiment
    from mmagents.lab.judging.judge import verdicts_of
    from mmagents.lab.judging.judges import TASK_OF, plan
    from mmagents.models.client.probe import check_models

    experiment = open_experiment(folder)
    judges = who.open()
    conversations = what.conversations(experiment)
    told, there = what.told(conversations), verdicts_of(experiment)
    wanted = plan(conversations, judges, what.kinds(), told, there)
    own: dict[str, Price] = {}
    for one in experiment.grid.cells:
        own |= one.context.limits.prices
    if dry_run:
        show_judging(wanted, len(conversations), own, prices, as_json=as_json)
        return
    asked = {one.slot: set[str]() for one in judges}
    for question in wanted:
        asked[question.judge.slot].add(TASK_OF[question.matter.kind])
    if any(asked.values()):
        asyncio.run(check_models(asked))
    judged = _judge(experiment, wanted, told, at_once)
    _report(experiment, judged, len(wanted), own | read_prices(prices), as_json)


def _judge(experiment: Experiment, wanted: Sequence[Asked], told: Any, at_once: int) -> Judged:
    from mmagents.cli.shown.terminal import bar
    from mmagents.lab.judging.judge import Judged, judge

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
            echo(
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
    """Print the result of a run.

    Raises:
        NotJudgedError: if questions could not be put; all verdicts are kept.
    """
    from mmagents.cli.shown.totals import forms_told

    money = judged.money(prices)
    if as_json:
        told = {
            "folder": str(experiment.folder),
            "wanted": wanted,
            "given": judged.given,
            "missing": judged.missing,
            "failed": [asdict(one) for one in judged.failures],
            "left": judged.left,
            "unreadable": {by: len(one.held) for by, one in judged.unread.items()},
            "calls": sum(judged.calls.values()),
            "tokens": judged.all_tokens,
            "money": money,
            "forms": judged.forms,
        }
        echo(json.dumps(told, ensure_ascii=False))
    else:
        spent = f"{sum(judged.calls.values())} calls, {judged.all_tokens} tokens"
        spent += f", {money:.4g}" if money is not None else ""
        unreadable = f", {judged.missing} of them unreadable" if judged.missing else ""
        given = f"{judged.given} of {wanted} verdicts were given{unreadable}; {spent}."
        echo(
            f"{given if wanted else 'All of it has been judged already; nobody was asked.'} "
            f"For the report: mmagents experiment report {experiment.folder}"
        )
        for line in forms_told(judged.forms):
            echo(line)
    if judged.unread:
        raise NotJudgedError(_nothing_read(judged))
    if judged.failures or judged.left:
        raise NotJudgedError(_not_put(experiment, judged))


def _nothing_read(judged: Judged) -> str:
    """Return which judges gave nothing that can be read, and what to do."""
    lines = [
        f"Nothing that {by} answered can be read ({len(one.held)} answers, asked twice each; "
        f"{one.held[-1].missing}): {one.answered or 'no words'}"
        for by, one in judged.unread.items()
    ]
    left = f" {judged.left} more questions were not tried." if judged.left else ""
    return "\n".join([*lines, f"None of it is kept.{left} Try another model (--judge)."])


def _not_put(experiment: Experiment, judged: Judged) -> str:
    """Return which questions could not be put, and what to do."""
    from mmagents.lab.judging.judge import FAILURES

    shown = "\n".join(
        f"  {one.id}, {one.kind}{f' of turn {one.turn}' if one.turn else ''}, {one.by}: {one.error}"
        for one in judged.failures[:5]
    )
    more = len(judged.failures) - 5
    left = f" {judged.left} more were not tried." if judged.left else ""
    return (
        f"{len(judged.failures)} questions could not be put to their judge.{left} All verdicts are "
        "kept, and the same command tries these again. In "
        f"{experiment.folder / FAILURES}:\n{shown}" + (f"\n  and {more} more" if more > 0 else "")
    )
