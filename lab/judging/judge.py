"""Have models judge the conversations of an experiment: planned, asked, kept, gone on with.

MMAgents, section 4.2: breakdowns (4.2.1) and scores (4.2.2); points of the rubric are given by
people (4.2.3). An answer that cannot be read is shown to the model once with its fault; if the
second cannot be read either, the verdict is missing, and never a score. A judge whose
answers cannot be read is given up. A question whose server could not be reached is recorded as a
failure and put again in the next run.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from mmagents.interfaces.accounts import ANALYST, Call, recording
from mmagents.lab.experiments.experiment import Experiment, write_failures
from mmagents.lab.experiments.playing import finished
from mmagents.lab.judging.answers import (
    Repairs,
    read_broken_turns,
    read_scores,
    read_summary,
    read_truth,
)
from mmagents.lab.judging.judges import TASK_OF, Asked, Matter, variables
from mmagents.lab.judging.verdicts import (
    BY_MODELS,
    Key,
    Kind,
    Log,
    Said,
    Verdict,
    read_verdicts,
)
from mmagents.models.answers.fields import UnusableError
from mmagents.models.ask import Question, demand
from mmagents.models.client.faults import redact
from mmagents.models.client.transport import NoReplyError, Reply
from mmagents.nodes.spending import Price, forms_asked, forms_together, money, price_of
from mmagents.prompts.render import Prompts
from mmagents.saved.folder_lock import FolderLock
from mmagents.stores.disk import Holding, friendly_disk_errors

AT_ONCE = 8
"""Questions that are put to one judge at once."""
GIVEN_UP_AFTER = 20
"""Failures in a row after which a judge is asked no more in this run."""
UNREADABLE = 10
"""Unreadable answers, without a readable one, after which a run stops asking a judge."""
ENOUGH = 3
"""From this many unreadable answers on, the judge is at fault: none is kept, and the next run asks
again."""
VERDICTS = Holding(
    "experiment", "run it in another folder", "Every verdict that was given is kept there.",
    "mmagents experiment judge {path} --judge MODEL",
)  # fmt: skip
FAILURES = "verdict-failures.jsonl"


@dataclass(frozen=True, slots=True)
class Failure:
    """A question that could not be put."""

    id: str
    kind: str
    turn: int
    by: str
    error: str


@dataclass(slots=True)
class Unread:
    """Verdicts of a judge that cannot be read, while it has given none that can be."""

    held: list[Verdict] = field(default_factory=list)
    answered: str = ""
    readable: bool = False

    @property
    def hopeless(self) -> bool:
        """Whether it need not be asked any more."""
        return not self.readable and len(self.held) >= UNREADABLE


@dataclass(slots=True)
class Judged:
    """The result of a run.

    `missing` verdicts are among those `given`; `left` are questions not tried, because their judge
    failed too often in a row. Requests that failed count among `calls`. `forms` tells in which
    forms answers were asked for (see :func:`mmagents.nodes.spending.forms_asked`). `unread` has the
    judges that gave nothing which can be read; none of that is kept.
    """

    given: int = 0
    missing: int = 0
    failures: list[Failure] = field(default_factory=list)
    left: int = 0
    calls: dict[str, int] = field(default_factory=dict)
    tokens: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    forms: list[dict[str, Any]] = field(default_factory=list)
    unread: dict[str, Unread] = field(default_factory=dict)

    @property
    def all_tokens(self) -> int:
        """The tokens of all judges, in and out."""
        return sum(read + said for read, said, _ in self.tokens.values())

    def money(self, prices: Mapping[str, Price]) -> float | None:
        """Return what it cost, in the currency of the prices; None without a price for each."""
        if not all(price_of(name, prices) for name in self.tokens):
            return None
        calls = (
            {"model": name, "tokens_in": read, "tokens_out": said, "tokens_cached": kept}
            for name, (read, said, kept) in self.tokens.items()
        )
        return round(sum(money(call, prices) for call in calls), 6)

    def hopeless(self, by: str) -> bool:
        """Tell whether a judge need not be asked any more."""
        return by in self.unread and self.unread[by].hopeless

    def count(self, by: str, costs: Mapping[str, int]) -> None:
        """Add what a question cost."""
        self.calls[by] = self.calls.get(by, 0) + costs["calls"]
        read, said, kept = self.tokens.get(by, (0, 0, 0))
        self.tokens[by] = (
            read + costs["tokens_in"], said + costs["tokens_out"], kept + costs["tokens_cached"]
        )  # fmt: skip


def verdicts_of(experiment: Experiment) -> dict[Key, Verdict]:
    """Return the verdicts of models that an experiment holds."""
    return read_verdicts(experiment.folder / BY_MODELS)


def judge(
    experiment: Experiment,
    wanted: Sequence[Asked],
    prompts: Prompts,
    *,
    at_once: int = AT_ONCE,
    ended: Callable[[Judged], None] = lambda judged: None,
) -> Judged:
    """Put the questions to their judges, `at_once` to each; every verdict is kept as it comes.

    `ended` is called after each question with the result so far.

    Raises:
        MMAgentsError: if another process works in the folder, or the disk fails.
    """
    folder, judged = experiment.folder, Judged()

    async def put(asked: Asked, log: Log) -> bool:
        with recording(game=asked.key.id, turn=asked.key.turn) as calls:
            found = await _put(asked, prompts)
        costs = _costs(calls)
        judged.count(asked.key.by, costs)
        judged.forms = forms_together([*judged.forms, *forms_asked(map(asdict, calls))])
        if isinstance(found, Failure):
            judged.failures.append(found)
        else:
            of = judged.unread.setdefault(asked.key.by, Unread())
            of.held.append(found.model_copy(update=costs))
            of.answered = next((call.answered for call in calls if call.answered), of.answered)
            of.readable = of.readable or found.said is not None
            if of.readable:
                _keep(of, judged, log)
        ended(judged)
        return not isinstance(found, Failure)

    with friendly_disk_errors(folder, VERDICTS):
        lock = FolderLock.take(folder, VERDICTS)
        try:
            with Log(folder / BY_MODELS) as log:
                hopeless = judged.hopeless
                judged.left = finished(
                    _all(wanted, lambda asked: put(asked, log), at_once, hopeless)
                )
                for of in judged.unread.values():
                    if len(of.held) < ENOUGH:
                        _keep(of, judged, log)
                judged.unread = {by: of for by, of in judged.unread.items() if of.held}
        finally:
            failed = sorted(map(asdict, judged.failures), key=lambda one: [*map(str, one.values())])
            write_failures(folder / FAILURES, failed)
            lock.release()
    return judged


def _keep(of: Unread, judged: Judged, log: Log) -> None:
    """Keep the verdicts of a judge that were held back, and count them."""
    for verdict in of.held:
        log.add(verdict)
        judged.given += 1
        judged.missing += verdict.said is None
    of.held.clear()


Put = Callable[[Asked], Coroutine[Any, Any, bool]]
"""Puts a question, and returns whether it could be put."""


async def _all(
    wanted: Sequence[Asked], put: Put, at_once: int, hopeless: Callable[[str], bool]
) -> int:
    """Put the questions, those of each judge beside the others; return how many were not tried."""
    queues: dict[str, deque[Asked]] = {}
    for asked in wanted:
        queues.setdefault(asked.judge.name, deque()).append(asked)
    each = (_one_judge(by, of, put, at_once, hopeless) for by, of in queues.items())
    return sum(await asyncio.gather(*each))


async def _one_judge(
    by: str, queue: deque[Asked], put: Put, at_once: int, hopeless: Callable[[str], bool]
) -> int:
    failed_in_a_row = 0

    async def work() -> None:
        nonlocal failed_in_a_row
        while queue and failed_in_a_row < GIVEN_UP_AFTER and not hopeless(by):
            failed_in_a_row = 0 if await put(queue.popleft()) else failed_in_a_row + 1

    await asyncio.gather(*(work() for _ in range(at_once)))
    return len(queue)


async def _put(asked: Asked, prompts: Prompts) -> Verdict | Failure:
    """Put one question; return its verdict, or its failure if the model could not be asked."""
    key, conversation = asked.key, asked.matter.conversation
    question = Question(
        TASK_OF[asked.matter.kind],
        asked.matter.seat or ANALYST,
        conversation.language,
        variables(asked.matter),
        lot=f"{key.id}:{key.turn}:{key.by}",
    )
    said, missing = None, ""
    try:
        said = await demand(asked.judge.slot, prompts, question, _reader(asked.matter))
    except UnusableError as error:
        missing = str(error)
    except NoReplyError as error:
        return Failure(*key, error=str(error))
    except Exception as error:  # one question that fails stops no other
        return Failure(*key, error=f"{type(error).__name__}: {redact(str(error))}")
    options = dict(asked.judge.options)
    return Verdict(**key._asdict(), said=said, missing=missing, told=asked.told, options=options)


def _costs(calls: Sequence[Call]) -> dict[str, int]:
    return {
        "calls": sum(call.requests for call in calls),
        "tokens_in": sum(call.tokens_in for call in calls),
        "tokens_out": sum(call.tokens_out for call in calls),
        "tokens_cached": sum(call.tokens_cached for call in calls),
    }


def _reader(matter: Matter) -> Callable[[Reply], tuple[Said, Repairs]]:
    """Return what reads the answers on a matter."""
    turns = [row["turn"] for row in matter.before]
    if matter.kind is Kind.BREAKDOWN_WHOLE:
        return lambda reply: read_broken_turns(reply.text, turns)
    if matter.kind is Kind.SUMMARY:
        return lambda reply: read_summary(reply.text)
    if matter.kind in (Kind.TRUTH, Kind.TRUTH_PREVIOUS):
        return lambda reply: read_truth(reply.text)
    return lambda reply: read_scores(reply.text)
