"""The settlement of AgentGroupChat, section 3.3: what was said is summed up, and principals judge.

Every principal sums up for itself what was said before everybody. Then each says, unheard by the
others, which of the principals came nearest to what they wanted; that is read out. The aims
themselves stay private: each judges by what it knows and heard.
"""

from __future__ import annotations

from typing import Any

from mmagents.interfaces.persona import Summing, Talk
from mmagents.interfaces.player import Asked, Option, Thought
from mmagents.interfaces.texts.catalogue import game as sentence
from mmagents.nodes.evening.choices import ask_seats
from mmagents.nodes.evening.deeds import Deed, end_step, within_pause
from mmagents.nodes.evening.outcome import decided_by
from mmagents.nodes.evening.stages import those_with_aims
from mmagents.nodes.record import is_talk, shown_row
from mmagents.nodes.state import Vote
from mmagents.nodes.step import Step
from mmagents.nodes.turn.speak import one_line
from mmagents.nodes.values import heard_turn
from mmagents.nodes.views.talk import shown_by
from mmagents.nodes.views.view import views_of


def before_everybody(step: Step) -> Talk | None:
    """Return all that was said in group chat as one talk; None where there was none."""
    rows = [row for row in step.state["history"] if is_talk(row) and row["phase"] == "discussion"]
    if not rows:
        return None
    shows = shown_by(step)
    return Talk(
        "discussion", step.table.seats, tuple(heard_turn(shown_row(row, shows)) for row in rows)
    )


async def sum_up(step: Step) -> dict[str, Any]:
    """Ask the principals that can to sum up the group chat; what they note they keep."""
    talk, seats = before_everybody(step), those_with_aims(step.table.scenario)
    able = [seat for seat in seats if isinstance(step.context.player(seat), Summing)]
    if talk is None or not able:
        return {}
    views = await step.aside(views_of, step, tuple(able))

    async def summary(seat: str) -> Thought:
        player = step.context.player(seat)
        assert isinstance(player, Summing)
        return await player.sum_up(views[seat], talk)

    with step.recording() as calls:
        found = await step.together(*map(summary, able))
    thoughts = dict(zip(able, found, strict=True))
    deeds = [
        Deed(seat, "summary", one_line(one.thought), (seat,))
        for seat, one in thoughts.items()
        if one.thought
    ]
    notes = {seat: dict(one.notes) for seat, one in thoughts.items() if one.notes}
    return await within_pause(step, deeds, calls, {"notes": notes})


async def judge(step: Step) -> dict[str, Any]:
    """Ask the principals who of them came nearest to what they wanted; then read it out."""
    table, language = step.table, step.table.language
    seats = those_with_aims(table.scenario)
    options = tuple(Option(seat, table.name(seat)) for seat in seats)
    decided = decided_by(step.state["votes"], step.state["tie"], step.state["seed"])
    named = table.scenario.option_name(decided, language) if decided else ""
    fell = sentence(language, "fell", option=named or sentence(language, "nobody"))
    asked = Asked("winner", options, fell, decided or "")
    chosen, calls = await ask_seats(step, dict.fromkeys(seats, asked))
    judged: list[Vote] = [
        {"seat": seat, "whom": one.id, "reason": one.reason}
        for seat, one in chosen.items()
        if one.id
    ]
    deeds = [
        Deed(one["seat"], "judge", _read_out(step, one), table.seats, noted={"vote": one["whom"]})
        for one in judged
    ]
    return await end_step(step, deeds, calls, {"judged": judged})


def _read_out(step: Step, one: Vote) -> str:
    table = step.table
    how = "judges" if one["reason"] else "judges-bare"
    reason = one["reason"][:1].upper() + one["reason"][1:]
    said = sentence(table.language, how, who=table.name(one["whom"]), reason=reason)
    return said[:1].upper() + said[1:]
