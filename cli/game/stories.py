"""What a story can be told beyond any other talk: its phases, its people, its facts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from mmagents.cli.options import Talking, option_floor, option_played, option_players
from mmagents.floor.conditions import DEFAULT, condition_of
from mmagents.scenarios.errors import MMAgentsError

Recognition = StrEnum("Recognition", {"ANALYST": "analyst", "RULES": "rules", "KEYS": "keys"})
Persona = StrEnum("Persona", {"PLAIN": "plain", "STRATEGIST": "strategist"})
Protocol = StrEnum("Protocol", {"AGENTGROUPCHAT": "agentgroupchat", "HYBRID": "hybrid"})
PhaseName = StrEnum("PhaseName", {"DISCUSSION": "discussion"})


@dataclass(frozen=True, kw_only=True)
class Playing(Talking):
    """Everything that `play` can be told about a game."""

    turns: Annotated[
        int | None,
        option_played(
            min=1,
            max=100_000,
            help="Turns of each discussion; left out, the story's, or 30 for a discussion alone. "
            "Under interrogation, of each talk with one seat; left out, 2.",
        ),
    ] = None
    phase: Annotated[
        PhaseName | None,
        option_played(help="Play this part alone; left out, the whole evening, to the verdict."),
    ] = None
    rounds: Annotated[
        int | None, option_played(min=1, max=100, help="Rounds of a story played in rounds.")
    ] = None
    protocol: Annotated[
        Protocol | None,
        option_played(
            help="agentgroupchat: the stages of that paper, in which nobody bids; hybrid: the "
            "story's phases, on the floor of --condition. Left out: agentgroupchat with "
            "--persona strategist, unless --phase, --condition or --repair ask for the other."
        ),
    ] = None
    detective: Annotated[
        str | None,
        option_floor(metavar="SEAT", help="Under interrogation, who asks; else one from outside."),
    ] = None
    persona: Annotated[
        Persona, option_players(help="strategist: with beliefs, regards and plans of their own.")
    ] = Persona.PLAIN
    recognition: Annotated[
        Recognition,
        option_players(
            help="Who finds the story's facts in what is said: the model that normalises, where "
            "there is one (analyst), rules, or the story's own words alone (keys)."
        ),
    ] = Recognition.ANALYST

    def given(self) -> dict[str, Any]:
        """Return the fields of the context that were given.

        Raises:
            MMAgentsError: if rounds are given for a discussion, which has none.
        """
        found = super().given()
        phase, turns, rounds = (found.pop(name, None) for name in ("phase", "turns", "rounds"))
        found |= what_is_played(phase, turns, rounds, self.condition)
        return found | {"protocol": self.protocol or self._by_persona(found["evening"])}

    def _by_persona(self, evening: str) -> Protocol:
        """Return the protocol where none was named: to the letter where nothing speaks against."""
        plain = self.condition == DEFAULT and not self.repair and evening == "whole"
        if self.persona is Persona.STRATEGIST and plain:
            return Protocol.AGENTGROUPCHAT
        return Protocol.HYBRID


def what_is_played(
    phase: str | None, turns: int | None, rounds: int | None, condition: str
) -> dict[str, Any]:
    """Return the fields of the context that say what is played and how long.

    Raises:
        MMAgentsError: if rounds are given for a discussion, which has none.
    """
    evening = "discussion" if phase == "discussion" else "whole"
    interrogates = condition_of(condition).interrogates
    if interrogates or evening == "whole":
        talk = "interrogation" if interrogates else "discussion"
        return {"evening": evening, "lengths": {talk: turns} if turns else {}, "rounds": rounds}
    if rounds:
        raise MMAgentsError("--rounds: a discussion alone has no rounds; leave out --phase.")
    return {"evening": evening} | ({"turns": turns} if turns else {})
