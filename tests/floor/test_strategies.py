from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.floor.adjacency import Obligation
from mmagents.floor.bids import Bid, ranked
from mmagents.floor.conditions import CONDITIONS
from mmagents.floor.situation import Decision, Situation
from mmagents.floor.strategies import (
    bid_of_four,
    bidding,
    cssn_or_ss,
    equal,
    mention,
    moderator,
    random,
    round_robin,
    ss,
)

SEATS = ["ada", "ben", "cyd", "dov"]


def bid(seat: str, importance: int, action: str = "speak") -> Bid:
    return Bid(seat, action, importance)  # type: ignore[arg-type]  # tests name actions freely


def pair(by: str, *to: str) -> Obligation:
    return Obligation(4, by, to, "wh-question", ("answer",), "Where were you?")


def at(
    bids: Mapping[str, int], *, asked: Obligation | None = None, previous: str | None = "ada"
) -> Situation:
    """A turn in which those with a bid of 0 listen."""
    return Situation(
        turn=5,
        seed=7,
        seats=SEATS,
        bids=[bid(seat, n, "speak" if n else "listen") for seat, n in bids.items()],
        previous=previous,
        pair=asked,
    )


BIDS = {"ada": 3, "ben": 9, "cyd": 0, "dov": 5}


@pytest.mark.parametrize(
    ("choose", "bids", "asked", "previous", "found"),
    [
        (cssn_or_ss, BIDS, ["cyd"], "ada", ("cyd", "1a")),  # though another bids higher
        (cssn_or_ss, BIDS, None, "ada", ("ben", "1b")),
        (cssn_or_ss, dict.fromkeys(SEATS, 0), None, "dov", ("dov", "1c")),
        *((cssn_or_ss, {**BIDS, "ben": 2}, to, "ada", ("dov", "1b"))
          for to in (["victim"], ["ada"], ["ben", "cyd"], ["everyone"], [])),
        (ss, BIDS, ["cyd"], "ada", ("ben", "1b")),
        (bidding, BIDS, ["cyd"], "ada", ("cyd", "bid")),
        (bidding, {"ada": 9, "ben": 1, "cyd": 0, "dov": 0}, None, "ada", ("ben", "bid")),
    ],
)  # fmt: skip
def test_who_has_the_floor(choose, bids, asked, previous, found) -> None:
    put = None if asked is None else pair("ada", *asked)
    decision = choose(at(bids, asked=put, previous=previous))
    assert (decision.speaker, decision.rule) == found
    assert decision.due == (put if decision.rule == "1a" else None)


def test_the_ledger_says_why() -> None:
    why = cssn_or_ss(at(BIDS, asked=pair("ada", "victim"))).reason
    assert "victim" in why
    assert "no seat at the table" in why
    assert "was addressed" in bidding(at(BIDS, asked=pair("ada", "cyd"))).reason


def test_a_tie_is_cast_by_lot_among_the_tied_and_both_come_up() -> None:
    now = at({"ada": 8, "ben": 8, "cyd": 7, "dov": 0})
    drawn = {
        cssn_or_ss(Situation(5, seed, SEATS, now.bids, "dov", None)).speaker for seed in range(40)
    }
    assert drawn == {"ada", "ben"}
    assert cssn_or_ss(now).tie == ("ada", "ben")


def test_under_equal_everybody_speaks_once_a_round_in_orders_that_differ() -> None:
    orders = []
    for lap in range(10):
        turns = range(lap * 4 + 1, lap * 4 + 5)
        orders.append([equal(Situation(turn, 3, SEATS, [], "ada", None)).speaker for turn in turns])
    assert all(sorted(order) == SEATS for order in orders)
    assert len({tuple(order) for order in orders}) > 1


def test_listeners_rank_below_those_who_want_to_speak() -> None:
    order = [b.seat for b in ranked([bid("ada", 9, "listen"), bid("ben", 0), bid("cyd", 4)])]
    assert order == ["cyd", "ben", "ada"]


def test_round_robin_is_the_order_of_the_cast_over_and_over() -> None:
    cast = ["dov", "ada", "cyd"]
    turns = [round_robin(Situation(turn, 3, cast, [], "ada", None)) for turn in range(1, 8)]
    assert [one.speaker for one in turns] == ["dov", "ada", "cyd", "dov", "ada", "cyd", "dov"]
    assert {one.rule for one in turns} == {"round-robin"}


def test_random_draws_everybody_but_the_last_speaker() -> None:
    drawn = {random(Situation(turn, 3, SEATS, [], "ada", None)).speaker for turn in range(60)}
    assert drawn == {"ben", "cyd", "dov"}


@pytest.mark.parametrize(("importance", "height"), [(0, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3)])
def test_an_importance_has_one_place_on_the_scale_of_bids(importance: int, height: int) -> None:
    assert bid_of_four(bid("ada", importance), was_addressed=False) == height
    assert bid_of_four(bid("ada", importance), was_addressed=True) == 4
    assert bid_of_four(bid("ada", importance, "listen"), was_addressed=False) == 0


def test_among_the_highest_bids_whoever_was_mentioned_is_preferred() -> None:
    now = at({"ada": 0, "ben": 5, "cyd": 6, "dov": 9}, previous="dov")
    one = bidding(replace(now, named=("cyd", "dov")))
    assert (one.speaker, one.tie) == ("cyd", ())
    assert "cyd was mentioned" in one.reason
    assert bidding(now).tie == ("ben", "cyd")


def test_the_moderators_word_counts_if_whoever_it_names_may_speak() -> None:
    now = at(BIDS, asked=pair("ada", "cyd"))
    assert moderator(replace(now, nominated="dov")).speaker == "dov"
    for nobody in ("ada", "victim", "", "Dov"):
        decision = moderator(replace(now, nominated=nobody))
        assert decision.speaker == "cyd", nobody
        assert "named nobody who may speak" in decision.reason


def test_without_a_model_whoever_was_asked_or_named_or_silent_longest_is_next() -> None:
    quiet = replace(at(BIDS), silent_for={"ada": 0, "ben": 3, "cyd": 1, "dov": 2})
    assert moderator(quiet).speaker == "ben"
    assert moderator(replace(quiet, named=("cyd", "dov"))).speaker == "dov"
    asked = replace(quiet, named=("dov",), pair=pair("ada", "cyd"))
    assert moderator(asked).speaker == "cyd"


def test_whoever_is_mentioned_first_is_next_however_shy() -> None:
    now = replace(at(BIDS), named=("ada", "cyd", "ben"), talkativeness={"cyd": 0.0})
    assert mention(now).speaker == "cyd"


def test_unasked_the_talkative_speak_more_the_shy_never_and_if_all_are_shy_the_lot_decides():
    now = replace(at(BIDS), talkativeness={"ben": 0.9, "cyd": 0.2, "dov": 0.0})
    drawn = [mention(replace(now, turn=turn)).speaker for turn in range(200)]
    assert drawn.count("ben") > 2 * drawn.count("cyd") > 0
    assert drawn.count("dov") == drawn.count("ada") == 0
    now = replace(now, talkativeness=dict.fromkeys(SEATS, 0.0))
    assert {mention(replace(now, turn=turn)).speaker for turn in range(60)} == {"ben", "cyd", "dov"}


def test_who_sits_alone_goes_on_under_every_condition() -> None:
    for condition, record in CONDITIONS.items():
        alone = Situation(5, 7, ["ada"], [bid("ada", 3)], "ada", pair("ada", "victim"))
        assert record.choose(alone).speaker == "ada", condition


situations = st.builds(
    Situation,
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
    named=st.lists(st.sampled_from([*SEATS, "victim", "", "Ben"]), max_size=4).map(tuple),
    silent_for=st.dictionaries(st.sampled_from([*SEATS, "victim"]), st.integers(-9, 99)),
    talkativeness=st.dictionaries(st.sampled_from([*SEATS, "victim"]), st.floats(0, 1)),
    nominated=st.none() | st.sampled_from([*SEATS, "victim", "", "Ben", "everyone", "ada, ben"]),
)
conditions = st.sampled_from(sorted(CONDITIONS))


@given(situations, conditions)
def test_every_rule_yields_one_speaker_at_the_table_and_always_the_same(now, condition) -> None:
    decision: Decision = CONDITIONS[condition].choose(now)
    assert CONDITIONS[condition].choose(replace(now, bids=now.bids[:1])).speaker in SEATS
    if condition in ("random", "bidding", "moderator", "mention"):
        assert decision.speaker != now.previous, "these change turns"
    assert decision.speaker in SEATS
    assert decision.reason
    assert decision.rule in {rule.code for rule in CONDITIONS[condition].rules}
    assert decision == CONDITIONS[condition].choose(now)
    shuffled = replace(now, bids=list(reversed(now.bids)))
    assert CONDITIONS[condition].choose(shuffled) == decision
    assert decision.due is None or CONDITIONS[condition].obliges
    assert not decision.tie or decision.speaker in decision.tie


@given(situations)
def test_a_valid_designation_always_has_the_floor(now: Situation) -> None:
    decision = cssn_or_ss(now)
    to = now.pair.to if now.pair else ()
    by = now.pair.by if now.pair else None
    valid = now.previous is not None and len(to) == 1 and to[0] in SEATS and to[0] != by
    assert (decision.rule == "1a") == valid
    if valid:
        assert decision.speaker == to[0]
