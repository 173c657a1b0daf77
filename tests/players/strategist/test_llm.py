"""A model as a Verbal Strategist: what it reads, what is used of its answers, what is counted."""

from dataclasses import replace
from typing import Any

import pytest

from mmagents.graph.build import graph
from mmagents.interfaces.accounts import recording
from mmagents.interfaces.persona import NOTE, Habits, Persona, SinceReflection, Talk, as_note
from mmagents.interfaces.story import Relation
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import View
from mmagents.models.answers.fields import UnusableError
from mmagents.models.choice import Models
from mmagents.nodes.context import Context
from mmagents.players.open import open_player
from mmagents.players.strategist.answers import (
    read_guesses,
    read_plan,
    read_reflection,
    read_summary,
)
from mmagents.players.strategist.llm import Strategist
from tests.languages import LANGUAGES
from tests.players.orchard import ORCHARD
from tests.prompts.public import EN
from tests.prompts.samples import ballot, disputed
from tests.servers.openai_hostile import hostile
from tests.servers.openai_minds import faithful, task_of, texts
from tests.servers.openai_server import Server, serving
from tests.tables import table

PERSONA = Persona(
    {"wood": 60}, {"osric": Relation(0, "Slow."), "tilda": Relation(2, "Loud.")},
    "PLAN-WORDS", "STRATEGY-WORDS", ("SUMMARY-WORDS",), "REFLECTION-WORDS", rounds=1,
)  # fmt: skip


def seat(
    server: Server, *without: str, against: str | None = None, to_the_letter: bool = False
) -> Strategist:
    models = Models(model="openai:m", base_url=server.url)
    player = open_player("strategist", models, Habits(frozenset(without), against, to_the_letter))
    assert isinstance(player, Strategist)
    return player


def minded(language: str = "en", **given: Any) -> View:
    view = disputed(language)
    heard = (HeardTurn(1, "tilda", "LONG-AGO", None, (), None, None, ()), *view.heard)
    known = {"heard": heard, "since": 2, "notes": {NOTE: as_note(PERSONA)}}
    return replace(view, **(known | given))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_round_is_summarised_talk_by_talk_reflected_on_and_planned_from(language) -> None:
    view = minded(language)
    talks = tuple(Talk(phase, ("mara", "tilda"), view.heard) for phase in ("private_chat", "x"))
    with serving(faithful) as server, recording() as calls:
        found = await seat(server).reflect(view, SinceReflection(talks, ("DEED",)))
    assert [call.task for call in calls] == ["summarise", "summarise", "reflect", "perceive"]
    assert all(call.default is None and not call.repairs for call in calls)
    kept = found.notes[NOTE]
    assert len(kept["summaries"]) == 2
    assert kept["rounds"] == 2
    assert abs(kept["beliefs"]["wood"] - 60) <= 5
    assert found.thought == f"{kept['reflection']} {kept['plan']}"


@table
async def test_an_action_is_told_of_the_past_only_what_it_reads(action: str, reads: str) -> None:
    view = minded()
    with serving(faithful) as server:
        player = seat(server)
        if action in ("think", "speak"):
            await getattr(player, action)(view)
        else:
            await player.choose(view, replace(ballot("en"), kind=action))
        forgetful = seat(server, "memory")
        await forgetful.think(view)
    told, cut = (texts(request) for request in server.requests)
    carried = ("PLAN", "STRATEGY", "SUMMARY", "REFLECTION")
    assert [one for one in carried if f"{one}-WORDS" in told] == [reads]
    assert not [one for one in carried if f"{one}-WORDS" in cut]
    for text in (told, cut):
        assert "LONG-AGO" not in text
        assert "Dr. Vane: 0. " in text


async def test_what_was_chosen_for_is_kept_as_the_strategy() -> None:
    with serving(faithful) as server:
        player = seat(server)
        chosen = await player.choose(minded(), replace(ballot("en"), kind="partner"))
        assert chosen.notes[NOTE]["strategy"] == chosen.reason
        assert not (await player.choose(minded(), ballot("en"))).notes


async def test_ablations_ask_less_and_whom_to_turn_against_is_told() -> None:
    talks = SinceReflection((Talk("discussion", ("mara", "tilda"), minded().heard),))
    asked = {}
    for without in ((), ("reflection",), ("planning",), ("memory",)):
        with serving(faithful) as server:
            await seat(server, *without).reflect(minded(), talks)
        asked[without] = [task_of(request) for request in server.requests]
        if without == ("memory",):
            last = "".join(texts(request) for request in server.requests[1:])
            assert "We talked of the night." not in last
            assert "It went well." not in last
    assert asked[()] == ["summarise", "reflect", "perceive"] == asked[("memory",)]
    assert asked[("reflection",)] == ["summarise", "perceive"]
    assert asked[("planning",)] == ["summarise", "reflect"]
    with serving(faithful) as server:
        thought = await seat(server, "thinking").think(minded())
    assert (thought.thought, thought.action, server.requests) == ("", "speak", [])
    with serving(faithful) as server:
        found = await seat(server, against="tilda").reflect(minded(), SinceReflection())
    assert "come to dislike Tilda" in texts(server.requests[0])
    assert found.notes[NOTE]["regards"]["tilda"][0] == -9


@pytest.mark.parametrize("language", LANGUAGES)
async def test_to_the_letter_relations_come_first_with_guesses_at_all_others(language: str) -> None:
    view = replace(disputed(language), notes={})
    with serving(faithful) as server, recording() as calls:
        player = seat(server, to_the_letter=True)
        first = (await player.reflect(view, SinceReflection())).notes[NOTE]
        talks = (Talk("discussion", ("mara", "tilda"), view.heard),)
        later = replace(view, notes={NOTE: first})
        after = (await player.reflect(later, SinceReflection(talks))).notes[NOTE]
    tasks = ["reflect", "guess", "perceive"]
    assert [call.task for call in calls] == [*tasks, "summarise", *tasks]
    assert not [call for call in calls if call.default or call.repairs]
    assert first["beliefs"] == {belief.id: belief.score for belief in view.sheet.beliefs}
    felt = [{name: one[name] for name in ("beliefs", "regards")} for one in (first, after)]
    assert felt[0] != felt[1]
    seats = {one.id for one in view.public.seats()}
    for kept in (first, after):
        assert set(kept["guesses"]) == seats - {view.seat}
        assert all(set(felt) == seats - {who} for who, felt in kept["guesses"].items())
    assert any(score for felt in first["guesses"].values() for score in felt.values())


async def test_who_has_the_floor_thinks_without_bidding_and_no_thinking_asks_nothing() -> None:
    view = replace(minded(), about_to_speak=True)
    with serving(faithful) as server:
        thought = await seat(server, to_the_letter=True).think(view)
        nothing = await seat(server, "thinking", to_the_letter=True).think(view)
    [request] = server.requests
    assert task_of(request) == "consider"
    assert "importance" not in texts(request)
    assert (thought.action, nothing.action, nothing.thought) == ("speak", "speak", "")
    assert thought.thought


async def test_a_strategy_is_read_with_the_partner_it_was_made_for_alone() -> None:
    kept = replace(PERSONA, partner="tilda")
    assert kept.carried("speak", "private_chat", ("mara", "tilda")) == ("STRATEGY-WORDS",)
    assert kept.carried("speak", "private_chat", ("mara", "osric")) == ("PLAN-WORDS",)


async def test_a_judge_reads_its_own_summary_of_what_was_said_before_everybody() -> None:
    view = minded()
    with serving(faithful) as server:
        player = seat(server, to_the_letter=True)
        said = await player.sum_up(view, Talk("discussion", ("mara", "tilda"), view.heard))
        judging = replace(view, notes=dict(said.notes))
        asked = replace(ballot("en"), kind="winner", question="FELL-ON-WORDS")
        chosen = await player.choose(judging, asked)
    told = texts(server.requests[-1])
    assert said.thought in told
    assert "FELL-ON-WORDS" in told
    assert "REFLECTION-WORDS" not in told
    assert chosen.id in {option.id for option in asked.options}


def test_guesses_are_read_as_far_as_they_can_be() -> None:
    text = (
        '{"guesses": [{"who": "Tilda", "whom": "Dr. Vane", "score": 30},'
        ' {"who": "Dr. Vane", "whom": "Mara", "score": "-2/10"}, {"who": "Mara", "whom": "Tilda",'
        ' "score": 3}, {"who": "Jordan", "whom": "Tilda", "score": 1}, {"who": "Tilda",'
        ' "whom": "Tilda", "score": 1}, 7]}'
    )
    guesses, amiss = read_guesses(text, "mara", EN.cast)
    assert guesses == {"tilda": {"osric": 10}, "osric": {"mara": -2}}
    assert amiss == ("guesses out of reach",)
    with pytest.raises(UnusableError):
        read_guesses('{"guesses": "none"}', "mara", EN.cast)


@table
def test_a_reflection_is_read_as_far_as_it_can_be_and_what_is_amiss_is_said(
    text, beliefs, regards, amiss
):
    answer, repairs = read_reflection(text, PERSONA, EN.cast, 1)
    assert answer.beliefs == beliefs
    assert {whom: score for whom, (score, _) in answer.regards.items()} == regards
    assert tuple(one for one in repairs if one != "JSON mended") == amiss


def test_summaries_and_plans_are_capped_and_their_counts_checked() -> None:
    assert read_summary('{"summary": "x", "turns": 4}', 4) == ("x", ())
    said, amiss = read_summary('{"summary": "' + "y" * 2000 + '", "turns": 3}', 4)
    assert (len(said), amiss) == (600, ("miscounted turns",))
    assert read_plan('{"plan": "x", "people": 3, "resources": 2}', 3, 2) == ("x", ())
    amiss = read_plan('{"plan": "x", "people": "many"}', 3, 2)[1]
    assert amiss == ("miscounted people", "miscounted resources")
    for text in ("", "I would rather not.", '{"people": 3}', "[]"):
        with pytest.raises(UnusableError):
            read_plan(text, 3, 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mind", "protocol"),
    [(faithful, "agentgroupchat"), (faithful, "hybrid"), (hostile(5, late=0.4), "agentgroupchat")],
    ids=["faithful-agentgroupchat", "faithful-hybrid", "hostile-agentgroupchat"],
)
async def test_strategists_on_models_play_a_whole_story(mind: Any, protocol: Any) -> None:
    lengths = {"discussion": 3, "private_chat": 1, "confidential_meeting": 1}
    with serving(mind) as server:
        context = Context(
            evening={
                "kind": "whole",
                "persona": "strategist",
                "lengths": lengths,
                "rounds": 1 if protocol == "agentgroupchat" else None,
                "protocol": protocol,
            },
            model="openai:m",
            models={"attempts": 1, "timeout": 30 if mind is faithful else 0.3},
            base_url=server.url,
            limits={"tolerate": True},
        )
        end = await graph.ainvoke(
            {"scenario": ORCHARD, "seed": 1}, {"recursion_limit": 999}, context=context
        )
    assert end["outcome"]["decided"] in ("ivo", "senna", None)
    kept = [row["ledger"]["persona"] for row in end["history"] if row["rule"] == "reflect"]
    assert len(kept) == 8
    assert all(abs(score) <= 10 for one in kept for score, _ in one["regards"].values())
    calls = [call for row in end["history"] for call in row["ledger"]["calls"]]
    tasks = {"summarise", "reflect", "perceive", "choose"}
    tasks |= {"consider", "guess"} if protocol == "agentgroupchat" else {"think"}
    assert tasks <= {call["task"] for call in calls}
    assert ("judged" in end["outcome"]) == (protocol == "agentgroupchat")
    if mind is faithful:
        assert not [call for call in calls if call["default"]]
