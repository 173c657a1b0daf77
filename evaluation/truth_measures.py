"""Consistency and factualness of a conversation, 1-10, and how they change as the talk goes on.

Source: Chu, Chen & Nakayama 2024, *Cohesive Conversations* (SDR), section 3.2: a judge scores them,
with the evidence that the screening finds, and a score under 8 is an error. Here a turn is scored
by the very screens and the very diagnosis that repair uses, by rule unless others are given: a lie
that the sheet asks for is no error. SDR scores dialogues; a turn stands for one here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measure import Figures, Measure, mean
from mmagents.nodes.context import Context
from mmagents.nodes.hearing import utterance_of
from mmagents.nodes.knowledge import newly_aired, newly_heard
from mmagents.nodes.room import is_talk
from mmagents.nodes.said import OWN
from mmagents.nodes.state import State, TurnRow, merge_seats
from mmagents.nodes.view import view_of
from mmagents.players.base import View
from mmagents.players.repair import About, Earlier, Fault, gravest
from mmagents.players.repair_checks import Checks, open_checks
from mmagents.players.seating import Models

ERROR = 8
"""A score below this is an error (SDR, section 3.2)."""
_OF: Mapping[Fault, str] = {"contradiction": "consistency", "hallucination": "factualness"}
_PARTS = ("first", "middle", "last")
_RULE = "by rule, with the screens and the diagnosis of repair; SDR, section 3.2, asks a model"

MEASURES: Mapping[str, Measure] = {
    name: measure
    for kind, what in (
        ("consistency", "how well a turn agrees with what its speaker said before and its sheet"),
        ("factualness", "how far a turn has grounds for what it says of others, places and things"),
    )
    for name, measure in (
        (
            kind,
            Measure(
                f"{kind} (by rule)", f"Mean over turns, 1-10: {what}; {_RULE}.", "1-10", "more"
            ),
        ),
        (
            f"{kind}_errors",
            Measure(
                f"{kind}: error rate (by rule)",
                f"Share of turns scored under {ERROR}: {what}; {_RULE}.",
                "share",
                "less",
            ),
        ),
        *(
            (
                f"{kind}_errors_{part}",
                Measure(
                    f"{kind}: error rate, {part} third (by rule)",
                    f"Share of the turns of the {part} third scored under {ERROR}; {_RULE}.",
                    "share",
                    "less",
                ),
            )
            for part in _PARTS
        ),
    )
}


def truth_measures(conversation: Conversation, checks: Checks | None = None) -> Figures:
    """Return the measures of :data:`MEASURES` for one conversation.

    Args:
        conversation: the conversation.
        checks: who screens and diagnoses; the rules if left out. With a model's, the figures are
            that model's judgements and their labels do not hold.
    """
    checks = checks or open_checks(Models())
    with ThreadPoolExecutor(1) as apart:  # a notebook has a loop of its own
        scores = apart.submit(lambda: asyncio.run(_scored(conversation, checks))).result()
    figures: Figures = {}
    for kind in _OF.values():
        found = scores[kind]
        figures[kind] = mean(found)
        figures[f"{kind}_errors"] = _errors(found)
        for at, part in enumerate(_PARTS):
            first, last = (len(found) * edge // 3 for edge in (at, at + 1))
            figures[f"{kind}_errors_{part}"] = _errors(found[first:last])
    return figures


def _errors(scores: list[float]) -> float | None:
    return mean([float(one < ERROR) for one in scores])


async def _scored(conversation: Conversation, checks: Checks) -> dict[str, list[float]]:
    """Return the scores of the turns at talk, in their order."""
    scores: dict[str, list[float]] = {kind: [] for kind in _OF.values()}
    for text, about in abouts(conversation):
        found = await asyncio.gather(*(screen(text, about) for screen in checks.screens))
        suspicions = [one for some in found for one in some if one.fault in _OF]
        findings = [await checks.diagnose(text, one, about) for one in suspicions]
        for fault, kind in _OF.items():
            grave = gravest(one for one in findings if one.fault == fault)
            scores[kind].append(float(11 - max(1, grave)))
    return scores


def abouts(conversation: Conversation) -> Iterator[tuple[str, About]]:
    """Yield each turn at talk with what its speaker had to go by, read from the record."""
    table, context = conversation.table, Context(language=conversation.table.language)
    known: dict[str, dict[str, Any]] = {}
    aired: dict[str, dict[str, Any]] = {}
    found: dict[str, dict[str, Any]] = {}
    record = conversation.record
    for at, row in enumerate(record):
        before = record[:at]
        if is_talk(row):
            state = _state(conversation, row, before, known, aired, found)

            def side_of(seat: str, state: State = state) -> View:
                return view_of(
                    seat, state=state, table=table, context=context, memories=(), due=None
                )

            view = side_of(row["speaker"])
            heard = [_earlier(one, view) for one in before if view.seat in one["heard_by"]]
            yield (
                row["text"],
                About(
                    view=view,
                    utterance=utterance_of(state, table, context),
                    similar=tuple(one for one in heard if not one.own),
                    own=tuple(one for one in heard if one.own)[-OWN:],
                    facts=table.facts,
                    side_of=side_of,
                ),
            )
        if row["rule"] == "look":
            news = dict.fromkeys(row["facts"], row["turn"])
            found = merge_seats(found, [{row["speaker"]: news}])
        else:
            hearers, turn = row["heard_by"], row["turn"]
            known = merge_seats(known, [newly_heard(row["facts"], hearers, known, turn)])
            aired = merge_seats(aired, [newly_aired(row["facts"], hearers, aired)])


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
    known: dict[str, dict[str, Any]],
    aired: dict[str, dict[str, Any]],
    found: dict[str, dict[str, Any]],
) -> State:
    """Return as much of the state before a turn as a view is made of."""
    state = {
        "history": before,
        "known": known,
        "aired": aired,
        "found": found,
        "notes": {},
        "cards": {},
        "sides": {},
        "owners": {},
        "open_pairs": [],
        "floor": {"speaker": row["speaker"], "rule": row["rule"], "due": None},
        "words": {"speaker": row["speaker"], "text": row["text"]},
        "rooms": [{"members": list(row["heard_by"]), "turns": None}],
        "room_from": 0,
        "seed": conversation.seed,
        "turn": row["turn"],
        "phase": row["phase"],
    }
    return cast("State", state)
