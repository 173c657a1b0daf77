import socket
from dataclasses import replace

import pytest

from mmagents.models.client.probe import check_model, check_models
from mmagents.models.client.providers import parse_spec
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Patience
from mmagents.scenarios.errors import MMAgentsError
from tests.servers.openai_minds import tried
from tests.servers.openai_server import Answer, Request, serving

KEY = "sk-secret-of-the-house-1234"
QUICK = Patience(timeout=0.3, attempts=2, first=0.01, longest=0.05)


@pytest.mark.parametrize(
    ("spec", "base_url", "expected"),
    [
        ("openai:gpt-4o-mini", None, ("openai", "gpt-4o-mini", None)),
        ("ollama:llama3.1:8b", None, ("ollama", "llama3.1:8b", None)),
        ("openai:m", "http://h:1/v1", ("openai", "m", "http://h:1/v1")),
        ("openai:m@http://a:1/v1", "http://b:2/v1", ("openai", "m", "http://a:1/v1")),
        ("openai:org/m@2024@https://a/v1", None, ("openai", "org/m@2024", "https://a/v1")),
        ("qwen3:8b", "http://h:1/v1", ("openai", "qwen3:8b", "http://h:1/v1")),
        ("local", "http://h:1/v1", ("openai", "local", "http://h:1/v1")),
    ],
)
def test_a_model_is_named_by_provider_name_and_address(
    spec: str, base_url: str | None, expected: tuple[str, str, str | None]
) -> None:
    found = parse_spec(spec, base_url)
    assert (found.provider, found.name, found.base_url) == expected


@pytest.mark.parametrize(
    ("spec", "base_url", "says"),
    [
        ("gpt-4o-mini", None, "names no provider"),
        ("llama3.1:8b", None, "names no provider"),
        ("", None, "names no provider"),
        ("openai:", None, "names no model"),
        ("openai:m", "localhost:8000", "is no address"),
        ("openai:m", "http://127.0.0.1:99999/v1", "is no address"),
    ],
)
def test_a_name_that_is_none_says_how_to_write_one(
    spec: str, base_url: str | None, says: str
) -> None:
    with pytest.raises(MMAgentsError, match=says):
        Slot.of(spec, base_url=base_url)


async def test_a_missing_package_names_the_extra_to_install() -> None:
    with pytest.raises(MMAgentsError, match=r"pip install 'mmagents\[ollama\]'"):
        await check_model(Slot.of("ollama:llama3.1"))


async def test_a_missing_key_says_which_variable_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(MMAgentsError, match="OPENAI_API_KEY"):
        await check_model(Slot.of("openai:gpt-4o-mini"))


async def test_a_server_of_ones_own_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving(lambda *_: Answer("yes")) as server:
        await check_model(Slot.of("openai:m", base_url=server.url))
    assert len(server.requests) == 1


async def test_a_wrong_key_is_one_clear_error_without_the_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with (
        serving(lambda *_: Answer("yes"), key="another") as server,
        pytest.raises(MMAgentsError, match="refuses the key") as error,
    ):
        await check_model(Slot.of("openai:m", base_url=server.url))
    assert KEY not in str(error.value)
    assert error.value.exit_code == 2


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (Answer(status=404, error={"message": "model 'm' not found"}), "knows no such model.*'m'"),
        (Answer(status=501, error={}), "server of the OpenAI protocol.*HTTP 501"),
        (Answer(status=429, error={"message": "insufficient_quota"}), "takes no more requests"),
        (Answer(status=500, error={"message": "oops"}), "cannot be used: HTTP 500"),
        (Answer("yes", fault="late", delay=30), "did not answer in time"),
        (Answer(fault="drop"), "cannot be reached"),
    ],
    ids=str,
)
async def test_a_model_that_cannot_be_used_says_why_before_the_game(
    answer: Answer, says: str
) -> None:
    with (
        serving(lambda *_: answer) as server,
        pytest.raises(MMAgentsError, match=says),
    ):
        await check_model(Slot.of("openai:m", base_url=server.url, patience=QUICK))


async def test_no_server_is_one_clear_error() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with pytest.raises(MMAgentsError, match=r"cannot be reached\. Is the server running"):
        await check_model(Slot.of("openai:m", base_url=url, patience=QUICK))


async def test_a_passing_fault_does_not_fail_the_check() -> None:
    def mind(_: object, number: int) -> Answer:
        return Answer("yes") if number > 1 else Answer(status=503, error={"message": "loading"})

    with serving(mind) as server:
        await check_model(Slot.of("openai:m", base_url=server.url, patience=QUICK))
    assert len(server.requests) == 2


async def test_every_model_is_tried_once() -> None:
    with serving(lambda *_: Answer("yes")) as one, serving(lambda *_: Answer("yes")) as other:
        await check_models(
            [Slot.of("openai:m", base_url=url) for url in (one.url, one.url, other.url)]
        )
    assert (len(one.requests), len(other.requests)) == (1, 1)


async def test_whoever_waits_for_a_server_is_told_so_once_in_the_time_of_a_request(
    caplog: pytest.LogCaptureFixture,
) -> None:
    patience = replace(QUICK, attempts=3)
    with serving(lambda *_: Answer("yes", fault="late", delay=30)) as server:
        slots = [Slot.of(f"openai:{one}", base_url=server.url, patience=patience) for one in "ab"]
        with pytest.raises(MMAgentsError, match="in time"):
            await check_models(slots)
    said = [record.getMessage() for record in caplog.records if record.name == "mmagents"]
    assert said[0] == f"{server.url} has not answered for 0.3 s. It is asked again: attempt 2 of 3."
    assert len(said) < 4  # both asked again twice


async def test_a_form_that_lets_everybody_wait_is_left_for_the_next() -> None:
    def mind(request: Request, _: int) -> Answer:
        late = "response_format" in request
        return Answer(tried(request), fault="late" if late else None, delay=30)

    with serving(mind) as server:
        slot = Slot.of("openai:m", base_url=server.url, patience=QUICK)
        await check_model(slot, ["think"])
        assert await slot.way("think") == "tool"
    assert len(server.requests) == 1 + 4


async def test_a_server_that_answered_nobody_is_asked_once_until_it_answers() -> None:
    hangs = True

    def mind(*_: object) -> Answer:
        return Answer("yes", fault="late" if hangs else None, delay=30)

    with serving(mind) as server:
        slot = Slot.of("openai:m", base_url=server.url, patience=QUICK)
        asked = []
        for _ in range(3):
            with pytest.raises(MMAgentsError, match="in time"):
                await check_model(slot)
            asked.append(len(server.requests))
        hangs = False
        await check_model(slot)
        hangs = True
        with pytest.raises(MMAgentsError, match="in time"):
            await check_model(slot)
    assert asked == [2, 3, 4]
    assert len(server.requests) == 4 + 1 + 2
