"""A model that names the next speaker: what of its answers is used, and what not."""

from itertools import pairwise

import pytest

from mmagents.analysts.llm.answers import read_moderate
from mmagents.analysts.open import open_analyst
from mmagents.graph.build import graph
from mmagents.interfaces.accounts import recording
from mmagents.models.answers.fields import UnusableError
from mmagents.models.choice import Models
from mmagents.nodes.context import Context
from tests.languages import LANGUAGES
from tests.prompts.samples import gathering
from tests.servers.openai_hostile import hostile
from tests.servers.openai_minds import faithful, task_of
from tests.servers.openai_seats import saying, seated
from tests.servers.openai_server import Answer, serving
from tests.tables import table

pytestmark = pytest.mark.slow


@table
def test_a_name_is_read_however_it_is_wrapped(answer: str, seat: str) -> None:
    language = "ja" if "千" in answer else "en"
    assert read_moderate(answer, gathering(language))[0] == seat


@table
def test_who_may_not_speak_and_nobody_are_no_answer(answer: str) -> None:
    with pytest.raises(UnusableError):
        read_moderate(answer, gathering("en"))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_whom_the_model_names_is_named(language: str) -> None:
    with seated(faithful) as table, recording() as calls:
        assert await table.analyst.moderate(gathering(language)) in ("mara", "tilda")
    assert (calls[0].task, calls[0].seat, calls[0].default) == ("moderate", "(analyst)", None)
    form = table.server.requests[0]["response_format"]["json_schema"]
    assert (form["name"], form["strict"]) == ("moderate", True)


async def test_a_wrong_name_is_shown_to_the_model_once_and_then_a_default_is_counted() -> None:
    wrong = Answer('{"next": "Jordan"}')
    with seated(saying(wrong, '{"next": "Tilda"}')) as table, recording() as calls:
        assert await table.analyst.moderate(gathering("en")) == "tilda"
    assert calls[0].asked_again == "invalid next Jordan"
    with seated(lambda *_: wrong) as table, recording() as calls:
        assert await table.analyst.moderate(gathering("en")) == ""
    assert calls[0].default == "invalid next Jordan"


async def test_moderating_is_a_task_with_a_model_of_its_own_or_left_to_the_rules() -> None:
    with serving(faithful) as server:
        own = Models(model="openai:m", by_task={"moderate": "openai:chair"}, base_url=server.url)
        await open_analyst(own).moderate(gathering("en"))  # type: ignore[attr-defined]  # readers moderate
        strong = Models(strong="openai:big", cheap="openai:small", base_url=server.url)
        await open_analyst(strong).moderate(gathering("en"))  # type: ignore[attr-defined]  # readers moderate
        rules = Models(model="openai:m", by_task={"moderate": "rules"}, base_url=server.url)
        left = await open_analyst(rules).moderate(gathering("en"))  # type: ignore[attr-defined]  # readers moderate
    assert left is None
    assert [request["model"] for request in server.requests] == ["chair", "big"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_asks_its_moderator_once_a_turn_and_does_as_told(language: str) -> None:
    with serving(faithful) as server:
        context = Context(
            condition="moderator",
            turns=8,
            language=language,
            models={"tasks": {"moderate": "openai:m"}},
            base_url=server.url,
        )
        rows = (await graph.ainvoke({"scenario": "mini", "seed": 1}, context=context))["history"]
    assert {task_of(request) for request in server.requests} == {"moderate"}
    for row in rows:
        assert [call["task"] for call in row["ledger"]["calls"]] == ["moderate"]
        assert row["ledger"]["reason"] == f"the moderator named {row['speaker']}"
    assert all(one["speaker"] != two["speaker"] for one, two in pairwise(rows))


@pytest.mark.parametrize("seed", range(3))
async def test_a_hostile_moderator_costs_its_word_and_never_the_game(seed: int) -> None:
    with serving(hostile(seed, late=0.6)) as server:
        context = Context(
            condition="moderator",
            turns=12,
            models={"tasks": {"moderate": "openai:m"}, "attempts": 1, "timeout": 0.3},
            base_url=server.url,
        )
        rows = (await graph.ainvoke({"scenario": "mini", "seed": 1}, context=context))["history"]
    assert len(rows) == 12
    for row in rows:
        [call] = row["ledger"]["calls"]
        said = row["ledger"]["reason"]
        assert ("named nobody who may speak" in said) == (call["default"] is not None)
