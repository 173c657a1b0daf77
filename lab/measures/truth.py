"""Consistency and factualness of a conversation, 1-10, and the errors as the talk goes on.

Source: Chu, Chen & Nakayama 2024, *Cohesive Conversations* (SDR), section 3.2: a judge scores them,
with the evidence that the screening finds, and a score under 8 is an error. Here a turn is scored
by the screens and the diagnosis that repair uses, by rule: a lie that the sheet asks for
is no error. SDR scores dialogues; a turn stands for one here. What models make of the same evidence
is in :mod:`mmagents.lab.judging.measures`.

What repair did and cost (SDR, section 2) is read from the ledgers. A conversation played without
repair has none of these figures, because its cost is unknown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, cast

from mmagents.analysts.repair.checks import open_checks
from mmagents.interfaces.repair import About, Earlier, Fault, Finding, Suspicion, gravest
from mmagents.interfaces.view import View
from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import ABSENT, Figure, Measure, Measures, TalkMeasure, by_name
from mmagents.lab.statistics.sums import mean
from mmagents.models.choice import Models
from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow, is_talk
from mmagents.nodes.spending import waited
from mmagents.nodes.state import State, merge_seats
from mmagents.nodes.step import Step
from mmagents.nodes.views.knowledge import newly_aired, newly_heard
from mmagents.nodes.views.utterance_index import OWN
from mmagents.nodes.views.view import utterance_of, view_of


def _repaired(
    name: str,
    label: str,
    what: str,
    of_turn: Callable[[Mapping[str, Any]], float],
    unit: str = "per turn",
    direction: Literal["less"] | None = "less",
) -> TalkMeasure:
    """Return the mean of a figure over the ledgers of the turns that went through repair."""

    def of(talk: Conversation) -> Figure:
        ledgers = [row["ledger"] for row in talk.rows if row["ledger"].get("repair")]
        return mean([float(of_turn(one)) for one in ledgers]) if ledgers else ABSENT

    described = f"{what} (read from the ledger; SDR, section 2)."
    return Measure(name, label, unit, direction, of, described)  # fmt: skip


def _calls(ledger: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [call for call in ledger.get("calls", []) if "round" in call]


REPAIR: Measures = by_name(
    _repaired("repair_said_anew", "turns said again",
              "Share of the turns in which at least one candidate was not spoken",
              lambda ledger: len(ledger["repair"]["attempts"]) > 1, "share", None),
    _repaired("repair_failed", "repair failed",
              "Share of the turns of which every candidate was at fault, so that the least faulty "
              "was spoken",
              lambda ledger: ledger["repair"]["outcome"] == "failed", "share"),
    _repaired("repair_calls", "calls for repair",
              "Requests to models that screening, diagnosis and other words took",
              lambda ledger: sum(call["requests"] for call in _calls(ledger))),
    _repaired("repair_tokens", "tokens for repair", "Tokens of their prompts and answers",
              lambda ledger: sum(one["tokens_in"] + one["tokens_out"] for one in _calls(ledger))),
    _repaired("repair_seconds", "seconds for repair",
              "Seconds that the turn waited for them, along the longest path",
              lambda ledger: waited(_calls(ledger))),
)  # fmt: skip


ERROR = 8
"""A score below this is an error (SDR, section 3.2)."""
OF: Mapping[Fault, str] = {"contradiction": "consistency", "hallucination": "factualness"}
"""By fault: what it is an error of."""
TENTHS = 10
"""Parts of a conversation by which errors are counted, as by the percentiles of SDR's figure 6."""
WHAT: Mapping[str, str] = {
    "consistency": "how well a turn agrees with what its speaker said before and its sheet",
    "factualness": "how far a turn has grounds for what it says of others, places and things",
}


@dataclass(frozen=True, slots=True)
class ScreenedTurn:
    """A turn at talk as the screens see it.

    `about` is what its speaker had to go by; `findings` is what the diagnosis makes of each
    suspicion.
    """

    text: str
    about: About
    suspicions: tuple[Suspicion, ...]
    findings: tuple[Finding, ...]


def screened(conversation: Conversation) -> list[ScreenedTurn]:
    """Return the turns at talk, in their order, screened and diagnosed by rule."""
    with ThreadPoolExecutor(1) as apart:  # a notebook has a loop of its own
        return apart.submit(lambda: asyncio.run(_screened(conversation))).result()


async def _screened(conversation: Conversation) -> list[ScreenedTurn]:
    checks, turns = open_checks(Models()), []
    for text, about in abouts(conversation):
        found = await asyncio.gather(*(screen(text, about) for screen in checks.screens))
        suspicions = tuple(one for some in found for one in some if one.fault in OF)
        findings = [await checks.diagnose(text, one, about) for one in suspicions]
        turns.append(ScreenedTurn(text, about, suspicions, tuple(findings)))
    return turns


def abouts(conversation: Conversation) -> Iterator[tuple[str, About]]:
    """Yield each turn at talk with what its speaker had to go by, read from the record."""
    table, context = conversation.table, Context(language=conversation.table.language)
    held: dict[str, dict[str, dict[str, Any]]] = {"known": {}, "aired": {}, "found": {}}
    record = conversation.record
    for at, row in enumerate(record):
        before = record[:at]
        if is_talk(row):
            step = Step(_state(conversation, row, before, held), context, table)

            def side_of(seat: str, step: Step = step) -> View:
                return view_of(step, seat)

            view = side_of(row["speaker"])
            heard = [_earlier(one, view) for one in before if view.seat in one["heard_by"]]
            yield (
                row["text"],
                About(
                    view=view,
                    utterance=utterance_of(step),
                    similar=tuple(one for one in heard if not one.own),
                    own=tuple(one for one in heard if one.own)[-OWN:],
                    facts=table.facts,
                    side_of=side_of,
                ),
            )
        if row["rule"] == "look":
            news = dict.fromkeys(row["facts"], row["turn"])
            held["found"] = merge_seats(held["found"], [{row["speaker"]: news}])
        else:
            facts, hearers, known, aired = (
                row["facts"],
                row["heard_by"],
                held["known"],
                held["aired"],
            )
            heard_now = newly_heard(facts, hearers, known, row["turn"])
            held["known"] = merge_seats(known, [heard_now])
            held["aired"] = merge_seats(aired, [newly_aired(facts, hearers, aired)])


def _earlier(row: TurnRow, view: View) -> Earlier:
    return Earlier(
        turn=row["turn"],
        text=row["text"],
        similarity=0.0,
        own=row["speaker"] == view.seat,
        here=True,
        shared=set(view.present) <= set(row["heard_by"]),
        facts=tuple(row["facts"]),
        says=tuple(row["knowledge"]),
    )


def _state(
    conversation: Conversation,
    row: TurnRow,
    before: list[TurnRow],
    held: Mapping[str, Any],
) -> State:
    """Return as much of the state before a turn as a view is made of."""
    state = {
        "history": before, **held, "open_pairs": [],
        **{nothing: {} for nothing in ("notes", "cards", "sides", "owners")},
        "floor": {"speaker": row["speaker"], "rule": row["rule"], "due": None},
        "words": {"speaker": row["speaker"], "text": row["text"]},
        "rooms": [{"members": list(row["heard_by"]), "turns": None}], "room_from": 0,
        "seed": conversation.seed, "turn": row["turn"], "phase": row["phase"],
    }  # fmt: skip
    return cast("State", state)


def scores_by_rule(talk: Conversation, kind: str) -> list[list[float]]:
    """Return the score of each turn for consistency or factualness, by rule, as one rater."""
    faults = [fault for fault, of in OF.items() if of == kind]
    graves = [gravest(f for f in one.findings if f.fault in faults) for one in talk.once(screened)]
    return [[float(11 - max(1, grave)) for grave in graves]]


def error_rate(scores: Sequence[float]) -> float | None:
    """Return the share of errors among the scores of turns."""
    return mean([float(one < ERROR) for one in scores])


def errors_by_tenth(scores: Sequence[float]) -> list[tuple[int, int]]:
    """Return for each tenth of a conversation how many turns it has, and how many are errors.

    A turn is in the tenth in which it ends; of fewer than ten turns, some tenths have none.
    """
    found = [(0, 0)] * TENTHS
    for at, one in enumerate(scores, start=1):
        tenth = -(-at * TENTHS // len(scores)) - 1
        turns, errors = found[tenth]
        found[tenth] = (turns + 1, errors + (one < ERROR))
    return found


def score_measures(
    name: str,
    kind: str,
    who: str,
    how: str,
    scores: Callable[[Conversation], Sequence[Sequence[float]] | None],
    join: str = "_",
) -> list[TalkMeasure]:
    """Return the mean score of turns, and the rate of errors.

    `scores` takes the scores of the turns from a conversation, a list a rater; None if it has not
    been scored. `who` scored and `how` stand in labels and descriptions.
    """

    def mean_over_raters(
        of_rater: Callable[[Sequence[float]], float | None],
    ) -> Callable[[Conversation], Figure]:
        def of(talk: Conversation) -> Figure:
            rated = scores(talk)
            return ABSENT if rated is None else mean([of_rater(one) for one in rated])

        return of

    described = f"{WHAT[kind]}; {how}."
    return [
        Measure(name, f"{kind} (by {who})", "1-10", "more", mean_over_raters(mean),
                f"Mean over turns, 1-10: {described}"),
        Measure(f"{name}{join}errors", f"{kind}: error rate (by {who})", "share", "less",
                mean_over_raters(error_rate),
                f"Share of turns scored under {ERROR}: {described}"),
    ]  # fmt: skip


_RULE = "by rule, with the screens and the diagnosis of repair; SDR, section 3.2, asks a model"
MEASURES: Measures = by_name(
    *(
        one
        for kind in OF.values()
        for one in score_measures(kind, kind, "rule", _RULE, partial(scores_by_rule, kind=kind))
    )
)
