"""A server that was named sends nobody on to one that was not."""

import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest

from mmagents.errors import MMAgentsError
from mmagents.models.client import providers
from mmagents.models.client.providers import ModelError, open_model, parse_spec
from mmagents.models.client.trust import trust_server
from mmagents.stores.embeddings import open_embedder
from mmagents.stores.lexical import LexicalEmbedder
from mmagents.stores.memory import LongTermMemory, MemoryRow
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving

pytestmark = pytest.mark.slow


@pytest.fixture
def other():
    """A server that nobody named."""
    with serving(faithful) as server:
        yield server


@pytest.fixture(params=[301, 302, 303, 307, 308])
def sending_on(request, other) -> Iterator[str]:
    """A server that was named, and answers each request by another's address."""

    class SendOn(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            self.send_response(request.param)
            self.send_header("location", f"{other.url}/chat/completions")
            self.send_header("content-length", "0")
            self.end_headers()

        do_GET = do_DELETE = do_PUT = do_POST

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), SendOn)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_no_game_is_sent_on(sending_on, other, mmagents, tmp_path) -> None:
    code, said = mmagents(
        "play", "mini", "--turns", 2, "--model", "any", "--base-url", f"{sending_on}/v1",
        "--save", tmp_path / "game", "--quiet",
    )  # fmt: skip
    assert code != 0
    assert "HTTP 30" in said, said
    assert not other.requests
    assert not other.headers


@pytest.mark.parametrize("lines", [True, False])
async def test_no_model_is_asked_elsewhere(sending_on, other, monkeypatch, lines) -> None:
    if not lines:  # as it is through a proxy, or with another HTTP client
        monkeypatch.setattr(providers, "_lines", lambda *_: {})
    trust_server(sending_on)
    opened = open_model(parse_spec("any", f"{sending_on}/v1"))
    with pytest.raises(Exception, match=r"30\d"):
        await opened.model.ainvoke("What was said at the table.")
    await opened.close()
    assert not other.headers


def test_no_embedder_sends_memories_on(sending_on, other, monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{sending_on}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    with pytest.raises(MMAgentsError, match="failed on 1 texts"):
        open_embedder("openai:any").embed(["What was said at the table."])
    assert not other.headers


def test_no_memory_is_sent_on(sending_on, other) -> None:
    with pytest.raises(MMAgentsError, match="cannot be opened"):
        LongTermMemory.open(f"{sending_on}#game", "game", ("ada",), LexicalEmbedder()).sync(
            [MemoryRow(1, "ada", ("The key is gone",), ("ada",))]
        )
    assert not other.headers


def test_ollamas_client_follows_nobody_and_keeps_its_key(monkeypatch) -> None:
    given: list[dict[str, object]] = []
    monkeypatch.setitem(sys.modules, "langchain_ollama", SimpleNamespace(__spec__=object()))
    monkeypatch.setattr(providers, "_initialiser", lambda: lambda *_, **named: given.append(named))
    spec = parse_spec("ollama:any@http://127.0.0.1:9")
    monkeypatch.delenv("OLLAMA_API_KEY", raising=False)
    open_model(spec)
    assert given[0]["client_kwargs"]["follow_redirects"] is False
    monkeypatch.setenv("OLLAMA_API_KEY", "precious")
    with pytest.raises(ModelError, match="would be sent the key of ollama"):
        open_model(spec)
    trust_server("http://127.0.0.1:9")
    open_model(spec)
    assert len(given) == 2
