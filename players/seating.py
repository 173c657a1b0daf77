"""From the name of a player to the player."""

from __future__ import annotations

from functools import cache

from mmagents.players.base import Analyst, Player
from mmagents.scenarios.errors import MMAgentsError


@cache
def open_player(spec: str) -> Player:
    """Return the player that `spec` names.

    Raises:
        MMAgentsError: if no player is called that.
    """
    if spec == "improv":
        from mmagents.players.improv import ImprovPlayer

        return ImprovPlayer()
    raise MMAgentsError(f"No player is called {spec!r}. There is: improv.")


@cache
def open_analyst() -> Analyst:
    """Return the rules analyst."""
    from mmagents.players.rules import RulesAnalyst

    return RulesAnalyst()
