"""A key goes to its own provider, and where whoever starts the program says; nowhere else."""

import json
from collections.abc import Iterator

import pytest

from mmagents import Context
from mmagents.graph import graph
from mmagents.models.client.providers import ModelError, open_model, parse_spec
from mmagents.models.client.trust import allow_server, may_have_key, trust_server, unnamed_servers
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Server, serving

KEY = "sk-precious-0123456789abcdef"


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that a file names."""
    with serving(faithful) as one:
        yield one


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have keys, as a user has."""
    for name in ("OPENAI_API_KEY", "MMAGENTS_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, KEY)


def sent_to(server: Server) -> set[bool]:
    """Return whether requests carried the key: one answer for all, or both."""
    return {KEY in json.dumps(headers) for headers in server.headers}


@pytest.mark.parametrize("field", ["base_url", "in the name"])
def test_a_saved_game_does_not_get_the_key(server, sent, change, mmagents, field, caplog) -> None:
    if field == "base_url":
        change(model="any", base_url=server.url)
    else:
        change(seats={"petra": f"openai:any@{server.url}"})
    code, said = mmagents("resume", sent, "--turns", 9, "--yes", "--quiet")
    assert code == 0, said
    assert sent_to(server) == {False}
    assert "MMAGENTS_TRUSTED_SERVERS" in caplog.text


def test_a_server_named_on_the_command_line_gets_it(server, sent, change, mmagents) -> None:
    change(model="any", base_url="http://127.0.0.1:9/v1")
    code, said = mmagents("resume", sent, "--turns", 9, "--base-url", server.url, "--quiet")
    assert code == 0, said
    assert sent_to(server) == {True}


def test_a_server_listed_in_the_environment_gets_it(server, sent, change, mmagents, monkeypatch):
    monkeypatch.setenv("MMAGENTS_TRUSTED_SERVERS", f"http://other.example, {server.url}")
    change(model="any", base_url=server.url)
    code, said = mmagents("resume", sent, "--turns", 9, "--quiet")
    assert code == 0, said
    assert sent_to(server) == {True}


@pytest.mark.parametrize("command", ["resume", "fork"])
def test_without_a_terminal_and_a_yes_nothing_is_sent(
    server, sent, change, mmagents, command, tmp_path
) -> None:
    change(model="any", base_url=server.url)
    more = ["--turn", 3, "--save", tmp_path / "two"] if command == "fork" else []
    code, said = mmagents(command, sent, "--turns", 20, *more)
    assert code == 2
    assert server.url in said
    assert "--yes" in said
    assert not server.requests
    assert not (tmp_path / "two").exists()


def test_a_grid_that_names_a_server_is_asked_about_too(server, mmagents, tmp_path) -> None:
    grid = tmp_path / "grid.yaml"
    grid.write_text(
        f"name: sent\nscenario: mini\nconditions: [ss]\nconversations: 1\nturns: 2\n"
        f"model: any\nbase_url: {server.url}\n"
    )
    code, said = mmagents("experiment", "run", grid, "--out", tmp_path / "out", "--workers", 1)
    assert (code, server.url in said) == (2, True)
    assert not server.requests
    assert not (tmp_path / "out").exists()
    code, said = mmagents(
        "experiment", "run", grid, "--out", tmp_path / "out", "--workers", 1, "--yes"
    )
    assert code == 0, said
    assert sent_to(server) == {False}


def test_a_context_from_anywhere_gets_no_key_until_its_server_is_trusted(server) -> None:
    context = Context(model="any", base_url=server.url, turns=1)
    graph.invoke({"scenario": "mini", "seed": 1}, context=context)
    assert sent_to(server) == {False}
    trust_server(server.url)
    assert may_have_key(f"{server.url}/deeper")
    assert not may_have_key("http://127.0.0.1:9/v1")


def test_other_providers_keys_stay_at_home_too(monkeypatch) -> None:
    spec = parse_spec("anthropic:claude@http://127.0.0.1:9/v1")
    monkeypatch.setattr("mmagents.models.client.providers.check_package", lambda _: None)
    with pytest.raises(ModelError, match="named that server"):
        open_model(spec)


def test_a_user_name_in_an_address_is_refused_and_reaches_no_file(mmagents, tmp_path) -> None:
    code, said = mmagents(
        "play", "mini", "--phase", "discussion", "--turns", 2, "--seed", 1, "--model", "any",
        "--base-url", "http://ada:pa55word@127.0.0.1:9/v1", "--save", tmp_path / "kept", "--quiet",
    )  # fmt: skip
    assert (code, "it holds a user name" in said) == (2, True)
    assert "pa55word" not in said
    assert not (tmp_path / "kept").exists()


def test_what_was_agreed_to_is_not_asked_again() -> None:
    fields = {"base_url": "http://one.example/v1", "seats": {"a": "openai:m@http://two.example"}}
    assert unnamed_servers(fields) == ["http://one.example/v1", "http://two.example"]
    allow_server("http://one.example")
    trust_server("http://two.example/v1")
    assert unnamed_servers(fields) == []
    assert not may_have_key("http://one.example/v1")
