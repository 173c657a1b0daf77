"""The one-to-many interrogation: one asks all the others alone, then accuses."""

from pathlib import Path
from typing import Any

import pytest

from mmagents.errors import MMAgentsError
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.nodes.detective import detective_of, with_detective
from mmagents.nodes.table import table_for
from mmagents.scenarios.loader import load_scenario
from tests.languages import LANGUAGES
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving

pytestmark = pytest.mark.slow


ORCHARD = str(Path(__file__).parents[1] / "stories" / "orchard.yaml")


def play(story: str = "mini", seed: int = 1, **given: Any) -> dict[str, Any]:
    context = Context(**({"condition": "interrogation", "evening.kind": "whole"} | given))
    return dict(graph.invoke({"scenario": story, "seed": seed}, context=context))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("who", "asks"), [(None, "detective"), ("kit", "kit")])
def test_the_detective_asks_all_the_others_alone_each_round_and_accuses(
    language: str, who: str | None, asks: str
) -> None:
    end = play(floor={"detective": who}, evening={"rounds": 2}, language=language)
    talk = [row for row in end["history"] if row["phase"] == "interrogation"]
    seats = [one for one in ("petra", "bram", "kit", "detective") if one != asks]
    seats = seats if who is None else ["petra", "bram"]
    assert [row["speaker"] for row in talk] == [
        one for _ in range(2) for seat in seats for one in (asks, seat)
    ]
    for question, answer in zip(talk[::2], talk[1::2], strict=True):
        assert sorted(question["heard_by"]) == sorted([asks, answer["speaker"]])
        assert set(question["addressees"]) <= {answer["speaker"], "everyone"}
        assert answer["rule"] == ("1a" if question["addressees"] == [answer["speaker"]] else
                                  "interrogation")  # fmt: skip
    [vote] = end["outcome"]["votes"]
    assert vote["seat"] == asks
    assert vote["whom"] in {"petra", "bram", "kit"} - {asks}
    assert end["outcome"]["accused"] == vote["whom"]


def test_a_detective_from_outside_knows_only_what_it_is_told() -> None:
    table = table_for("mini", Context(condition="interrogation"))
    assert table.seats == ("petra", "bram", "kit", "detective")
    assert table.sheets["detective"].timeline == ()
    assert not [fact for fact in table.scenario.facts if "detective" in fact.known_by]
    end = play()
    heard = end["known"].get("detective", {})
    told = {fact for row in end["history"] for fact in row["facts"]}
    assert set(heard) <= told
    assert table_for("mini", Context()).seats == ("petra", "bram", "kit")


def test_a_story_that_has_a_detective_of_its_own_keeps_it() -> None:
    story = load_scenario("mini")
    cast = [one.model_copy(update={"id": "detective"}) if one.id == "kit" else one
            for one in story.cast]  # fmt: skip
    assert detective_of(story.model_copy(update={"cast": cast})) == "detective-2"


def test_it_is_for_mysteries_and_for_seats_that_are_there() -> None:
    with pytest.raises(MMAgentsError, match="is no mystery"):
        play(ORCHARD)
    with pytest.raises(MMAgentsError, match="no seat 'odile' to be the detective"):
        play(floor={"detective": "odile"})
    story = load_scenario("mini")
    assert with_detective(story, "kit") is story


def test_without_the_evening_there_are_questions_and_no_accusation() -> None:
    end = play(evening="discussion")
    assert end["ended"]
    assert {row["phase"] for row in end["history"]} == {"interrogation"}
    assert len(end["history"]) == 3 * 3 * 2


@pytest.mark.slow
def test_models_may_be_asked_and_may_ask() -> None:
    with serving(faithful) as server:
        end = play(
            evening={"rounds": 1}, model="openai:m", base_url=server.url, models={"timeout": 60}
        )
    calls = [call for row in end["history"] for call in row["ledger"]["calls"]]
    assert not [call for call in calls if call["default"]]
    assert [call["seat"] for call in calls if call["task"] == "choose"] == ["detective"]
