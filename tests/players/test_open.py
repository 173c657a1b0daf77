import pytest

from mmagents.analysts.open import open_analyst
from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.errors import MMAgentsError
from mmagents.models.choice import Models
from mmagents.players.improv.player import ImprovPlayer
from mmagents.players.open import open_player, slots_of
from tests.prompts.samples import utterance, view
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Server, serving


def asked(server: Server) -> list[str]:
    return [request["model"] for request in server.requests]


async def everything(models: Models, seat: str | None = None) -> None:
    player, analyst = open_player(seat, models), open_analyst(models)
    await player.think(view("en"))
    await player.speak(view("en"))
    await analyst.normalize(utterance("en"))
    await analyst.detect(utterance("en"))


async def test_the_strong_model_speaks_and_detects_and_the_cheap_one_does_the_rest() -> None:
    with serving(faithful) as server:
        await everything(Models(strong="openai:big", cheap="openai:small", base_url=server.url))
    assert asked(server) == ["small", "big", "small", "big"]


async def test_a_task_can_have_a_model_of_its_own_or_be_left_to_the_rules() -> None:
    by_task = {"detect": "rules", "think": "openai:muse"}
    with serving(faithful) as server:
        await everything(Models(model="openai:m", by_task=by_task, base_url=server.url))
    assert asked(server) == ["muse", "m", "m"]


async def test_a_seat_can_have_a_model_of_its_own_on_a_server_of_its_own() -> None:
    with serving(faithful) as server, serving(faithful) as own:
        models = Models(model="openai:m", base_url=server.url)
        await everything(models, f"openai:mine@{own.url}")
    assert (asked(own), asked(server)) == (["mine", "mine"], ["m", "m"])


async def test_options_reach_the_server() -> None:
    options = {"temperature": 0.25, "max_tokens": 99}
    with serving(faithful) as server:
        models = Models(model="openai:m", base_url=server.url, options=options)
        await open_player(None, models).speak(view("en"))
    (request,) = server.requests
    assert request["temperature"] == 0.25
    assert 99 in (request.get("max_tokens"), request.get("max_completion_tokens"))


async def test_without_a_model_seats_improvise_and_the_rules_read() -> None:
    assert isinstance(open_player(None, Models()), ImprovPlayer)
    assert isinstance(open_player("improv", Models(model="openai:m")), ImprovPlayer)
    found = await open_analyst(Models()).detect(utterance("en"))
    assert found == await RulesAnalyst().detect(utterance("en"))


def test_only_what_the_table_will_ask_is_tried_before_a_game() -> None:
    models = Models(strong="openai:a", cheap="openai:b", base_url="http://127.0.0.1:1/v1")
    names = [slot.name.split("@")[0] for slot in slots_of(models, {"ines": "openai:c"}, 4)]
    assert sorted(names) == ["openai:a", "openai:b", "openai:c"]
    assert slots_of(Models(), {"ines": "improv"}, 4) == {}


@pytest.mark.parametrize(
    ("seat", "models", "says"),
    [
        ("oracle", Models(), "No player is called 'oracle'"),
        (None, Models(cheap="openai:m"), "--strong"),
        (None, Models(model="openai:m", prompts="/nowhere/at/all"), "No folder"),
    ],
)
def test_a_player_that_cannot_be_had_is_an_error(seat, models, says) -> None:
    with pytest.raises(MMAgentsError, match=says):
        open_player(seat, models)
