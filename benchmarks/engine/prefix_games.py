"""The games whose prompts are measured: every task of a model is asked in one of them.

The model on loopback says lines that improv players said in the same story, language and manner, 24
words on average in English as a panel; its thoughts are two thoughts of theirs, 25 words, where the
prompts ask for one to three sentences; what it notes for itself are three. It notes a fact and a
triplet for each sentence. So prompts hold as much as those of talk, and not the few words of a
test's model.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import count
from random import Random
from typing import Any, NamedTuple

from mmagents import Context
from mmagents.graph import graph
from mmagents.interfaces.accounts import ANALYST
from mmagents.lab.conversation import Conversation
from mmagents.lab.judging.judges import TASK_OF, as_asked, matters, told_of
from mmagents.lab.judging.verdicts import Kind
from mmagents.nodes.record import is_talk
from mmagents.nodes.table import table_for
from mmagents.prompts.render import Prompts
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Request, serving
from tests.servers.prompt_data import Told

GAMES: Mapping[str, Mapping[str, Any]] = {
    "plain": {},
    "panel": {"manner": "panel"},
    "lean": {"pace": "lean"},
    "draft": {"pace": "draft"},
    "in units": {"medium": "units"},
    "repair": {
        "repair.nli": "llm", "repair.merge": True, "models.best_of": 2, "condition": "moderator"
    },
    "repair, as a persona": {"repair": True, "repair.nli": "llm", "repair.asking": "persona"},
    "repair, as a task": {"repair": True, "repair.nli": "llm", "repair.asking": "task"},
    "an evening of strategists": {"evening.persona": "strategist", "evening.kind": "whole"},
    "AgentGroupChat": {
        "evening.persona": "strategist", "evening.kind": "whole",
        "evening.protocol": "agentgroupchat",
    },
}  # fmt: skip
"""What is played, by name: options of the run."""
TALKS: Mapping[str, tuple[int, int]] = {"judges, talks of 10": (10, 5), "of 60": (60, 1)}
"""What judges read, by name: how many turns the talks have, and how many talks there are."""
JUDGED = tuple(TASK_OF)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_A_TASK = re.compile("^# (Task|課題)$", re.M)
"""What repair as a task shows, and repair as a persona does not."""
_CHECKS = 0.4
"""How often the model finds contradictions, and then two of them."""


class Prompt(NamedTuple):
    """What was asked: the task, whose it is, and the text, system message first."""

    task: str
    seat: str
    text: str


def prompts_of(story: str, language: str, game: str, seed: int = 1, **given: Any) -> list[Prompt]:
    """Play a game, or have one judged; return all prompts in their order.

    Args:
        story: its id.
        language: "en" or "ja".
        game: which of :data:`GAMES` and :data:`TALKS`.
        seed: of the game.
        given: fields of the context, beside those of the game.
    """
    if game in TALKS:
        return judged(story, language, *TALKS[game])
    fields = {**GAMES[game], **given}
    manner = fields.get("manner", "conversation")
    with serving(talking(story, language, manner)) as server:
        context = Context(model="openai:any", base_url=server.url, language=language, **fields)

        async def play() -> None:
            limit = {"recursion_limit": 5_000}
            async for _ in graph.astream({"scenario": story, "seed": seed}, limit, context=context):
                pass

        asyncio.run(play())
        return [_prompt(one) for one in server.requests if "x-mmagents-task" in one.headers]


def _prompt(request: Request) -> Prompt:
    text = "\n".join(str(part["content"]) for part in request["messages"])
    task, told = request.headers["x-mmagents-task"], Told(request)
    if task == "repair":
        task = f"repair, {'as a task' if _A_TASK.search(text) else 'as a persona'}"
    return Prompt(task, told.seat, text)


def judged(story: str, language: str, turns: int, talks: int) -> list[Prompt]:
    """Return what a judge is told of talks, in the order of `mmagents experiment judge`."""
    prompts, context = Prompts(), Context(turns=turns, language=language)
    found = []
    for seed in range(talks):
        rows = graph.invoke({"scenario": story, "seed": seed}, {"recursion_limit": 5_000},
                            context=context)["history"]  # fmt: skip
        talk = Conversation(
            id=str(seed), factors={}, table=table_for(story, context), seed=seed,
            rows=[row for row in rows if is_talk(row)], context=context.model_dump(mode="json"),
        )  # fmt: skip
        for matter in as_asked(matters(talk, JUDGED)):
            task = TASK_OF[matter.kind]
            name = f"{task}, turn by turn" if matter.kind is Kind.TURN else task
            found.append(Prompt(name, matter.seat or ANALYST, "\n".join(told_of(matter, prompts))))
    return found


@cache
def talk_of(
    story: str, language: str, manner: str
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return by seat the lines and the thoughts of improv players in some games."""
    lines, thoughts = defaultdict(list), defaultdict(list)
    for seed in range(3):
        context = Context(turns=30, language=language, manner=manner)  # type: ignore[arg-type]  # it is one of the two
        for row in graph.invoke({"scenario": story, "seed": seed}, context=context)["history"]:
            lines[row["speaker"]].append(row["text"])
            for bid in row["ledger"]["bids"]:
                thoughts[bid["seat"]].append(bid["thought"])
    return lines, thoughts


def talking(story: str, language: str, manner: str) -> Callable[[Request, int], Answer]:
    """Return a mind that answers as the faithful one, in words as long as those of talk."""
    lines, thoughts = talk_of(story, language, manner)
    every = [one for some in thoughts.values() for one in some]
    asked: dict[tuple[str, str], Iterator[int]] = defaultdict(count)
    space, says = (" ", "{} says: {}") if language == "en" else ("", "{}は「{}」と言った。")

    def mind(request: Request, nth: int) -> Answer:
        if "x-mmagents-task" not in request.headers:
            return faithful(request, nth)
        answer, told = faithful(request, nth), Told(request)
        lot = Random(f"{told.task} {told.seat} {next(asked[told.task, told.seat])}")

        def written(sentences: int) -> str:
            return space.join(lot.sample(thoughts.get(told.seat) or every, sentences))

        if told.task == "speak":
            return Answer(lot.choice(lines[told.seat]))
        if told.task == "draft":
            return _with(answer, thought=written(2), words=lot.choice(lines[told.seat]))
        if told.task in _NOTED:
            number = 2 if told.task in ("think", "consider") else 3
            return _with(answer, **{_NOTED[told.task]: written(number)})
        if told.task == "diagnose":
            return _with(answer, comment=written(1), suggestion=written(1))
        if told.task == "merge":
            return _with(answer, suggestions=[written(1), written(1)])
        if told.task == "entail":
            return _with(answer, contradictions=_clashes(told, lot))
        if told.task in ("normalise", "triplets"):
            speaker = told.cast.names.get(told.speaker, "")
            said = _sentences(told.quotations[-1].words)
            if told.task == "triplets":
                return _with(answer, triplets=[[speaker, "says", one] for one in said])
            return _with(answer, facts=[says.format(speaker, one) for one in said])
        if told.task == "detect" and told.quotations[-1].asks:
            last = _sentences(told.quotations[-1].words)[-1]
            called = [one for one in told.cast.calls.values() if one in last]
            return _with(answer, addressees=called[:1])
        return answer

    return mind


_NOTED = {
    "think": "thought", "consider": "thought", "summarise": "summary", "reflect": "reflection",
    "perceive": "plan",
}  # fmt: skip
"""By task, the field of its answer in which a seat writes for itself."""


def _sentences(words: str) -> list[str]:
    return [one for one in _SENTENCE.split(words) if one]


def _clashes(told: Told, lot: Random) -> list[dict[str, Any]]:
    """Return which of the numbered premises contradict the first claim, which is numbered anew."""
    numbers = [int(one) for one in re.findall(r"^(\d+)\. ", told.user, re.M)]
    premises = numbers[: next(at for at, one in enumerate(numbers) if at and one == 1)]
    if lot.random() > _CHECKS:
        return []
    some = lot.sample(premises, min(3, len(premises)))
    return [{"premise": one, "claim": 1, "score": 0.99} for one in some]


def _with(answer: Answer, **said: Any) -> Answer:
    return Answer(json.dumps(json.loads(answer.text or "{}") | said, ensure_ascii=False))
