"""A person comes into somebody else's turn, and is cut: who is asked, who goes first, who hears."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mmagents.floor.places import PRESSED
from mmagents.nodes.context import Context
from mmagents.saved.begin import differently
from mmagents.saved.watch import Event, play
from tests.graph.a_person import answer
from tests.graph.conftest import LONG, Rigged, Says
from tests.graph.leaks import strings
from tests.graph.test_people import Say, drive
from tests.graph.test_units_unheard import Watched, at_a_place, tokens, unheard, watched

Rows = list[dict[str, Any]]


def played(say: Say, turns: int = 2, **choices: Any) -> tuple[Rows, list[dict[str, Any]]]:
    """Play with Kit a person; return the record and every ask."""
    players = {"petra": Says(bid=6), "bram": Says(bid=2), **choices.pop("players", {})}
    given = {"turns": turns, "medium": "units", "medium.come_in": True, "seats": {"kit": "human"}}
    context = Rigged(players=players, **(given | choices))
    end, asked = drive("mini", 1, context, say)
    return end["history"], [ask for ask, _ in asked]


def comes_in_after(unit: int, words: str = "One moment.") -> Say:
    def say(ask: dict[str, Any]) -> dict[str, Any]:
        if ask["what"] == "come_in":
            return {"come_in": ask["id"].split(":")[1] == f"come_in-{unit}"}
        return {"say": words} if ask["what"] == "speak" else {"pass": True}

    return say


def test_whoever_comes_in_ends_the_turn_there_has_the_next_and_is_not_asked_for_a_bid() -> None:
    rows, asked = played(comes_in_after(2))
    cut, mine = rows
    assert cut["text"] == "It rained. The shed was shut."
    assert cut["units"]["cut"] == {"by": "kit", "rule": "1b", "at": len(cut["text"])}
    assert cut["ledger"]["unsaid"] == "Nobody came."
    place = cut["ledger"]["places"][-1]
    assert place["offers"] == [{"seat": "kit", "height": PRESSED, "why": "a person"}]
    assert (mine["speaker"], mine["rule"], mine["text"]) == ("kit", "1b", "One moment.")
    assert [ask["id"] for ask in asked[-3:]] == [
        "1:come_in-1:kit",
        "1:come_in-2:kit",
        "2:speak:kit",
    ]


def test_a_person_is_shown_no_more_than_was_heard_by_then_and_when() -> None:
    _, asked = played(lambda ask: {"pass": True}, turns=1)
    places = [ask for ask in asked if ask["what"] == "come_in"]
    last = [ask["view"]["heard"][-1] for ask in places]
    assert [row["text"] for row in last] == ["It rained.", "It rained. The shed was shut."]
    assert [len(row["units"]["times"]) for row in last] == [1, 2]
    assert not [text for ask in places for text in strings(ask) if "Nobody came" in text]


def test_no_hold_is_above_a_person_who_comes_in() -> None:
    given = {"bram": Says(f"I do not know. {LONG}", bid=9)}
    given["petra"] = Says("Bram, where were you?", bid=9)
    rows, _ = played(comes_in_after(1), turns=3, players=given)
    cut = next(row for row in rows if row["speaker"] == "bram" and row["rule"] == "1a")
    assert cut["units"]["cut"]["by"] == "kit"


def test_whom_the_words_select_goes_before_a_person_who_is_not_even_asked() -> None:
    asks = Says("Bram, where were you? I must know it.", bid=9)
    rows, asked = played(comes_in_after(1), turns=1, players={"petra": asks, "bram": asks})
    assert rows[0]["units"]["cut"]["rule"] == "1a"
    assert not [ask for ask in asked if ask["what"] == "come_in"]


@pytest.mark.parametrize("choices", [{"medium.come_in": False}, {"condition": "round-robin"}])
def test_nobody_is_asked_who_did_not_want_it_or_where_nobody_bids(choices: dict[str, Any]) -> None:
    context = Context(**{"medium.come_in": True, "medium": "units", "turns": 5, **choices})
    context = context.model_copy(update={"seats": {"kit": "human"}})
    _, asked = drive("mini", 1, context, answer)
    assert asked
    assert not [ask for ask, _ in asked if ask["what"] == "come_in"]


def test_what_is_no_answer_at_a_place_is_asked_for_again() -> None:
    wrong: list[Any] = ["come in", {"come_in": "yes"}, {"say": "Wait."}]

    def say(ask: dict[str, Any]) -> Any:
        if ask["what"] == "come_in" and wrong:
            return wrong.pop()
        assert ask["what"] != "come_in" or ask["error"]
        return comes_in_after(1)(ask)

    rows, _ = played(say, turns=1)
    assert rows[0]["units"]["cut"]["by"] == "kit"


def test_a_person_is_cut_by_whom_their_words_select_and_by_who_comes_in() -> None:
    words = "I was at home. Petra, were you there? I saw you, I think. So say it."
    rows, _ = played(comes_in_after(1, words))
    assert rows[1]["text"] == "I was at home. Petra, were you there?"
    assert rows[1]["units"]["cut"]["by"] == "petra"
    pushy = Says(height=9, bid=6)
    rows, _ = played(comes_in_after(1, LONG), turns=3, players={"petra": pushy})
    mine = next(row for row in rows if row["speaker"] == "kit")
    assert mine["units"]["cut"]["by"] == "petra"
    assert mine["ledger"]["unsaid"]


@settings(max_examples=3, suppress_health_check=list(HealthCheck), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    language=st.sampled_from(["en", "ja"]),
    condition=st.sampled_from(["cssn-or-ss", "ss"]),
)
def test_what_a_person_did_not_come_to_say_reaches_nobody(
    seed: int, language: str, condition: str
) -> None:
    context, end, asked = with_people(seed, language=language, condition=condition)
    assert unheard(context, end) == set()
    assert unheard_in(asked, end) == []


def with_people(seed: int, **choices: Any) -> tuple[Watched, dict[str, Any], list[Any]]:
    context = watched(seed, ("kit",), medium={"come_in": True}, turns=6, **choices)
    end, asked = drive("mini", seed, context, answer)
    return context, end, [ask for ask, _ in asked]


def unheard_in(asked: list[Any], end: dict[str, Any]) -> list[str]:
    """Return the ids of the asks in which words stand that were never said."""
    unsaid = {one for row in end["history"] for one in tokens(row["ledger"].get("unsaid", ""))}
    return [ask["id"] for ask in asked if unsaid & {t for s in strings(ask) for t in tokens(s)}]


def test_a_leak_into_what_people_are_asked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    at_a_place(monkeypatch)
    _, end, asked = with_people(1)
    assert any("come_in" in one for one in unheard_in(asked, end))


def test_words_given_with_a_bid_are_kept_nowhere_once_they_were_cut() -> None:
    def say(ask: dict[str, Any]) -> dict[str, Any]:
        words = "I was at home. Petra, where were you? I saw zq1x."
        return {"bid": 9, "say": words} if ask["what"] == "think" else {"pass": True}

    quiet = Says("Hm.", bid=0)
    players = {"petra": quiet, "bram": quiet}
    table = Rigged(turns=3, medium="units", seats={"kit": "human"}, players=players)
    end, _ = drive("mini", 1, table, say)
    mine = next(row for row in end["history"] if row["speaker"] == "kit")
    assert "zq1x" in mine["ledger"]["unsaid"]
    assert not [text for text in strings({**end, "history": []}) if "zq1x" in text]


def test_a_person_who_takes_a_seat_in_a_fork_may_come_in_where_turns_can_be_cut() -> None:
    kept = Context(medium="units").model_dump()
    person = {"seats": {"kit": "human"}}
    assert differently(kept, person)["medium"]["come_in"]
    assert not differently(kept, {**person, "medium.come_in": False})["medium"]["come_in"]
    assert not differently(kept, {"seats": {"kit": "improv"}})["medium"]["come_in"]
    assert differently(Context().model_dump(), person)["medium"] is None


async def test_whoever_watches_is_told_of_each_unit_and_never_of_what_is_not_said() -> None:
    told: list[Event] = []
    async for event in play("halcyon-light", 5, Context(turns=12, medium="units")):
        if event.unit is not None:
            told.append(event)
        elif event.row is not None:
            texts = [one.unit["text"] for one in told if one.unit]
            ends = event.row["units"]["ends"]
            assert texts == [event.row["text"][:end] for end in ends]
            assert told[-1].last == ("cut" not in event.row["units"])
            bare = [{**one, "start": 0, "end": 0} for one in event.row.get("asides", ())]
            assert [{**one, "start": 0, "end": 0} for one in told[-1].asides] == bare
            told = []
