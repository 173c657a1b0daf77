from mmagents.lab.measures.measure import figures_of
from mmagents.lab.measures.truth import REPAIR
from tests.lab.rows import bids, conversation, row


def call(task, seconds, **changes):
    return {
        "task": task,
        "requests": 1,
        "tokens_in": 90,
        "tokens_out": 10,
        "seconds": seconds,
        **changes,
    }


def repaired(outcome, attempts, *calls):
    kept = [{"text": "Well.", "suspicions": [], "findings": []}] * attempts
    done = {"outcome": outcome, "spoken": attempts - 1, "attempts": kept}
    return {**bids(petra=5), "repair": done, "calls": list(calls)}


def test_repair_is_counted_with_the_calls_it_took_and_no_others() -> None:
    talk = conversation([
        row(1, "petra", ledger=repaired(
            "clean", 1, call("speak", 9.0), call("rate", 1.0, round=1)
        )),
        row(2, "bram", ledger=repaired(
            "failed", 3,
            call("rate", 1.0, round=1), call("triplets", 2.0, round=1),
            call("repair", 4.0, round=1), call("rate", 8.0, round=2, requests=2),
        )),
        row(3, "kit"),  # a person's turn goes through no repair
    ])  # fmt: skip
    assert figures_of(REPAIR, talk) == {
        "repair_said_anew": 0.5,
        "repair_failed": 0.5,
        "repair_calls": 3.0,
        "repair_tokens": 250.0,
        "repair_seconds": (1.0 + (2.0 + 4.0 + 8.0)) / 2,
    }
    assert set(figures_of(REPAIR, talk)) == set(REPAIR)


def test_without_repair_there_is_nothing_to_measure() -> None:
    assert figures_of(REPAIR, conversation([row(1, "petra")])) == {}
    assert figures_of(REPAIR, conversation()) == {}
