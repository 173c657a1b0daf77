"""Think ahead: of the next turn, while the one just spoken is being read.

That is so with `overlap`, and at the pace `lean` while a model reads.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mmagents.nodes.record import UNREAD, merge_rows, nothing_yet
from mmagents.nodes.state import merge_seats
from mmagents.nodes.step import Step
from mmagents.nodes.talk.close_turn import turn_row
from mmagents.nodes.talk.normalize_knowledge import with_clues
from mmagents.nodes.talk.pace import who_thinks
from mmagents.nodes.talk.recognition import facts_by_rule
from mmagents.nodes.talk.think_all import ask_all, views_for_thinking
from mmagents.nodes.views.knowledge import newly_aired, newly_heard


async def think_ahead(step: Step) -> dict[str, Any]:
    """Ask those who think for their thoughts of the next turn, while this one is being read."""
    next_step = as_heard(step)
    thinking = who_thinks(next_step, unread=True)
    views = await step.aside(views_for_thinking, next_step, thinking, memory_lags=True)
    found = await ask_all(next_step, views, kept=thinking.kept)
    return {"ahead": found.ahead, "notes": found.notes}


def as_heard(step: Step) -> Step:
    """Return the step of the next turn as those see it who have heard this one and no more.

    The words stand in it and the facts that rules recognise in them; what they put to whom is not
    read yet, nor which facts a model finds.
    """
    state, turn, hearers = step.state, step.state["turn"], step.here
    facts = list(with_clues(step, facts_by_rule(step)))
    unread = replace(
        step, state={**state, "reading": UNREAD, "facts": facts, "facts_by": "", "knowledge": []}
    )
    news = newly_heard(facts, hearers, state["known"], turn)
    return replace(
        step,
        state={
            **state,
            "turn": turn + 1,
            "history": merge_rows(state["history"], [[turn_row(unread, [])]]),
            "known": merge_seats(state["known"], [news]),
            "aired": merge_seats(state["aired"], [newly_aired(facts, hearers, state["aired"])]),
            "ledger": nothing_yet(),
        },
    )
