import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from mmagents.interfaces.accounts import Call, record, recording, total
from mmagents.models.client.faults import brief, describe_fault, is_passing, redact, retry_after
from tests.tables import table


class StatusError(Exception):
    def __init__(self, status: int, says: str = "", **headers: str) -> None:
        super().__init__(says)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.response = SimpleNamespace(status_code=status, headers=named)


@pytest.mark.parametrize(
    ("error", "passing", "said"),
    [
        (StatusError(429), True, "HTTP 429"),
        (StatusError(503), True, "HTTP 503"),
        (StatusError(408), True, "HTTP 408"),
        (StatusError(401), False, "HTTP 401"),
        (StatusError(404), False, "HTTP 404"),
        (StatusError(429, "error: insufficient_quota"), False, "HTTP 429"),
        (TimeoutError(), True, "time-out"),
        (ConnectionResetError(), True, "no connection"),
        (ValueError("not of the protocol"), True, "broken answer"),
        (RuntimeError("unheard of"), False, "RuntimeError"),
    ],
)
def test_passing_faults_are_told_from_lasting_ones(error, passing, said) -> None:
    assert is_passing(error) is passing
    assert brief(error) == said


@table
def test_retry_after_is_read_in_all_its_forms(headers, seconds) -> None:
    now = datetime(2031, 1, 1, tzinfo=UTC)
    assert retry_after(StatusError(429, **headers), now) == seconds
    assert retry_after(TimeoutError()) is None


@table
def test_no_key_survives_in_a_description(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "hunter22")
    for text in (redact(said), describe_fault(StatusError(401, said))):
        assert "[key]" in text
        assert not any(key in text for key in ("abcdef", "abc.def", "hunter22"))


async def test_calls_of_tasks_started_within_are_recorded_and_others_are_not() -> None:
    async def one(task: str) -> None:
        await asyncio.sleep(0)
        record(Call(task, "mara", "m"))

    async def step(*tasks: str) -> list[str]:
        with recording() as calls:
            await asyncio.gather(*map(one, tasks))
        return sorted(call.task for call in calls)

    with recording() as outer:
        two = await asyncio.gather(step("think", "speak"), step("detect"))
    assert two == [["speak", "think"], ["detect"]]
    record(Call("think", "nobody", "m"))
    assert len(outer) == 3


def test_calls_are_added_up_by_task_and_by_seat() -> None:
    calls = [
        Call("think", "a", "m", 3, 10, 2, 0.5, ("HTTP 429", "time-out"), "empty", ("spelling",)),
        Call("think", "b", "m", 1, 5, 1, 0.25, default="not_json", tokens_cached=4),
        Call("speak", "a", "m", 1, 1, 1, 1, tokens_cached=1),
    ]
    rows = total([call.as_json() for call in calls])
    assert [row["task"] for row in rows] == ["speak", "think"]
    assert rows[1] == {
        "task": "think", "questions": 2, "requests": 4, "tokens_in": 15, "tokens_out": 3,
        "tokens_cached": 4,
        "seconds": 0.75, "seconds_median": 0.375, "seconds_max": 0.5,
        "cached": 0, "retries": 2, "asked_again": 1, "repairs": 1, "defaults": 1,
    }  # fmt: skip
    by_seat = total([call.as_json() for call in calls], by=("seat", "task"))
    asked = [(row["seat"], row["task"]) for row in by_seat]
    assert asked == [("a", "speak"), ("a", "think"), ("b", "think")]
