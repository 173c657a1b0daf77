"""Which protocol a game is played by where the command line does not say."""

from typing import Any

import pytest

from mmagents.cli.game.stories import Persona, Playing, Protocol
from mmagents.cli.shown.talk import stages_in_words
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import agenda_of
from mmagents.scenarios.loader import load_scenario


@pytest.mark.parametrize(
    ("given", "protocol"),
    [
        ({}, "hybrid"),
        ({"persona": Persona.STRATEGIST}, "agentgroupchat"),
        ({"persona": Persona.STRATEGIST, "protocol": Protocol.HYBRID}, "hybrid"),
        ({"persona": Persona.STRATEGIST, "condition": "ss"}, "hybrid"),
        ({"persona": Persona.STRATEGIST, "repair": True}, "hybrid"),
        ({"protocol": Protocol.AGENTGROUPCHAT}, "agentgroupchat"),
    ],
)
def test_strategists_play_to_the_letter_unless_something_else_was_asked_for(
    given: dict[str, Any], protocol: str
) -> None:
    assert Playing(**given).given()["protocol"] == protocol


def test_the_stages_are_told_before_a_game_those_of_a_round_once() -> None:
    context = Context(evening="whole", protocol="agentgroupchat", rounds=3, without=("private",))
    told = stages_in_words(agenda_of(load_scenario("name-on-the-bell"), context), "en")
    inner = "talks behind closed doors, discussion, time to think"
    assert told == ["time to think", f"3 rounds ({inner})", "vote", "judgement", "how it ends"]
