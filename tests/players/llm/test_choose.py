"""A model that chooses: what of its answers is used, and what happens where none can be."""

import pytest

from mmagents.graph.build import graph
from mmagents.interfaces.accounts import recording
from mmagents.interfaces.player import NO_CHOICE, Asked, Option
from mmagents.models.answers.fields import UnusableError
from mmagents.nodes.context import Context
from mmagents.players.llm.choose import read_choose
from tests.languages import LANGUAGES
from tests.players.orchard import ORCHARD
from tests.prompts.samples import EN, JA, ballot, view
from tests.servers.openai_hostile import hostile
from tests.servers.openai_minds import faithful, task_of
from tests.servers.openai_seats import saying, seated
from tests.servers.openai_server import Answer, serving

PLACES = Asked("look", (Option("shed", "the tool shed"), Option("tent", "the tea tent")))
PARTNER = Asked("partner", (Option("osric", "Dr. Osric Vane"), Option("", "nobody")))


@pytest.mark.parametrize(
    ("answer", "asked", "chosen"),
    [
        ('{"choice": "the tool shed", "reason": "Why not."}', PLACES, "shed"),
        ('{"choice": "tool shed", "reason": "x"}', PLACES, "shed"),
        ('{"choice": "The tea tnet"}', PLACES, "tent"),
        ('{"choice": 2, "reason": "x"}', PLACES, "tent"),
        ('{"option": ["1"], "why": "x"}', PLACES, "shed"),
        ('["the tea tent", "It rained."]', PLACES, "tent"),
        ("I shall look at the tea tent.", PLACES, "tent"),
        ("<think>shed?</think>the tea tent", PLACES, "tent"),
        ('{"choice": "nobody", "reason": "x"}', PARTNER, ""),
        ('{"choice": "Dr. Vane", "reason": "x"}', PARTNER, "osric"),
        ('{"choice": "Osrick Vane"}', PARTNER, "osric"),
        ('{"vote": "Tilda"}', ballot("en"), "tilda"),
        ('{"選択": "千鶴さん", "理由": "怪しい。"}', ballot("ja"), "tilda"),
    ],
)
def test_an_option_is_read_however_it_is_written(answer: str, asked: Asked, chosen: str) -> None:
    cast = (JA if "千" in answer else EN).cast
    assert read_choose(answer, asked, cast)[0].id == chosen


@pytest.mark.parametrize(
    ("answer", "asked"),
    [
        ('{"choice": "the moon"}', PLACES),
        ('{"choice": "3"}', PLACES),
        ('{"choice": true}', PLACES),
        ('{"choice": null}', PLACES),
        ('{"choice": ["the tool shed", "the tea tent"]}', PLACES),
        ("the tool shed or the tea tent", PLACES),
        ('{"choice": "Mara"}', ballot("en")),
        ('{"choice": "Barnaby"}', ballot("en")),
        ('{"choice": "everyone"}', ballot("en")),
        ("", PLACES),
        ("[]", PLACES),
    ],
)
def test_what_is_no_option_is_no_answer(answer: str, asked: Asked) -> None:
    with pytest.raises(UnusableError):
        read_choose(answer, asked, EN.cast)


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
            evening="whole", lengths=lengths, rounds=1, model="openai:m", attempts=1,
            timeout=60 if mind is faithful else 0.3,
            base_url=server.url, tolerate=True,
        )  # fmt: skip
        end = await graph.ainvoke({"scenario": story, "seed": 1}, context=context)
    assert {"think", "speak", "choose"} <= {task_of(request) for request in server.requests}
    assert len(end["outcome"]["votes"]) in (3, 4)
    calls = [call for row in end["history"] for call in row["ledger"]["calls"]]
    assert any(call["task"] == "choose" for call in calls)
    if mind is faithful:
        assert not [call for call in calls if call["default"]]
