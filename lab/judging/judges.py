"""Who judges, and what they are to be asked: the questions that have no verdict yet."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from mmagents.lab.conversation import Conversation
from mmagents.lab.experiments.forecast import CHARACTERS_A_TOKEN
from mmagents.lab.judging.answers import FORMS
from mmagents.lab.judging.prompts import Matter, as_asked, matters, told_of
from mmagents.lab.judging.verdicts import Key, Kind, Verdict
from mmagents.models.client.providers import parse_spec
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Patience
from mmagents.nodes.spending import Price, money, price_of
from mmagents.prompts.render import Prompts

Options = Mapping[str, str | int | float | bool]
"""What is passed to a model's client: temperature, max_tokens …"""
TOKENS_OUT: Mapping[Kind, int] = {
    Kind.BREAKDOWN_WHOLE: 150,
    Kind.CONVERSATION: 120,
    Kind.TURN: 100,
    Kind.TRUTH: 80,
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
        MMAgentsError: if a name is none of a model.
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
