"""A model that chooses: what of its answers is used, and what happens where none can be."""

from contextlib import nullcontext

import pytest

from mmagents.graph.build import graph
from mmagents.interfaces.accounts import recording
from mmagents.interfaces.player import NO_CHOICE, Asked, Option
from mmagents.models.answers.fields import UnusableError
from mmagents.nodes.context import Context
from mmagents.players.llm.choose import read_choose
from tests.languages import LANGUAGES
from tests.players.orchard import ORCHARD
from tests.prompts.public import EN, JA
from tests.prompts.samples import ballot, view
from tests.servers.openai_hostile import hostile
from tests.servers.openai_minds import faithful, task_of
from tests.servers.openai_seats import saying, seated
from tests.servers.openai_server import Answer, serving
from tests.tables import table

PLACES = Asked("look", (Option("shed", "the tool shed"), Option("tent", "the tea tent")))
PARTNER = Asked("partner", (Option("osric", "Dr. Osric Vane"), Option("", "nobody")))


@table
def test_an_option_is_read_however_it_is_written_and_nothing_else(answer, kind, chosen) -> None:
    language = "ja" if "千" in answer else "en"
    asked = {"places": PLACES, "partner": PARTNER, "ballot": ballot(language)}[kind]
    with nullcontext() if chosen is not None else pytest.raises(UnusableError):
        assert read_choose(answer, asked, (JA if language == "ja" else EN).cast)[0].id == chosen


def test_a_reason_is_one_line_and_no_book() -> None:
    found, repairs = read_choose('{"choice": "1", "reason": "' + "a b\\n" * 500 + '"}', PLACES, ())
    assert len(found.reason) <= 300
    assert "\n" not in found.reason
    assert "spelling" in repairs


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_model_chooses_with_a_reason(language: str) -> None:
    with seated(faithful) as table, recording() as calls:
        chosen = await table.player.choose(view(language), ballot(language))
    assert chosen.id in {option.id for option in ballot(language).options}
    assert chosen.reason
    assert (calls[0].task, calls[0].seat, calls[0].default) == ("choose", "mara", None)
    form = table.server.requests[0]["response_format"]["json_schema"]
    assert (form["name"], form["strict"]) == ("choose", True)


async def test_a_wrong_name_is_shown_to_the_model_once_and_then_the_lot_decides() -> None:
    wrong = Answer('{"choice": "Jordan", "reason": "x"}')
    right = '{"choice": "Tilda Brook", "reason": "x"}'
    with seated(saying(wrong, right)) as table, recording() as calls:
        assert (await table.player.choose(view("en"), ballot("en"))).id == "tilda"
    assert calls[0].asked_again == "invalid choice Jordan"
    with seated(lambda *_: wrong) as table, recording() as calls:
        assert await table.player.choose(view("en"), ballot("en")) == NO_CHOICE
    assert calls[0].default == "invalid choice Jordan"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mind", "story"),
    [(faithful, "halcyon-light"), (faithful, ORCHARD), (hostile(3, late=0.4), ORCHARD)],
    ids=["faithful-halcyon-light", "faithful-orchard", "hostile-orchard"],
)
async def test_models_play_a_whole_evening(story: str, mind: object) -> None:
    lengths = {"discussion": 3, "private_chat": 1, "confidential_meeting": 1}
    with serving(mind) as server:
        context = Context(
            evening={"kind": "whole", "lengths": lengths, "rounds": 1},
            model="openai:m",
            models={"attempts": 1, "timeout": 60 if mind is faithful else 0.3},
            base_url=server.url,
            limits={"tolerate": True},
        )
        end = await graph.ainvoke({"scenario": story, "seed": 1}, context=context)
    assert {"think", "speak", "choose"} <= {task_of(request) for request in server.requests}
    assert len(end["outcome"]["votes"]) in (3, 4)
    calls = [call for row in end["history"] for call in row["ledger"]["calls"]]
    assert any(call["task"] == "choose" for call in calls)
    if mind is faithful:
        assert not [call for call in calls if call["default"]]
