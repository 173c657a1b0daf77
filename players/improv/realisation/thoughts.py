"""A plan as a private thought, in the language of the game."""

from __future__ import annotations

from mmagents.floor.adjacency import EVERYONE
from mmagents.players.improv.policy.plan import Plan
from mmagents.players.improv.realisation.grammar import Speech, phrases_in
from mmagents.players.improv.realisation.names import option_name, owned, spoken_of, topic_to
from mmagents.players.improv.state.mind import Mind
from mmagents.players.improv.state.moves import Inquiry, Move


def thought_of(plan: Plan, mind: Mind) -> str:
    """Return what the seat thinks to itself about this turn."""
    move, language = plan.move, mind.view.language
    banks = phrases_in(language, "thoughts")
    speech = Speech(banks, language, "", "plain", (), mind.lot("thought"))
    slots = _slots(move, mind)
    words = speech.pick(move.kind, **slots)
    if move.ask and move.kind != "ask":
        words += mind.blank + speech.pick("then", **_asked(move.ask, mind))
    if plan.action == "listen":
        words = speech.pick("listen") + mind.blank + words
    return words


def _slots(move: Move, mind: Mind) -> dict[str, str | None]:
    told = (*move.tells, *move.cites, *move.adds)
    fact = next((owned(mind, mind.facts[one].ask) for one in told), None)
    slots: dict[str, str | None] = {
        "who": spoken_of(mind, move.to),
        "fact": fact,
        "topic": topic_to(mind, move.topic, None) or fact,
        "name": spoken_of(mind, move.about),
        "option": option_name(mind, move.about),
    }
    if move.kind == "ask" and move.ask:
        slots |= _asked(move.ask, mind)
    return slots


def _asked(ask: Inquiry, mind: Mind) -> dict[str, str | None]:
    japanese = mind.view.language == "ja"
    about = (
        owned(mind, mind.facts[ask.fact].ask, None if japanese else ask.to, "the")
        if ask.fact
        else topic_to(mind, ask.topic, ask.to, "その" if japanese else "the")
    )
    everyone = "皆" if japanese else "everyone"
    return {
        "who": everyone if ask.to == EVERYONE else spoken_of(mind, ask.to),
        "topic": about,
        "again": " " if ask.kind == "press" else None,
        "more": " " if ask.kind == "more" else None,
    }
