"""Who judges, which questions have no verdict yet, and what a judge is told.

A judge reads the words of the talk and what everybody at the table knows. It is not told the
condition, the rules by which turns were given, the analyst's reading or anybody's sheet, so that
its verdict rests on what was said. For breakdowns and for the paper's scores it is told the words
only (MMAgents, section 4.2). Only the question whether a turn is true to its speaker
includes the speaker's sheet, what the speaker heard, and what the screens of repair found (SDR,
section 3.2).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mmagents.analysts.repair.nli_graph import EVIDENCE
from mmagents.lab.breakdowns.categories import KINDS
from mmagents.lab.conversation import Conversation
from mmagents.lab.experiments.forecast import CHARACTERS_A_TOKEN
from mmagents.lab.judging.answers import FORMS
from mmagents.lab.judging.verdicts import Key, Kind, Verdict
from mmagents.lab.measures.truth import OF, ScreenedTurn, screened
from mmagents.models.client.providers import parse_spec
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Patience
from mmagents.models.quoting import quote
from mmagents.models.variables import sheet_variables
from mmagents.nodes.record import TurnRow
from mmagents.nodes.spending import Price, money, price_of
from mmagents.prompts.render import Messages, Prompts
from mmagents.prompts.tasks import JudgeTask

TASK_OF: Mapping[Kind, JudgeTask] = {
    Kind.BREAKDOWN_WHOLE: "breakdown_whole",
    Kind.CONVERSATION: "judge",
    Kind.TURN: "judge",
    Kind.GRADED: "grade",
    Kind.GRADED_TURN: "grade",
    Kind.TRUTH: "truth",
    Kind.TRUTH_PREVIOUS: "truth",
    Kind.SUMMARY: "summary",
}
"""What models read for, and by which prompt."""
CONTEXT = 40
"""Turns before a turn that are told with it, at least; further back a repetition hardly breaks talk
down."""
STEP = 20
"""The window of turns moves in steps of this many. Between two steps it only grows, so that a
server can reuse what it has read."""


@dataclass(frozen=True, slots=True)
class Matter:
    """What a verdict is to be about: a conversation, or one turn of it (`row`)."""

    conversation: Conversation
    kind: Kind
    row: TurnRow | None = None
    screened: ScreenedTurn | None = None

    @property
    def turn(self) -> int:
        """The turn's number; 0 for the whole conversation."""
        return self.row["turn"] if self.row else 0

    @property
    def seat(self) -> str:
        """The seat whose sheet is told: the speaker where truth is asked, otherwise ""."""
        return self.row["speaker"] if self.row and self.screened is not None else ""

    @property
    def before(self) -> Sequence[TurnRow]:
        """The turns that are told: those before the turn, or all of them."""
        rows = self.conversation.rows
        if self.row is None:
            return rows
        if self.screened is not None:
            rows = [row for row in rows if self.row["speaker"] in row["heard_by"]]
        rows = [row for row in rows if row["turn"] < self.turn]
        return rows[max(0, len(rows) - CONTEXT) // STEP * STEP :]


def matters(conversation: Conversation, kinds: Sequence[Kind]) -> Iterator[Matter]:
    """Yield what there is to be judged in a conversation; nothing without a turn."""
    if not conversation.rows:
        return
    for kind in kinds:
        if kind in (Kind.TURN, Kind.GRADED_TURN):
            yield from (Matter(conversation, kind, row) for row in conversation.rows)
        elif kind in (Kind.TRUTH, Kind.TRUTH_PREVIOUS):
            for row, one in zip(conversation.rows, screened(conversation), strict=True):
                yield Matter(conversation, kind, row, one)
        else:
            yield Matter(conversation, kind)


def as_asked(found: Iterable[Matter]) -> list[Matter]:
    """Return matters in the order in which models are asked.

    Some prompts begin with the speaker's sheet. They are sorted by speaker, so that a server can
    reuse what it has read of the sheet.
    """
    return sorted(found, key=lambda one: one.seat)


def told_of(matter: Matter, prompts: Prompts) -> Messages:
    """Return what a model is told of a matter.

    Raises:
        MMAgentsError: if a prompt cannot be rendered.
    """
    return prompts.render(TASK_OF[matter.kind], matter.conversation.language, variables(matter))


def variables(matter: Matter) -> dict[str, Any]:
    """Return what the prompt of a matter may say (see `prompts/variables.toml`)."""
    talk, row = matter.conversation, matter.row
    if row is not None and matter.screened is not None:
        told = _screened(matter, row, matter.screened)
        return told | (
            {"evidence": _previous(matter)} if matter.kind is Kind.TRUTH_PREVIOUS else {}
        )
    history = [_said(one, talk) for one in matter.before]
    if matter.kind is Kind.SUMMARY:
        return {"history": history}
    if matter.kind is Kind.BREAKDOWN_WHOLE:
        return {"history": history, "categories": _kinds(talk)}
    asked = {
        "history": history,
        "turn": matter.turn if row else None,
        "speaker": _call(row["speaker"], talk) if row else None,
        "words": quote(row["text"]) if row else None,
        "cut": row is not None and _cut(row, talk) is not None,
    }
    if TASK_OF[matter.kind] == "judge":
        return asked
    public = talk.table.public
    return asked | {
        "title": public.title,
        "incident": public.incident or public.premise,
        "cast": [
            {
                "name": one.name,
                "call": one.call,
                "role": one.role,
                "seat": one.seat,
                "victim": one.id == public.victim,
            }
            for one in public.cast
        ],
    }


def _kinds(talk: Conversation) -> list[dict[str, str]]:
    """Return the categories, and when the paper names one."""
    language = talk.language
    return [
        {
            "code": str(code),
            "name": kind.name.get(language, kind.name["en"]),
            "condition": kind.condition.get(language, kind.condition["en"]),
        }
        for code, kind in KINDS.items()
    ]


def _screened(matter: Matter, row: TurnRow, found: ScreenedTurn) -> dict[str, Any]:
    return {
        **sheet_variables(found.about.view),
        "history": [_said(one, matter.conversation) for one in matter.before],
        "turn": matter.turn,
        "words": quote(row["text"]),
        "evidence": [
            {"fault": OF[one.fault], "words": quote(" / ".join((one.about, *one.evidence)))}
            for one in found.suspicions
        ],
    }


def _previous(matter: Matter) -> list[dict[str, str]]:
    """Return the last turns that the speaker heard, as the evidence that SDR compares with its own.

    They stand where the screening has what it found, as many as it may show.
    """
    latest = list(matter.before)[-EVIDENCE:]
    return [{"fault": "said before", "words": quote(row["text"])} for row in latest]


def _said(row: TurnRow, talk: Conversation) -> dict[str, Any]:
    heard = row["heard_by"]
    among = [] if set(heard) >= set(talk.seats) else [_call(one, talk) for one in heard]
    return {
        "turn": row["turn"],
        "speaker": _call(row["speaker"], talk),
        "among": among,
        "cut": _cut(row, talk),
        "words": quote(row["text"]),
    }


def _cut(row: TurnRow, talk: Conversation) -> dict[str, Any] | None:
    """Return who had the floor where a turn was cut, and whether they had been asked; or None."""
    cut = row.get("units", {}).get("cut")
    return {"by": _call(cut["by"], talk), "asked": cut["rule"] == "1a"} if cut else None


def _call(id: str, talk: Conversation) -> str:
    return next((one.call for one in talk.table.public.cast if one.id == id), id)


Options = Mapping[str, str | int | float | bool]
"""What is passed to a model's client: temperature, max_tokens …"""
TOKENS_OUT: Mapping[Kind, int] = {
    Kind.BREAKDOWN_WHOLE: 150,
    Kind.CONVERSATION: 25,
    Kind.TURN: 25,
    Kind.GRADED: 120,
    Kind.GRADED_TURN: 100,
    Kind.TRUTH: 80,
    Kind.TRUTH_PREVIOUS: 80,
    Kind.SUMMARY: 80,
}
"""About how many tokens the answers have."""


@dataclass(frozen=True, slots=True)
class Judge:
    """A model that judges; `name` is what its verdicts are kept by, `options` how it is asked."""

    name: str
    slot: Slot
    options: Options = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a judge; `told` is a digest of what it will be told, `characters` how much."""

    judge: Judge
    matter: Matter
    told: str
    characters: int

    @property
    def key(self) -> Key:
        """What it is about and who is asked."""
        matter = self.matter
        return Key(matter.conversation.id, matter.kind, matter.turn, self.judge.name)


def open_judges(
    specs: Sequence[str],
    base_url: str | None = None,
    patience: Patience | None = None,
    options: Options | None = None,
) -> list[Judge]:
    """Return the judges of that name, each once; nothing is sent yet.

    An address in a name is part of the judge's name; `base_url` is not, so that the same model may
    be found elsewhere when a run is gone on with.

    Raises:
        MMAgentsError: if a name is not a model.
    """
    judges: dict[str, Judge] = {}
    for spec in specs:
        named = parse_spec(spec, base_url)
        name = str(named if "@http" in spec else replace(named, base_url=None))
        slot = Slot.of(spec, base_url=base_url, patience=patience, forms=FORMS, options=options)
        judges.setdefault(name, Judge(name, slot, options or {}))
    return list(judges.values())


def plan(
    conversations: Sequence[Conversation],
    judges: Sequence[Judge],
    kinds: Sequence[Kind],
    prompts: Prompts,
    there: Mapping[Key, Verdict],
) -> list[Asked]:
    """Return the questions without a verdict on what would be told now.

    Raises:
        MMAgentsError: if a prompt cannot be rendered.
    """
    wanted: list[Asked] = []
    for conversation in conversations:
        for matter in as_asked(matters(conversation, kinds)):
            said = told_of(matter, prompts)
            for judge in judges:
                told = _digest(said, judge.options)
                asked = Asked(judge, matter, told, len(said.system) + len(said.user))
                known = there.get(asked.key)
                if known is None or known.told != told:
                    wanted.append(asked)
    return wanted


def _digest(said: Sequence[str], options: Options) -> str:
    """Return a digest of what a judge is told, and of its options if it has any."""
    parts = [*said, *([repr(sorted(options.items()))] if options else [])]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class JudgingForecast:
    """What the questions will take, without repetitions; None where a price is missing."""

    calls: int
    by_judge: dict[str, int]
    tokens: int
    money: float | None
    money_by_judge: Mapping[str, float] = field(default_factory=dict)


def forecast_judging(wanted: Sequence[Asked], prices: Mapping[str, Price]) -> JudgingForecast:
    """Return what questions will take; tokens follow from the length of the text."""
    by_judge = Counter(asked.judge.name for asked in wanted)
    costs = dict.fromkeys((name for name in by_judge if price_of(name, prices)), 0.0)
    tokens = 0.0
    for asked in wanted:
        conversation, name = asked.matter.conversation, asked.judge.name
        read = asked.characters / CHARACTERS_A_TOKEN.get(
            conversation.language, CHARACTERS_A_TOKEN["en"]
        )
        said = TOKENS_OUT[asked.matter.kind]
        tokens += read + said
        if name in costs:
            costs[name] += money({"model": name, "tokens_in": read, "tokens_out": said}, prices)
    priced = bool(costs) and len(costs) == len(by_judge)
    known = {name: round(cost, 4) for name, cost in costs.items()}
    total = round(sum(costs.values()), 4) if priced else None
    return JudgingForecast(len(wanted), by_judge, round(tokens), total, known)
