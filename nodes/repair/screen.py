"""Screen: is anything suspicious about the candidate (SDR, section 2.1)? Only with `repair`."""

from __future__ import annotations

import asyncio
from typing import Any

from mmagents.analysts.repair.lexicon import comment
from mmagents.interfaces.repair import WORST, About, Finding, Suspicion
from mmagents.nodes.record import Attempt
from mmagents.nodes.repair.candidate import repair_of
from mmagents.nodes.state import IndexMark
from mmagents.nodes.step import Step
from mmagents.nodes.talk.speak import view_for_speaking
from mmagents.nodes.views.utterance import utterance_of
from mmagents.nodes.views.utterance_index import NOTHING_SAID
from mmagents.nodes.views.view import views_of


async def screen(step: Step) -> dict[str, Any]:
    """Put the candidate through every screen, side by side."""
    repair, text = repair_of(step.state), step.state["words"]["text"]
    about, mark = await asyncio.to_thread(about_candidate, step)
    with step.recording(round=len(repair["attempts"])) as calls:
        found = await asyncio.gather(*(one(text, about) for one in step.context.checks().screens))
    suspicions = [one for some in found for one in some]
    sure = [known_already(one, about.view.language) for one in suspicions if one.sure]
    attempt: Attempt = {
        "text": text,
        "suspicions": [one.as_json() for one in suspicions],
        "findings": [one.as_json() for one in sure],
    }
    return {
        "repair": {**repair, "attempts": [*repair["attempts"], attempt]},
        "said": mark,
        "calls": calls,
    }


def about_candidate(step: Step) -> tuple[About, IndexMark]:
    """Return what a screen may look at beside the candidate, and how far the index is brought.

    It blocks. Others that are talked about are asked for their side as if they were asked now.
    """
    view, history = view_for_speaking(step), step.state["history"]
    index = step.recollection.utterances
    mark = index.catch_up(history, step.state.get("said", NOTHING_SAID))
    text = step.state["words"]["text"]
    about = About(
        view=view,
        utterance=utterance_of(step),
        similar=index.nearest(text, view, history),
        own=index.nearest(text, view, history, own=True),
        facts=step.table.facts,
        side_of=lambda seat: views_of(step, (seat,))[seat],
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
