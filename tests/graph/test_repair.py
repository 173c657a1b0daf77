import json

import pytest

from mmagents.nodes.context import Context
from tests.graph.conftest import kept, played

pytestmark = pytest.mark.slow


LONG = "I hammered in every one of the pegs by two o'clock, and I never left the green after that."
OTHER = "The brass band made such a noise that a cow could have walked through the tent unheard."
NEAR = "By two o'clock I had hammered in all of the pegs, you know, and never left the green."


@pytest.fixture
def repairing(scripted):
    """A scripted player that repairs with the next of its `others`, and keeps what it was shown."""

    class Repairing(scripted):
        def __init__(self, lines, others=(), bids=None):
            super().__init__(lines, bids)
            self.others, self.shown = list(others), []

        async def repair(self, view, dropped):
            self.shown.append(dropped)
            return self.others[len(dropped) - 1]

    return Repairing


def play(rigged, players, turns, **context):
    return played(rigged(players=players, turns=turns, **{"repair": True, **context}), seed=3)


def seated(repairing, lines, others=()):
    return {seat: repairing(lines, others) for seat in ("petra", "bram", "kit")}


@pytest.mark.parametrize("lines", [(LONG, OTHER), ("I see, thank you.", "I see, thank you.")])
def test_what_is_not_suspicious_or_short_is_published_as_it_is(rigged, repairing, lines) -> None:
    rows = play(rigged, seated(repairing, dict(enumerate(lines, 1))), 2)
    assert [row["text"] for row in rows] == [*lines]
    assert [row["ledger"]["repair"]["outcome"] for row in rows] == ["clean", "clean"]


def test_the_same_once_more_is_said_anew_without_a_diagnosis(rigged, repairing) -> None:
    players = seated(repairing, {1: LONG, 2: LONG}, [OTHER])
    rows = play(rigged, players, 2)
    assert rows[1]["text"] == OTHER
    repair = rows[1]["ledger"]["repair"]
    assert (repair["outcome"], repair["spoken"]) == ("repaired", 1)
    assert repair["attempts"][0]["suspicions"][0]["sure"]
    [dropped] = players["bram"].shown[0]
    assert dropped.text == LONG
    assert "turn 1" in dropped.findings[0].comment


def test_what_is_near_is_diagnosed_first(rigged, repairing) -> None:
    rows = play(rigged, seated(repairing, {1: LONG, 2: NEAR}, [OTHER]), 2)
    first, _ = rows[1]["ledger"]["repair"]["attempts"]
    assert not first["suspicions"][0]["sure"]
    assert first["findings"][0]["taken_for"] == "fault"
    assert rows[1]["text"] == OTHER


def test_what_was_asked_for_since_is_no_repetition(rigged, repairing) -> None:
    lines = {1: LONG, 2: "Bram, where were you when the band was playing?", 3: NEAR}
    players = seated(repairing, lines)
    players["kit"].bids = {2: ("speak", 9)}
    rows = play(rigged, players, 3)
    assert [row["speaker"] for row in rows] == ["bram", "kit", "bram"]
    assert rows[2]["text"] == NEAR
    repair = rows[2]["ledger"]["repair"]
    assert repair["outcome"] == "no issue"
    assert "repetition" in {one["fault"] for one in repair["attempts"][0]["findings"]}


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_after_the_last_round_the_best_candidate_is_published_and_the_ledger_says_so(
    rigged, repairing, rounds: int
) -> None:
    players = seated(repairing, {1: LONG, 2: LONG}, [LONG, NEAR, LONG, LONG])
    rows = play(rigged, players, 2, repair={"rounds": rounds})
    repair = rows[1]["ledger"]["repair"]
    assert repair["outcome"] == "failed"
    assert len(repair["attempts"]) == rounds + 1
    assert len(players["bram"].shown) == rounds
    assert rows[1]["text"] == (NEAR if rounds >= 2 else LONG)
    assert repair["attempts"][repair["spoken"]]["text"] == rows[1]["text"]


def test_what_was_dropped_is_heard_and_remembered_by_nobody(rigged, repairing) -> None:
    lines = {1: LONG, 2: NEAR, 3: f"{LONG[:-1]}!", 4: "What a day it was."}
    players = seated(repairing, lines, [OTHER])
    players["kit"].bids = {3: ("speak", 9)}
    players["kit"].others = ["Not one of us was awake."]
    _, _, state = kept(rigged(players=players, turns=4, repair=True), seed=3)
    rows = state["history"]
    dropped = {
        attempt["text"]
        for row in rows
        for at, attempt in enumerate(row["ledger"]["repair"]["attempts"])
        if at != row["ledger"]["repair"]["spoken"]
    }
    assert len(dropped) == 2
    for row in rows:
        public = {**row, "ledger": {k: v for k, v in row["ledger"].items() if k != "repair"}}
        assert not any(text in json.dumps(public) for text in dropped - {row["text"]})
    assert state["repair"] is None
    seen = [view for player in players.values() for view in player.views]
    heard = {turn.text for view in seen for turn in view.heard}
    assert heard <= {row["text"] for row in rows}
    assert all(attempt not in repr(view.memories) for view in seen for attempt in dropped)


def test_a_player_that_cannot_repair_is_not_screened(rigged, scripted) -> None:
    players = {seat: scripted({1: LONG, 2: LONG}) for seat in ("petra", "bram", "kit")}
    rows = play(rigged, players, 2)
    assert [row["text"] for row in rows] == [LONG, LONG]
    assert all("repair" not in row["ledger"] for row in rows)


@pytest.mark.parametrize("more", [{}, {"pace.overlap": True}])
def test_until_something_is_repaired_it_is_the_same_game_with_repair_and_without(more) -> None:
    def rows(**context):
        return played(Context(turns=12, **more, **context), seed=3)

    def bare(rows):
        return [{**row, "ledger": {**row["ledger"], "repair": None}} for row in rows]

    repaired = rows(repair=True)
    anew = [row["ledger"]["repair"]["spoken"] > 0 for row in repaired]
    same = anew.index(True) if any(anew) else len(repaired)
    assert same >= 6
    assert bare(repaired[:same]) == bare(rows(repair=None)[:same])


def test_a_branch_is_compared_with_its_own_past_alone(rigged, repairing) -> None:
    players = seated(repairing, {1: OTHER, 2: LONG, 3: LONG}, [NEAR[:-1], "Well."])
    compiled, states, whole = kept(rigged(players=players, turns=3, repair=True), seed=3)
    assert whole["history"][2]["text"] == "Well."
    before = (one for one in states if one.next == ("think_all",))
    back = next(one for one in before if one.values["turn"] == 2)
    rig = rigged(players=seated(repairing, {2: "What a day it was.", 3: LONG}), turns=3,
                 repair=True)  # fmt: skip
    other = compiled.invoke(None, back.config, context=rig)["history"]
    assert other[2]["text"] == LONG
    assert other[2]["ledger"]["repair"]["outcome"] == "clean"
