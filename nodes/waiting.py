"""Whether anybody in a run may have to be waited for; rules answer at once."""

from __future__ import annotations

from mmagents.nodes.context import Context
from mmagents.players.open import IMPROV, SCRIPTED, as_strategist

LEXICAL = "lexical"
"""The embeddings that need neither a server nor a download."""


def waits_for_players(context: Context) -> bool:
    """Return whether a model, a person or code of the user's own has a part in a run.

    Repair counts as well: what compares sentences may be a model on this machine.
    """
    if type(context) is not Context or context.floor.read_by or context.repair:
        return True
    if context.model or context.models.strong or context.models.cheap or context.models.tasks:
        return True
    named = (as_strategist(spec)[1] or IMPROV for spec in context.seats.values())
    return any(one != IMPROV and not one.startswith(SCRIPTED) for one in named)
