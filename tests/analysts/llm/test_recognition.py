"""A model that normalises also says which facts were told: in the same call, checked by rule."""

import json
from typing import Any

from mmagents.analysts.llm.analyst import LLMAnalyst
from mmagents.graph.build import graph
from mmagents.interfaces.analyst import ListedFact
from mmagents.interfaces.player import Thought
from mmagents.nodes.context import Context
from mmagents.prompts.render import Prompts
from tests.prompts.samples import utterance
from tests.servers.openai_minds import task_of, texts
from tests.servers.openai_seats import saying, seated
from tests.servers.openai_server import Answer, Request, serving

RAIN = (ListedFact("rain", "It rained all night."), ListedFact("inn", "The inn was full."))
SAID = "Twenty to ten by my watch, and the light up top just died."
DARK = "The lamp of the tower went dark at 21:40."


async def test_numbers_of_facts_listed_become_their_ids_in_the_one_call() -> None:
    with seated(saying('{"facts": ["The inn was full."], "told": [2, 7]}')) as table:
        noted = await table.analyst.recognize(utterance("en"), RAIN)
    assert noted == (("The inn was full.",), ("inn",))
    assert len(table.server.requests) == 1
    form = table.server.requests[0]["response_format"]["json_schema"]["schema"]
    assert form["required"] == ["facts", "told"]


async def test_without_facts_listed_or_numbers_in_the_answer_nobody_looked_for_them() -> None:
    for answer, listed in (('{"facts": ["x"], "told": []}', ()), ('["x"]', RAIN), ("none", RAIN)):
        with seated(lambda *_, answer=answer: Answer(answer)) as table:
            assert (await table.analyst.recognize(utterance("en"), listed)).told is None


async def test_a_prompt_of_the_users_own_that_lists_no_facts_leaves_them_to_the_rules(tmp_path):
    own = tmp_path / "en" / "normalise.md"
    own.parent.mkdir()
    own.write_text(
        "---\nvariables: words\n---\n=== system ===\nNote.\n=== user ===\n{{ words }}\n", "utf-8"
    )
    with seated(saying('{"facts": ["x"], "told": [1]}')) as table:
        slot = table.analyst._normalise
        analyst = LLMAnalyst(normalise=slot, detect=slot, prompts=Prompts(tmp_path))
        assert (await analyst.recognize(utterance("en"), RAIN)).told is None


def game(mind: Any, **fields: Any) -> dict[str, Any]:
    """Play one turn of the lighthouse, said by a script, and return its row."""
    with serving(mind) as server:
        seats = dict.fromkeys(("ines", "quill", "mara", "tobin"), f"python:{__name__}:Sayer")
        models = {"models.tasks": {"normalise": "openai:any"}, "base_url": server.url}
        context = Context(**{"turns": 1, "seats": seats, **models, **fields})
        context.allow()
        state = graph.invoke({"scenario": "halcyon-light", "seed": 1}, context=context)
    row: dict[str, Any] = state["history"][0]
    asked = sum(task_of(one) == "normalise" for one in server.requests)
    return row | {"prompt": texts(server.requests[-1]), "asked": asked}


class Sayer:
    """A player that says one sentence."""

    async def think(self, view: Any) -> Thought:
        return Thought("", "speak", 5)

    async def speak(self, view: Any) -> str:
        return SAID

    async def choose(self, asked: Any) -> Any:
        raise AssertionError("nothing is chosen in one turn of talk")


def noting(*notes: str, told: str = DARK) -> Any:
    """Return a mind that takes one of the facts listed for told, and writes these notes."""

    def mind(request: Request, number: int) -> Answer:
        lines = texts(request).splitlines()
        numbers = [int(one.split(".")[0]) for one in lines if one.endswith(f". {told}")]
        return Answer(json.dumps({"facts": list(notes), "told": numbers}))

    return mind


def test_what_a_model_finds_told_is_on_the_record_as_found_by_a_model() -> None:
    row = game(noting("Somebody says that the light died at 21:40."))
    assert DARK in row["prompt"]
    assert row["asked"] == 1
    assert (row["facts"], row["facts_by"]) == (["dark"], "model")
    assert row["knowledge"] == ["Somebody says that the light died at 21:40."]


def test_what_a_model_misses_is_missed_and_what_it_makes_up_is_not_believed() -> None:
    assert game(noting("x", told="nothing"))["facts"] == []
    leaky = game(noting("The boathouse winch was squealing at 21:40."))
    assert "winch was squealing" in leaky["prompt"]
    assert leaky["knowledge"] == [SAID], "a note that takes over a fact nobody told is left out"


def test_with_a_model_too_the_rules_can_be_left_to_it_and_an_unusable_answer_is_theirs() -> None:
    row = game(noting("x", told="nothing"), floor={"recognition": "rules"})
    assert (row["facts"], "facts_by" in row) == (["dark"], False)
    assert "tower went dark at 21:40" not in row["prompt"]
    broken = game(lambda *_: Answer("?"), models={"attempts": 1})
    assert (broken["facts"], "facts_by" in broken) == (["dark"], False)
