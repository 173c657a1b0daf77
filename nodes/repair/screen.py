"""Screen: is anything suspicious about the candidate (SDR, section 2.1)? Only with `repair`."""

from __future__ import annotations

import asyncio
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.analysts.repair.words import say
from mmagents.interfaces.accounts import recording
from mmagents.interfaces.repair import WORST, About, Finding, Suspicion
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.repair.candidate import of_round, repair_of
from mmagents.nodes.state import Attempt, Said, State
from mmagents.nodes.talk.speak import view_for_speaking
from mmagents.nodes.tools import Desk, desk_for, memories_of
from mmagents.nodes.views.utterance import utterance_of
from mmagents.nodes.views.utterance_index import NOTHING_SAID
from mmagents.nodes.views.view import view_of


def about_candidate(state: State, desk: Desk, context: Context) -> tuple[About, Said]:
    """Return what a screen may look at beside the candidate, and how far the index is brought."""
    view, history = view_for_speaking(state, desk, context), state["history"]
    index = desk.recollection.said
    said = index.catch_up(history, state.get("said", NOTHING_SAID))
    text = state["words"]["text"]
    about = About(
        view=view,
        utterance=utterance_of(state, desk.table, context),
        similar=index.nearest(text, view, history),
        own=index.nearest(text, view, history, own=True),
        facts=desk.table.facts,
        side_of=lambda seat: side_of(seat, state, desk, context),
    )
    return about, said


def side_of(seat: str, state: State, desk: Desk, context: Context) -> View:
    """Return the view of a seat that is talked about, as if it were asked now."""
    memories = memories_of(state, desk, context, (seat,))[seat]
    return view_of(
        seat, state=state, table=desk.table, context=context, memories=memories, due=None
    )


def known_already(suspicion: Suspicion, language: str) -> Finding:
    """Return the finding on what needs no diagnosis."""
    return Finding(
        "repetition",
        WORST,
        "fault",
        say(language, "same", turn=suspicion.turn),
        say(language, "something else"),
    )


async def screen(state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
    """Put the candidate through every screen, side by side."""
    context, repair = Context.of(runtime), repair_of(state)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    about, said = await asyncio.to_thread(about_candidate, state, desk, context)
    text = state["words"]["text"]
    with recording(game=state["game"], turn=state["turn"]) as calls:
        found = await asyncio.gather(*(one(text, about) for one in context.checks().screens))
    suspicions = [one for some in found for one in some]
    sure = [known_already(one, about.view.language) for one in suspicions if one.sure]
    attempt: Attempt = {
        "text": text,
        "suspicions": [one.as_json() for one in suspicions],
        "findings": [one.as_json() for one in sure],
    }
    return {
        "repair": {**repair, "attempts": [*repair["attempts"], attempt]},
        "said": said,
        "calls": of_round(calls, repair),
    }
