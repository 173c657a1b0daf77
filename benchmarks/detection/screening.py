"""How well candidates are screened: precision, recall and F1 on utterances labelled by hand.

SDR reports them for screening and diagnosis together, over 50 utterances, of which a share is
problematic ("Effectiveness of Screening and Diagnosis Stages"). An example here is a few turns of
one of the stories and the candidate that follows. It goes through the graph that plays games, with
no round of repair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast, get_args

from langchain_core.runnables import RunnableConfig
from pydantic import BaseModel, ConfigDict, TypeAdapter

from mmagents.graph.build import builder
from mmagents.interfaces.repair import Fault, Finding
from mmagents.lab.statistics.sums import ratio
from mmagents.nodes.context import Context
from mmagents.nodes.record import Repaired, nothing_yet

FAULTS: tuple[Fault, ...] = get_args(Fault)
ExampleKind = Literal["planted", "innocent", "lie", "evasion", "owning-up"]


class Example(BaseModel):
    """A labelled utterance.

    `before` and `say` are "seat: words"; `label` is the fault, or none.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    story: str
    lang: Literal["en", "ja"]
    before: tuple[str, ...]
    say: str
    label: Fault | Literal["none"]
    kind: ExampleKind


@dataclass(frozen=True, slots=True)
class ScreenedExample:
    """An example and what the screening made of it."""

    example: Example
    findings: tuple[Finding, ...]

    @property
    def found(self) -> frozenset[Fault]:
        """The kinds of fault for which it would be said anew."""
        return frozenset(one.fault for one in self.findings if one.severe)


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of one class, and what follows from them."""

    hits: int
    false_alarms: int
    misses: int

    @property
    def precision(self) -> float | None:
        """Share of what was found that is one; None if nothing was found."""
        return ratio(self.hits, self.hits + self.false_alarms)

    @property
    def recall(self) -> float | None:
        """Share of what there is that was found; None if there is nothing."""
        return ratio(self.hits, self.hits + self.misses)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of the two; None where neither is defined."""
        return ratio(2 * self.hits, 2 * self.hits + self.false_alarms + self.misses)


def read_examples(path: Path) -> tuple[Example, ...]:
    """Return the labelled utterances of a file."""
    from ruamel.yaml import YAML

    written = YAML(typ="safe").load(path.read_text("utf-8"))
    return tuple(TypeAdapter(list[Example]).validate_python(written))


def screen_example(example: Example, context: Context | None = None) -> ScreenedExample:
    """Put an example through the graph, and return what its screening found."""
    from langgraph.checkpoint.memory import InMemorySaver

    fields = (context or Context()).model_dump() | {
        "language": example.lang,
        "repair.rounds": 0,
        "turns": len(example.before) + 2,
    }
    run, game = Context(**fields), builder.compile(checkpointer=InMemorySaver())
    config: RunnableConfig = {"configurable": {"thread_id": example.id}}
    stop = ["think_all"]
    game.invoke({"scenario": example.story}, config, context=run, interrupt_before=stop)
    for line in (*example.before, example.say):
        values = game.get_state(config).values
        game.update_state(config, _put(values, line, candidate=line is example.say), "speak")
        game.invoke(None, config, context=run, interrupt_before=stop)
    row = game.get_state(config).values["history"][-1]
    done = cast("Repaired", row["ledger"]["repair"])
    found = done["attempts"][0]["findings"]
    return ScreenedExample(example, tuple(Finding(**one) for one in found))


def _put(values: Mapping[str, Any], line: str, *, candidate: bool) -> dict[str, Any]:
    """Return the update that puts words into a seat's mouth."""
    seat, _, words = line.partition(": ")
    due = next(
        (
            pair
            for pair in values["open_pairs"]
            if pair["turn"] == values["turn"] - 1 and pair["to"] == [seat]
        ),
        None,
    )
    bid = {"seat": seat, "action": "speak", "importance": 5, "thought": ""}
    return {
        "words": {"speaker": seat, "text": words},
        "floor": {"speaker": seat, "rule": "1a" if due else "1b", "due": due},
        "ledger": {**nothing_yet(), "bids": [bid]},
        "repair": {"attempts": [], "rounds_left": 0} if candidate else None,
        "overlap": False,
    }


def score(judged: Iterable[ScreenedExample], fault: Fault | None = None) -> Score:
    """Return the counts of one kind of fault, or of any fault at all (as SDR counts)."""
    hits = false_alarms = misses = 0
    for one in judged:
        is_one = one.example.label != "none" if fault is None else one.example.label == fault
        found = bool(one.found) if fault is None else fault in one.found
        hits += is_one and found
        false_alarms += found and not is_one
        misses += is_one and not found
    return Score(hits, false_alarms, misses)


def kept(judged: Sequence[ScreenedExample], *kinds: ExampleKind) -> float | None:
    """Return the share of examples of some kinds that would be spoken as they are."""
    of = [one for one in judged if one.example.kind in kinds]
    return ratio(sum(not one.found for one in of), len(of))
