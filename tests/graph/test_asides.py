"""What listeners say within a turn: it takes no turn, changes no turn, and all hear it."""

from collections import Counter
from itertools import pairwise
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver

from mmagents.evaluation.realism.shares import backchannels
from mmagents.evaluation.realism.turns import talk_of
from mmagents.graph.build import builder, graph
from mmagents.interfaces.asides import Aside, Ended
from mmagents.interfaces.player import Player, Thought
from mmagents.interfaces.view import View
from mmagents.models.quoting import quote
from mmagents.models.variables import view_variables
from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow
from mmagents.nodes.table import table_for
from mmagents.prompts.render import Prompts
from mmagents.recordings.games import recording_of

LONG = "It rained. The shed was shut. Nobody came."


class Says:
    """Says one thing."""

    def __init__(self, text: str = LONG) -> None:
        self.text, self.views = text, list[View]()

    async def think(self, view: View) -> Thought:
        self.views.append(view)
        return Thought("", "speak", 5)

    async def speak(self, view: View) -> str:
        return self.text


class Answers(Says):
    """Says a thing of one kind to the n-th unit of every turn, and to all of them for 0."""

    def __init__(self, kind: Any, text: str, unit: int = 0) -> None:
        super().__init__()
        self.said, self.unit, self.ended = Aside(kind, text), unit, list[Ended]()

    async def respond(self, view: View, ended: Ended) -> Aside | None:
        self.ended.append(ended)
        return self.said if self.unit in (0, ended.number) else None


class Plain(Answers):
    """Says things again as well."""

    async def say_again(self, view: View, unit: str, asked: Aside) -> str:
        return f"I said: {unit}"


class Table(Context):
    model_config: ClassVar = {"arbitrary_types_allowed": True, "extra": "forbid", "frozen": True}
    players: dict[str, Any]

    def player(self, seat: str) -> Player:
        return self.players[seat]  # type: ignore[no-any-return]  # tests put players there


def rows(turns: int, condition: str = "round-robin", **players: Says) -> list[TurnRow]:
    seats = {"petra": Says(), "bram": Says(), "kit": Says(), **players}
    table = Table(turns=turns, units=True, condition=condition, players=seats)
    found: list[TurnRow] = graph.invoke(
        {"scenario": "mini", "seed": 1}, {"recursion_limit": 900}, context=table
    )["history"]
    return found


def played(**fields: Any) -> list[TurnRow]:
    seed = fields.pop("seed", 2)
    context = Context.model_validate({"turns": 8, "units": True, **fields})
    found: list[TurnRow] = graph.invoke(
        {"scenario": "halcyon-light", "seed": seed}, {"recursion_limit": 3000}, context=context
    )["history"]
    return found


def without_asides(row: TurnRow) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "asides"}


@settings(max_examples=4, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**6),
    condition=st.sampled_from(["cssn-or-ss", "ss", "bidding", "round-robin", "random"]),
    language=st.sampled_from(["en", "ja"]),
    manner=st.sampled_from(["panel", "conversation"]),
)
def test_backchannels_change_nothing_but_that_they_are_heard(
    seed: int, condition: str, language: str, manner: str
) -> None:
    told = {"seed": seed, "condition": condition, "language": language, "manner": manner}
    silent, heard = played(**told, backchannels="none"), played(**told)
    assert not any("asides" in row for row in silent)
    assert [row["turn"] for row in heard] == [row["turn"] for row in silent]
    for row, same in zip(heard, silent, strict=True):
        if any(one["kind"] == "repair" for one in row.get("asides", ())):
            break  # from here on the words differ: a unit is said twice
        assert without_asides(row) == same


@settings(max_examples=6, suppress_health_check=list(HealthCheck))
@given(
    kinds=st.lists(st.sampled_from(["continuer", "assessment", "repair"]), min_size=3, max_size=3),
    units=st.lists(st.integers(0, 3), min_size=3, max_size=3),
    condition=st.sampled_from(["round-robin", "equal", "random"]),
)
def test_whatever_is_said_aside_as_many_turns_go_to_the_same_speakers(
    kinds: list[str], units: list[int], condition: str
) -> None:
    seats = {
        seat: Plain(kind, "What?", unit)
        for seat, kind, unit in zip(("petra", "bram", "kit"), kinds, units, strict=True)
    }
    with_them, without = rows(7, condition, **seats), rows(7, condition)
    assert [(one["turn"], one["speaker"]) for one in with_them] == [
        (one["turn"], one["speaker"]) for one in without
    ]


def test_a_backchannel_is_no_turn_and_lies_within_one() -> None:
    found = rows(3, bram=Answers("continuer", "Mm."))
    assert [row["turn"] for row in found] == [1, 2, 3]
    said = [one for row in found for one in row.get("asides", ())]
    assert {(one["speaker"], one["text"], one["kind"]) for one in said} == {
        ("bram", "Mm.", "continuer")
    }
    for row in found:
        assert ("asides" in row) == (row["speaker"] != "bram")
        times = row["units"]["times"]
        assert [one["unit"] for one in row.get("asides", ())] in ([1, 2], [])
        for one in row.get("asides", ()):
            ended = times[one["unit"] - 1][1]
            assert ended <= one["start"] <= min(ended + 0.31, row["end"])
            assert one["start"] < one["end"]


def test_who_listens_is_told_how_much_was_said_since_the_last_response() -> None:
    bram = Answers("continuer", "Mm.", 2)
    rows(1, "round-robin", petra=Says(), bram=bram)
    assert [(one.number, one.text, one.since) for one in bram.ended] == [
        (1, "It rained.", "It rained."),
        (2, "The shed was shut.", "It rained. The shed was shut."),
    ]
    assert not any(one.askable for one in bram.ended)  # who speaks does not say things again


def test_a_unit_that_was_not_heard_is_said_again_before_the_turn_goes_on() -> None:
    speaks = Plain("continuer", "Mm.", 9)
    first, *_ = rows(
        1, petra=speaks, bram=Answers("repair", "The what?", 2), kit=Plain("continuer", "Mm.")
    )
    assert first["text"] == (
        "It rained. The shed was shut. I said: The shed was shut. Nobody came."
    )
    assert first["units"]["again"] == [2]
    assert len(first["units"]["ends"]) == 4 == len(first["units"]["completion"])
    asked = [one for one in first["asides"] if one["unit"] == 2]
    assert [(one["speaker"], one["kind"]) for one in asked] == [("bram", "repair")]
    assert first["units"]["times"][1][1] <= asked[0]["start"]
    assert all(before[1] <= after[0] + 0.011 for before, after in pairwise(first["units"]["times"]))


def test_nobody_is_asked_to_say_again_what_they_would_not_nor_twice_in_a_turn() -> None:
    deaf = rows(1, bram=Answers("repair", "What?"))
    assert "asides" not in deaf[0]
    assert deaf[0]["text"] == LONG
    asked = rows(1, petra=Plain("continuer", "", 9), bram=Answers("repair", "What?"))[0]
    assert [one["kind"] for one in asked["asides"]] == ["repair"]
    assert asked["text"].count("I said") == 1


def test_all_who_hear_a_turn_hear_what_was_said_to_it() -> None:
    kit = Says()
    found = rows(3, bram=Answers("assessment", "How odd.", 1), kit=kit)
    heard = kit.views[-1].heard
    for turn in heard:
        row = found[turn.turn - 1]
        assert [(one.speaker, one.text, one.kind, one.unit) for one in turn.asides] == [
            (one["speaker"], one["text"], one["kind"], one["unit"]) for one in row.get("asides", ())
        ]
    assert any(turn.asides for turn in heard)


@pytest.mark.parametrize(("wanted", "speak_up"), [("none", set()), ("own", {"bram"})])
def test_a_seat_that_has_no_rules_of_its_own_says_nothing_unless_that_is_asked_for(
    wanted: str, speak_up: set[str]
) -> None:
    seats = {"petra": Says(), "bram": Answers("continuer", "Mm."), "kit": Says()}
    table = Table(turns=6, units=True, condition="round-robin", players=seats, backchannels=wanted)
    start = {"scenario": "mini", "seed": 1}
    found = graph.invoke(start, {"recursion_limit": 900}, context=table)["history"]
    assert {one["speaker"] for row in found for one in row.get("asides", ())} == speak_up


def test_by_rule_all_seats_say_something_where_a_run_wants_that() -> None:
    talk = (
        "I was in the orchard at nine. The shed was shut and the lamp was out by then. Nobody came."
    )
    seats = {seat: Says(talk) for seat in ("petra", "bram", "kit")}
    table = Table(turns=30, units=True, condition="random", players=seats, backchannels="all")
    start = {"scenario": "mini", "seed": 3}
    found = graph.invoke(start, {"recursion_limit": 2000}, context=table)["history"]
    said = [one for row in found for one in row.get("asides", ())]
    assert {one["speaker"] for one in said} == {"petra", "bram", "kit"}
    assert "repair" not in {one["kind"] for one in said}  # nobody there says things again


def test_gone_on_with_from_where_listeners_respond_it_is_the_same_game() -> None:
    kept = builder.compile(checkpointer=InMemorySaver())
    seats = {"petra": Plain("repair", "What?", 2), "bram": Plain("repair", "Sorry?", 1)}
    seats["kit"] = Plain("continuer", "Mm.")
    table = Table(turns=3, units=True, condition="round-robin", players=seats)
    config: Any = {"configurable": {"thread_id": "1"}, "recursion_limit": 900}
    whole = kept.invoke({"scenario": "mini", "seed": 1}, config, context=table)["history"]
    assert {one["kind"] for row in whole for one in row.get("asides", ())} == {
        "continuer",
        "repair",
    }
    within = [one for one in kept.get_state_history(config) if one.next == ("listeners_respond",)]
    assert len(within) > 3
    for one in within:
        assert kept.invoke(None, one.config, context=table)["history"] == whole


def test_a_model_is_told_what_was_said_to_a_turn_and_by_whom() -> None:
    odd, kit = 'How "odd".', Says()
    rows(3, bram=Answers("assessment", odd, 1), kit=kit)
    view = kit.views[-1]
    told = Prompts().render("think", view.language, view_variables(view)).user
    turn = next(one for one in view.heard if one.asides)
    said = next(line for line in told.splitlines() if f"{turn.turn}, " in line and "Bram:" in line)
    assert said.endswith(f"(Bram: {quote(odd)})")


def test_on_the_yardstick_they_are_backchannels_and_no_turns() -> None:
    kit = Plain("continuer", "Mm.", 9)
    found = rows(6, bram=Answers("continuer", "Mm."), petra=Plain("repair", "What?", 2), kit=kit)
    with_them = recording_of(found, table_for("mini", Context()))
    kinds = Counter(one.kind for one in with_them.utterances)
    said = Counter(one["kind"] for row in found for one in row.get("asides", ()))
    assert kinds == Counter({"turn": 6, "backchannel": said["continuer"], "repair": said["repair"]})
    assert said["continuer"]
    assert said["repair"]
    talk = talk_of(with_them)
    assert [one.speaker for one in talk.turns] == [row["speaker"] for row in found]
    units = sum(len(row["units"]["ends"]) for row in found)
    assert backchannels(talk) == pytest.approx(said["continuer"] / (said["continuer"] + units))
