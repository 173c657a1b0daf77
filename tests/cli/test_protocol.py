"""Which protocol a game is played by where the command line does not say."""

from typing import Any

import pytest

from mmagents.cli.options import Persona, Playing, Protocol


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
