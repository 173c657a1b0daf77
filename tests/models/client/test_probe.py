from dataclasses import replace

import pytest

from mmagents.errors import MMAgentsError
from mmagents.models.client.probe import check_model, check_models
from mmagents.models.client.providers import parse_spec
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Patience
from tests.servers.openai_minds import tried
from tests.servers.openai_server import Answer, Request, serving
from tests.tables import table

KEY = "sk-secret-of-the-house-1234"
QUICK = Patience(timeout=0.3, attempts=2, first=0.01, longest=0.05)


@table
def test_a_model_is_named_by_provider_name_and_address(spec, base_url, expected) -> None:
    found = parse_spec(spec, base_url)
    assert (found.provider, found.name, found.base_url) == expected


@table
def test_a_name_that_is_none_says_how_to_write_one(spec, base_url, says) -> None:
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


async def test_a_wrong_key_is_one_clear_error_without_the_key(monkeypatch) -> None:
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
async def test_a_model_that_cannot_be_used_says_why_before_the_game(answer, says) -> None:
    with serving(lambda *_: answer) as server, pytest.raises(MMAgentsError, match=says):
        await check_model(Slot.of("openai:m", base_url=server.url, patience=QUICK))
    with pytest.raises(MMAgentsError, match=r"cannot be reached\. Is the server running"):
        await check_model(Slot.of("openai:m", base_url=server.url, patience=QUICK))  # it is gone


async def test_a_passing_fault_does_not_fail_the_check() -> None:
    def mind(_: object, number: int) -> Answer:
        return Answer("yes") if number > 1 else Answer(status=503, error={"message": "loading"})

    with serving(mind) as server:
        await check_model(Slot.of("openai:m", base_url=server.url, patience=QUICK))
    assert len(server.requests) == 2


async def test_every_model_is_tried_once_and_a_server_of_ones_own_needs_no_key(monkeypatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving(lambda *_: Answer("yes")) as one, serving(lambda *_: Answer("yes")) as other:
        await check_models([Slot.of("openai:m", base_url=at.url) for at in (one, one, other)])
    assert (len(one.requests), len(other.requests)) == (1, 1)


async def test_whoever_waits_for_a_server_is_told_so_once_in_the_time_of_a_request(caplog) -> None:
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
