import pytest

from mmagents.players.llm_seating import Models, model_analyst, model_player
from mmagents.prompts.render import Prompts
from mmagents.scenarios.errors import MMAgentsError
from tests.openai_minds import faithful
from tests.openai_server import Server, serving
from tests.prompts.samples import utterance, view


def asked(server: Server) -> list[str]:
    return [request["model"] for request in server.requests]


async def everything(models: Models, seat_model: str | None = None) -> None:
    player, analyst = model_player(models, seat_model), model_analyst(models)
    await player.think(view("en"))
    await player.speak(view("en"))
    await analyst.normalize(utterance("en"))
    await analyst.detect(utterance("en"))


async def test_the_strong_model_speaks_and_detects_and_the_cheap_one_does_the_rest() -> None:
    with serving(faithful) as server:
        await everything(Models("openai:strong", "openai:cheap", base_url=server.url))
    assert asked(server) == ["cheap", "strong", "cheap", "strong"]


async def test_a_task_can_have_a_model_of_its_own() -> None:
    tasks = (("detect", "openai:reader"),)
    with serving(faithful) as server:
        await everything(Models("openai:strong", "openai:cheap", tasks, server.url))
    assert asked(server) == ["cheap", "strong", "cheap", "reader"]


async def test_a_seat_can_have_a_model_of_its_own_on_a_server_of_its_own() -> None:
    with serving(faithful) as server, serving(faithful) as own:
        models = Models("openai:strong", "openai:cheap", base_url=server.url)
        await everything(models, f"openai:mine@{own.url}")
    assert (asked(own), asked(server)) == (["mine", "mine"], ["cheap", "strong"])


async def test_options_reach_the_server() -> None:
    options = (("temperature", 0.25), ("max_tokens", 99))
    with serving(faithful) as server:
        models = Models("openai:m", "openai:m", base_url=server.url, options=options)
        await model_player(models).speak(view("en"))
    (request,) = server.requests
    assert request["temperature"] == 0.25
    assert 99 in (request.get("max_tokens"), request.get("max_completion_tokens"))


def test_a_task_that_is_none_and_a_folder_that_is_none_are_errors() -> None:
    with pytest.raises(MMAgentsError, match="No task is called 'dream'"):
        model_player(Models("openai:m", "openai:m", (("dream", "openai:m"),)))
    with pytest.raises(MMAgentsError, match="No folder"):
        model_player(Models("openai:m", "openai:m", prompts="/nowhere/at/all"))


def test_prompts_are_the_projects_own_unless_given() -> None:
    assert Prompts().path("think", "en").endswith("prompts/en/think.md")
