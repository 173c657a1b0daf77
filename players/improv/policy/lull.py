"""When the table falls silent for a moment."""

from __future__ import annotations

from random import Random

from mmagents.players.improv.state.mind import Mind

_LULLS = 0.09
"""How often, after a turn that asks for nothing, the table falls silent."""


def lull(mind: Mind) -> bool:
    """Tell whether the table falls silent for a moment, which all who sit there feel alike.

    A lapse comes where nobody has been selected (Sacks, Schegloff & Jefferson 1974, section 4.15).
    """
    last = mind.last
    if last is None or last.first_pair_part is not None or mind.view.turn < 4:
        return False
    return Random(f"{mind.view.seed}:{mind.view.turn}:lull").random() < _LULLS
