"""What listeners say within a turn: it takes no turn, changes no turn, and all hear it."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mmagents.interfaces.asides import Aside, Ended
from mmagents.interfaces.view import View
from mmagents.lab.realism.shares import backchannels
from mmagents.lab.realism.turns import talk_of
from mmagents.lab.recordings.games import recording_of
from mmagents.models.quoting import quote
from mmagents.models.variables import view_variables
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.prompts.render import Prompts
from tests.graph.conftest import LONG, Rigged, Says, played, the_same_from


class Answers(Says):
    """Says a thing of one kind to the n-th unit of every turn, and to all of them for 0."""

    def __init__(self, kind: Any, text: str, unit: int = 0) -> None:
        super().__init__(LONG)
        self.said, self.unit, self.ended = Aside(kind, text), unit, list[Ended]()

    async def respond(self, view: View, ended: Ended) -> Aside | None:
        self.ended.append(ended)
        return self.said if self.unit in (0, ended.number) else None


class Plain(Answers):
    """Says things again as well."""

    async def say_again(self, view: View, unit: str, asked: Aside) -> str:
        return f"I said: {unit}"


def rows(turns: int, condition: str = "round-robin", seed: int = 1, **given: Any) -> list[Any]:
    seats = {seat: given.pop(seat, Says()) for seat in ("petra", "bram", "kit")}
    context = Rigged(
        **{"turns": turns, "medium": "units", "condition": condition, "players": seats, **given}
    )
    return played(context, seed=seed)


@settings(max_examples=4, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**6),
    condition=st.sampled_from(["cssn-or-ss", "ss", "bidding", "round-robin", "random"]),
    language=st.sampled_from(["en", "ja"]),
    manner=st.sampled_from(["panel", "conversation"]),
)
def test_backchannels_change_nothing_but_that_they_are_heard(seed: int, **told: Any) -> None:
    given = {"turns": 8, "medium": "units", **told}
    heard, silent = (
        played(Context.model_validate(given | more), "halcyon-light", seed)
        for more in ({}, {"medium.backchannels": "none"})
    )
    assert not any("asides" in row for row in silent)
    assert [row["turn"] for row in heard] == [row["turn"] for row in silent]
    for row, same in zip(heard, silent, strict=True):
        if any(one["kind"] == "repair" for one in row.get("asides", ())):
            break  # from here on the words differ: a unit is said twice
        assert {key: value for key, value in row.items() if key != "asides"} == same


@settings(max_examples=6, suppress_health_check=list(HealthCheck))
@given(
    kinds=st.lists(st.sampled_from(["continuer", "assessment", "repair"]), min_size=3, max_size=3),
    units=st.lists(st.integers(0, 3), min_size=3, max_size=3),
    condition=st.sampled_from(["round-robin", "equal", "random"]),
)
def test_whatever_is_said_aside_as_many_turns_go_to_the_same_speakers(
    kinds: list[str], units: list[int], condition: str
) -> None:
    each = zip(("petra", "bram", "kit"), kinds, units, strict=True)
    seats = {seat: Plain(kind, "What?", unit) for seat, kind, unit in each}
    with_them, without = (
        [(one["turn"], one["speaker"]) for one in found]
        for found in (rows(7, condition, **seats), rows(7, condition))
    )
    assert with_them == without


def test_a_backchannel_is_no_turn_and_lies_within_one_after_what_it_responds_to() -> None:
    bram = Answers("continuer", "Mm.")
    found = rows(3, bram=bram)
    assert [row["turn"] for row in found] == [1, 2, 3]
    said = [one for row in found for one in row.get("asides", ())]
    told = {(one["speaker"], one["text"], one["kind"]) for one in said}
    assert told == {("bram", "Mm.", "continuer")}
    for row in found:
        assert ("asides" in row) == (row["speaker"] != "bram")
        times = row["units"]["times"]
        assert [one["unit"] for one in row.get("asides", ())] in ([1, 2], [])
        for one in row.get("asides", ()):
            ended = times[one["unit"] - 1][1]
            assert ended <= one["start"] <= min(ended + 0.31, row["end"])
            assert one["start"] < one["end"]
    late = Answers("continuer", "Mm.", 2)
    rows(1, bram=late)
    assert [(one.number, one.text, one.since) for one in late.ended] == [
        (1, "It rained.", "It rained."),
        (2, "The shed was shut.", "It rained. The shed was shut."),
    ]
    assert not any(one.askable for one in late.ended)  # who speaks does not say things again


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


@pytest.mark.parametrize(
    ("wanted", "speak_up"),
    [("none", set()), ("own", {"bram"}), ("all", {"petra", "bram", "kit"})],
)
def test_a_seat_that_has_no_rules_of_its_own_says_nothing_unless_that_is_asked_for(
    wanted: str, speak_up: set[str]
) -> None:
    talk = Says("I was out at nine. The shed was shut and the lamp was out by then. Nobody came.")
    seats = {"petra": talk, "bram": Answers("continuer", "Mm."), "kit": talk}
    found = rows(30, "random", 3, medium={"backchannels": wanted}, **seats)
    said = [one for row in found for one in row.get("asides", ())]
    assert {one["speaker"] for one in said} == speak_up
    assert "repair" not in {one["kind"] for one in said}  # nobody there says things again


def test_gone_on_with_from_where_listeners_respond_it_is_the_same_game() -> None:
    seats = {"petra": Plain("repair", "What?", 2), "bram": Plain("repair", "Sorry?", 1)}
    seats["kit"] = Plain("continuer", "Mm.")
    table = Rigged(turns=3, medium="units", condition="round-robin", players=seats)
    whole, within = the_same_from(lambda one: one.next == ("listeners_respond",), table)
    kinds = {one["kind"] for row in whole for one in row.get("asides", ())}
    assert kinds == {"continuer", "repair"}
    assert len(within) > 3


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
