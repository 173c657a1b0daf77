"""A turn said unit by unit: who stops it, who has the next, and what is due again after it."""

from itertools import pairwise
from typing import Any

import pytest

from mmagents.graph.build import graph
from mmagents.interfaces.view import View
from mmagents.lab.recordings.games import recording_of
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from tests.graph.conftest import LONG, Rigged, Says, played, the_same_from
from tests.languages import LANGUAGES

LOOP = {("say_unit",), ("transition_place",), ("stop_speaking",)}


def rows(turns: int, condition: str = "cssn-or-ss", seed: int = 1, **given: Any) -> list[Any]:
    seats = {seat: given.pop(seat, Says()) for seat in ("petra", "bram", "kit")}
    fields = {"medium": "units", "turns": turns, "condition": condition, **given}
    return played(Rigged(players=seats, **fields), seed=seed)


def test_a_question_in_the_middle_selects_at_once_and_the_rest_is_not_said() -> None:
    asks = Says("It rained. Bram, where were you? I must know it.", bid=9)
    first, second = rows(2, petra=asks, kit=asks)
    assert first["speaker"] in ("petra", "kit")
    assert first["text"] == "It rained. Bram, where were you?"
    assert first["units"]["cut"] == {"by": "bram", "rule": "1a", "at": len(first["text"])}
    assert first["ledger"]["unsaid"] == "I must know it."
    assert (second["speaker"], second["rule"]) == ("bram", "1a")


def test_who_comes_in_above_the_hold_has_the_next_turn_whatever_others_bid() -> None:
    cut, after = rows(2, petra=Says(bid=6), bram=Says(height=8, bid=1), kit=Says(bid=7))
    place = cut["ledger"]["places"][-1]
    assert (cut["speaker"], cut["text"]) == ("petra", "It rained.")
    assert (cut["units"]["cut"]["by"], place["to"], place["rule"]) == ("bram", "bram", "1b")
    assert place["offers"][0]["height"] == 8 > place["hold"]
    assert after["speaker"] == "bram"
    assert "bram came in at a place where" in after["ledger"]["reason"]


@pytest.mark.parametrize("condition", ["round-robin", "equal", "random"])
def test_where_nobody_bids_nobody_comes_in_and_nothing_is_left_unsaid(condition: str) -> None:
    pushy = Says(f"{LONG} Bram, was it you? Well.", height=9)
    found = rows(4, condition, petra=pushy, bram=pushy, kit=pushy)
    assert all("cut" not in row["units"] and "unsaid" not in row["ledger"] for row in found)
    assert all(row["ledger"]["places"][-1]["rule"] == "1c" for row in found)


def test_gone_on_with_from_anywhere_in_the_loop_it_is_the_same_game() -> None:
    given = Context(turns=3, medium="units")
    whole, within = the_same_from(lambda one: one.next in LOOP, given, "halcyon-light", 5)
    assert any("cut" in row["units"] for row in whole)
    assert {one.next for one in within} == LOOP


def test_without_units_no_step_of_the_loop_is_taken_and_nothing_of_it_is_kept() -> None:
    given, start = Context(turns=3), {"scenario": "mini", "seed": 1}
    steps = {name for one in graph.stream(start, context=given) for name in one}
    assert not steps & {"say_unit", "transition_place", "stop_speaking"}
    state = graph.invoke(start, context=given)
    assert "planned" not in state
    assert all("units" not in row and "places" not in row["ledger"] for row in state["history"])
    with pytest.raises(ValueError, match="come_in"):
        Context(medium={"kind": "chat", "come_in": True})


def test_an_answer_that_was_cut_leaves_its_pair_open_until_it_is_given() -> None:
    class ByTurn(Says):
        async def speak(self, view: View) -> str:
            return self.lines[0] if view.turn <= 2 else self.lines[1]

    petra = ByTurn("Bram, where were you?", "It rained.", bid=1)
    bram = ByTurn("Well. I was in the tent.", "I was in the tent.", bid=7)
    found = rows(4, "ss", petra=petra, bram=bram, kit=Says("Hm.", height=9, bid=1))
    first = next(row for row in found if row["addressees"] == ["bram"])
    cut = next(row for row in found if row["speaker"] == "bram")
    assert (cut["text"], cut["units"]["cut"]["by"]) == ("Well.", "kit")
    assert (cut["answers"], cut["closed"]) == (None, [])
    given = next(row for row in found if row["turn"] > cut["turn"] and row["speaker"] == "bram")
    assert given["closed"] == [{"turn": first["turn"], "how": "answered"}]


def test_what_only_leads_up_to_more_selects_nobody_within_a_turn() -> None:
    leads = Says("Bram, one thing else. I can tell you this. It rained.", bid=9)
    (first, *_) = rows(1, petra=leads, bram=leads, kit=leads)
    assert "cut" not in first["units"]
    assert [place["rule"] for place in first["ledger"]["places"]] == ["1c", "1c"]


ASKS = {"en": "Bram, who put out the lamp?", "ja": "ブラムさん、誰が明かりを消したんですか？"}
BACK = {"en": "Which lamp do you mean?", "ja": "どの明かりのことですか？"}
AGAIN = {"en": "What do you mean, which?", "ja": "どの、というのはどういう意味ですか？"}
THAT = {"en": "The one in the shed.", "ja": "小屋のです。"}
IT_WAS = {"en": "It was Kit, I saw it.", "ja": "キットさんです、見ました。"}
PETRA_BEGINS = 0


def says(language: str, *lines: dict[str, str], bid: int = 5) -> Says:
    return Says(*(one[language] for one in lines), "Mm.", bid=bid)


@pytest.mark.parametrize(("units", "language"), [(True, "en"), (True, "ja"), (False, "en")])
def test_once_what_was_asked_back_is_answered_the_first_question_is_due_again_with_units(
    language: str, *, units: bool
) -> None:
    petra, bram = says(language, ASKS, THAT), says(language, BACK, IT_WAS, bid=1)
    given: Any = {"language": language, "medium": "units" if units else None, "seed": PETRA_BEGINS}
    found = rows(4, petra=petra, bram=bram, kit=Says("Mm.", bid=9), **given)
    went = [(row["speaker"], row["rule"]) for row in found[1:]]
    assert went == [("bram", "1a"), ("petra", "1a"), ("bram", "1a") if units else ("kit", "1b")]
    if units:
        assert "due again after turn 3" in found[3]["ledger"]["reason"]
        assert [row["closed"] for row in found[2:]] == [
            [{"turn": 2, "how": "answered"}], [{"turn": 1, "how": "answered"}]
        ]  # fmt: skip
        owed = [(view.turn, view.obligation.turn) for view in bram.spoke if view.obligation]
        assert owed == [(2, 1), (4, 1)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_insertions_nest(language: str) -> None:
    petra, bram = says(language, ASKS, AGAIN, THAT), says(language, BACK, THAT, IT_WAS, bid=1)
    given: Any = {"language": language, "seed": PETRA_BEGINS}
    found = rows(6, petra=petra, bram=bram, kit=Says("Mm.", bid=9), **given)
    assert [row["speaker"] for row in found] == ["petra", "bram"] * 3
    assert [[one["turn"] for one in row["closed"]] for row in found] == [[], [], [], [3], [2], [1]]


def in_time(**fields: Any) -> list[Any]:
    return played(Context(turns=16, manner="conversation", **fields), "halcyon-light", 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_units_follow_one_another_and_turns_may_overlap(language: str) -> None:
    found = in_time(medium="units", language=language)
    for row in found:
        times = row["units"]["times"]
        assert [row["start"], row["end"]] == [times[0][0], times[-1][1]]
        assert all(start < end for start, end in times)
        assert all(before[1] <= after[0] + 0.011 for before, after in pairwise(times))
        assert len(times) == len(row["units"]["ends"])
    for speaker in {row["speaker"] for row in found}:
        own = [row for row in found if row["speaker"] == speaker]
        assert all(before["end"] <= after["start"] for before, after in pairwise(own))
    begun = [row["start"] for row in found]
    assert begun[0] == 0
    assert begun == sorted(begun)
    assert any(after["start"] < before["end"] for before, after in pairwise(found))
    assert [row["start"] for row in in_time(medium="units", language=language)] == begun


def test_a_game_with_times_is_a_recording_of_speech_and_one_without_is_a_chat() -> None:
    timed, plain = in_time(medium="units"), in_time(medium=None)
    table = table_for("halcyon-light", Context())
    assert recording_of(timed, table).medium == "speech"
    assert recording_of(timed, table).timed
    assert recording_of(plain, table).medium == "chat"
    assert not {"start", "end", "units"} & set(plain[0])
