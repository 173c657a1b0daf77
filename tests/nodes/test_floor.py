from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from mmagents.nodes.floor import STRATEGIES, Decision, Round, cssn_or_ss, equal, ranked, ss
from mmagents.nodes.state import Bid, OpenPair

SEATS = ["ada", "ben", "cyd", "dov"]


def bid(seat: str, importance: int, action: str = "speak") -> Bid:
    return {"seat": seat, "action": action, "importance": importance, "thought": ""}  # type: ignore[typeddict-item]  # tests name actions freely


def pair(by: str, *to: str) -> OpenPair:
    return {
        "turn": 4,
        "by": by,
        "to": list(to),
        "first_pair_part": "wh-question",
        "expects": ["answer"],
        "text": "Where were you?",
    }


def at(
    bids: Mapping[str, int], *, asked: OpenPair | None = None, previous: str | None = "ada"
) -> Round:
    """A turn in which those with a bid of 0 listen."""
    return Round(
        turn=5,
        seed=7,
        seats=SEATS,
        bids=[bid(seat, n, "speak" if n else "listen") for seat, n in bids.items()],
        previous=previous,
        pair=asked,
    )


BIDS = {"ada": 3, "ben": 9, "cyd": 0, "dov": 5}


def test_whoever_is_asked_has_the_floor_though_another_bids_higher() -> None:
    decision = cssn_or_ss(at(BIDS, asked=pair("ada", "cyd")))
    assert (decision.speaker, decision.rule) == ("cyd", "1a")
    assert decision.due == pair("ada", "cyd")


def test_without_a_question_the_highest_bid_has_the_floor() -> None:
    decision = cssn_or_ss(at(BIDS))
    assert (decision.speaker, decision.rule, decision.due) == ("ben", "1b", None)


def test_when_all_listen_the_speaker_goes_on() -> None:
    decision = cssn_or_ss(at(dict.fromkeys(SEATS, 0), previous="dov"))
    assert (decision.speaker, decision.rule) == ("dov", "1c")


def test_a_question_to_the_victim_to_oneself_to_two_or_to_everyone_selects_nobody() -> None:
    for to in (["victim"], ["ada"], ["ben", "cyd"], ["everyone"], []):
        decision = cssn_or_ss(at({**BIDS, "ben": 2}, asked=pair("ada", *to)))
        assert (decision.speaker, decision.rule) == ("dov", "1b"), to


def test_the_ledger_says_why_a_designation_did_not_hold() -> None:
    reason = cssn_or_ss(at(BIDS, asked=pair("ada", "victim"))).reason
    assert "victim" in reason
    assert "no seat at the table" in reason


def test_a_tie_is_cast_by_lot_among_the_tied_and_both_come_up() -> None:
    table = at({"ada": 8, "ben": 8, "cyd": 7, "dov": 0})
    drawn = {
        cssn_or_ss(Round(5, seed, SEATS, table.bids, "dov", None)).speaker for seed in range(40)
    }
    assert drawn == {"ada", "ben"}
    assert cssn_or_ss(table).tie == ("ada", "ben")


def test_under_ss_a_question_selects_nobody() -> None:
    assert ss(at(BIDS, asked=pair("ada", "cyd"))).speaker == "ben"


def test_under_equal_everybody_speaks_once_a_round_in_orders_that_differ() -> None:
    orders = []
    for lap in range(10):
        turns = range(lap * 4 + 1, lap * 4 + 5)
        orders.append([equal(Round(turn, 3, SEATS, [], "ada", None)).speaker for turn in turns])
    assert all(sorted(order) == SEATS for order in orders)
    assert len({tuple(order) for order in orders}) > 1


def test_listeners_rank_below_those_who_want_to_speak() -> None:
    order = [b["seat"] for b in ranked([bid("ada", 9, "listen"), bid("ben", 0), bid("cyd", 4)])]
    assert order == ["cyd", "ben", "ada"]


rounds = st.builds(
    Round,
    turn=st.integers(1, 10_000),
    seed=st.integers(),
    seats=st.just(SEATS),
    bids=st.tuples(
        *(
            st.builds(
                bid, st.just(seat), st.integers(-99, 99), st.sampled_from(["speak", "listen"])
            )
            for seat in SEATS
        )
    ).map(list),
    previous=st.sampled_from([None, *SEATS]),
    pair=st.none()
    | st.lists(st.sampled_from([*SEATS, "victim", "everyone", "", "Ben"]), max_size=3).map(
        lambda to: pair("ada", *to)
    ),
)


@given(rounds, st.sampled_from(sorted(STRATEGIES)))
def test_every_rule_yields_one_speaker_at_the_table_and_always_the_same(
    table: Round, condition: str
) -> None:
    decision: Decision = STRATEGIES[condition](table)
    assert decision.speaker in SEATS
    assert decision.reason
    assert decision == STRATEGIES[condition](table)
    shuffled = Round(
        table.turn, table.seed, table.seats, list(reversed(table.bids)), table.previous, table.pair
    )
    assert STRATEGIES[condition](shuffled) == decision


@given(rounds)
def test_a_valid_designation_always_has_the_floor(table: Round) -> None:
    decision = cssn_or_ss(table)
    to = table.pair["to"] if table.pair else []
    valid = (
        table.previous is not None and len(to) == 1 and to[0] in SEATS and to[0] != table.previous
    )
    assert (decision.rule == "1a") == valid
    if valid:
        assert decision.speaker == to[0]
