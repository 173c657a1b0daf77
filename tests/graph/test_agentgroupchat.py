"""The stages of AgentGroupChat, played: who chooses, speaks, hears what and when, and judges."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from mmagents.errors import MMAgentsError
from mmagents.graph.build import builder
from mmagents.nodes.evening.agenda import agenda_of
from mmagents.nodes.step import Step
from mmagents.nodes.table import table_for
from mmagents.nodes.views.view import since_reflection
from mmagents.saved import games
from mmagents.saved.begin import begin, branch
from mmagents.saved.saved_game import SavedGame
from mmagents.scenarios.loader import load_scenario
from tests.graph.orchard import ORCHARD, PRINCIPALS, SEATS, STORY, play, rounds_of, run_of
from tests.lab import rows as made
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving


def test_an_update_opens_the_game_and_every_round_goes_through_the_stages_in_order() -> None:
    kinds = [one["kind"] for one in agenda_of(STORY, run_of())]
    stage = ["private_chat", "confidential_meeting", "discussion", "update"]
    assert kinds == ["update", *stage, *stage, "vote", "judgement", "settlement"]
    without = agenda_of(STORY, run_of(evening={"without": ("private", "group"), "rounds": 1}))
    left = ["update", "confidential_meeting", "update", "vote", "judgement", "settlement"]
    assert [one["kind"] for one in without] == left
    mystery = agenda_of(load_scenario("mini"), run_of())
    assert mystery[-3]["kind"] == "accusation"


def test_a_group_chat_has_whole_rounds_no_shorter_than_it_should_be() -> None:
    for asked, turns in ((1, 4), (4, 4), (5, 8), (8, 8)):
        agenda = agenda_of(STORY, run_of(evening={"lengths": {"discussion": asked}}))
        assert {one["turns"] for one in agenda if one["kind"] == "discussion"} == {turns}


def test_relations_are_assigned_before_anybody_talks_and_guessed_for_all_others() -> None:
    rows = play(evening={"rounds": 1})["history"]
    first = next(at for at, row in enumerate(rows) if row["rule"] != "reflect")
    assert {row["speaker"] for row in rows[:first]} == set(SEATS)
    for row in rows[:first]:
        kept, seat = row["ledger"]["persona"], row["speaker"]
        assert set(kept["guesses"]) == set(SEATS) - {seat}
        for who, felt in kept["guesses"].items():
            assert set(felt) == set(SEATS) - {who}
    felt = {row["speaker"]: row["ledger"]["persona"] for row in rows[:first]}
    assert felt["maud"]["regards"]["senna"][0] == 4  # as her sheet has it
    assert felt["ivo"]["guesses"]["maud"]["senna"] != felt["maud"]["regards"]["senna"][0]


@pytest.mark.slow
def test_every_principal_chooses_for_itself_and_has_the_talk_it_chose() -> None:
    chosen: set[str] = set()
    for seed in range(4):
        rows = play(seed, evening={"rounds": 1})["history"]
        for phase, turns in (("private_chat", 3), ("confidential_meeting", 2)):
            stage = [row for row in rows if row["phase"] == phase]
            meets = [at for at, row in enumerate(stage) if row["rule"] == "meet"]
            assert sorted(stage[at]["speaker"] for at in meets) == sorted(PRINCIPALS)
            assert stage[0]["speaker"] == "maud"  # who has most influence
            for at, until in pairwise([*meets, len(stage)]):
                talk = stage[at + 1 : until]
                assert len(talk) == turns
                assert [row["rule"] for row in talk] == ["first", *["turn-about"] * (turns - 1)]
                assert talk[0]["speaker"] == stage[at]["speaker"]
                assert all(a["speaker"] != b["speaker"] for a, b in pairwise(talk))
                assert all(len(row["heard_by"]) == 2 for row in talk)
                [other] = set(talk[0]["heard_by"]) - {talk[0]["speaker"]}
                chosen.add(f"{seed} {phase} {other}")
    assert len(chosen) < 4 * 2 * len(PRINCIPALS)  # somebody was chosen by two


def test_all_speak_once_a_round_the_principals_first_and_by_influence() -> None:
    rows = play()["history"]
    rounds = rounds_of(rows)
    assert len(rounds) == 4
    for one in rounds:
        assert [row["turn"] for row in one] == list(
            range(one[0]["turn"], one[0]["turn"] + len(SEATS))
        )
        assert one[0]["speaker"] == "maud"
        assert {row["speaker"] for row in one[: len(PRINCIPALS)]} == set(PRINCIPALS)
        assert {row["speaker"] for row in one} == set(SEATS)
        assert all(row["heard_by"] == SEATS for row in one)


@pytest.mark.slow
@pytest.mark.parametrize("thinking", [(), ("thinking",)])
def test_nobody_thinks_but_who_speaks_and_without_thinking_the_floor_goes_as_it_did(
    thinking: tuple[str, ...],
) -> None:
    rows = play(evening={"rounds": 1}, **{"evening.without": thinking} if thinking else {})[
        "history"
    ]
    talk = [row for row in rows if row["rule"] in ("round", "turn-about", "first")]
    assert all([bid["seat"] for bid in row["ledger"]["bids"]] == [row["speaker"]] for row in talk)
    assert {bid["importance"] for row in talk for bid in row["ledger"]["bids"]} == {0}
    thought = {bool(bid["thought"]) for row in talk for bid in row["ledger"]["bids"]}
    assert thought == {not thinking}
    assert not any(row["ledger"]["tie"] for row in talk)
    spoke = [row["speaker"] for row in talk if row["rule"] == "round"]
    whole = [
        row["speaker"] for row in play(evening={"rounds": 1})["history"] if row["rule"] == "round"
    ]
    assert spoke == whole


@pytest.mark.slow
def test_thinking_ahead_changes_nothing_that_is_said() -> None:
    one, other = (
        [
            (row["speaker"], row["rule"], row["text"])
            for row in play(evening={"rounds": 1}, **on)["history"]
        ]
        for on in ({}, {"pace.overlap": True})
    )
    assert one == other


def test_principals_sum_up_for_themselves_and_judge_before_all() -> None:
    end = play(evening={"rounds": 1})
    summed = [row for row in end["history"] if row["rule"] == "summary"]
    assert [row["speaker"] for row in summed] == PRINCIPALS
    assert all(row["heard_by"] == [row["speaker"]] and row["text"] for row in summed)
    judged = [row for row in end["history"] if row["rule"] == "judge"]
    assert [row["speaker"] for row in judged] == PRINCIPALS
    assert all(row["heard_by"] == SEATS for row in judged)
    votes = [row["ledger"]["vote"] for row in judged]
    assert set(votes) <= set(PRINCIPALS)
    outcome = end["outcome"]
    assert [vote["whom"] for vote in outcome["judged"]] == votes
    most = max(set(votes), key=votes.count)
    assert outcome["winner"] == (most if votes.count(most) > 1 else None)
    silent = play(evening={"rounds": 1, "without": ("group",)})["history"]
    assert not [row for row in silent if row["rule"] == "summary"]


@pytest.mark.slow
def test_a_game_stopped_anywhere_and_gone_on_with_is_the_same_game() -> None:
    stops = ["choose_partner", "hear_round", "judge"]
    kept = builder.compile(checkpointer=InMemorySaver(), interrupt_before=stops)
    config: Any = {"configurable": {"thread_id": "1"}, "recursion_limit": 999}
    start: Any = {"scenario": ORCHARD, "seed": 3}
    end = kept.invoke(start, config, context=run_of(evening={"rounds": 1}))
    while not end["ended"]:
        end = kept.invoke(None, config, context=run_of(evening={"rounds": 1}))
    assert end["history"] == play(evening={"rounds": 1})["history"]


async def played(game: SavedGame, changes: dict[str, Any] | None = None) -> list[str]:
    """Play a saved game to its end; return what was said and done."""
    async for _ in games.go_on(game, changes):
        pass
    return [row["text"] for row in await games.history_of(game)]


@pytest.mark.slow
async def test_a_limit_ends_the_game_after_a_round_and_a_fork_goes_back_to_its_beginning(
    tmp_path: Path,
) -> None:
    short = {"private_chat": 1, "confidential_meeting": 1, "discussion": 8}
    with serving(faithful) as server:
        run = {
            "evening.rounds": 1,
            "evening.lengths": short,
            "model": "openai:m",
            "base_url": server.url,
        }
        with begin(tmp_path / "whole", ORCHARD, 3, run_of(**run)) as game:
            whole = await played(game)
            rows = await games.history_of(game)
            round_ = [row["turn"] for row in rows if row["rule"] == "round"]
            before = [row for row in rows if row["turn"] <= round_[2]]
            calls = sum(call["requests"] for row in before for call in row["ledger"]["calls"])
            with await branch(game, round_[4], tmp_path / "fork", seed=9) as fork:
                assert (await played(fork))[: round_[3]] == whole[: round_[3]]
            with pytest.raises(MMAgentsError, match=f"nearest before it is {round_[0]}"):
                await branch(game, round_[2], tmp_path / "no-fork")
        with begin(tmp_path / "cut", ORCHARD, 3, run_of(limits={"calls": calls}, **run)) as game:
            assert len(await played(game)) == round_[3]
            assert await played(game, {"limits.calls": None}) == whole


@pytest.mark.parametrize(
    "wrong", [{"evening": "discussion"}, {"condition": "ss"}, {"repair": True}]
)
def test_the_protocol_refuses_what_it_would_ignore(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="protocol agentgroupchat"):
        run_of(**wrong)


def test_two_who_talk_twice_in_a_row_have_two_talks_to_sum_up() -> None:
    table = table_for(ORCHARD, run_of())
    pair = ["maud", "ivo"]
    said = [("first", "maud"), ("turn-about", "ivo"), ("first", "ivo"), ("turn-about", "maud")]
    rows = [
        made.row(at, seat, rule=rule, heard_by=pair, phase="private_chat")
        for at, (rule, seat) in enumerate(said, 1)
    ]
    step = Step({"history": rows}, run_of(), table)  # type: ignore[typeddict-item]  # all it reads
    assert [len(one.turns) for one in since_reflection(step, "maud").talks] == [2, 2]
