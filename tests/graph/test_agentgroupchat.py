"""The stages of AgentGroupChat, played: who chooses, speaks, hears what and when, and judges."""

import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from mmagents.graph import saved as games
from mmagents.graph.begin import begin, branch
from mmagents.graph.build import builder, graph
from mmagents.interfaces.player import Asked, Chosen, Player, Thought
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import agenda_of
from mmagents.nodes.step import Step
from mmagents.nodes.table import table_for
from mmagents.nodes.views.view import since_reflection
from mmagents.scenarios.errors import MMAgentsError
from mmagents.scenarios.loader import load_scenario
from mmagents.stores.saved_game import SavedGame
from tests.evaluation import rows as made
from tests.graph.leaks import leaks, strings
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving

ORCHARD = str(Path(__file__).parents[1] / "stories" / "orchard.yaml")
STORY = load_scenario(ORCHARD)
SEATS, PRINCIPALS = STORY.seats(), STORY.principals()
LENGTHS = {"private_chat": 3, "confidential_meeting": 2, "discussion": 5}
MARK = re.compile(r"‹\w+ \d+›")


def run_of(**given: Any) -> Context:
    fields: dict[str, Any] = {"evening": "whole", "persona": "strategist", "rounds": 2}
    return Context(protocol="agentgroupchat", **(fields | {"lengths": LENGTHS} | given))


def play(seed: int = 3, **given: Any) -> dict[str, Any]:
    config: Any = {"recursion_limit": 999}
    start: Any = {"scenario": ORCHARD, "seed": seed}
    return dict(graph.invoke(start, config, context=run_of(**given)))


class Marking:
    """Says its name and the turn with a fact that it knows, and keeps every view it was given."""

    def __init__(self, seat: str, seed: int, seen: list[View]) -> None:
        self.seat, self.seed, self.seen = seat, seed, seen

    def lot(self, view: View, of: str) -> random.Random:
        self.seen.append(view)
        return random.Random(f"{self.seed}:{view.turn}:{self.seat}:{of}")

    async def think(self, view: View) -> Thought:
        self.lot(view, "think")
        return Thought(f"{self.seat} keeps turn {view.turn} to itself", "speak", 5)

    async def speak(self, view: View) -> str:
        lot = self.lot(view, "speak")
        known = [one.told or one.text for one in view.known] or ["Well."]
        call = lot.choice([one.call for one in view.public.cast])
        return f"‹{self.seat} {view.turn}› {lot.choice([*known, f'{call}, what do you know?'])}"

    async def choose(self, view: View, asked: Asked) -> Chosen:
        lot = self.lot(view, asked.kind)
        return Chosen(lot.choice([one.id for one in asked.options]))


class Watched(Context):
    model_config: ClassVar = {"arbitrary_types_allowed": True, "extra": "forbid", "frozen": True}
    game_seed: int
    seen: list[View]

    def player(self, seat: str) -> Player:
        return Marking(seat, self.game_seed, self.seen)


def rounds_of(rows: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the rows of each round of group chat."""
    said = [row for row in rows if row["rule"] == "round"]
    return [said[at : at + len(SEATS)] for at in range(0, len(said), len(SEATS))]


def heard_before(view: View, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what a seat has heard by a view: of the round under way, nothing."""
    starts = {row["turn"]: one[0]["turn"] for one in rounds_of(rows) for row in one}
    until = starts.get(view.turn, view.turn) if view.phase == "discussion" else view.turn
    return [row for row in rows if row["turn"] < until and view.seat in row["heard_by"]]


def check(view: View, rows: list[dict[str, Any]]) -> None:
    heard = heard_before(view, rows)
    may = {mark for row in heard for mark in MARK.findall(row["text"])}
    held = {mark for one in strings(view) for mark in MARK.findall(one)}
    assert held <= may
    assert {one.turn for one in view.heard} <= {row["turn"] for row in heard}
    assert leaks(view, heard, {}, STORY) == []
    known = {fact.id for fact in view.known if fact.public}
    assert known <= {fact for row in heard for fact in row["facts"]}


@pytest.mark.slow
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), rounds=st.integers(1, 2))
def test_nobody_hears_what_is_said_in_a_round_before_it_is_over_nor_what_is_said_in_private(
    seed: int, rounds: int
) -> None:
    fields = run_of(rounds=rounds, persona="plain").model_dump()
    context = Watched.model_construct(**fields, game_seed=seed, seen=[])
    start: Any = {"scenario": ORCHARD, "seed": seed}
    rows = graph.invoke(start, {"recursion_limit": 999}, context=context)["history"]
    spoke = [view for view in context.seen if view.phase == "discussion"]
    assert len(spoke) == 2 * sum(map(len, rounds_of(rows)))
    assert {len(row["heard_by"]) for row in rows if row["rule"] == "turn-about"} == {2}
    for view in context.seen:
        check(view, rows)
    later = [view for view in spoke if view.turn > rounds_of(rows)[1][0]["turn"]]
    assert all(
        {mark for one in view.heard for mark in MARK.findall(one.text)}
        >= {MARK.findall(row["text"])[0] for row in rounds_of(rows)[0]}
        for view in later
        if view.since < rounds_of(rows)[0][0]["turn"]
    )


def test_the_check_finds_what_was_said_in_the_round_and_in_private() -> None:
    context = Watched.model_construct(
        **run_of(rounds=1, persona="plain").model_dump(), game_seed=1, seen=[]
    )
    start: Any = {"scenario": ORCHARD, "seed": 1}
    rows = graph.invoke(start, {"recursion_limit": 999}, context=context)["history"]
    last = rounds_of(rows)[-1][-1]
    view = next(one for one in context.seen if one.turn == last["turn"] and one.thoughts)
    whispers = (row for row in rows if view.seat not in row["heard_by"] and "‹" in row["text"])
    for text in (rounds_of(rows)[-1][0]["text"], next(whispers)["text"]):
        with pytest.raises(AssertionError):
            check(view.__class__(**{**fields_of(view), "thoughts": (text,)}), rows)


def fields_of(view: View) -> dict[str, Any]:
    return {name: getattr(view, name) for name in View.__slots__}


def test_an_update_opens_the_game_and_every_round_goes_through_the_stages_in_order() -> None:
    kinds = [one["kind"] for one in agenda_of(STORY, run_of())]
    stage = ["private_chat", "confidential_meeting", "discussion", "update"]
    assert kinds == ["update", *stage, *stage, "vote", "judgement", "settlement"]
    without = agenda_of(STORY, run_of(without=("private", "group"), rounds=1))
    left = ["update", "confidential_meeting", "update", "vote", "judgement", "settlement"]
    assert [one["kind"] for one in without] == left
    mystery = agenda_of(load_scenario("mini"), run_of())
    assert mystery[-3]["kind"] == "accusation"


def test_a_group_chat_has_whole_rounds_no_shorter_than_it_should_be() -> None:
    turns = {
        asked: next(
            one["turns"]
            for one in agenda_of(STORY, run_of(lengths={"discussion": asked}))
            if one["kind"] == "discussion"
        )
        for asked in (1, 4, 5, 8)
    }
    assert turns == {1: 4, 4: 4, 5: 8, 8: 8}


def test_relations_are_assigned_before_anybody_talks_and_guessed_for_all_others() -> None:
    rows = play(rounds=1)["history"]
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
        rows = play(seed, rounds=1)["history"]
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
    rows = play(rounds=1, without=thinking)["history"]
    talk = [row for row in rows if row["rule"] in ("round", "turn-about", "first")]
    assert all([bid["seat"] for bid in row["ledger"]["bids"]] == [row["speaker"]] for row in talk)
    assert {bid["importance"] for row in talk for bid in row["ledger"]["bids"]} == {0}
    thought = {bool(bid["thought"]) for row in talk for bid in row["ledger"]["bids"]}
    assert thought == {not thinking}
    assert not any(row["ledger"]["tie"] for row in talk)
    spoke = [row["speaker"] for row in talk if row["rule"] == "round"]
    whole = [row["speaker"] for row in play(rounds=1)["history"] if row["rule"] == "round"]
    assert spoke == whole


@pytest.mark.slow
def test_thinking_ahead_changes_nothing_that_is_said() -> None:
    said = [
        [
            (row["speaker"], row["rule"], row["text"])
            for row in play(rounds=1, overlap=on)["history"]
        ]
        for on in (False, True)
    ]
    assert said[0] == said[1]


def test_principals_sum_up_for_themselves_and_judge_before_all() -> None:
    end = play(rounds=1)
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
    silent = play(rounds=1, without=("group",))["history"]
    assert not [row for row in silent if row["rule"] == "summary"]


@pytest.mark.slow
def test_a_game_stopped_anywhere_and_gone_on_with_is_the_same_game() -> None:
    stops = ["choose_partner", "hear_round", "judge"]
    kept = builder.compile(checkpointer=InMemorySaver(), interrupt_before=stops)
    config: Any = {"configurable": {"thread_id": "1"}, "recursion_limit": 999}
    start: Any = {"scenario": ORCHARD, "seed": 3}
    end = kept.invoke(start, config, context=run_of(rounds=1))
    while not end["ended"]:
        end = kept.invoke(None, config, context=run_of(rounds=1))
    assert end["history"] == play(rounds=1)["history"]


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
        run = {"rounds": 1, "lengths": short, "model": "openai:m", "base_url": server.url}
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
        with begin(tmp_path / "cut", ORCHARD, 3, run_of(**run, max_calls=calls)) as game:
            assert len(await played(game)) == round_[3]
            assert await played(game, {"max_calls": None}) == whole


def test_a_person_speaks_in_a_round_without_having_heard_it() -> None:
    kept = builder.compile(checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}, "recursion_limit": 999}
    run = run_of(rounds=1, seats={"dob": "human"}, without=("private", "confidential"))
    end = kept.invoke({"scenario": ORCHARD, "seed": 3}, config, context=run)
    asked: list[str] = []
    while "__interrupt__" in end:
        ask = end["__interrupt__"][0].value["asks"]["dob"]
        asked.append(ask["what"])
        answer: Any = {"pass": True}
        if ask["what"] == "speak":
            said = [row for row in ask["view"]["heard"] if row["rule"] == "round"]
            assert len(said) in (0, len(SEATS))
            answer = {"say": "The trees are mine to mind."}
        end = kept.invoke(Command(resume={"dob": answer}), config, context=run)
    assert asked.count("speak") == 2
    mine = [row["text"] for row in end["history"] if row["rule"] == "round"]
    assert mine.count("The trees are mine to mind.") == 2


@pytest.mark.parametrize(
    "wrong",
    [{"evening": "discussion"}, {"condition": "ss"}, {"repair": True}],
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
