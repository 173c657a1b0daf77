"""Repair, a step each: screen, diagnose, regenerate, publish (SDR, section 2)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

from mmagents.analysts.repair.lexicon import comment
from mmagents.analysts.repair.nli_graph import NliGraph
from mmagents.analysts.repair.repetition import thresholds_for
from mmagents.analysts.repair.triplets.triplets import Triplet
from mmagents.interfaces.repair import WORST, About, Finding, Repairer, Suspicion
from mmagents.nodes.record import Attempt, TurnRow
from mmagents.nodes.state import State
from mmagents.nodes.step import Step
from mmagents.nodes.turn.speak import one_line, view_for_speaking
from mmagents.nodes.views.grown import COMPARING, SHOWN, Growth, grown
from mmagents.nodes.views.talk import grows
from mmagents.nodes.views.utterance_index import (
    HEARD,
    NOTHING_SAID,
    IndexMark,
    in_order,
    lines,
    passage_of,
)
from mmagents.nodes.views.view import listened_of, views_of
from mmagents.nodes.ways.repair.candidate import (
    RepairState,
    dropped_so_far,
    repair_of,
    settled,
    suspicions_of,
)


async def screen(step: Step) -> dict[str, Any]:
    """Screen the candidate: for repetition, and unless it is the same again, for all else."""
    repair, text = repair_of(step.state), step.state["words"]["text"]
    about, mark = await step.aside(about_candidate, step)
    checks = step.context.checks()
    suspicions = await checks.repetition(text, about)
    claims: Sequence[Triplet] = ()
    with step.recording(round=len(repair["attempts"])) as calls:
        if not any(one.sure for one in suspicions):
            (claims, clashes), found = await asyncio.gather(
                _compared(checks.graph, text, about),
                asyncio.gather(*(one(text, about) for one in checks.screens)),
            )
            suspicions = [*clashes, *suspicions, *(one for some in found for one in some)]
    sure = [known_already(one, about.view.language) for one in suspicions if one.sure]
    attempt: Attempt = {
        "text": text,
        "suspicions": [one.as_json() for one in suspicions],
        "findings": [one.as_json() for one in sure],
    }
    if checks.graph is not None:
        drawn = [one for one in claims if one.subject]
        attempt["triplets"] = [[one.subject, one.relation, one.object] for one in drawn]
    return {
        "repair": {**repair, "attempts": [*repair["attempts"], attempt]},
        "said": mark,
        "calls": calls,
    }


async def _compared(
    graph: NliGraph | None, candidate: str, about: About
) -> tuple[Sequence[Triplet], list[Suspicion]]:
    """Return the triplets of a candidate, and the suspicion that they contradict others."""
    if graph is None:
        return (), []
    claims = await graph.extract(about)
    return claims, await graph.screen(claims, candidate, about)


def about_candidate(step: Step) -> tuple[About, IndexMark]:
    """Return what a screen may look at beside the candidate, and how far the index is brought.

    It blocks. Others that are talked about are asked for their side as if they were asked now.
    """
    view, history = view_for_speaking(step), step.state["history"]
    listened = listened_of(step)
    index = step.recollection.utterances
    mark = index.catch_up(history, cast("RepairState", step.state).get("said", NOTHING_SAID))
    text = step.state["words"]["text"]
    context = step.context
    nearby = context.checks().graph is not None
    heard = index.nearest(text, view, history, limit=HEARD) if nearby else ()
    shown: tuple[TurnRow, ...] = ()
    if nearby and grows(step):

        def window(growth: Growth) -> tuple[TurnRow, ...]:
            return grown(history, HEARD, growth, lambda row: view.seat in row["heard_by"])

        heard, shown = in_order(heard, view, window(COMPARING)), window(SHOWN)
    about = About(
        view=view,
        utterance=replace(listened, due=view.obligation or listened.due),
        similar=index.nearest(text, view, history),
        own=index.nearest(text, view, history, own=True),
        facts=step.table.facts,
        side_of=lambda seat: views_of(step, (seat,))[seat],
        thresholds=thresholds_for(context.memory.embeddings, view.language),
        heard=heard,
        talk=lines(shown, view),
        passage=partial(passage_of, history, view),
    )
    return about, mark


def known_already(suspicion: Suspicion, language: str) -> Finding:
    """Return the finding on what needs no diagnosis."""
    return Finding(
        "repetition",
        WORST,
        "fault",
        comment(language, "same", turn=suspicion.turn),
        comment(language, "something else"),
    )


async def diagnose(step: Step) -> dict[str, Any]:
    """Diagnose every suspicion against the candidate, side by side."""
    repair = repair_of(step.state)
    about, _ = await step.aside(about_candidate, step)
    *before, attempt = repair["attempts"]
    ask = step.context.checks().diagnose
    with step.recording(round=len(repair["attempts"])) as calls:
        findings = await asyncio.gather(
            *(ask(attempt["text"], one, about) for one in suspicions_of(attempt))
        )
    done = {**attempt, "findings": [one.as_json() for one in findings]}
    return {"repair": {**repair, "attempts": [*before, done]}, "calls": calls}


async def regenerate(step: Step) -> dict[str, Any]:
    """Show the speaker what was wrong with its candidates, and ask for other words."""
    words, repair = step.state["words"], repair_of(step.state)
    view = await step.aside(view_for_speaking, step)
    player, text = step.context.player(view.seat), words["text"]
    with step.recording(round=len(repair["attempts"])) as calls:
        if isinstance(player, Repairer):
            text = one_line(await player.repair(view, dropped_so_far(repair)))
    return {
        "words": {**words, "text": text},
        "repair": {**repair, "rounds_left": repair["rounds_left"] - 1},
        "calls": calls,
    }


async def publish(state: State) -> dict[str, Any]:
    """Let the candidate be heard, or the best there was where repair has failed."""
    done = settled(repair_of(state))
    return {
        "words": {**state["words"], "text": done["attempts"][done["spoken"]]["text"]},
        "ledger": {**state["ledger"], "repair": done},
    }
